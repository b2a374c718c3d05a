import Stripe from 'stripe';
import { hasTakenMoney } from '../orders/order-chargeback.js';

/** After as many failed refunds of one payment people must find another way; they were told of each. */
export const MOST_FAILED_REFUNDS = 5;

/** What the refunds of one payment come to. */
export interface RefundAttempts {
  /** What the payer has back. Only what succeeded counts, and it may fail as late as 30 days afterwards. */
  doneCents: number;
  /** What is on its way or waits for the payer to act. */
  waitingCents: number;
  /** The newest one that succeeded. */
  doneId: string | null;
  /** The newest of all. */
  newest: Stripe.Refund | null;
  /** Failed or cancelled: their money is ours again. */
  failed: readonly Stripe.Refund[];
}

/** @param refunds of one charge, the newest first as Stripe lists them */
export function refundAttempts(refunds: readonly Stripe.Refund[]): RefundAttempts {
  const done = refunds.filter(({ status }) => status === 'succeeded');
  const failed = refunds.filter(({ status }) => status === 'failed' || status === 'canceled');
  const waiting = refunds.filter((refund) => !done.includes(refund) && !failed.includes(refund));
  return {
    doneCents: sum(done),
    waitingCents: sum(waiting),
    doneId: done[0]?.id ?? null,
    newest: refunds[0] ?? null,
    failed,
  };
}

/** Why the money is not on its way, if the newest attempt has come to nothing. */
export function refundProblem({ newest, failed }: RefundAttempts): string | null {
  if (newest === null || !failed.includes(newest)) return null;
  const { id, status, failure_reason: reason } = newest;
  return `Refund ${id} ${status}${reason ? `: ${reason}` : ''}`;
}

const sum = (refunds: readonly Stripe.Refund[]): number =>
  refunds.reduce((total, { amount }) => total + amount, 0);

/**
 * For a refund that was refused because the payer's bank has just taken the money back: null, as there is nothing to
 * refund until the dispute has ended. @throws everything else
 */
export function noneWhenDisputed(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === 'charge_disputed') return null;
  throw error;
}

/**
 * The idempotency key of a refund; null while the payer's bank has the money, or when it keeps it. After a dispute that
 * was won it is another one: under the same Stripe repeats that it refused.
 */
export async function refundKey(
  stripe: Stripe,
  paymentIntentId: string,
  key: string,
): Promise<string | null> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 });
  if (data.some((dispute) => hasTakenMoney(dispute) && dispute.status !== 'won')) return null;
  const won = data.filter(({ status }) => status === 'won').length;
  return won === 0 ? key : `${key}-after-${won}`;
}
