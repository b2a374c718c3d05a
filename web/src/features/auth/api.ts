import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client';
import type { SessionAnswer, User } from '../../lib/api/api-types';
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

/** Changes name and e-mail. */
export function updateProfile(values: ProfileValues): Promise<User> {
  return call<User>('/api/auth/profile', {
    method: 'PATCH',
    body: { username: values.username.trim(), email: values.email.trim() },
  });
}

/** Changes the password; every other session ends. */
export function changePassword({ currentPassword, newPassword }: PasswordValues): Promise<unknown> {
  return call('/api/auth/change-password', { method: 'PATCH', body: { currentPassword, newPassword } });
}

/** Asks for a mail with a link to choose a new password; the answer never tells whether the account exists. */
export function forgotPassword(email: string): Promise<unknown> {
  return call('/api/auth/forgot-password', { method: 'POST', body: { email: email.trim() } });
}

/** Sets a new password with the token of a mailed link. */
export function resetPassword(token: string, newPassword: string): Promise<unknown> {
  return call('/api/auth/reset-password', { method: 'POST', body: { token, newPassword } });
}
