import type { HeldPaymentState } from '#contracts';
import type { MailContext } from '../mails/mail.context.js';

/** Whether a mail about a held payment still has a reason when its turn comes: news come late and in any order. */

type Held = MailContext<'heldPayment'>;

const isIn =
  (...states: HeldPaymentState[]) =>
  ({ heldPayment }: Held): boolean =>
    states.includes(heldPayment.state);

/** Somebody still waits for the seller to become payable. */
export function isSellerNeeded(context: Held): boolean {
  const isOver = isIn('released', 'refunding', 'refunded', 'resolved', 'charged_back', 'failed')(context);
  return !context.heldPayment.sellerReady && !isOver;
}

/** To the buyer it is the receipt, whatever came after; the seller is asked to deliver only until the clock runs. */
export function isPaid(context: Held): boolean {
  const { heldAt, state } = context.heldPayment;
  return context.mail.recipient === 'buyer' ? heldAt !== null : state === 'held';
}

export function isClockRunning({ heldPayment, now }: Held): boolean {
  const { state, releaseAt } = heldPayment;
  return state === 'release_due' && releaseAt !== null && new Date(releaseAt) > now;
}

export function isProblemOpen({ heldPayment }: Held): boolean {
  return heldPayment.state === 'disputed' && heldPayment.problem !== null;
}

export const isReleased = isIn('released', 'resolved');
export const isRefunded = isIn('refunded');

export function isDecided({ heldPayment }: Held): boolean {
  return heldPayment.decision !== null;
}

/** The bank has not given the money back to us, nor kept it. */
export const isChargebackOpen = isIn(
  'disputed',
  'releasing',
  'refunding',
  'resolving',
  'released',
  'refunded',
  'resolved',
);

export function isChargebackLost({ heldPayment }: Held): boolean {
  return heldPayment.state === 'charged_back' || heldPayment.settledAt !== null;
}

export function isChargebackWon({ heldPayment }: Held): boolean {
  return heldPayment.state !== 'charged_back';
}

export const isStillHeld = isIn('held', 'release_due', 'disputed');

/** Who never heard of it does not have to hear that it came to nothing. */
export function isClosedForReader(context: MailContext<'heldPayment' | 'sellerTold'>): boolean {
  return isIn('failed')(context) && (context.mail.recipient !== 'seller' || context.sellerTold);
}
