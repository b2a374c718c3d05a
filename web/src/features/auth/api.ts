import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api/api-client';
import type { OwnSession, SessionAnswer, User } from '../../lib/api/api-types';
import { getSession, updateUser } from '../../lib/session/session';
import { withPassword } from '../../lib/session/with-password';
import type { LoginValues, PasswordValues, ProfileValues } from './validation';

/** Opens a session with e-mail and password. */
export function login(values: LoginValues): Promise<SessionAnswer> {
  return request('post', '/api/auth/login', {
    body: { email: values.email.trim(), password: values.password },
  });
}

/** Creates an account and opens its session. */
export function signup(values: LoginValues & { username: string }): Promise<SessionAnswer> {
  return request('post', '/api/auth/signup', {
    body: { username: values.username.trim(), email: values.email.trim(), password: values.password },
  });
}

/**
 * Reads the account, and has this browser remember it. Where another tab or another answer told something newer
 * meanwhile, as that an address was confirmed, the server is asked once more.
 */
async function readUser(signal: AbortSignal): Promise<User> {
  const ask = () => request('get', '/api/auth/user', { signal });
  const before = getSession().user;
  const first = await ask();
  const user = getSession().user === before ? first : await ask();
  updateUser(user);
  return user;
}

/**
 * The signed-in user as the server knows them. While an address waits for its mailed link, that may have been opened
 * elsewhere while nobody looked here.
 */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: ({ signal }) => readUser(signal),
  refetchOnWindowFocus: ({ state: { data } }) =>
    data && (!data.emailVerified || data.pendingEmail !== null) ? 'always' : false,
});

/** Changes the name. Another e-mail needs the password, and is taken when its mailed link is opened. */
export function updateProfile(values: ProfileValues): Promise<User> {
  const body = { username: values.username.trim(), email: values.email.trim() };
  return withPassword(() => request('patch', '/api/auth/profile', { body }));
}

/** Gives the password once more; for a few minutes it is not asked for again. */
export function confirmPassword(password: string): Promise<unknown> {
  return request('post', '/api/auth/confirm-password', { body: { password } });
}

/** Confirms the address that the link was mailed to, and answers it. */
export function verifyAddress(token: string): Promise<{ email: string }> {
  return request('post', '/api/auth/verify-address', { body: { token } });
}

/** Has another link mailed to the address that is not confirmed yet. */
export function resendVerification(): Promise<unknown> {
  return request('post', '/api/auth/verify-address/resend');
}

/** Gives up an address that is not confirmed yet: the links that were mailed to it no longer work. */
export function withdrawAddress(): Promise<unknown> {
  return request('delete', '/api/auth/profile/pending-email');
}

/** Asks for a mail with a link to choose a new password; the answer never tells whether the account exists. */
export function forgotPassword(email: string): Promise<unknown> {
  return request('post', '/api/auth/forgot-password', { body: { email: email.trim() } });
}

/** Sets a new password with the token of a mailed link, and answers whose login takes it. */
export function resetPassword(token: string, newPassword: string): Promise<{ role: User['role'] }> {
  return request('post', '/api/auth/reset-password', { body: { token, newPassword } });
}

/** Whose password and sessions: a person's or an administrator's. Each has an address and a login of its own. */
export interface AccountCalls {
  base: '/api/auth' | '/api/admin';
  /** Makes a call as whom it concerns. */
  run: <T>(call: () => Promise<T>) => Promise<T>;
}

export const userAccount: AccountCalls = { base: '/api/auth', run: (call) => call() };

/** Changes the password; every other session ends. */
export function changePassword(
  { base, run }: AccountCalls,
  { currentPassword, newPassword }: PasswordValues,
): Promise<unknown> {
  return run(() => request('patch', `${base}/change-password`, { body: { currentPassword, newPassword } }));
}

export const sessionsKey = ({ base }: AccountCalls) => [`${base}/sessions`];

/** Where the account is signed in, the newest first. */
export function listSessions({ base, run }: AccountCalls, signal: AbortSignal): Promise<OwnSession[]> {
  return run(() => request('get', `${base}/sessions`, { signal }));
}

/** Signs one place out. */
export function endSession({ base, run }: AccountCalls, id: string): Promise<unknown> {
  return run(() => request('delete', `${base}/sessions/{id}`, { params: { path: { id } } }));
}

/** Signs out everywhere but here. */
export function endOtherSessions({ base, run }: AccountCalls): Promise<unknown> {
  return run(() => request('post', `${base}/sessions/end-others`));
}
