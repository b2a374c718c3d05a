import type { Translated } from '../en/texts.js';
import type { ticketTexts as english } from '../en/ticket.texts.js';

/** Preguntas a soporte y sus respuestas. */
export const ticketTexts: Translated<typeof english> = {
  issueTypes: {
    audio_recording: 'Grabación de audio',
    transcription: 'Transcripción',
    payment_billing: 'Pagos y cobros',
    escrow_release: 'Protección del pago: liberación',
    agreement_access: 'Acceso a un acuerdo',
    plan_features: 'Lo que incluye un plan',
    legal_questions: 'Preguntas legales',
    technical_support: 'Ayuda técnica',
    account_access: 'Acceso a la cuenta',
    contract_disputes: 'Disputas sobre un contrato',
    feature_request: 'Sugerencia',
    other: 'Otra cosa',
  },
  ticketRows: {
    number: 'Caso',
    issueType: 'Sobre',
    receivedAt: 'Recibido',
    contract: 'Contrato',
    sender: 'De',
    answer: 'Respuesta',
  },

  ticketReceived: {
    subject: (number) => `Recibimos tu mensaje: caso ${number}`,
    title: 'Recibimos tu mensaje',
    lead: 'Gracias por escribirnos. Una persona lee tu mensaje y responde por correo.',
    when: 'Normalmente, en unas horas',
    more: '¿Hay algo más que decir? Responde a este correo y deja el número en el asunto.',
    button: 'Ir a Split Second Contract',
    why: 'Alguien escribió a nuestro equipo de soporte con esta dirección. Si no fuiste tú, no tienes que hacer nada.',
  },

  ticketOpened: {
    subject: (number, issue) => `${number}: ${issue}`,
    title: 'Un mensaje nuevo para soporte',
    said: 'El mensaje:',
    button: 'Abrir los casos',
    why: 'Esta es la dirección de soporte. Si respondes a este correo, quien lo envió recibe tu respuesta, pero el caso no la muestra.',
  },

  ticketAnswered: {
    subject: (number) => `Nuestra respuesta a tu mensaje: caso ${number}`,
    title: 'Nuestra respuesta a tu mensaje',
    more: '¿Hay algo más que decir? Responde a este correo y deja el número en el asunto.',
    button: 'Escribir a soporte',
    why: 'Escribiste a nuestro equipo de soporte con esta dirección.',
  },

  customerService: {
    message: (number) =>
      `Por favor, revisen conmigo la grabación del contrato ${number}: no se pudo hacer su transcripción.`,
  },
};
