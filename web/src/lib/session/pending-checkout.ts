import { useSyncExternalStore } from 'react';

/** The checkout address of an agreement. */
export function checkoutPath(agreementId: string, planType: string): string {
  return `/checkout?agreementId=${encodeURIComponent(agreementId)}&plan=${encodeURIComponent(planType)}`;
}

/** The address of one contract's page; for its owner alone. */
export function contractPath(agreementId: string): string {
  return `/dashboard?contract=${encodeURIComponent(agreementId)}`;
}

/** The address at which a contract is recorded once more. */
export function recordPath({ agreementId, planType }: { agreementId: string; planType: string }): string {
  return `/record?agreementId=${encodeURIComponent(agreementId)}&plan=${encodeURIComponent(planType)}`;
}

/** The checkout address of a transcript written by a person. */
export function humanTranscriptPath(agreementId: string): string {
  return `/checkout?service=manual-transcription&agreementId=${encodeURIComponent(agreementId)}`;
}

const ORDERED_KEY = 'justOrderedTranscript';

/** Remembers, for this tab, that a transcript by a person was ordered, until payments has heard of the order. */
export function rememberOrdered(agreementId: string): void {
  try {
    sessionStorage.setItem(ORDERED_KEY, agreementId);
  } catch {
    // Checkout then takes an order that payments has not heard of for the one before it.
  }
}

/** Whether this tab has ordered a transcript of the agreement, and payments may not have heard of the order. */
export function wasJustOrdered(agreementId: string): boolean {
  try {
    return sessionStorage.getItem(ORDERED_KEY) === agreementId;
  } catch {
    return false;
  }
}

export function forgetOrdered(): void {
  try {
    sessionStorage.removeItem(ORDERED_KEY);
  } catch {
    // Nothing was kept.
  }
}

/**
 * Opens checkout with a full page load: a page keeps the content policy of its first document,
 * and only the checkout document may talk to the payment provider.
 */
export function goToCheckout(agreementId: string, planType: string): void {
  window.location.assign(checkoutPath(agreementId, planType));
}

const PAID_KEY = 'justPaidAgreementId';
const paidListeners = new Set<() => void>();

function readPaid(): string | null {
  try {
    return sessionStorage.getItem(PAID_KEY);
  } catch {
    return null;
  }
}

function tellPaid(): void {
  for (const listener of paidListeners) listener();
}

/** Remembers, for this tab, the contract that was paid for a moment ago: the dashboard opens with it. */
export function rememberPaid(agreementId: string): void {
  try {
    sessionStorage.setItem(PAID_KEY, agreementId);
  } catch {
    // The dashboard then opens without it.
  }
  tellPaid();
}

export function forgetPaid(): void {
  try {
    sessionStorage.removeItem(PAID_KEY);
  } catch {
    // Nothing was kept.
  }
  tellPaid();
}

/** The contract that was paid for in this tab and not put away yet; null for none. */
export function usePaid(): string | null {
  return useSyncExternalStore((listener) => {
    paidListeners.add(listener);
    return () => paidListeners.delete(listener);
  }, readPaid);
}
