import type { Language } from '#contracts';
import { closeLegal } from './answer-rules.js';
import type { AssistantReply } from './assistant.view.js';
import type { Danger } from './safety-rules.js';

type Words = Omit<AssistantReply, 'category'>;

const categories: Readonly<Record<Danger, AssistantReply['category']>> = {
  'self-harm': 'general',
  'secret-recording': 'legal',
  minors: 'legal',
  threats: 'legal',
  illegal: 'legal',
  'legal-advice': 'legal',
  'other-people': 'general',
  rules: 'general',
  forgery: 'legal',
};

/**
 * Whoever was threatened, recorded or deceived asks in the words of those who do such things, and no rule tells them
 * apart for certain: where somebody can be the victim, the refusal says what a victim can do.
 */
const english: Readonly<Record<Danger, Words>> = {
  'self-harm': {
    response:
      'That matters more than any contract. If you might hurt yourself, call the emergency number now; in the United States you can also call or text 988, at any hour and free of charge. Talk to somebody near you today, and do not stay alone with it. Nothing about a contract or a debt has to be decided now, and for debts there is help as well.',
    suggestions: ['Talk to somebody near you today.', 'In the United States, call or text 988.'],
  },
  'secret-recording': {
    response:
      'Nobody is to be recorded without knowing it and agreeing: in many places that is a crime, and such a recording may be worthless. Tell everybody first and let each say “I agree to be recorded”. If somebody does not want that, agree in writing instead. If it is you who was recorded, object through the link in the email with the proof (“That was not me”) and say what happened, or write to support with the agreement number.',
    suggestions: ['Begin with “I agree to be recorded.”', 'Offer the link, so that they can hear it first.'],
  },
  minors: {
    response:
      'Not without a parent. Children and young people can at most make small everyday deals by themselves; for anything more a parent or guardian has to know of it and agree, also to the recording. Let the parent say that in the recording, or make the agreement with the parent.',
    suggestions: ['Let a parent say that they agree.', 'Make the agreement with the parent.'],
  },
  threats: {
    response:
      'To threaten, press or take advantage of somebody is a crime in many places and makes an agreement worthless; I do not help with that. If it is you who is threatened, do not agree and do not record; keep the messages, and call the emergency number if there is danger. You can decline a link, and report a problem while money is held. If you are owed something, write a calm reminder, or ask a mediator or a lawyer.',
    suggestions: ['Tell somebody whom you trust.', 'If you are owed something, write a calm reminder.'],
  },
  illegal: {
    response:
      'What the law forbids cannot be agreed, recorded or paid for here, and such an agreement is worthless; I do not help with that. If you are not sure whether something is allowed, ask a lawyer or the office in charge of it. If you were sold something fake or stolen and the money is held, report a problem on the payment page before the time to check is over. If somebody else is in your account, choose a new password by “Forgot password?” and tell support.',
    suggestions: ['Ask a lawyer whether it is allowed.', 'Ask me what belongs in a lawful agreement.'],
  },
  'legal-advice': {
    response:
      'I cannot judge that: I do not know your case, and I give no legal advice. Ask a lawyer or a free legal aid office near you, soon if there is a deadline. The recording, the transcript and the log are what you should bring along.',
    suggestions: ['Look for free legal aid near you.', 'Bring the recording and the transcript.'],
  },
  'other-people': {
    response:
      'I cannot do that. I see no contracts, accounts or addresses of anybody, and what belongs to other people is theirs alone. Your own contracts are on your dashboard; the other party of a contract gets a link of their own.',
    suggestions: ['Open your own contracts on the dashboard.', 'Ask the person themselves.'],
  },
  rules: {
    response:
      'I cannot do that. I explain contract terms and how this product works; I cannot change my rules, and I cannot pay, release, refund or change anything. What you can do yourself is on your dashboard, and for everything else there is Support in the menu.',
    suggestions: ['Ask what should be in the agreement.', 'Write to support by Support in the menu.'],
  },
  forgery: {
    response:
      'A recording is proof only because all speak for themselves and nobody changed the sound. To speak as somebody else, copy a voice or edit a recording can be a crime; I do not help with that. If something was said wrong, record it again together. Whoever may speak for another person says so aloud: their own name, for whom, and who allowed it. If somebody did it to you, object through the link in the email with the proof (“That was not me”), or write to support.',
    suggestions: ['Record it again together.', 'Send the link, so that the other person agrees themselves.'],
  },
};

const spanish: Readonly<Record<Danger, Words>> = {
  'self-harm': {
    response:
      'Eso importa más que cualquier contrato. Si puedes hacerte daño, llama ya al número de emergencias; en Estados Unidos también puedes llamar o escribir al 988, a cualquier hora y gratis, y te atienden en español. Habla hoy con alguien cercano, y no te quedes a solas con eso. Nada de un contrato ni de una deuda tiene que decidirse ahora, y también hay ayuda para las deudas.',
    suggestions: ['Habla hoy con alguien cercano.', 'En Estados Unidos, llama o escribe al 988.'],
  },
  'secret-recording': {
    response:
      'A nadie se le graba sin que lo sepa y lo acepte: en muchos lugares es delito, y una grabación así puede no valer nada. Avisa primero a todas las personas y que cada una diga “acepto que me graben”. Si alguien no quiere, acuérdenlo por escrito. Si te grabaron a ti, objeta por el enlace del correo con la prueba (“No fui yo”) y di qué pasó, o escribe a soporte con el número del acuerdo.',
    suggestions: [
      'Empiecen con “acepto que me graben”.',
      'Ofrece el enlace, para que pueda escuchar primero.',
    ],
  },
  minors: {
    response:
      'Sin un padre o una madre, no. Los niños y los jóvenes pueden hacer por sí mismos a lo sumo tratos pequeños de cada día; para más, un padre, una madre o un tutor tiene que saberlo y aceptarlo, también que se grabe. Que lo diga en la grabación, o haz el acuerdo con él o ella.',
    suggestions: ['Que un padre o una madre diga que acepta.', 'Haz el acuerdo con el padre o la madre.'],
  },
  threats: {
    response:
      'Amenazar, presionar o aprovecharse de alguien es delito en muchos lugares y deja sin valor un acuerdo; con eso no ayudo. Si es a ti a quien amenazan, no aceptes ni grabes; guarda los mensajes, y si hay peligro llama al número de emergencias. Puedes rechazar un enlace, y reportar un problema mientras haya dinero retenido. Si te deben algo, escribe un recordatorio tranquilo, o pregunta a un mediador o a un abogado.',
    suggestions: [
      'Cuéntaselo a alguien de confianza.',
      'Si te deben algo, escribe un recordatorio tranquilo.',
    ],
  },
  illegal: {
    response:
      'Lo que la ley prohíbe no se puede acordar, grabar ni pagar aquí, y un acuerdo así no vale nada; con eso no ayudo. Si no sabes si algo está permitido, pregunta a un abogado o a la oficina que se encarga. Si te vendieron algo falso o robado y el dinero está retenido, reporta un problema en la página del pago antes de que pase el tiempo para revisar. Si alguien más está en tu cuenta, elige otra contraseña con “¿Olvidaste tu contraseña?” y avisa a soporte.',
    suggestions: ['Pregunta a un abogado si está permitido.', 'Pregúntame qué lleva un acuerdo legal.'],
  },
  'legal-advice': {
    response:
      'Eso no lo puedo juzgar: no conozco tu caso, y no doy asesoría legal. Pregunta a un abogado o a una oficina de ayuda legal gratuita cerca de ti, pronto si hay un plazo. Lleva la grabación, la transcripción y el registro.',
    suggestions: ['Busca ayuda legal gratis cerca de ti.', 'Lleva la grabación y la transcripción.'],
  },
  'other-people': {
    response:
      'No puedo hacer eso. No veo contratos, cuentas ni direcciones de nadie, y lo que es de otras personas es solo suyo. Tus propios contratos están en tu panel; la otra parte de un contrato recibe su propio enlace.',
    suggestions: ['Abre tus propios contratos en el panel.', 'Pregúntale a la persona misma.'],
  },
  rules: {
    response:
      'No puedo hacer eso. Explico condiciones de contratos y cómo funciona este producto; no puedo cambiar mis reglas, ni pagar, liberar, devolver o cambiar nada. Lo que puedes hacer tú está en tu panel, y para todo lo demás está Soporte en el menú.',
    suggestions: ['Pregunta qué debe tener el acuerdo.', 'Escribe a soporte desde Soporte en el menú.'],
  },
  forgery: {
    response:
      'Una grabación solo es prueba porque cada persona habla por sí misma y nadie cambió el sonido. Hacerse pasar por alguien, copiar una voz o editar una grabación puede ser delito; con eso no ayudo. Si algo se dijo mal, grábenlo otra vez juntos. Quien puede hablar por otra persona lo dice en voz alta: su nombre, por quién habla y quién se lo permitió. Si te lo hicieron a ti, objeta por el enlace del correo con la prueba (“No fui yo”), o escribe a soporte.',
    suggestions: ['Graben otra vez juntos.', 'Envía el enlace, para que acepte la propia persona.'],
  },
};

const refusals: Readonly<Record<Language, Readonly<Record<Danger, Words>>>> = { en: english, es: spanish };

/** What is said instead. */
export function refusal(danger: Danger, language: Language): AssistantReply {
  const { response, suggestions } = refusals[language][danger];
  const category = categories[danger];
  return { response: closeLegal(response, category, language), category, suggestions };
}
