import type { payingTexts as english } from '../en/paying.texts.js';
import type { Translated } from '../en/texts.js';

/** De la grabación guardada al recibo. */
export const payingTexts: Translated<typeof english> = {
  saved: {
    subject: (number) => `Tu grabación está guardada: contrato ${number}`,
    title: 'Tu grabación está guardada',
    lead: (other, price) =>
      `Tu acuerdo grabado con ${other} está seguro con nosotros. Para recibir la transcripción y la prueba, termina y paga tu contrato: ${price}, una sola vez.`,
    price: 'Precio',
    deletedOn: 'Se borra el',
    deletion: (date) => `Si no se paga, borramos la grabación el ${date}.`,
    button: 'Terminar y pagar',
    cancel: '¿Cambiaste de opinión? No se cobra nada si',
    cancelLabel: 'lo cancelas en tus contratos',
    why: 'Esta dirección se indicó como la de la persona que grabó este acuerdo.',
  },

  paymentRequested: {
    subjects: {
      resend: (number) => `Termina y paga el contrato ${number}`,
      'first-warning': (number) => `Tu grabación se borra en 7 días: contrato ${number}`,
      'last-warning': (number) => `Tu grabación se borra mañana: contrato ${number}`,
    },
    title: 'Tu contrato todavía no está terminado',
    lead: (other, days) =>
      `Tu acuerdo grabado con ${other} está seguro con nosotros, pero no está pagado. Guardamos una grabación sin pagar ${days} más.`,
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
      `Estamos escribiendo la transcripción de tu grabación. Cuando esté lista, tú y ${other} reciben cada uno un correo con la transcripción y un enlace a la grabación.`,
    nextRemote: (other) =>
      `Ahora le toca responder a ${other}. Le enviamos la invitación por correo y se la recordamos si no responde. Cuando ${other} haya respondido y la transcripción esté lista, ambos la reciben por correo con un enlace a la grabación.`,
    safe: 'Mientras tanto tu grabación está segura con nosotros. No tienes que hacer nada.',
    why: 'Pagaste este contrato, y quien paga siempre recibe un recibo.',
  },
};
