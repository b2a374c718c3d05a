import type { moneyTexts as english } from '../en/money.texts.js';
import type { Translated } from '../en/texts.js';

/** Lo que se pagó además de un contrato, lo que está cubierto o lo que se devolvió. */
export const moneyTexts: Translated<typeof english> = {
  testMode: 'PRUEBA: no se mueve dinero. Este pago se hace en modo de prueba.',

  manualReceipt: {
    subject: (number) => `Tu recibo de una transcripción hecha por una persona: contrato ${number}`,
    title: 'Tu recibo',
    lead: (amount) => `Recibimos tu pago de ${amount}. Gracias.`,
    item: 'Transcripción hecha por una persona',
    deliveredBy: 'Se entrega antes del',
    next: (hours, other) =>
      `Una persona transcribe ahora tu grabación. La transcripción se entrega en un plazo de ${hours} horas; tú y ${other} la reciben por correo.`,
    late: (amount) => `Si tarda más, te devolvemos ${amount} sin que lo pidas. No tienes que hacer nada.`,
    why: 'Pediste esta transcripción, y quien paga siempre recibe un recibo.',
  },

  covered: {
    subject: (number) => `Nada que pagar: el contrato ${number} está cubierto`,
    title: 'Tu contrato está cubierto',
    leads: {
      subscription: (other) =>
        `Tu contrato con ${other} está cubierto por tu suscripción. No pagas nada por él.`,
      credit: (other) =>
        `Tu contrato con ${other} está cubierto por tu crédito: habías pagado un contrato que se canceló antes de completarse. No pagas nada por este.`,
    },
    coverages: { subscription: 'Tu suscripción', credit: 'Tu crédito' },
    coveredBy: 'Cubierto por',
    coveredAt: 'Cubierto',
    price: 'Precio',
    toPay: 'A pagar',
    why: 'Grabaste este contrato. No hay recibo porque no se pagó nada por él.',
  },

  refund: {
    subject: (amount, number) => `Te devolvemos ${amount}: contrato ${number}`,
    title: 'Tu dinero vuelve a ti',
    lead: (amount, item) => `Te devolvemos ${amount} de ${item}.`,
    items: {
      contract: 'un contrato',
      manual_transcription: 'una transcripción hecha por una persona',
    },
    rows: {
      amount: 'Devolución',
      receipt: 'Recibo n.º',
      paidAt: 'Pagado',
      refundedAt: 'Devuelto',
      arrives: 'Llega',
    },
    arrives: 'En 5 a 10 días, por la misma vía por la que pagaste',
    reasons: {
      'late-transcription':
        'La transcripción no se entregó en 24 horas, como habíamos prometido. Lo sentimos. Tu grabación está segura.',
      'by-admin': 'Nuestro equipo de soporte decidió devolverte el dinero.',
      'contract-cancelled': 'El contrato que pagaste se canceló antes de completarse.',
    },
    note: 'El motivo indicado:',
    why: 'Tú lo pagaste, y te avisamos cuando se devuelve dinero.',
  },

  refundFailed: {
    subject: (amount, number) => `Contrato ${number}: falló una devolución de ${amount}`,
    title: 'Una devolución no llegó a quien pagó',
    lead: (amount, item) => `La devolución de ${amount} de ${item} regresó a nosotros.`,
    items: {
      contract: 'un contrato',
      manual_transcription: 'una transcripción hecha por una persona',
      held_payment: 'un pago protegido',
    },
    next: 'Se intenta de nuevo cada hora, cinco veces como máximo. Si no sirve, pide otra vía a quien pagó y envía el dinero desde Stripe.',
    rows: { amount: 'Devolución', refundId: 'En Stripe', reason: 'Motivo', failedAt: 'Falló' },
    button: 'Abrir la administración',
    why: 'Esta es la dirección de soporte.',
  },
};
