import type Stripe from 'stripe';

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
