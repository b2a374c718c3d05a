import { ApiError, errorFromAnswer } from '../../lib/api/api-error';
import type { AdminLoginAnswer } from './api';
import { checkAdminLogin, loginFailure, sessionOf } from './login-form';

const ANSWER: AdminLoginAnswer = {
  success: true,
  token: 't',
  message: 'Welcome',
  user: {
    id: 1,
    username: 'root',
    email: 'root@example.com',
    emailVerified: true,
    pendingEmail: null,
    role: 'admin',
    subscriptionPlan: null,
    usageCount: 0,
    createdAt: '2026-11-21T00:00:00Z',
  },
};

describe('the login of administrators', () => {
  it.each([
    [{ email: ' ', password: 'x' }, 'email'],
    [{ email: 'a@b.c', password: '' }, 'password'],
    [{ email: '', password: '' }, 'email'],
    [{ email: 'a@b.c', password: 'x' }, null],
  ])('%j lacks %s', (values, missing) => {
    expect(checkAdminLogin(values)).toBe(missing);
  });

  it('opens a session only for an administrator', () => {
    expect(sessionOf(ANSWER)).toEqual({ token: 't', user: ANSWER.user });
    expect(() => sessionOf({ ...ANSWER, user: { ...ANSWER.user, role: 'user' }, message: '' })).toThrow(
      'Invalid credentials',
    );
    expect(() => sessionOf({ ...ANSWER, success: false, message: 'Not you' })).toThrow('Not you');
  });

  it('says what the server says, else that the credentials are wrong', async () => {
    const body = { code: 'invalid_credentials', message: 'Invalid admin credentials', success: false };
    expect(loginFailure(await errorFromAnswer(401, '', JSON.stringify(body)))).toBe(
      'Invalid admin credentials',
    );
    expect(loginFailure(await errorFromAnswer(401, '', ''))).toBe('Invalid admin credentials');
    expect(loginFailure(new ApiError(429, 'too_many_attempts', '429'))).toContain('Too many attempts');
    expect(loginFailure(new ApiError(0, 'unreachable', '0'))).toContain('cannot reach');
  });
});
