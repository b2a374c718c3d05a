import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { startSession } from '../../lib/session/session';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { anna, expectProblem, fill, open, place, toasted } from '../../testing/screen';

const press = (person: UserEvent, name: string) =>
  person.click(within(screen.getByRole('main')).getByRole('button', { name }));

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a new password by a mailed link', () => {
  async function form(first = 'four grey wolves', second = first) {
    const { person } = open('/reset-password?token=reset-1');
    await heading('Choose a New Password');
    await fill(person, 'New Password', first);
    await fill(person, 'Confirm New Password', second);
    return person;
  }

  it('keeps the token out of the address', async () => {
    await form();
    expect(place()).toBe('/reset-password');
    await expectAccessible();
  });

  it('says where the link is, without one', async () => {
    open('/reset-password');
    await heading('Open the link in your mail');
    expect(screen.getByRole('link', { name: 'Back to Sign In' })).toHaveAttribute('href', '/login');
  });

  it('checks both passwords', async () => {
    const person = await form('12345', '');
    await press(person, 'Save New Password');
    expectProblem('New Password', 'New password must be at least 6 characters');
    expectProblem('Confirm New Password', 'Please confirm your new password');
    await fill(person, 'New Password', 'four grey wolves');
    await fill(person, 'Confirm New Password', 'four grey cows');
    await press(person, 'Save New Password');
    expectProblem('Confirm New Password', "Passwords don't match");
    expect(sentTo('POST /api/auth/reset-password')).toEqual([]);
  });

  it('is saved, and one signs in with it', async () => {
    answer('POST /api/auth/reset-password');
    const person = await form();
    await press(person, 'Save New Password');
    await heading('Sign In');
    await toasted('Password Changed', 'Your password has been changed successfully.');
    expect(sentTo('POST /api/auth/reset-password')[0]?.body).toEqual({
      token: 'reset-1',
      newPassword: 'four grey wolves',
    });
  });

  it('is an administrator’s, who signs in with it where administrators do', async () => {
    answer('POST /api/auth/reset-password', { success: true, role: 'admin' });
    const person = await form();
    expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(
      expect.stringContaining('for administrators at least 12'),
    );
    await press(person, 'Save New Password');
    await heading('Admin Login');
    expect(place()).toBe('/admin-login');
  });

  it('ends the session of whoever is signed in here, on the server as well', async () => {
    answer('POST /api/auth/reset-password');
    answer('POST /api/auth/logout');
    startSession({ token: 'token-of-bea', user: { ...anna, id: 18, username: 'Bea Novak' } });
    const person = await form();
    await press(person, 'Save New Password');
    await heading('Sign In');
    expect(sentTo('POST /api/auth/logout').map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-of-bea',
    ]);
    expect(localStorage.getItem('userToken')).toBeNull();
  });

  it('says that the link is dead', async () => {
    refuse('POST /api/auth/reset-password', 410, 'link_invalid', 'This link is no longer valid.');
    const person = await form();
    await press(person, 'Save New Password');
    await heading('This link no longer works');
    expect(
      screen.getByText('It was used already, is older than 60 minutes, or your password was changed since.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a New Link' })).toHaveAttribute('href', '/login');
  });

  it('says beside the field that the password is too weak', async () => {
    refuse('POST /api/auth/reset-password', 422, 'weak_password', 'This password is too easy to guess.');
    const person = await form();
    await press(person, 'Save New Password');
    await waitFor(() => expectProblem('New Password', 'This password is too easy to guess.'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByLabelText('New Password')).toHaveFocus();
  });

  it('says that the server cannot be reached', async () => {
    unreachable('POST /api/auth/reset-password');
    const person = await form();
    await press(person, 'Save New Password');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Password Change FailedWe cannot reach the server. Check your connection and try again.',
    );
  });
});

describe('the profile', () => {
  const user = { ...example('GET /api/auth/user'), username: 'Anna Miller', email: 'anna@example.com' };

  beforeEach(() => answer('GET /api/auth/sessions'));

  async function form() {
    answer('GET /api/auth/user', user);
    const { person } = open('/profile', 'user');
    await screen.findByLabelText('Username');
    return person;
  }

  it('tells visitors why, and sends them to the login page', async () => {
    open('/profile');
    await toasted('Authentication Required', 'Please log in to access your profile.');
    expect(place()).toBe('/login');
    expect(sentTo('GET /api/auth/user')).toEqual([]);
  });

  it('shows what the server knows', async () => {
    await form();
    await heading('Profile Settings');
    expect(screen.getByLabelText('Username')).toHaveValue('Anna Miller');
    expect(screen.getByLabelText('Email')).toHaveValue('anna@example.com');
    expect(screen.getByRole('heading', { level: 2, name: 'Profile Information' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Change Password' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
    const payments = within(screen.getByRole('region', { name: 'Subscription and Receipts' }));
    expect(payments.getByRole('link', { name: 'Subscription' })).toHaveAttribute('href', '/subscribe');
    expect(payments.getByRole('link', { name: 'Receipts' })).toHaveAttribute('href', '/receipts');
    await expectAccessible();
  });

  it('loads', async () => {
    const letGo = hold('GET /api/auth/user');
    open('/profile', 'user');
    const information = within(await screen.findByRole('region', { name: 'Profile Information' }));
    expect(information.getByRole('status')).toHaveTextContent('Loading');
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
    letGo(user);
    expect(await screen.findByLabelText('Username')).toHaveValue('Anna Miller');
  });

  it('without the server shows what this browser remembers', async () => {
    refuse('GET /api/auth/user', 503, 'unavailable', 'Later.');
    open('/profile', 'user');
    expect(
      await screen.findByText(
        'The newest details could not be loaded; these are the ones this browser remembers.',
      ),
    ).toBeVisible();
    expect(screen.getByLabelText('Username')).toHaveValue('Anna Miller');
  });

  it('checks name and address', async () => {
    const person = await form();
    await fill(person, 'Username', 'A');
    await fill(person, 'Email', 'anna');
    await press(person, 'Update Profile');
    expectProblem('Username', 'Username must be at least 2 characters');
    expectProblem('Email', 'Please enter a valid email address');
    await fill(person, 'Username', 'x'.repeat(51));
    await press(person, 'Update Profile');
    expectProblem('Username', 'Username must be at most 50 characters');
    expect(sentTo('PATCH /api/auth/profile')).toEqual([]);
  });

  it('is updated, here and in the bar', async () => {
    const person = await form();
    answer('PATCH /api/auth/profile', { ...user, username: 'Anna Gold' });
    await fill(person, 'Username', ' Anna Gold ');
    await press(person, 'Update Profile');
    await toasted('Profile Updated', 'Your profile has been updated successfully.');
    expect(sentTo('PATCH /api/auth/profile')[0]?.body).toEqual({
      username: 'Anna Gold',
      email: 'anna@example.com',
    });
    expect(screen.getByLabelText('Username')).toHaveValue('Anna Gold');
    expect(screen.getByRole('button', { name: 'Anna Gold' })).toBeVisible();
    expect(localStorage.getItem('userInfo')).toContain('Anna Gold');
  });

  it('is busy while it is updated', async () => {
    const person = await form();
    hold('PATCH /api/auth/profile');
    await press(person, 'Update Profile');
    expect(screen.getByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-busy', 'true');
  });

  it('says when a change is refused', async () => {
    const person = await form();
    refuse('PATCH /api/auth/profile', 409, 'email_taken', 'There is an account with this email already.');
    await press(person, 'Update Profile');
    await toasted('Update Failed', 'There is an account with this email already.');
    expectProblem('Email', 'There is an account with this email already.');
    refuse('PATCH /api/auth/profile', 400, 'invalid_input', 'Please check what you entered.', {
      errors: [{ field: 'username', message: 'That name is not allowed.' }],
    });
    await press(person, 'Update Profile');
    await waitFor(() => expectProblem('Username', 'That name is not allowed.'));
    unreachable('PATCH /api/auth/profile');
    await press(person, 'Update Profile');
    await toasted('Update Failed', 'Failed to update profile.');
  });

  describe('with another address', () => {
    const wanted = { ...user, pendingEmail: 'anna@example.org' };

    const ask = async () => {
      const person = await form();
      refuse('PATCH /api/auth/profile', 403, 'password_required', 'Please enter your password once more.');
      await fill(person, 'Email', 'anna@example.org');
      await press(person, 'Update Profile');
      const dialog = await screen.findByRole('dialog', { name: 'Your Password, Once More' });
      return { person, dialog };
    };

    it('asks for the password, changes it, and says that the new address waits', async () => {
      const { person, dialog } = await ask();
      await expectAccessible();
      refuse('POST /api/auth/confirm-password', 403, 'wrong_password', 'This is not your password.');
      await person.click(within(dialog).getByRole('button', { name: 'Continue' }));
      await waitFor(() => expectProblem('Password', 'Please enter your password'));
      await person.type(within(dialog).getByLabelText('Password'), 'three brown cows');
      await person.click(within(dialog).getByRole('button', { name: 'Continue' }));
      await waitFor(() => expectProblem('Password', 'This is not your password.'));

      answer('POST /api/auth/confirm-password');
      answer('PATCH /api/auth/profile', wanted);
      await person.clear(within(dialog).getByLabelText('Password'));
      await person.type(within(dialog).getByLabelText('Password'), 'three brown horses');
      await person.click(within(dialog).getByRole('button', { name: 'Continue' }));
      await toasted('Profile Updated', 'Your profile is saved. We sent a link to anna@example.org.');
      expect(sentTo('POST /api/auth/confirm-password').at(-1)?.body).toEqual({
        password: 'three brown horses',
      });
      expect(sentTo('PATCH /api/auth/profile')).toHaveLength(2);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(screen.getByText('Confirm your new email address')).toBeVisible();
      expect(screen.getByLabelText('Email')).toHaveValue('anna@example.com');
      await expectAccessible();
    });

    it('changes nothing without the password', async () => {
      const { person, dialog } = await ask();
      await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      await toasted('Update Failed', 'Please enter your password once more.');
      expect(sentTo('PATCH /api/auth/profile')).toHaveLength(1);
      expect(sentTo('POST /api/auth/confirm-password')).toEqual([]);
    });

    it('says when too many passwords were tried', async () => {
      const { person, dialog } = await ask();
      refuse('POST /api/auth/confirm-password', 429, 'too_many_attempts', 'Wait.');
      await person.clear(within(dialog).getByLabelText('Password'));
      await person.type(within(dialog).getByLabelText('Password'), 'three brown horses');
      await person.click(within(dialog).getByRole('button', { name: 'Continue' }));
      expect(
        await within(dialog).findByText('Too many attempts. Please wait a moment and try again.'),
      ).toBeVisible();
      await person.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    });
  });

  const passwords = async (current: string, next: string, confirm = next) => {
    const person = await form();
    await fill(person, 'Current Password', current);
    await fill(person, 'New Password', next);
    await fill(person, 'Confirm New Password', confirm);
    await press(person, 'Change Password');
    return person;
  };

  it('names every problem of a new password', async () => {
    const person = await passwords('', '');
    expectProblem('Current Password', 'Current password is required');
    expectProblem('New Password', 'New password must be at least 6 characters');
    expectProblem('Confirm New Password', 'Please confirm your new password');
    await fill(person, 'Current Password', 'old one');
    await fill(person, 'New Password', 'four grey wolves howl');
    await fill(person, 'Confirm New Password', 'four grey wolves hide');
    await press(person, 'Change Password');
    expectProblem('Confirm New Password', "Passwords don't match");
    expect(sentTo('PATCH /api/auth/change-password')).toEqual([]);
  });

  it('changes the password, sends no confirmation, and empties the fields', async () => {
    answer('PATCH /api/auth/change-password');
    await passwords('three brown horses', 'four grey wolves');
    await toasted('Password Changed', 'Your password has been changed successfully.');
    expect(sentTo('PATCH /api/auth/change-password')[0]?.body).toEqual({
      currentPassword: 'three brown horses',
      newPassword: 'four grey wolves',
    });
    for (const label of ['Current Password', 'New Password', 'Confirm New Password']) {
      expect(screen.getByLabelText(label)).toHaveValue('');
    }
  });

  it('is busy while the password is changed', async () => {
    hold('PATCH /api/auth/change-password');
    await passwords('three brown horses', 'four grey wolves');
    expect(screen.getByRole('button', { name: 'Changing Password...' })).toHaveAttribute('aria-busy', 'true');
  });

  it.each([
    ['Current Password', 400, 'wrong_password', 'This is not your password.', 'This is not your password.'],
    ['New Password', 422, 'weak_password', 'Too easy to guess.', 'Too easy to guess.'],
    [null, 429, 'too_many_attempts', 'Wait.', 'Too many attempts. Please wait a moment and try again.'],
  ] as const)(
    'says beside %s why the password was not changed',
    async (label, status, code, sentence, shown) => {
      refuse('PATCH /api/auth/change-password', status, code, sentence);
      await passwords('three brown horses', 'four grey wolves');
      await toasted('Password Change Failed', shown);
      if (label) expectProblem(label, shown);
    },
  );

  it('says that the password was not changed when the server cannot be reached', async () => {
    unreachable('PATCH /api/auth/change-password');
    await passwords('three brown horses', 'four grey wolves');
    await toasted(
      'Password Change Failed',
      'We cannot reach the server. Check your connection and try again.',
    );
  });
});
