import type { EscrowState } from '#contracts';
import type { MailContext } from './mail.kind.js';

/** Whether a mail about an escrow still has a reason when its turn comes: events come late and in any order. */

type Context = MailContext<'escrow'>;

const isIn =
  (...states: EscrowState[]) =>
  ({ escrow }: Context): boolean =>
    states.includes(escrow.state);

/** Somebody still waits for the seller to become payable. */
export function isSellerNeeded(context: Context): boolean {
  const isOver = isIn('released', 'refunding', 'refunded', 'resolved', 'charged_back', 'failed')(context);
  return !context.escrow.sellerReady && !isOver && isInTimeToPay(context);
}

/** The seller is ready, and the buyer has not paid. */
export function isPayable(context: Context): boolean {
  return isIn('requires_payment')(context) && isInTimeToPay(context);
}

/** The end of the time to pay, if there is one, is still to come: an outage may have held the mail until after it. */
function isInTimeToPay({ escrow: { payBy = null }, now }: Context): boolean {
  return payBy === null || new Date(payBy) > now;
}

/** To the buyer it is the receipt, whatever came after; the seller is asked to deliver only until the clock runs. */
export function isPaid(context: Context): boolean {
  const { heldAt, state } = context.escrow;
  return context.mail.recipient === 'buyer' ? heldAt !== null : state === 'held';
}

export function isClockRunning({ escrow, now }: Context): boolean {
  const { state, releaseAt } = escrow;
  return state === 'release_due' && releaseAt !== null && new Date(releaseAt) > now;
}

export function isProblemOpen({ escrow }: Context): boolean {
  const { state, problem, buyerRefundCents } = escrow;
  const { isContractCancelled = false, isAccountDisabled = false, isBuyerUnreached = false } = escrow;
  const isOver = isContractCancelled || isAccountDisabled || isBuyerUnreached;
  return state === 'disputed' && (problem !== null || isOver || buyerRefundCents > 0);
}

/** The part that the seller gives back is still to come; where nothing is disputed it is nothing to decide. */
export function isPromised({ escrow: { state, buyerRefundCents }, mail }: Context): boolean {
  const states: readonly EscrowState[] =
    mail.recipient === 'support' ? ['disputed'] : ['held', 'release_due', 'disputed'];
  return buyerRefundCents > 0 && states.includes(state);
}

export const isReleased = isIn('released', 'resolved');
export const isRefunded = isIn('refunded');

export function isDecided({ escrow }: Context): boolean {
  return escrow.decision !== null;
}

/** The buyer knows what their own bank has decided; that the clock runs anew they hear from us. */
const isForReader = (context: Context): boolean =>
  context.mail.recipient !== 'buyer' || isClockRunning(context);

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

export function isChargebackLost(context: Context): boolean {
  const { state, settledAt, chargedBackCents = 0 } = context.escrow;
  const isLost = state === 'charged_back' || settledAt !== null || chargedBackCents > 0;
  return isLost && isForReader(context);
}

export function isChargebackWon(context: Context): boolean {
  return context.escrow.state !== 'charged_back' && isForReader(context);
}

export const isStillHeld = isIn('held', 'release_due', 'disputed');

/** One that came to nothing shows its seller nothing to do. */
export const hasPageForSeller = ({ escrow }: Context): boolean => escrow.state !== 'failed';

/** Who never heard of it does not have to hear that it came to nothing. */
export function isClosedForReader(context: MailContext<'escrow' | 'sellerTold'>): boolean {
  return isIn('failed')(context) && (context.mail.recipient !== 'seller' || context.sellerTold);
}
