import type { PaymentType } from '../../lib/api/api-types';

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
