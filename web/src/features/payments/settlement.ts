import { ApiError } from '../../lib/api/api-error';
import type { PaymentState, PaymentType } from '../../lib/api/api-types';
import { readPayment } from './api';

/** What the server makes of a payment: only its word counts. */
export type Settlement = 'paid' | 'failed' | 'waiting';
export type ReadSettlement = (signal: AbortSignal) => Promise<Settlement>;

const SETTLED: Record<PaymentState['status'], Settlement> = {
  none: 'waiting',
  open: 'waiting',
  failed: 'failed',
  cancelled: 'failed',
  paid: 'paid',
  covered: 'paid',
  refunded: 'paid',
};

/** Asks for the payment of an agreement. */
export function orderSettlement(agreementId: string, type: PaymentType): ReadSettlement {
  return async (signal) => SETTLED[(await readPayment(agreementId, type, signal)).status];
}

interface Patience {
  pollMs: number;
  limitMs: number;
  /**
   * Whether "failed" ends the waiting. It does not after the provider has accepted: then it is the word
   * about an earlier attempt.
   */
  believesFailure: boolean;
}

const PATIENCE: Patience = { pollMs: 1000, limitMs: 30_000, believesFailure: false };

/**
 * Asks once a second, for thirty seconds at most; "waiting" means that the time is over.
 * Throws only what is not an answer of the server, an aborted wait included.
 */
export async function waitUntilSettled(
  read: ReadSettlement,
  signal: AbortSignal,
  patience: Partial<Patience> = {},
): Promise<Settlement> {
  const { pollMs, limitMs, believesFailure } = { ...PATIENCE, ...patience };
  const until = Date.now() + limitMs;
  while (Date.now() < until) {
    signal.throwIfAborted();
    try {
      const settlement = await read(signal);
      if (settlement === 'paid' || (settlement === 'failed' && believesFailure)) return settlement;
    } catch (error) {
      // A refused or unreachable question is asked again until the time is over.
      if (signal.aborted || !(error instanceof ApiError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return 'waiting';
}
