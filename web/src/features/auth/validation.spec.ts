import { checkLogin, checkSignup } from './validation';

const GOOD = {
  username: 'maria',
  email: 'maria@example.com',
  password: 'secret1',
  confirmPassword: 'secret1',
};

describe('auth forms', () => {
  it('accepts good values', () => {
    expect(checkLogin(GOOD)).toEqual({});
    expect(checkSignup(GOOD)).toEqual({});
  });

  it.each(['', 'maria', 'maria@', 'maria@example', 'a b@example.com'])(
    'refuses the address "%s"',
    (email) => {
      expect(checkLogin({ email, password: 'secret1' })).toEqual({
        email: 'Please enter a valid email address',
      });
    },
  );

  it('names what is too long as that', () => {
    const password = 'x'.repeat(129);
    expect(checkSignup({ ...GOOD, username: 'x'.repeat(51), password, confirmPassword: password })).toEqual({
      username: 'Username must be at most 50 characters',
      password: 'Password must be at most 128 characters',
    });
  });

  it('names every problem of a signup, the mismatch on the second password', () => {
    expect(checkSignup({ username: ' ab ', email: 'x', password: '12345', confirmPassword: '1234' })).toEqual(
      {
        username: 'Username must be at least 3 characters',
        email: 'Please enter a valid email address',
        password: 'Password must be at least 6 characters',
        confirmPassword: "Passwords don't match",
      },
    );
  });
});
