import type { invitationTexts as english } from '../en/invitation.texts.js';
import type { Translated } from '../en/texts.js';

/** Se le pregunta a la parte B, y responde o no. */
export const invitationTexts: Translated<typeof english> = {
  invitation: {
    subject: (name) => `${name} te pide confirmar un acuerdo`,
    reminderSubject: (name) => `Recordatorio: ${name} te pide confirmar un acuerdo`,
    title: (name) => `${name} te pide confirmar un acuerdo`,
    lead: (name) =>
      `${name} grabó lo que ustedes dos acordaron y te pide que lo escuches y respondas con tu propia voz.`,
    reminderLead: (name, days) =>
      `${name} grabó lo que ustedes dos acordaron y todavía espera tu respuesta. Tienes ${days} para responder.`,
    from: 'De',
    agreed: 'Acordado',
    asSpoken: 'Como se dice en la grabación',
    photo: 'Foto',
    withPhoto: 'Se muestra con una foto',
    answerUntil: 'Responde antes del',
    daysLeft: (date, days) => `${date} (tienes ${days})`,
    button: 'Escuchar y responder',
    free: 'Es gratis para ti y no necesitas una cuenta.',
    recorded:
      'Si estás de acuerdo, grabas una respuesta corta. Esa grabación se guarda con el contrato, se transcribe y se les envía a ambos.',
    notYours: '¿No es tu acuerdo, o no es lo que acordaste?',
    decline: 'Recházalo',
    personalLink: 'Los enlaces son solo tuyos. Quien los tenga puede responder por ti.',
  },

  linkAgain: {
    subject: (name) => `Tu enlace al acuerdo con ${name}`,
    title: (name) => `Tu enlace al acuerdo con ${name}`,
    lead: (name) =>
      `Alguien que conoce el número del acuerdo con ${name} nos pidió que te enviáramos su enlace. Con él puedes escuchar y responder.`,
    notAsked: 'Si no fuiste tú, puedes ignorar este correo: el enlace solo lo recibiste tú.',
  },

  code: {
    subject: 'Tu código para la página del acuerdo',
    title: 'Tu código',
    lead: (name) => `Con este código puedes escuchar el acuerdo que grabó ${name} y responder.`,
    validUntil: 'Válido hasta',
    button: 'Abrir la página',
    once: 'El código sirve una sola vez. Escríbelo en la página donde lo pediste, o abre aquí la página y elige "Tengo un código".',
    neverAsk: 'No se lo digas a nadie, tampoco a la otra persona: quien lo tenga puede responder por ti.',
    notAsked: 'Si no pediste un código, puedes ignorar este correo.',
  },

  opened: {
    subject: (name) => `${name} abrió tu invitación`,
    title: (name) => `${name} abrió tu invitación`,
    keyed: (name, email) => `${name} abrió la invitación con el enlace que enviamos a ${email}.`,
    coded: (name, email) => `${name} abrió la invitación con un código que enviamos a ${email}.`,
    plainSubject: 'Se abrió tu invitación',
    plain: (name) =>
      `Tu invitación a ${name} se abrió sin el enlace personal de nuestro correo. Quizás alguien compartió la dirección de la página.`,
    openedAt: 'Abierta',
    answerUntil: 'Se puede responder hasta el',
  },

  consented: {
    subject: (name) => `${name} está de acuerdo`,
    title: (name) => `${name} está de acuerdo`,
    lead: (name) =>
      `${name} declara que escuchó o leyó los términos, y grabó una respuesta. Las dos grabaciones están a salvo con nosotros.`,
    next: 'Ahora escribimos la transcripción. Cuando esté lista, ambos la reciben por correo.',
    answeredAt: 'Respondió',
    ownSubject: (name) => `Aceptaste lo que grabó ${name}`,
    ownTitle: 'Aceptaste',
    ownLead: (name) =>
      `Declaraste que escuchaste o leíste lo que grabó ${name}, y grabaste tu respuesta. Las dos grabaciones están a salvo con nosotros.`,
    notYou: '¿No fuiste tú? Dilo cuanto antes en esta página. Pesa más que la respuesta, y ahí se queda.',
  },

  declined: {
    subject: (name) => `${name} rechazó tu acuerdo`,
    title: (name) => `${name} lo rechazó`,
    lead: (name) => `${name} no está de acuerdo con lo que grabaste. No hay ningún contrato entre ustedes.`,
    said: (name) => `${name} dio este motivo:`,
    ownSubject: (name) => `Rechazaste el acuerdo con ${name}`,
    ownTitle: 'Lo rechazaste',
    ownLead: (name) =>
      `Rechazaste el acuerdo que grabó ${name}. No hay ningún contrato entre ustedes, y ${name} ya lo sabe.`,
    ownReason: 'Diste este motivo:',
  },

  credit: {
    kept: (amount, date) =>
      `Conservamos tus ${amount}: con ellos se paga tu próximo contrato, si los usas a más tardar el ${date}.`,
  },

  cancelled: {
    subject: (number) => `El contrato ${number} se canceló`,
    title: 'Este contrato se canceló',
    reasons: {
      byYou: (other) => `Cancelaste tu contrato con ${other}.`,
      byOther: (other) => `${other} canceló el contrato que tenía contigo.`,
      byAdmin: (other) => `Nuestro equipo de soporte canceló tu contrato con ${other}.`,
      noAnswer: (name) => `${name} no respondió a tiempo.`,
      youDidNotAnswer: (other) => `La invitación de ${other} no se respondió a tiempo.`,
      unpaid: (other, days) => `Tu contrato con ${other} no se pagó en ${days} días.`,
    },
    reasonGiven: 'El motivo indicado:',
    ended: 'Ya no vale, y sus enlaces ya no se abren.',
  },

  linkExpired: {
    subject: (name) => `${name} no ha respondido: el enlace venció`,
    title: (name) => `${name} todavía no ha respondido`,
    lead: (name) => `El enlace de la invitación a ${name} venció. Tu contrato sigue en espera.`,
    how: (name, days, end) =>
      `Con “Enviar recordatorio” en tus contratos le envías a ${name} un enlace nuevo que se abre ${days === null ? `hasta el ${end}` : `durante ${days} días`}. Ahí también puedes corregir la dirección o cancelar el contrato. Si no hay respuesta ${days === null ? 'hasta entonces' : `antes del ${end}`}, el contrato se cancela.`,
    sentTo: 'Enviado a',
    button: (name) => `Recordárselo a ${name}`,
  },
};
