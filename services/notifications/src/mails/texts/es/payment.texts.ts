import type { paymentTexts as english } from '../en/payment.texts.js';
import type { Translated } from '../en/texts.js';

const deletedIn = (number: string, time: string) => `Tu grabación se borra en ${time}: contrato ${number}`;

/** Lo que se pagó además de un contrato, lo que está cubierto o lo que se devolvió. */
export const paymentTexts: Translated<typeof english> = {
  testMode: 'PRUEBA: no se mueve dinero. Este pago se hace en modo de prueba.',

  humanTranscriptReceipt: {
    subject: (number) => `Tu recibo de una transcripción hecha por una persona: contrato ${number}`,
    title: 'Tu recibo',
    lead: (amount) => `Recibimos tu pago de ${amount}. Gracias.`,
    item: 'Transcripción hecha por una persona',
    deliveredBy: 'Se entrega antes del',
    next: (hours, other) =>
      `Una persona transcribe ahora tu grabación. La transcripción se entrega en un plazo de ${hours} horas; ${other === null ? 'la recibes' : `${other} y tú la reciben`} por correo.`,
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
    subjectInAll: (amount, number) => `En total te devolvemos ${amount}: contrato ${number}`,
    leadInAll: (amount, item, before) =>
      `En total te devolvemos ${amount} de ${item}. De ellos, ${before} llegaron antes.`,
    items: {
      contract: 'un contrato',
      manual_transcription: 'una transcripción hecha por una persona',
    },
    rows: {
      amount: 'Reembolso',
      receipt: 'Recibo n.º',
      paidAt: 'Pagado',
      refundedAt: 'Devuelto',
      arrives: 'Llega',
    },
    arrives: 'En 5 a 10 días, por la misma vía por la que pagaste',
    reasons: {
      'late-transcription':
        'La transcripción no se entregó en 24 horas, como habíamos prometido. Lo sentimos. Tu grabación está a salvo.',
      'by-admin': 'Nuestro equipo de soporte decidió devolverte el dinero.',
      'contract-cancelled': 'El contrato que pagaste se canceló antes de completarse.',
      'recording-deleted':
        'La grabación se eliminó antes de que una persona la transcribiera: el plazo durante el que la conservamos terminó.',
    },
    note: 'El motivo indicado:',
    why: 'Tú lo pagaste, y te avisamos cuando se devuelve dinero.',
  },

  refundFailed: {
    subject: (amount, number) => `Contrato ${number}: falló un reembolso de ${amount}`,
    title: 'Un reembolso no llegó a quien pagó',
    lead: (amount, item) => `El reembolso de ${amount} por ${item} regresó a nosotros.`,
    items: {
      contract: 'un contrato',
      manual_transcription: 'una transcripción hecha por una persona',
      held_payment: 'la protección del pago',
    },
    next: 'Se intenta de nuevo cada hora, cinco veces como máximo. Si no sirve, pide otra vía a quien pagó y envía el dinero desde Stripe.',
    nextByHand:
      'Nadie lo intenta de nuevo: hazlo otra vez en Stripe si quien pagó debe recibirlo. Si no sirve, pide otra vía a quien pagó y envía el dinero desde Stripe.',
    rows: { amount: 'Reembolso', refundId: 'En Stripe', reason: 'Motivo', failedAt: 'Falló' },
    button: 'Abrir la administración',
    why: 'Esta es la dirección de soporte.',
  },

  saved: {
    subject: (number) => `Tu grabación está guardada: contrato ${number}`,
    title: 'Tu grabación está guardada',
    lead: (other, price) =>
      `Tu acuerdo grabado con ${other} está a salvo con nosotros. Para recibir la transcripción y la prueba, termina y paga tu contrato: ${price}, una sola vez.`,
    leadCovered: (other, coverage) =>
      `Tu acuerdo grabado con ${other} está a salvo con nosotros. Para recibir la transcripción y la prueba, termina tu contrato. ${coverage}`,
    coverages: {
      subscription: 'Tu suscripción lo cubre: no hay nada que pagar.',
      credit: 'Un pago que ya hiciste lo cubre: no hay nada que pagar.',
    },
    coveredUntil: (moment) => `Termínalo a más tardar el ${moment}: después hay que pagarlo.`,
    price: 'Precio',
    deletedOn: 'Se borra el',
    deletion: (date) => `Si no se paga, borramos la grabación el ${date}.`,
    deletionCovered: (date) => `Si no lo terminas, borramos la grabación el ${date}.`,
    button: 'Terminar y pagar',
    buttonCovered: 'Terminar tu contrato',
    cancel: '¿Cambiaste de opinión? No se cobra nada, y borramos la grabación enseguida, si',
    cancelLabel: 'lo cancelas en tus contratos',
    onlyThere:
      'El contrato se abre en el navegador en el que se grabó, y en ningún otro: todavía no pertenece a ninguna cuenta. Si ya no lo quieres, no tienes que hacer nada: no se cobra nada.',
    why: 'Esta dirección se indicó como la de la persona que grabó este acuerdo.',
  },

  paymentRequested: {
    subjects: {
      resend: (number) => `Termina y paga el contrato ${number}`,
      'first-warning': deletedIn,
      'last-warning': deletedIn,
      'payment-failed': (number) => `Tu pago no llegó: contrato ${number}`,
    },
    resendCovered: (number) => `Termina el contrato ${number}`,
    title: 'Tu contrato todavía no está terminado',
    lead: (other, time) =>
      `Tu acuerdo grabado con ${other} está a salvo con nosotros, pero no está pagado. Si no se paga, guardamos la grabación solo ${time} más.`,
    leadCovered: (other, time, coverage) =>
      `Tu acuerdo grabado con ${other} está a salvo con nosotros, pero no está terminado. Si no lo terminas, guardamos la grabación solo ${time} más. ${coverage}`,
    leadAfterFailure: (other, time) =>
      `Tu banco no envió el pago de tu acuerdo con ${other}. No se cobró nada. Tu grabación está a salvo con nosotros ${time} más: págala antes.`,
  },

  receipt: {
    subject: (number) => `Tu recibo del contrato ${number}`,
    title: 'Tu recibo',
    lead: (amount) => `Recibimos tu pago de ${amount}. Gracias.`,
    test: 'PRUEBA. Este pago se hizo en modo de prueba: no se movió dinero, y esto no es un recibo para tu contabilidad.',
    rows: {
      number: 'Recibo n.º',
      description: 'Concepto',
      paidAt: 'Pagado',
      seller: 'Vendedor',
      total: 'Total',
    },
    nextTitle: 'Qué pasa ahora',
    next: (other) =>
      `Estamos escribiendo la transcripción de tu grabación. Cuando esté lista, ${other} y tú reciben cada quien un correo con la transcripción y un enlace a la grabación.`,
    nextRemote: (other) =>
      `Ahora le toca responder a ${other}. Le enviamos la invitación por correo y se la recordamos si no responde. Cuando ${other} haya respondido y la transcripción esté lista, ambos la reciben por correo con un enlace a la grabación.`,
    safe: 'Mientras tanto tu grabación está a salvo con nosotros. No tienes que hacer nada.',
    why: 'Pagaste este contrato, y quien paga siempre recibe un recibo.',
  },
};
