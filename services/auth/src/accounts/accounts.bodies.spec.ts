import 'reflect-metadata';
import { AppError, validateBody } from '#platform';
import { AdminLogin, Signup } from './accounts.bodies.js';

type Body = typeof Signup | typeof AdminLogin;

/** What is said of a body with such a field; null when it is taken. */
function saidOf(type: Body, change: object): string | null {
  const good = { email: 'anna@example.test', password: 'three brown horses' };
  const body = type === Signup ? { ...good, username: 'Anna Miller' } : good;
  try {
    validateBody<object>(type, { ...body, ...change });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.options.message ?? '';
    throw error;
  }
}

describe('what is said of a body that is refused', () => {
  it.each<[string, Body, object, string | null]>([
    ['a name of 50', Signup, { username: 'x'.repeat(50) }, null],
    ['a name of 51', Signup, { username: 'x'.repeat(51) }, 'Username must be at most 50 characters'],
    ['a name of 2', Signup, { username: 'xy' }, 'Username must be at least 3 characters'],
    ['no name', Signup, { username: undefined }, 'Username must be at least 3 characters'],
    ['a password of 128', Signup, { password: 'x'.repeat(128) }, null],
    ['a password of 129', Signup, { password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
    ['a password of 5', Signup, { password: 'xxxxx' }, 'Password must be at least 6 characters'],
    ['no address', AdminLogin, { email: undefined }, 'Please enter both email and password'],
    ['an empty address', AdminLogin, { email: ' ' }, 'Please enter both email and password'],
    ['a name for the address', AdminLogin, { email: 'root' }, 'Please enter a valid email address'],
    ['no password', AdminLogin, { password: '' }, 'Please enter both email and password'],
    ['a long password', AdminLogin, { password: 'x'.repeat(129) }, 'Password must be at most 128 characters'],
  ])('is true: %s', (_what, type, change, said) => {
    expect(saidOf(type, change)).toBe(said);
  });
});
