import { call } from '../../lib/api-client';
import type { SessionAnswer } from '../../lib/api-types';
import type { LoginValues } from './validation';

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
