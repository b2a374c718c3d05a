import { useSyncExternalStore } from 'react';

/** A call waits until the password was given once more, or was not. */
interface PasswordRequest {
  answer: Promise<boolean>;
  settle: (isGiven: boolean) => void;
}

const listeners = new Set<() => void>();
let current: PasswordRequest | null = null;

/** What waits for the password, if anything does. */
export const passwordRequest = (): PasswordRequest | null => current;

/** Has the password asked for, or no longer. What asks is in `with-password.ts`: most visits ask for none. */
export function publishPasswordRequest(next: PasswordRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The same for what draws the question. */
export function usePasswordRequest(): PasswordRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    passwordRequest,
    () => null,
  );
}
