import { useSyncExternalStore } from 'react';

const KEY = 'justPaidAgreementId';
const listeners = new Set<() => void>();

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Remembers, for this tab, the contract that was paid for a moment ago: the dashboard opens with it. */
export function rememberPaid(agreementId: string): void {
  try {
    sessionStorage.setItem(KEY, agreementId);
  } catch {
    // The dashboard then opens without it.
  }
  tell();
}

export function forgetPaid(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
  tell();
}

/** The contract that was paid for in this tab and not put away yet; null for none. */
export function usePaid(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
}
