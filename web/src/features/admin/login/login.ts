import { adminTexts } from '#texts/admin';
import { ApiError, sentenceOf } from '../../../lib/api/api-error';
import type { AdminSession } from '../../../lib/session/admin-session';
import type { AdminLoginAnswer } from '../types';

/** The first field that is empty; null when both are filled. */
export function checkAdminLogin(values: { email: string; password: string }): 'email' | 'password' | null {
  if (values.email.trim() === '') return 'email';
  return values.password === '' ? 'password' : null;
}

/**
 * The session an answer opens.
 * @throws Error with the sentence to show when the answer opens none
 */
export function sessionOf(answer: Omit<AdminLoginAnswer, 'success'> & { success: boolean }): AdminSession {
  const { success, token, user, message } = answer;
  if (!success || !token || user?.role !== 'admin') throw new Error(message || adminTexts.login.invalidShort);
  return { token, user };
}

/** The sentence for a login that failed. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'too_many_attempts') return adminTexts.login.tooMany;
  if (error instanceof ApiError && error.code === 'unreachable') return adminTexts.login.unreachable;
  return sentenceOf(error, adminTexts.login.invalid);
}
