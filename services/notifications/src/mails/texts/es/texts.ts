import { operationsTexts } from '../en/operations.texts.js';
import type { Texts } from '../en/texts.js';
import { accountTexts } from './account.texts.js';
import { consentTexts } from './consent.texts.js';
import { endingTexts } from './ending.texts.js';
import { escrowTexts } from './escrow.texts.js';
import { invitationTexts } from './invitation.texts.js';
import { paymentTexts } from './payment.texts.js';
import { proofTexts } from './proof.texts.js';
import { ticketTexts } from './ticket.texts.js';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** Cada frase de cada correo. */
export const spanishTexts: Texts = {
  product: 'Split Second Contract',
  contract: (number) => `Contrato ${number}`,
  ticket: (number) => `Caso ${number}`,
  greeting: (name) => `Hola, ${name}:`,
  greetingWithoutName: 'Hola:',
  // Also “Anna e Isabel”.
  pair: (one, other) => list.format([one, other]),
  whyTitle: 'Por qué recibiste esto',
  whyA: (other) => `Grabaste este acuerdo e indicaste a ${other} como la otra parte.`,
  whyB: (other) => `${other} grabó este acuerdo y te indicó como la otra parte.`,
  answersGoTo: (other) => `Si respondes a este correo, tu respuesta le llega a ${other}.`,
  answersGoToSupport: 'Si respondes a este correo, tu respuesta le llega a nuestro equipo de soporte.',
  reachedAt: (other, address) => `Para escribirle a ${other}, usa ${address}.`,
  sentAgain:
    'Recibes este correo de nuevo porque has confirmado esta dirección después. Antes se envió a la dirección que figuraba en el contrato.',
  nothingToDo: 'No tienes que hacer nada.',
  nothingMoreToDo: 'No hay nada más que hacer.',
  personalLink: 'El enlace es solo tuyo. Quien lo tenga puede escuchar.',
  listen: 'Escuchar la grabación',
  openContracts: 'Abrir tus contratos',
  openContract: 'Abrir el contrato',
  contactSupport: 'Escribir a soporte',
  rows: {
    partyA: 'Parte A',
    partyB: 'Parte B',
    between: 'Entre',
    amount: 'Monto',
    recordedAt: 'Grabado',
    storedAt: 'Guardado',
    duration: 'Duración',
    plan: 'Plan',
    when: 'Cuándo',
    who: 'Quién',
    what: 'Qué',
    reason: 'Motivo',
    device: 'Dispositivo',
    address: 'Dirección IP',
  },
  deviceTime: (at) => `${at} (hora del dispositivo)`,
  prints: {
    recording: 'Grabación',
    consentRecording: (name) => `Grabación de la respuesta de ${name}`,
  },
  noAmount: 'Ninguno indicado',
  notKnown: 'No se sabe',
  plans: {
    'split-second-contract': 'Split Second Contract',
    basic: 'Básico',
    standard: 'Estándar',
    pro: 'Pro',
  },
  kinds: {
    car: 'Venta de un carro',
    item: 'Consola u otro artículo',
    cleaning: 'Limpieza de una casa',
    lawn: 'Cuidado del jardín',
    babysitting: 'Cuidado de niños',
    loan: 'Préstamo pequeño',
  },
  inThisLanguage: {
    lead: '¿Prefieres estos correos en español?',
    label: 'Recibirlos en español',
  },
  ...paymentTexts,
  ...escrowTexts,
  ...invitationTexts,
  ...consentTexts,
  ...endingTexts,
  ...proofTexts,
  ...accountTexts,
  ...ticketTexts,
  // To whoever runs the product, whose administration and documents are in English.
  ...operationsTexts,
};
