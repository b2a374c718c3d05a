import { queryOptions } from '@tanstack/react-query';
import { type CallOptions, call } from '../../lib/api/api-client';
import type { OwnSession, SessionAnswer, User } from '../../lib/api/api-types';
import { withPassword } from '../../lib/session/password-request';
import type { LoginValues, PasswordValues, ProfileValues } from './validation';

/** Opens a session with e-mail and password. */
export function login(values: LoginValues): Promise<SessionAnswer> {
  return call<SessionAnswer>('/api/auth/login', {
    method: 'POST',
    body: { email: values.email.trim(), password: values.password },
  });
}

/** Creates an account and opens its session. */
export function signup(values: LoginValues & { username: string }): Promise<SessionAnswer> {
  return call<SessionAnswer>('/api/auth/signup', {
    method: 'POST',
    body: { username: values.username.trim(), email: values.email.trim(), password: values.password },
  });
}

/** The signed-in user as the server knows them. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: ({ signal }) => call<User>('/api/auth/user', { signal }),
});

/** Changes the name. Another e-mail needs the password, and is taken when its mailed link is opened. */
export function updateProfile(values: ProfileValues): Promise<User> {
  const body = { username: values.username.trim(), email: values.email.trim() };
  return withPassword(() => call<User>('/api/auth/profile', { method: 'PATCH', body }));
}

/** Gives the password once more; for a few minutes it is not asked for again. */
export function confirmPassword(password: string): Promise<unknown> {
  return call('/api/auth/confirm-password', { method: 'POST', body: { password } });
}

/** Confirms the address that the link was mailed to, and answers it. */
export function verifyAddress(token: string): Promise<{ email: string }> {
  return call<{ email: string }>('/api/auth/verify-address', { method: 'POST', body: { token } });
}

/** Has another link mailed to the address that is not confirmed yet. */
export function resendVerification(): Promise<unknown> {
  return call('/api/auth/verify-address/resend', { method: 'POST' });
}

/** Asks for a mail with a link to choose a new password; the answer never tells whether the account exists. */
export function forgotPassword(email: string): Promise<unknown> {
  return call('/api/auth/forgot-password', { method: 'POST', body: { email: email.trim() } });
}

/** Sets a new password with the token of a mailed link. */
export function resetPassword(token: string, newPassword: string): Promise<unknown> {
  return call('/api/auth/reset-password', { method: 'POST', body: { token, newPassword } });
}

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
