import { request } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { readStored, removeStored, writeStored } from '../browser/storage';
import { UNTOLD_LOGOUT_KEYS } from './session';

const [USER_KEY, ADMIN_KEY] = UNTOLD_LOGOUT_KEYS;
const CALLS = {
  user: { path: '/api/auth/logout', key: USER_KEY },
  admin: { path: '/api/admin/logout', key: ADMIN_KEY },
} as const;

/**
 * Ends the session on the server, whose cookie no script can remove, and answers whether it has ended there. If not, it
 * is told again by {@link repeatLogouts}, also by a page that is opened later.
 */
export async function logout(whose: keyof typeof CALLS): Promise<boolean> {
  const { path, key } = CALLS[whose];
  writeStored(key, '1');
  try {
    await request('post', path);
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.status === 401;
    if (!hasEnded) return false;
  }
  removeStored(key);
  return true;
}

/** Whether the server does not know yet of a logout in this browser. */
const isUntold = (whose: keyof typeof CALLS): boolean => readStored(CALLS[whose].key) !== null;

/** Tells the server of logouts that it could not be told of. The cookie says whose they are. */
export async function repeatLogouts(): Promise<void> {
  for (const whose of ['user', 'admin'] as const) if (isUntold(whose)) await logout(whose);
}
