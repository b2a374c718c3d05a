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

/** Whether a payment was not prepared because it is made already, and the bank has not decided. */
export const isBankTaking = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'payment_processing';

/** Whether a payment was not prepared because there is nothing left to pay. */
export const isPaid = (error: unknown): boolean => error instanceof ApiError && error.code === 'already_paid';

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

/** What is being paid, kept while the payer is at the bank: the way back names only the provider's secret. */
export type Underway =
  | { kind: 'order'; agreementId: string; type: PaymentType; payPath: string }
  | { kind: 'subscription'; payPath: string };

const KEY = 'paymentUnderway';
const TYPES: readonly string[] = ['contract', 'manual_transcription', 'held_payment'];

/** Reads what was kept; null when the text is not such a note or leads to another site. */
export function parseUnderway(text: string | null): Underway | null {
  if (!text) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { kind, agreementId, type, payPath } = value as Record<string, unknown>;
  if (typeof payPath !== 'string' || !/^\/[a-z]/.test(payPath)) return null;
  if (kind === 'subscription') return { kind, payPath };
  if (kind !== 'order' || typeof agreementId !== 'string' || !TYPES.includes(String(type))) return null;
  return { kind, agreementId, type: type as PaymentType, payPath };
}

export function rememberUnderway(underway: Underway): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(underway));
  } catch {
    // The way back then says that the server is being asked, and the lists show the rest.
  }
}

/** What was being paid in this tab, or null. */
export function readUnderway(): Underway | null {
  try {
    return parseUnderway(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

export function forgetUnderway(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** The dashboard, which says how the payment that is kept here has ended. */
export const PAID_PATH = '/dashboard?paid=1';

/** What the provider adds to the address when the payer comes back from the bank, and what we do. */
const PARTS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type', 'paid'];

/** Whether the payer comes back from the bank. */
export function hasReturned(search: string): boolean {
  return new URLSearchParams(search).has('payment_intent_client_secret');
}

/** Whether the payer comes from a payment that has ended here. */
export function hasPaid(search: string): boolean {
  return new URLSearchParams(search).has('paid');
}

/** Whether the bank's page says that it ended badly. Only our server knows whether it did. */
export function wasRefused(search: string): boolean {
  return new URLSearchParams(search).get('redirect_status') === 'failed';
}

/** The address without the provider's parts: a secret does not stay in the history. */
export function cleanAddress(href: string): string {
  const url = new URL(href);
  for (const part of PARTS) url.searchParams.delete(part);
  return `${url.pathname}${url.search}${url.hash}`;
}
