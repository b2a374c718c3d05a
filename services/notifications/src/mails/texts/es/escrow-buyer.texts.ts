import type { EscrowWords, StepTexts } from '../escrow-words.types.js';

const open = 'Abrir el pago';
const arrival = 'Tu dinero llega en 5 a 10 días, por la misma vía por la que pagaste.';
const choices = ({ seller, backAt }: EscrowWords) =>
  backAt === null ? releaseChoices(seller) : backChoices(seller);
const releaseChoices = (seller: string) => [
  `¿Todo bien? Libera el pago ahora, o no hagas nada: cuando termine el tiempo, pasa a ${seller} automáticamente.`,
  '¿Algo está mal? Reporta un problema antes. Eso detiene el reloj, y nadie recibe el dinero hasta que se resuelva.',
];

const backChoices = (seller: string) => [
  `¿Todo bien? Libera el pago ahora, o di que recibiste todo: entonces pasa a ${seller}.`,
  '¿Algo está mal? Reporta un problema antes. Eso detiene el reloj, y decide nuestro equipo de soporte.',
];

/** Lo que pasa cuando termina el tiempo. */
const ending = ({ releaseAt, backAt }: EscrowWords): string =>
  backAt === null
    ? `Tu pago se libera el ${releaseAt}.`
    : `No podemos retenerlo más allá del ${backAt}: entonces vuelve a ti, a menos que digas antes que recibiste todo.`;
const endsIn = ({ left, backAt }: EscrowWords): string =>
  backAt === null ? `Tu pago se libera en ${left}` : `Tu pago vuelve a ti en ${left}`;

/** A quien paga. */
const started = ({ seller, startedBy }: EscrowWords): string =>
  ({
    seller: `${seller} dice que entregó lo que acordaron.`,
    buyer: `Dijiste que recibiste lo que acordaste con ${seller}.`,
    nobody: `Lo que acordaste con ${seller} está marcado como entregado o recibido.`,
  })[startedBy ?? 'nobody'];

export const buyerTexts: StepTexts = {
  payable: (w) => ({
    subject: `${w.shortSeller} ya puede cobrar: puedes pagar`,
    title: `Ya puedes pagar a ${w.seller}`,
    lead: `${w.seller} configuró sus cobros, así que puedes pagar los ${w.amount} con la protección del pago.`,
    next: [
      w.payBy === null
        ? null
        : `Puedes pagar hasta el ${w.payBy}. Después la protección del pago se cierra y no se cobra nada.`,
      `Nosotros retenemos el dinero hasta que se entregue lo que acordaron. Entonces tienes ${w.hold} para revisarlo.`,
      '¿El monto o el vendedor no es el correcto? Puedes cambiar ambos en esa página antes de pagar.',
    ],
    button: 'Pagar ahora',
  }),

  'bank-refused': (w) => ({
    subject: `Tu pago a ${w.shortSeller} no llegó: contrato ${w.number}`,
    title: 'Tu pago no llegó',
    lead: `Tu banco no envió los ${w.amount} para ${w.seller}. No se cobró nada, y no retenemos nada.`,
    next: [
      `No le pedimos a ${w.seller} que entregue.`,
      w.payBy === null
        ? 'Si todavía quieres pagar así, paga de nuevo.'
        : `Si todavía quieres pagar así, paga de nuevo hasta el ${w.payBy}. Después la protección del pago se cierra.`,
    ],
    button: 'Pagar ahora',
  }),

  held: (w) => ({
    subject: `Tu recibo de la protección del pago: contrato ${w.number}`,
    title: 'Tu recibo de la protección del pago',
    lead: `Recibimos tu pago de ${w.amount} para ${w.seller}. Gracias.`,
    next: w.isPastHeld
      ? ['Puedes ver en cualquier momento cómo va el pago.']
      : [
          `Nosotros retenemos el dinero. Le pedimos a ${w.seller} que entregue lo que acordaron.`,
          `Cuando se marque como entregado o recibido, tienes ${w.hold} para revisarlo. Si en ese tiempo no dices nada, el dinero pasa a ${w.seller}; un problema que reportes lo detiene.`,
          'Si no se entrega nada en 30 días, puedes recuperar el dinero.',
        ],
    button: open,
  }),

  'clock-started': (w) => ({
    subject:
      w.backAt === null
        ? `Tu pago a ${w.shortSeller} se libera en ${w.left}`
        : `Tu pago a ${w.shortSeller} vuelve a ti en ${w.left}`,
    title: endsIn(w),
    lead: `${started(w)} ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  'half-time': (w) => ({
    subject: `Tiempo restante, ${w.left}: tu pago a ${w.shortSeller}`,
    title: endsIn(w),
    lead: `Tienes todavía ${w.left} para revisar lo que entregó ${w.seller}. ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  'last-hour': (w) => ({
    subject: `Último aviso, tiempo restante ${w.left}: tu pago a ${w.shortSeller}`,
    title: endsIn(w),
    lead:
      w.backAt === null
        ? `Tienes todavía ${w.left} para reportar un problema. Tu pago a ${w.seller} se libera el ${w.releaseAt}.`
        : `Tienes todavía ${w.left} para revisar lo que entregó ${w.seller}. ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  problem: (w) => ({
    subject:
      w.stoppedBy === 'account'
        ? `Tu pago está detenido: se desactivó una cuenta del contrato ${w.number}`
        : w.stoppedBy === 'unreached'
          ? `Tu pago está detenido: no pudimos avisarte sobre el contrato ${w.number}`
          : w.stoppedBy === 'end'
            ? `Tu pago está detenido: se canceló el contrato ${w.number}`
            : w.stoppedBy === 'refund'
              ? `Recibes ${w.sentBack} de vuelta, y el resto está detenido: contrato ${w.number}`
              : `Tu pago está detenido: problema con el contrato ${w.number}`,
    title: 'Tu pago está detenido',
    lead:
      w.stoppedBy === 'account'
        ? `Se desactivó una cuenta, así que un administrador decide sobre tu pago a ${w.seller}. Retenemos ${w.held} hasta que haya una decisión.`
        : w.stoppedBy === 'unreached'
          ? `Nuestros correos no te llegaron antes de que terminara el tiempo de revisión, así que nuestro equipo de soporte decide sobre tu pago a ${w.seller}. Tu dinero está a salvo: retenemos ${w.held}. Si todo está bien, todavía puedes liberarlo tú.`
          : w.stoppedBy === 'end'
            ? `El contrato se canceló después de que lo que acordaste con ${w.seller} se marcara como entregado o recibido. Tu dinero está a salvo: retenemos ${w.held} hasta que haya una decisión.`
            : w.stoppedBy === 'refund'
              ? `Te devolvimos ${w.sentBack} de tu pago de ${w.amount} para ${w.seller}. Retenemos el resto hasta que haya una decisión.`
              : `Tu dinero está a salvo: retenemos ${w.held} hasta que se resuelva el problema. Le dijimos a ${w.seller} lo que escribiste.`,
    next: [
      `Intenta primero ponerte de acuerdo con ${w.seller}: quien vende puede devolver todo el dinero o una parte. Después de una parte, nuestro equipo de soporte todavía decide sobre el resto.`,
      'Si no se ponen de acuerdo, decide nuestro equipo de soporte y da el motivo por escrito. Responde a este correo con lo que nos ayude a decidir, por ejemplo fotos.',
      w.undecidedUntil === null
        ? null
        : `Si nadie decide antes del ${w.undecidedUntil}, el dinero vuelve a ti.`,
    ],
    button: open,
  }),

  'refund-promised': (w) => ({
    subject: `${w.shortSeller} te devuelve ${w.refund}: contrato ${w.number}`,
    title: `${w.seller} te devuelve ${w.refund}`,
    lead: w.isStopped
      ? `${w.seller} devuelve ${w.refund} de tu pago de ${w.amount}. Los recibes cuando nuestro equipo de soporte haya decidido sobre el resto.`
      : `${w.seller} devuelve ${w.refund} de tu pago de ${w.amount}. Los recibes cuando se pague el resto.`,
    next: [
      w.isStopped
        ? `¿Te basta con eso? Responde a este correo y dilo: entonces nuestro equipo de soporte decide que ${w.seller} reciba el resto.`
        : '¿Te basta con eso y recibiste todo? Entonces puedes liberar el resto ahora.',
    ],
    button: open,
  }),

  released: (w) => ({
    subject: `Tu pago a ${w.shortSeller} se liberó`,
    title: 'Tu pago se liberó',
    lead:
      w.refund === null
        ? `${w.isRestHeld ? `${w.held} de tu pago de ${w.amount} se liberaron` : `Tu pago de ${w.amount} se liberó`} para ${w.seller}.`
        : `${w.isRestHeld ? `${w.held} de tu pago de ${w.amount} se repartieron` : `Tu pago de ${w.amount} se repartió`}: ${w.seller} recibió su parte, y ${w.refund} vuelven a ti.`,
    next: [w.refund === null ? null : arrival, 'No hay nada más que hacer.'],
    button: open,
  }),

  refunded: (w) => ({
    subject: `Te devolvemos ${w.held}: contrato ${w.number}`,
    title: 'Tu pago vuelve a ti',
    lead: w.isRestHeld
      ? `${w.held} de tu pago de ${w.amount} para ${w.seller} vuelven a ti, sin comisión.`
      : `Tu pago de ${w.amount} para ${w.seller} vuelve a ti, completo y sin comisión.`,
    next: [arrival, 'No hay nada más que hacer.'],
    button: open,
  }),

  decided: (w) => ({
    subject: `La decisión sobre tu pago: contrato ${w.number}`,
    title: 'Nuestro equipo de soporte decidió',
    lead: w.isRestHeld
      ? `${w.held} de tu pago de ${w.amount} para ${w.seller} se reparten como se indica abajo.`
      : `Tu pago de ${w.amount} para ${w.seller} se reparte como se indica abajo.`,
    next: [
      w.refund === null ? null : `${w.refund} vuelven a ti. ${arrival}`,
      'Se trata del dinero que retenemos. Tu derecho a acudir a un tribunal sigue igual.',
    ],
    button: open,
  }),

  'chargeback-won': (w) => ({
    subject: `El reloj corre de nuevo: tu pago a ${w.shortSeller}`,
    title: endsIn(w),
    lead: `Tu banco devolvió los ${w.disputed} reclamados, así que el reloj corre de nuevo. ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  'charged-back': (w) => ({
    subject: `El reloj corre de nuevo: tu pago a ${w.shortSeller}`,
    title: endsIn(w),
    lead: `Tu banco se queda con ${w.disputed} de tu pago de ${w.amount}. Para el resto, que retenemos, el reloj corre de nuevo. ${ending(w)}`,
    next: choices(w),
    button: open,
  }),

  failed: (w) => ({
    subject: `La protección del pago se cerró: contrato ${w.number}`,
    title: 'La protección del pago se cerró',
    lead: `La protección de tu pago de ${w.amount} para ${w.seller} se cerró antes de que pagaras. ${w.isChargePossible ? 'Si tu banco ya está cobrando el dinero, lo recibes todo de vuelta.' : 'No se cobró nada.'}`,
    next: [
      w.stoppedBy === 'end'
        ? 'Tu contrato se canceló, así que no hay nada más que hacer.'
        : w.isContentDeleted
          ? 'La grabación de tu contrato ya no se conserva, así que la protección del pago no puede comenzar de nuevo.'
          : 'Si todavía quieres pagar así, comienza de nuevo la protección del pago.',
    ],
    button: w.stoppedBy === 'end' || w.isContentDeleted ? open : 'Comenzar de nuevo',
  }),

  'late-refunded': (w) => ({
    subject: `Te devolvemos ${w.late}: contrato ${w.number}`,
    title: 'Un pago tardío vuelve a ti',
    lead: `Recibimos de ti ${w.late} para ${w.seller} cuando ya no se pedían. Vuelven a ti, completos y sin comisión.`,
    next: [arrival, 'No hay nada más que hacer.'],
    button: open,
  }),
};
