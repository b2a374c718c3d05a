import type { consentTexts as english } from '../en/consent.texts.js';
import type { Translated } from '../en/texts.js';

/** Qué tan seguro es quién aceptó, en palabras sencillas; y qué se dice cuando la parte B dice que no fue ella. */
export const consentTexts: Translated<typeof english> = {
  grades: {
    unconfirmed: () => 'Sin confirmar: respondió solo con el número del contrato',
    voice_only: () => 'Solo la voz',
    same_device: () => 'Respondió en el dispositivo de la parte A',
    confirmed_on_screen: () => 'Confirmado en un teléfono que escaneó la pantalla de la parte A',
    confirmed_by_code: (email) => `Confirmado con un código enviado a ${email}`,
    confirmed_by_link: (email) => `Confirmado por el enlace enviado a ${email}`,
    objected: () => 'Lo niega: dice “no fui yo”',
  },

  whoAgreed: {
    title: 'Quién aceptó',
    wasItYou: '¿Es tu voz la de la grabación?',
    confirm: 'Confírmalo, o di que no eras tú',
    notYou: '¿No eras tú?',
    tellUs: 'Avísanos',
    row: 'Cómo',
    deviceAlike:
      'La parte A usó la misma dirección de internet y el mismo tipo de navegador: quizá el mismo dispositivo',
  },

  confirmed: {
    subject: (name) => `Confirmaste tu acuerdo con ${name}`,
    title: 'Confirmaste',
    lead: (name) =>
      `Nos dijiste con el enlace de tu correo que fuiste tú quien aceptó lo que grabó ${name}. Desde ahora el contrato lo muestra.`,
    at: 'Fecha de la confirmación',
    wasYou: 'Si fuiste tú, no tienes que hacer nada.',
    notYou: '¿No fuiste tú? Dilo cuanto antes en esa página. Pesa más que el sí, y ahí se queda.',
    button: 'Verlo, o decir que no fuiste tú',
    personalLink: 'El enlace es solo tuyo. Quien lo tenga puede responder por ti.',
  },

  objected: {
    subject: (name) => `${name} dice: no fui yo`,
    title: (name) => `${name} dice que no fue quien aceptó`,
    lead: (name) => `${name} aparece como la otra parte de tu contrato y dice que no fue quien aceptó.`,
    next: (isOnScreen) =>
      `Desde ahora el contrato muestra esta objeción${isOnScreen ? '' : ', y ahí se queda'}. Hablen entre ustedes; si no pueden resolverlo, nuestro equipo de soporte puede decirles qué consta en el registro.`,
    onScreen: (name) =>
      `Se presentó en la pantalla de la parte A, así que pudo hacerlo quien tenía ese dispositivo. Lo que ${name} diga con el enlace de su propio correo pesa más.`,
    ownOnScreen: (name) =>
      `Nos dijeron en la pantalla de ${name} que no fuiste tú quien aceptó lo que grabó esa persona. Pudo decirlo quien tenía ese dispositivo. Desde ahora el contrato lo muestra.`,
    answerLead: 'Di con este enlace, que es solo tuyo, si fuiste tú. Eso pesa más.',
    answer: 'Responder yo',
    ownSubject: 'Tu objeción quedó registrada',
    ownTitle: 'Tu objeción quedó registrada',
    ownLead: (name) =>
      `Nos dijiste que no fuiste tú quien aceptó lo que grabó ${name}. Desde ahora el contrato lo muestra, y ahí se queda.`,
    ownNext: (name) => `Se lo dijimos a ${name} y a nuestro equipo de soporte.`,
    supportSubject: (number) => `Objeción al contrato ${number}`,
    supportTitle: 'La parte B dice: no fui yo',
    supportLead: (name) => `${name} dice que no fue quien aceptó.`,
    supportNext:
      'Con esto no se cambió ni se detuvo nada. Mira el registro del contrato, y si tiene protección del pago.',
    supportWhy: 'Tú atiendes las objeciones.',
    said: 'El motivo indicado:',
    at: 'Fecha de la objeción',
    button: 'Abrir la administración',
  },
};
