import type { EscrowWords, StepTexts } from '../escrow.words.js';

const open = 'Abrir el pago protegido';
const arrival = 'Tu dinero llega en 5 a 10 días, por la misma vía por la que pagaste.';
const choices = ({ seller }: EscrowWords) => [
  `¿Todo bien? Libera el pago ahora, o no hagas nada: cuando termine el tiempo, pasa a ${seller} automáticamente.`,
  '¿Algo está mal? Reporta un problema antes. Eso detiene el reloj, y nadie recibe el dinero hasta que se resuelva.',
];

/** A quien paga. */
export const buyerTexts: StepTexts = {
  held: (w) => ({
    subject: `Tu recibo del pago protegido del contrato ${w.number}`,
    title: 'Tu recibo de un pago protegido',
    lead: `Recibimos tu pago de ${w.amount} para ${w.seller}. Gracias.`,
    next: w.isPastHeld
      ? ['Puedes ver en cualquier momento cómo va el pago.']
      : [
          `Nosotros guardamos el dinero. Le pedimos a ${w.seller} que entregue lo que acordaron.`,
          `Cuando se marque como entregado o recibido, tienes ${w.hold} para revisarlo. Si en ese tiempo no dices nada, el dinero pasa a ${w.seller}; un problema que reportes lo detiene.`,
          'Si no se entrega nada en 30 días, puedes recuperar el dinero.',
        ],
    button: open,
  }),

  'clock-started': (w) => ({
    subject: `Tu pago a ${w.shortSeller} se libera en ${w.left}`,
    title: `Tu pago se libera en ${w.left}`,
    lead: `Lo que acordaste con ${w.seller} está marcado como entregado o recibido. Tu pago se libera el ${w.releaseAt}.`,
    next: choices(w),
    button: open,
  }),

  'half-time': (w) => ({
    subject: `Quedan ${w.left}: tu pago a ${w.shortSeller}`,
    title: `Tu pago se libera en ${w.left}`,
    lead: `Te quedan ${w.left} para revisar lo que entregó ${w.seller}. Tu pago se libera el ${w.releaseAt}.`,
    next: choices(w),
    button: open,
  }),

  'last-hour': (w) => ({
    subject: `Último aviso, quedan ${w.left}: tu pago a ${w.shortSeller}`,
    title: `Tu pago se libera en ${w.left}`,
    lead: `Te quedan ${w.left} para reportar un problema. Tu pago a ${w.seller} se libera el ${w.releaseAt}.`,
    next: choices(w),
    button: open,
  }),

  problem: (w) => ({
    subject: `Tu pago está detenido: problema con el contrato ${w.number}`,
    title: 'Tu pago está detenido',
    lead: `Tu dinero está seguro: guardamos ${w.amount}, y nadie lo recibe hasta que se resuelva el problema. Le dijimos a ${w.seller} lo que escribiste.`,
    next: [
      `Intenta primero ponerte de acuerdo con ${w.seller}: quien vende puede devolver todo el dinero o una parte.`,
      'Si no se ponen de acuerdo, decide un administrador y da el motivo por escrito. Responde a este correo con lo que nos ayude a decidir, por ejemplo fotos.',
    ],
    button: open,
  }),

  released: (w) => ({
    subject: `Tu pago a ${w.shortSeller} se liberó`,
    title: 'Tu pago se liberó',
    lead:
      w.refund === null
        ? `Tu pago protegido de ${w.amount} se liberó para ${w.seller}.`
        : `Tu pago protegido de ${w.amount} se repartió: ${w.seller} recibió su parte, y ${w.refund} vuelven a ti.`,
    next: [w.refund === null ? null : arrival, 'No hay nada más que hacer.'],
    button: open,
  }),

  refunded: (w) => ({
    subject: `Te devolvemos ${w.amount}: contrato ${w.number}`,
    title: 'Tu pago vuelve a ti',
    lead: `Tu pago protegido de ${w.amount} para ${w.seller} vuelve a ti, completo y sin comisión.`,
    next: [arrival, 'No hay nada más que hacer.'],
    button: open,
  }),

  decided: (w) => ({
    subject: `La decisión sobre tu pago: contrato ${w.number}`,
    title: 'Un administrador decidió',
    lead: `Tu pago protegido de ${w.amount} para ${w.seller} se reparte como se indica abajo.`,
    next: [
      w.refund === null ? null : `${w.refund} vuelven a ti. ${arrival}`,
      'Se trata del dinero que guardamos. Tu derecho a acudir a un tribunal sigue igual.',
    ],
    button: open,
  }),

  failed: (w) => ({
    subject: `Tu pago protegido se cerró: contrato ${w.number}`,
    title: 'Tu pago protegido se cerró',
    lead: `Tu pago protegido de ${w.amount} para ${w.seller} se cerró antes de pagarse. No se cobró nada.`,
    next: ['Si todavía quieres pagar así, comienza un nuevo pago protegido.'],
    button: 'Comenzar de nuevo',
  }),
};
