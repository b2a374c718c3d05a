import type { EscrowWords, StepTexts } from '../escrow-words.types.js';

const open = 'Abrir el pago';
const payouts = 'Configura también en esa página cómo cobras: sin eso no podemos pagarte.';
const asked = ({ disputed, amount }: EscrowWords) =>
  disputed === amount ? `el pago de ${amount}` : `${disputed} del pago de ${amount}`;

/** Lo que falta para cobrar; null for nothing. */
const payoutsOf = ({ buyer, needsPayouts, hasPayoutsByBuyer }: EscrowWords): string | null => {
  if (needsPayouts) return payouts;
  return hasPayoutsByBuyer
    ? `${buyer} configuró en Stripe a dónde se paga este dinero. Si no lo hicieron juntos, configura en esa página cómo cobras: así se te paga a ti.`
    : null;
};

/** A quien cobra. */
const started = ({ buyer, startedBy }: EscrowWords): string =>
  ({
    seller: `Dijiste que entregaste lo que acordaste con ${buyer}.`,
    buyer: `${buyer} dice que lo recibió todo.`,
    nobody: `Lo que acordaste con ${buyer} está marcado como entregado o recibido.`,
  })[startedBy ?? 'nobody'];

/** Cuando el dinero se devuelve porque ya no se puede retener; si se libera antes, null. */
const goesBack = ({ buyer, backAt }: EscrowWords): string | null =>
  backAt === null
    ? null
    : `No podemos retener el dinero más allá del ${backAt}: entonces vuelve a ${buyer}, a menos que antes lo libere o diga que recibió todo.`;

const whyClosed = ({ stoppedBy, isContentDeleted, needsPayouts, buyer, amount }: EscrowWords): string => {
  if (stoppedBy === 'end') return `Tu contrato con ${buyer} se canceló`;
  if (isContentDeleted) return `La grabación de tu contrato con ${buyer} ya no se conserva`;
  return needsPayouts
    ? `Los cobros no se configuraron a tiempo y ${buyer} no pudo pagar los ${amount}`
    : `${buyer} no pagó los ${amount} a tiempo`;
};

export const sellerTexts: StepTexts = {
  'seller-needed': (w) => ({
    subject: `${w.shortBuyer} quiere pagarte: configura cómo cobras`,
    title: w.isPaid ? `${w.sellerAmount} te esperan` : `${w.buyer} quiere pagarte ${w.amount}`,
    lead: w.isPaid
      ? `${w.buyer} pagó ${w.amount}, de los que recibes ${w.sellerAmount}. Retenemos el dinero, pero todavía no podemos pagarte.`
      : `${w.buyer} quiere pagarte ${w.amount} con protección del pago, pero todavía no podemos pagarte.`,
    next: [
      'Para cobrar hacen falta tu nombre y tu cuenta bancaria. Te los pide Stripe, que mueve el dinero por nosotros; toma unos minutos.',
      w.isPaid
        ? null
        : `Cuando esté hecho, ${w.buyer} puede pagar. Retenemos el dinero hasta que se entregue lo que acordaron.`,
      `¿No conoces a ${w.buyer}, o no acordaste nada? Entonces no tienes que hacer nada.`,
    ],
    button: 'Configurar cómo cobro',
  }),

  'link-again': (w) => ({
    subject: `Tu enlace al pago de ${w.shortBuyer}`,
    title: `Tu enlace al pago de ${w.buyer}`,
    lead: `Alguien que conoce el número de este contrato nos pidió que te volviéramos a enviar el enlace al pago de ${w.amount} de ${w.buyer}.`,
    next: [
      'Con él ves cómo va el pago y qué puedes hacer.',
      w.isPaid
        ? null
        : `${w.buyer} todavía no ha pagado. No entregues nada antes de que te avisemos que el dinero está.`,
      w.isSettled ? null : payoutsOf(w),
      'Si no fuiste tú, puedes ignorar este correo: el enlace solo lo recibiste tú.',
    ],
    button: open,
  }),

  held: (w) => ({
    subject: `${w.shortBuyer} pagó: entrega, por favor`,
    title: 'El dinero está aquí',
    lead: `${w.buyer} pagó ${w.amount}, y lo retenemos para ti.`,
    next: [
      w.takeBackAt === null
        ? 'Entrega lo que acordaron y después márcalo como entregado.'
        : `Entrega lo que acordaron y después márcalo como entregado antes del ${w.takeBackAt}. Desde entonces ${w.buyer} puede recuperar el dinero.`,
      `${w.buyer} tiene entonces ${w.hold} para revisarlo. Si no hay problema, recibes ${w.sellerAmount}.`,
      payoutsOf(w),
    ],
    button: 'Marcar como entregado',
  }),

  'clock-started': (w) => ({
    subject:
      w.backAt === null
        ? `Tu pago de ${w.shortBuyer} se libera en ${w.left}`
        : `El pago de ${w.shortBuyer} puede devolverse en ${w.left}`,
    title:
      w.backAt === null
        ? `Tu pago se libera en ${w.left}`
        : `${w.buyer} tiene ${w.left} para decir que recibió todo`,
    lead: `${started(w)} ${goesBack(w) ?? `Recibes ${w.sellerAmount} el ${w.releaseAt}.`}`,
    next:
      w.backAt === null
        ? [
            `Hasta entonces ${w.buyer} puede liberarlo antes o reportar un problema, que detiene el reloj.`,
            payoutsOf(w) ?? 'No tienes que hacer nada.',
          ]
        : [`Pídele a ${w.buyer} que lo haga a tiempo: entonces recibes ${w.sellerAmount}.`, payoutsOf(w)],
    button: open,
  }),

  'last-hour': (w) => ({
    subject: `Tiempo restante, ${w.left}: tu pago de ${w.shortBuyer}`,
    title:
      w.backAt === null
        ? `Tu pago se libera en ${w.left}`
        : `${w.buyer} tiene ${w.left} para decir que recibió todo`,
    lead:
      goesBack(w) ?? `Si ${w.buyer} no reporta ningún problema, recibes ${w.sellerAmount} el ${w.releaseAt}.`,
    next: [payoutsOf(w) ?? (w.backAt === null ? 'No tienes que hacer nada.' : null)],
    button: open,
  }),

  problem: (w) => ({
    subject:
      w.stoppedBy === 'account'
        ? `Tu pago está detenido: se desactivó una cuenta del contrato ${w.number}`
        : w.stoppedBy === 'unreached'
          ? `No pudimos avisar a ${w.shortBuyer}: tu pago está detenido`
          : w.stoppedBy === 'end'
            ? `Se canceló el contrato ${w.number}: tu pago está detenido`
            : w.stoppedBy === 'refund'
              ? `${w.sentBack} volvieron a ${w.shortBuyer}: tu pago está detenido`
              : `${w.shortBuyer} reportó un problema: tu pago está detenido`,
    title: 'Tu pago está detenido',
    lead:
      w.stoppedBy === 'account'
        ? `Se desactivó una cuenta, así que un administrador decide sobre el pago de ${w.buyer}. Retenemos los ${w.held} hasta que haya una decisión.`
        : w.stoppedBy === 'unreached'
          ? `Nuestros correos no llegan a ${w.buyer}, así que decide nuestro equipo de soporte. Retenemos los ${w.held} hasta que haya una decisión. Si ${w.buyer} está de acuerdo, puede liberar el pago de todos modos.`
          : w.stoppedBy === 'end'
            ? `El contrato se canceló después de que lo que acordaste con ${w.buyer} se marcara como entregado o recibido. Retenemos los ${w.held} hasta que haya una decisión.`
            : w.stoppedBy === 'refund'
              ? `${w.sentBack} del pago de ${w.amount} volvieron a ${w.buyer}. Retenemos el resto hasta que haya una decisión.`
              : `${w.buyer} reportó un problema. Retenemos los ${w.held} hasta que se resuelva.`,
    next: [
      `Intenta primero ponerte de acuerdo con ${w.buyer}: puedes devolver todo el dinero o una parte. Después de una parte, nuestro equipo de soporte todavía decide sobre el resto.`,
      'Si no se ponen de acuerdo, decide nuestro equipo de soporte y da el motivo por escrito. Responde a este correo con lo que nos ayude a decidir, por ejemplo una prueba de la entrega.',
      w.undecidedUntil === null
        ? null
        : `Si nadie decide antes del ${w.undecidedUntil}, el dinero vuelve a ${w.buyer}.`,
    ],
    button: open,
  }),

  released: (w) => ({
    subject: `Recibes ${w.sellerAmount}: contrato ${w.number}`,
    title: `Recibes ${w.sellerAmount}`,
    lead:
      w.refund === null
        ? `El pago de ${w.buyer} se liberó a tu favor.`
        : `El pago de ${w.buyer} se repartió: ${w.refund} volvieron a ${w.buyer}, y el resto se liberó a tu favor.`,
    next: [
      `${w.sellerAmount} están en tu cuenta de Stripe; Stripe los envía a tu banco con el próximo depósito.`,
      w.hasPayoutsByBuyer
        ? `Esa cuenta la configuró ${w.buyer}. Si no es tuya, avisa de inmediato a nuestro equipo de soporte.`
        : null,
      'No hay nada más que hacer.',
    ],
    button: open,
  }),

  refunded: (w) => ({
    subject: `El pago se devolvió: contrato ${w.number}`,
    title: `El pago volvió a ${w.buyer}`,
    lead: w.isRestHeld
      ? `${w.held} del pago de ${w.amount} volvieron a ${w.buyer}. No recibes nada del pago y no debes ninguna comisión.`
      : `El pago de ${w.amount} volvió a ${w.buyer}, completo. No recibes nada de él y no debes ninguna comisión.`,
    next: ['No hay nada más que hacer.'],
    button: open,
  }),

  decided: (w) => ({
    subject: `La decisión sobre tu pago: contrato ${w.number}`,
    title: 'Nuestro equipo de soporte decidió',
    lead: w.isRestHeld
      ? `${w.held} del pago de ${w.amount} de ${w.buyer} se reparten como se indica abajo.`
      : `El pago de ${w.amount} de ${w.buyer} se reparte como se indica abajo.`,
    next: [
      w.isForSeller ? payoutsOf(w) : null,
      'Se trata del dinero que retenemos. Tu derecho a acudir a un tribunal sigue igual.',
    ],
    button: open,
  }),

  chargeback: (w) => ({
    subject: `Un banco pide que se devuelva el dinero: contrato ${w.number}`,
    title: `El banco de ${w.buyer} pide que se devuelva el dinero`,
    lead: w.isSettled
      ? `${w.buyer} o su banco reclama ${asked(w)}. Lo que se te pagó sigue siendo tuyo.`
      : `${w.buyer} o su banco reclama ${asked(w)}. Hasta que el banco decida, nadie recibe el dinero.`,
    next: ['Responde a este correo con lo que demuestre que entregaste. Se lo pasamos al banco.'],
    button: open,
  }),

  'chargeback-won': (w) => ({
    subject: `El banco decidió a tu favor: contrato ${w.number}`,
    title: 'El banco decidió a tu favor',
    lead: `El banco de ${w.buyer} devolvió los ${w.disputed} reclamados.`,
    next: [
      w.releaseAt === null
        ? null
        : `El reloj corre de nuevo: recibes ${w.sellerAmount} el ${w.releaseAt}, si ${w.buyer} no reporta un problema.`,
      w.isSettled || w.releaseAt !== null ? null : 'El pago continúa desde donde se detuvo.',
      w.isSettled ? 'No hay nada más que hacer.' : null,
    ],
    button: open,
  }),

  'charged-back': (w) => ({
    subject: w.isRestHeld
      ? `El banco recuperó una parte del dinero: contrato ${w.number}`
      : `El banco recuperó el dinero: contrato ${w.number}`,
    title: `El banco decidió a favor de ${w.buyer}`,
    lead: w.isSettled
      ? `El banco de ${w.buyer} se queda con los ${w.disputed} reclamados. Lo que se te pagó sigue siendo tuyo.`
      : w.isRestHeld
        ? `El banco de ${w.buyer} se queda con ${w.disputed} de los ${w.amount}. El resto continúa desde donde se detuvo.`
        : `El banco de ${w.buyer} recuperó los ${w.amount} que reteníamos. No podemos pagarte con ellos, y no debes ninguna comisión.`,
    next: [
      w.isRestHeld && w.releaseAt !== null
        ? `El reloj corre de nuevo: recibes ${w.sellerAmount} el ${w.releaseAt}, si ${w.buyer} no reporta un problema.`
        : null,
      w.isSettled
        ? 'No hay nada más que hacer.'
        : `Todavía puedes pedirle el dinero a ${w.buyer}. La grabación y la transcripción de tu acuerdo son prueba de ello.`,
    ],
    button: open,
  }),

  failed: (w) => ({
    subject: `La protección del pago se cerró: contrato ${w.number}`,
    title: 'La protección del pago se cerró',
    lead: `${whyClosed(w)}, así que cerramos la protección del pago. No entregues nada por ella.`,
    next: ['No hay nada más que hacer.'],
    button: open,
  }),
};
