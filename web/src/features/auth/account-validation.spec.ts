import { checkNewPassword, checkPasswordChange, checkProfile } from './account-validation';

describe('the profile form', () => {
  it('accepts a name of two letters', () => {
    expect(checkProfile({ username: ' Al ', email: 'al@example.com' })).toEqual({});
  });

  it.each([
    ['a', 'al@example.com', { username: 'Username must be at least 2 characters' }],
    ['x'.repeat(51), 'al@example.com', { username: 'Username must be at most 50 characters' }],
    [
      'A\u200bl',
      'al@example.com',
      { username: 'Please use only letters, spaces and signs that can be seen' },
    ],
    ['see evil.example', 'al@example.com', { username: 'A name has no web address in it' }],
    ['Al', 'al@example', { email: 'Please enter a valid email address' }],
  ])('refuses "%s" with "%s"', (username, email, problems) => {
    expect(checkProfile({ username, email })).toEqual(problems);
  });
});

describe('the password forms', () => {
  it('accept matching passwords of six characters', () => {
    expect(
      checkPasswordChange({ currentPassword: 'x', newPassword: 'secret', confirmPassword: 'secret' }),
    ).toEqual({});
  });

  it('name every problem in the words of its field', () => {
    expect(checkPasswordChange({ currentPassword: '', newPassword: 'abc', confirmPassword: '' })).toEqual({
      currentPassword: 'Current password is required',
      newPassword: 'New password must be at least 6 characters',
      confirmPassword: 'Please confirm your new password',
    });
  });

  it('name a new password that is too long as that', () => {
    const long = 'x'.repeat(129);
    expect(checkNewPassword({ newPassword: long, confirmPassword: long })).toEqual({
      newPassword: 'New password must be at most 128 characters',
    });
  });

  it('say on the second field that the two differ', () => {
    expect(checkNewPassword({ newPassword: 'secret1', confirmPassword: 'secret2' })).toEqual({
      confirmPassword: "Passwords don't match",
    });
  });
});
