import { useSyncExternalStore } from 'react';
import type { SessionAnswer, User } from '../api/api-types';
import { readStored, removeStored, watchStored, writeStored } from '../browser/storage';

export const AUTH_LOADING_DELAY_MS = 100;
const KEYS = ['userToken', 'userInfo', 'userId'] as const;

/** Storage key of who recorded last on this device; whoever signs out leaves no name behind. */
export const LAST_PARTY_KEY = 'lastPartyA';
/** Storage key of the names in the contracts that wait for payment; they go in the same way. */
export const PENDING_PARTIES_KEY = 'pendingParties';

/**
 * Storage keys that say that the server does not know yet of a logout here: of a user, of an administrator. A new session
 * takes the cookie of the old one away.
 */
export const UNTOLD_LOGOUT_KEYS = ['untoldLogout', 'untoldAdminLogout'] as const;

interface Session {
  user: User | null;
  token: string | null;
}

const NOBODY: Session = { user: null, token: null };
const listeners = new Set<() => void>();
const userListeners = new Set<() => void>();
let current: Session = NOBODY;
let isLoaded = false;

/** Reads a stored user; null when the text is not a user. */
export function parseStoredUser(text: string | null): User | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isUser =
      typeof value === 'object' &&
      value !== null &&
      'id' in value &&
      typeof value.id === 'number' &&
      'username' in value;
    return isUser ? (value as User) : null;
  } catch {
    return null;
  }
}

function load(): Session {
  const token = readStored('userToken');
  if (!token) return NOBODY;
  const user = parseStoredUser(readStored('userInfo'));
  if (!user) {
    removeStored(...KEYS);
    return NOBODY;
  }
  return { user, token };
}

function publish(next: Session): void {
  const isSomebodyElse = next.user?.id !== current.user?.id;
  current = next;
  if (isSomebodyElse) for (const listener of userListeners) listener();
  for (const listener of listeners) listener();
}

/** Calls back, before any screen shows it, when another user is signed in than before, or nobody any more. */
export function onUserChange(listener: () => void): void {
  userListeners.add(listener);
}

/** The session of this browser, read from storage the first time. */
export function getSession(): Session {
  if (!isLoaded) {
    isLoaded = true;
    current = load();
  }
  return current;
}

/** Stores a session that the server has just opened. */
export function startSession({ token, user }: SessionAnswer): void {
  // The token last: another tab that sees it looks for its user at once, and would clear a session without one.
  writeStored('userInfo', JSON.stringify(user));
  writeStored('userId', String(user.id));
  writeStored('userToken', token);
  removeStored(UNTOLD_LOGOUT_KEYS[0]);
  isLoaded = true;
  publish({ user, token });
}

/** Stores what the server now knows about the signed-in user. An answer about somebody else came too late. */
export function updateUser(user: User): void {
  const { token, user: known } = getSession();
  if (!token || known?.id !== user.id) return;
  writeStored('userInfo', JSON.stringify(user));
  publish({ user, token });
}

/** Forgets the session in this browser. */
export function endSession(): void {
  removeStored(...KEYS, LAST_PARTY_KEY, PENDING_PARTIES_KEY);
  isLoaded = true;
  publish(NOBODY);
}

/**
 * Takes over what another tab has stored. Somebody else beside the token that is known here is half of a session: its
 * token is yet to come, and nothing is read with the one of before.
 */
function reread(): void {
  const stored = load();
  if (stored.token !== null && stored.token === current.token && stored.user?.id !== current.user?.id) return;
  if (JSON.stringify(stored) !== JSON.stringify(current)) publish(stored);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = watchStored(['userToken', 'userInfo'], reread);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/** The current session; follows changes in this and in other tabs. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, () => NOBODY);
}
