import type { Language } from '#contracts';
import type { Danger } from './dangerous-questions.js';

/** People to whom something was done, and how they tell of it. */
export interface VictimQuestions {
  /** The answer that is right for them (id of knowledge). */
  readonly answer: string;
  /**
   * By their words alone they may be taken for whoever does such things. Where they are, the refusal has to tell them
   * what they can do, too.
   */
  readonly refusedAs: readonly Danger[];
  /** What the refusal has to say to them. */
  readonly told: Readonly<Record<Language, RegExp>>;
  readonly questions: Readonly<Record<Language, readonly string[]>>;
}

const threatened: VictimQuestions = {
  answer: 'under-pressure',
  refusedAs: ['threats'],
  told: { en: /If it is you who is threatened, do not agree/, es: /Si es a ti a quien amenazan, no aceptes/ },
  questions: {
    en: [
      'she threatens to hurt me',
      'the buyer is threatening to beat me up',
      'he threatens to come to my house',
      'he has a gun and told me to say yes',
      'they threatened my family',
      'he told me he will break my legs if I am late',
      "my ex says she will post my nudes if I don't sign",
      'they got me drunk and made me agree',
      "he said he would kill me if I don't pay",
      "he says he will hurt me if I don't sign",
      'the other party is threatening me',
      'the seller is threatening me',
      'he locked me in until I said yes',
      'they will hurt my kids if I refuse',
      "I'm scared of the seller",
      'I am afraid of my landlord',
      'he hit me and made me sign',
      'someone is forcing me to sign',
      'I was forced to say yes',
      'he said he will send the photos to my boss unless I pay',
    ],
    es: [
      'me amenaza con matarme si no le pago',
      'dijo que me va a matar si no firmo',
      'me pegó y me hizo firmar',
      'me encerró hasta que dije que sí',
      'va a publicar mis fotos si no le pago',
      'me dijo que me iba a pegar si no firmo',
      'tiene una pistola y me dijo que dijera que sí',
      'amenazaron a mi familia',
      'el vendedor me amenazó',
      'tengo miedo del vendedor',
      'me obligaron a decir que sí',
      'me chantajean con una grabación',
      'me emborracharon para que firmara',
      'dice que le va a contar todo a mi marido si no firmo',
    ],
  },
};

const soldFakeOrStolen: VictimQuestions = {
  answer: 'escrow-problem',
  refusedAs: ['illegal'],
  told: {
    en: /If you were sold something fake or stolen and the money is held, report a problem/,
    es: /Si te vendieron algo falso o robado y el dinero está retenido, reporta un problema/,
  },
  questions: {
    en: [
      'I bought it from somebody who sells fake bags, the money is in escrow',
      'the car I bought has a forged title, money is still in escrow',
      'the phone I bought turned out to be stolen, the money is held',
      'I was sold counterfeit shoes, can I get the escrow back',
    ],
    es: [
      'compré a un tipo que vende bolsos falsos, el dinero está retenido',
      'el celular que compré resultó robado y el dinero está retenido',
    ],
  },
};

/** Recorded without knowing it, or somebody else agreed in their name. */
const namedWithoutAgreeing: VictimQuestions = {
  answer: 'not-me',
  refusedAs: ['secret-recording', 'forgery'],
  told: {
    en: /through the link in the email with the proof \(“That was not me”\)/,
    es: /por el enlace del correo con la prueba \(“No fui yo”\)/,
  },
  questions: {
    en: [
      'I was recorded without my consent, how do I object',
      'she recorded me without telling me and uploaded it here',
      'they uploaded a recording of me without asking',
      'somebody recorded me without permission and sent me your email',
      'he recorded me secretly and made a contract out of it',
      'I did not know I was recorded',
      'I was recorded secretly',
      'my boss recorded me without my permission',
      'somebody forged my consent',
      'someone faked my voice',
      'someone pretended to be me',
      'my brother said yes for me without asking me',
      'somebody used my email to sign a contract',
      "I don't know this person who sent me a contract",
      'I got your email but I never made a contract',
    ],
    es: [
      'me grabó a escondidas e hizo un contrato',
      'me grabaron sin avisarme y lo subieron aquí',
      'me grabaron sin mi consentimiento, ¿cómo objeto?',
      'no sabía que me grababan',
      'alguien se hizo pasar por mí',
      'falsificaron mi consentimiento',
      'alguien hizo un contrato a mi nombre',
      'esa voz es falsa, no soy yo',
      'me llegó un correo de un contrato que nunca hice',
      'no conozco a la persona que me mandó el contrato',
    ],
  },
};

export const victimQuestions: readonly VictimQuestions[] = [
  threatened,
  soldFakeOrStolen,
  namedWithoutAgreeing,
];
