import { type CallOptions, call } from '../../lib/api/api-client';
import type { OwnSession } from '../../lib/api/api-types';
import type { PasswordValues } from './validation';

/** Whose password and sessions: a person's or an administrator's. Each has an address and a login of its own. */
export interface AccountCalls {
  base: '/api/auth' | '/api/admin';
  call: <T>(path: string, options?: CallOptions) => Promise<T>;
}

export const userAccount: AccountCalls = { base: '/api/auth', call };

/** Changes the password; every other session ends. */
export function changePassword(
  account: AccountCalls,
  { currentPassword, newPassword }: PasswordValues,
): Promise<unknown> {
  const body = { currentPassword, newPassword };
  return account.call(`${account.base}/change-password`, { method: 'PATCH', body });
}

export const sessionsKey = ({ base }: AccountCalls) => [`${base}/sessions`];

/** Where the account is signed in, the newest first. */
export function listSessions({ base, call }: AccountCalls, signal: AbortSignal): Promise<OwnSession[]> {
  return call<OwnSession[]>(`${base}/sessions`, { signal });
}

/** Signs one place out. */
export function endSession({ base, call }: AccountCalls, id: string): Promise<unknown> {
  return call(`${base}/sessions/${id}`, { method: 'DELETE' });
}

/** Signs out everywhere but here. */
export function endOtherSessions({ base, call }: AccountCalls): Promise<unknown> {
  return call(`${base}/sessions/end-others`, { method: 'POST' });
}
