import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error';
import { onUserChange, storedUserId } from './session';

/** A call waits until the password was given once more, or was not. */
interface PasswordRequest {
  answer: Promise<boolean>;
  settle: (isGiven: boolean) => void;
}

const listeners = new Set<() => void>();
let current: PasswordRequest | null = null;

function publish(next: PasswordRequest | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function ask(): Promise<boolean> {
  if (current) return current.answer;
  let settle: PasswordRequest['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = (isGiven) => {
      publish(null);
      resolve(isGiven);
    };
  });
  publish({ answer, settle });
  return answer;
}

// Whoever is signed in next is not asked for what another one began.
onUserChange(() => current?.settle(false));

/**
 * Does something, and when the server wants the password for it asks for that and does it again. Who gives none gets
 * the refusal, and so does what was begun for an account that is no longer the one of this browser.
 */
export async function withPassword<T>(action: () => Promise<T>, beforeAsking?: () => void): Promise<T> {
  const userId = storedUserId();
  const isSameUser = () => storedUserId() === userId;
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'password_required' || !isSameUser()) throw error;
    beforeAsking?.();
    if (!(await ask()) || !isSameUser()) throw error;
    return action();
  }
}

/** What waits for the password, if anything does. */
export function usePasswordRequest(): PasswordRequest | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => null,
  );
}
