import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { rememberPending } from '../../lib/session/pending-notes';
import { agreement } from '../../testing/agreements';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages, showAgain } from '../../testing/browser';
import { answerAdministration, boss, expectProblem, fill, open, place, toasted } from '../../testing/screen';
import { rememberParty } from '../new-agreement/details';

const press = (person: UserEvent, name: string) =>
  person.click(within(screen.getByRole('main')).getByRole('button', { name }));

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

function answerDashboard(): void {
  answer('GET /api/users/{id}/agreements', []);
  answer('GET /api/users/{id}/stats');
  answer('GET /api/user/pending-payments', { pendingPayments: [] });
}

const PENDING = { agreementId: '4207731958026614', planType: 'split-second-contract', claimToken: 'c-1' };
const PENDING_CHECKOUT = '/checkout?agreementId=4207731958026614&plan=split-second-contract';

describe('signing in', () => {
  async function form(email = 'anna@example.com', password = 'three brown horses') {
    const { person } = open('/login');
    await heading('Sign In');
    await fill(person, 'Email', email);
    await fill(person, 'Password', password);
    return person;
  }

  it('has a form that assistive technology can read, and a way to an account', async () => {
    open('/login');
    await heading('Sign In');
    expect(screen.getByRole('main')).toHaveTextContent("Don't have an account?");
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
      'href',
      '/signup',
    );
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    await expectAccessible();
  });

  it('checks what is typed before anything is sent', async () => {
    const person = await form('anna', 'short');
    await press(person, 'Sign In');
    expectProblem('Email', 'Please enter a valid email address');
    expectProblem('Password', 'Password must be at least 6 characters');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(sentTo('POST /api/auth/login')).toEqual([]);
    await fill(person, 'Email', 'anna@example.com');
    expect(screen.getByLabelText('Password')).not.toHaveAttribute('aria-invalid');
  });

  it('shows the password to those who ask', async () => {
    const person = await form();
    await person.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await person.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  it('opens a session and leads home', async () => {
    answerDashboard();
    answer('POST /api/auth/login');
    const person = await form(' anna@example.com ');
    await press(person, 'Sign In');
    await heading('Welcome back, Anna Miller');
    expect(place()).toBe('/');
    expect(sentTo('POST /api/auth/login')).toHaveLength(1);
    expect(sentTo('POST /api/auth/login')[0]).toMatchObject({
      body: { email: 'anna@example.com', password: 'three brown horses' },
    });
    const { token, user } = example('POST /api/auth/login');
    expect(localStorage.getItem('userToken')).toBe(token);
    expect(localStorage.getItem('userId')).toBe('17');
    expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(user);
  });

  it('says that it is at work, and sends only once', async () => {
    const letGo = hold('POST /api/auth/login');
    const person = await form();
    await press(person, 'Sign In');
    const busy = within(screen.getByRole('main')).getByRole('button', { name: 'Signing In...' });
    expect(busy).toHaveAttribute('aria-busy', 'true');
    await person.click(busy);
    await person.type(screen.getByLabelText('Password'), '{Enter}');
    expect(sentTo('POST /api/auth/login')).toHaveLength(1);
    answerDashboard();
    letGo(example('POST /api/auth/login'));
    await heading('Welcome back, Anna Miller');
  });

  it('goes on to the checkout of a recording that waits', async () => {
    rememberPending(PENDING);
    answer('POST /api/auth/login');
    const person = await form();
    expect(screen.getByText('Your recording is waiting. Sign in to finish and pay.')).toBeVisible();
    await press(person, 'Sign In');
    await waitFor(() => expect(loadedPages()).toEqual([PENDING_CHECKOUT]));
  });

  it('begins anew when the browser brings it back from there as it was left', async () => {
    rememberPending(PENDING);
    answer('POST /api/auth/login');
    const person = await form();
    await press(person, 'Sign In');
    await waitFor(() => expect(loadedPages()).toEqual([PENDING_CHECKOUT]));
    showAgain({ isKept: true });
    expect(loadedPages()).toEqual([PENDING_CHECKOUT, 'reload']);
  });

  it('does not lead to the checkout of a recording that somebody else made here', async () => {
    rememberPending({ ...PENDING, userId: 99 });
    answerDashboard();
    answer('POST /api/auth/login');
    const person = await form();
    expect(screen.queryByText('Your recording is waiting. Sign in to finish and pay.')).toBeNull();
    await press(person, 'Sign In');
    await waitFor(() => expect(place()).toBe('/'));
    expect(loadedPages()).toEqual([]);
  });

  it.each([
    [
      'wrong credentials',
      401,
      'invalid_credentials',
      'Invalid email or password',
      'Invalid email or password',
    ],
    ['an account on hold', 403, 'forbidden', 'This account is on hold.', 'This account is on hold.'],
    [
      'too many attempts',
      429,
      'too_many_attempts',
      'Too many.',
      'Too many attempts. Please wait a moment and try again.',
    ],
  ] as const)('is refused for %s', async (_, status, code, sentence, shown) => {
    refuse('POST /api/auth/login', status, code, sentence);
    const person = await form();
    await press(person, 'Sign In');
    await toasted('Login Failed', shown);
    expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent(`Login Failed${shown}`);
    expect(localStorage.getItem('userToken')).toBeNull();
    expect(screen.getByLabelText('Password')).toHaveValue('three brown horses');
  });

  it('says that the server cannot be reached', async () => {
    unreachable('POST /api/auth/login');
    const person = await form();
    await press(person, 'Sign In');
    await toasted('Login Failed', 'We cannot reach the server. Check your connection and try again.');
  });

  it('forgets what the one before has read', async () => {
    answerDashboard();
    answer('POST /api/auth/login');
    const { person } = open('/dashboard', 'user');
    await heading('Welcome back, Anna Miller');
    const asked = sentTo('GET /api/users/{id}/stats').length;
    await person.click(screen.getByRole('button', { name: 'Open menu' }));
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    answer('POST /api/auth/logout');
    await person.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Logout' }),
    );
    // It comes a moment later; whoever does not wait for it finds it in the place of the next message.
    await toasted('Logged out successfully');
    await person.click((await screen.findAllByRole('link', { name: 'Sign In' }))[0] as HTMLElement);
    await heading('Sign In');
    await fill(person, 'Email', 'anna@example.com');
    await fill(person, 'Password', 'three brown horses');
    await press(person, 'Sign In');
    await heading('Welcome back, Anna Miller');
    await waitFor(() => expect(sentTo('GET /api/users/{id}/stats').length).toBeGreaterThan(asked));
  });
});

describe('a forgotten password', () => {
  it('needs an address first', async () => {
    const { person } = open('/login');
    await heading('Sign In');
    await press(person, 'Forgot password?');
    await toasted('Email Required', 'Please enter your email address first');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    await fill(person, 'Email', 'anna@');
    await press(person, 'Forgot password?');
    expectProblem('Email', 'Please enter a valid email address');
    expect(sentTo('POST /api/auth/forgot-password')).toEqual([]);
  });

  it('sends a link, and never says whether there is an account', async () => {
    answer('POST /api/auth/forgot-password');
    const { person } = open('/login');
    await heading('Sign In');
    await fill(person, 'Email', 'nobody@example.com');
    await press(person, 'Forgot password?');
    const told = await screen.findByText('Look in your mailbox');
    expect(told.closest('[role=status]')).toHaveTextContent(
      'If an account exists for this email, a link to choose a new password was sent.',
    );
    expect(sentTo('POST /api/auth/forgot-password')[0]?.body).toEqual({ email: 'nobody@example.com' });
  });

  it.each([
    [429, 'too_many_requests', 'Slow down.', 'Too many attempts. Please wait a moment and try again.'],
    [503, 'unavailable', 'Please try again later.', 'Please try again later.'],
  ] as const)('says why no link came: %i', async (status, code, sentence, shown) => {
    refuse('POST /api/auth/forgot-password', status, code, sentence);
    const { person } = open('/login');
    await heading('Sign In');
    await fill(person, 'Email', 'anna@example.com');
    await press(person, 'Forgot password?');
    await toasted('Error', shown);
  });
});

describe('signing up', () => {
  async function form(
    values: Partial<Record<'Username' | 'Email' | 'Password' | 'Confirm Password', string>> = {},
  ) {
    const { person } = open('/signup');
    await heading('Create Account');
    for (const [label, text] of Object.entries({
      Username: 'Anna Miller',
      Email: 'anna@example.com',
      Password: 'three brown horses',
      'Confirm Password': 'three brown horses',
      ...values,
    })) {
      await fill(person, label, text);
    }
    return person;
  }

  it('has a form that assistive technology can read, and a way to signing in', async () => {
    open('/signup');
    await heading('Create Account');
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      '/login',
    );
    expect(screen.getByText('One account for every contract you record.')).toBeVisible();
    await expectAccessible();
  });

  it('names every rule in its own words', async () => {
    const person = await form({
      Username: 'An',
      Email: 'anna@',
      Password: '12345',
      'Confirm Password': '123456',
    });
    await press(person, 'Create Account');
    expectProblem('Username', 'Username must be at least 3 characters');
    expectProblem('Email', 'Please enter a valid email address');
    expectProblem('Password', 'Password must be at least 6 characters');
    expectProblem('Confirm Password', "Passwords don't match");
    expect(screen.getByLabelText('Username')).toHaveFocus();
    expect(sentTo('POST /api/auth/signup')).toEqual([]);
  });

  it('says on the second password that the two differ', async () => {
    const person = await form({ 'Confirm Password': 'three brown cows' });
    await press(person, 'Create Account');
    expectProblem('Confirm Password', "Passwords don't match");
    expect(screen.getByLabelText('Password')).not.toHaveAttribute('aria-invalid');
    expect(screen.getByLabelText('Confirm Password')).toHaveFocus();
  });

  it('opens an account without the second password, and leads to the dashboard', async () => {
    answerDashboard();
    answer('POST /api/auth/signup');
    const person = await form({ Username: ' Anna Miller ' });
    await press(person, 'Create Account');
    await heading('Welcome back, Anna Miller');
    expect(place()).toBe('/dashboard');
    expect(sentTo('POST /api/auth/signup').map(({ body }) => body)).toEqual([
      { username: 'Anna Miller', email: 'anna@example.com', password: 'three brown horses' },
    ]);
    expect(localStorage.getItem('userToken')).toBe(example('POST /api/auth/signup').token);
  });

  it('goes on to the checkout of a recording that waits', async () => {
    rememberPending(PENDING);
    answer('GET /api/agreements/{agreementId}', agreement({ kind: 'car', durationSeconds: 11 }));
    answer('POST /api/auth/signup');
    const person = await form();
    expect(screen.getByText('Your recording is kept while you do this.')).toBeVisible();
    expect(screen.getByText('Step 4 of 5: Account')).toBeVisible();
    expect(await screen.findByText('Your recording with Ben Carter')).toBeVisible();
    expect(screen.getByText(/^Car sale · \$250\.00 · 0:11 · /)).toBeVisible();
    await press(person, 'Create Account');
    await waitFor(() => expect(loadedPages()).toEqual([PENDING_CHECKOUT]));
  });

  it('knows who has just recorded, so that two passwords are left to type', async () => {
    rememberPending(PENDING);
    rememberParty({ partyAName: 'Anna Miller', partyAEmail: 'anna@example.com' });
    answer('GET /api/agreements/{agreementId}');
    answer('POST /api/auth/signup');
    const { person } = open('/signup');
    expect(await screen.findByLabelText('Username')).toHaveValue('Anna Miller');
    expect(screen.getByLabelText('Email')).toHaveValue('anna@example.com');
    await fill(person, 'Password', 'three brown horses');
    await fill(person, 'Confirm Password', 'three brown horses');
    await press(person, 'Create Account');
    await waitFor(() => expect(loadedPages()).toEqual([PENDING_CHECKOUT]));
  });

  it('fills in nothing for whoever has not just recorded', async () => {
    rememberParty({ partyAName: 'Anna Miller', partyAEmail: 'anna@example.com' });
    open('/signup');
    expect(await screen.findByLabelText('Username')).toHaveValue('');
    expect(screen.queryByText(/^Step /)).not.toBeInTheDocument();
  });

  it('is busy while the account is made', async () => {
    hold('POST /api/auth/signup');
    const person = await form();
    await press(person, 'Create Account');
    expect(screen.getByRole('button', { name: 'Creating Account...' })).toHaveAttribute('aria-busy', 'true');
  });

  it.each([
    ['a taken address', 409, 'email_taken', 'There is an account with this email already.', []],
    ['a weak password', 422, 'weak_password', 'This password is too easy to guess.', []],
    [
      'a field that the server refuses',
      400,
      'invalid_input',
      'Please check what you entered.',
      [{ field: 'username', message: 'That name is not allowed.' }],
    ],
  ] as const)('is refused for %s, in the words of the server', async (_, status, code, sentence, errors) => {
    refuse('POST /api/auth/signup', status, code, sentence, { errors: [...errors] });
    const person = await form();
    await press(person, 'Create Account');
    const shown = errors[0]?.message ?? sentence;
    await toasted('Signup Failed', shown);
    expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent(shown);
  });

  it('says that the server cannot be reached', async () => {
    unreachable('POST /api/auth/signup');
    const person = await form();
    await press(person, 'Create Account');
    await toasted('Signup Failed', 'We cannot reach the server. Check your connection and try again.');
  });
});

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

describe('the login of administrators', () => {
  async function form(email = 'olive@example.com', password = 'a long secret') {
    const { person } = open('/admin-login');
    await heading('Admin Login');
    await fill(person, 'Email', email);
    await fill(person, 'Password', password);
    await press(person, 'Sign In');
    return person;
  }

  it.each([
    ['', '', 'Email'],
    ['olive@example.com', '', 'Password'],
    ['', 'a long secret', 'Email'],
  ])('needs both fields: "%s" and "%s"', async (email, password, focused) => {
    await form(email, password);
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter both email and password');
    expect(screen.getByLabelText(focused)).toHaveFocus();
    expect(sentTo('POST /api/admin/login')).toEqual([]);
    await expectAccessible();
  });

  it('opens the administration, beside the session of a user', async () => {
    const token = 'admin-1';
    answer('POST /api/admin/login', {
      ...example('POST /api/admin/login'),
      success: true,
      token,
      user: boss,
    });
    answer('GET /api/admin/stats');
    answerAdministration();
    answer('GET /api/admin/users', []);
    await form();
    await heading('Administration');
    expect(place()).toBe('/admin');
    expect(localStorage.getItem('adminToken')).toBe('admin-1');
    expect(localStorage.getItem('userToken')).toBeNull();
    expect(sentTo('POST /api/admin/login')[0]?.body).toEqual({
      email: 'olive@example.com',
      password: 'a long secret',
    });
    await waitFor(() =>
      expect(sentTo('GET /api/admin/stats')[0]?.headers).toMatchObject({ authorization: 'Bearer admin-1' }),
    );
    await waitFor(() => expect(sentTo('GET /api/admin/users')).toHaveLength(1));
  });

  it('is refused to a user without the role', async () => {
    answer('POST /api/admin/login', {
      ...example('POST /api/admin/login'),
      token: 'x',
      user: { ...boss, role: 'user' },
      message: '',
    });
    await form();
    await toasted('Login Failed', 'Invalid credentials');
    expect(localStorage.getItem('adminToken')).toBeNull();
    expect(place()).toBe('/admin-login');
  });

  it.each([
    [
      'wrong credentials',
      401,
      'invalid_credentials',
      'Invalid admin credentials',
      'Invalid admin credentials',
    ],
    [
      'too many attempts',
      429,
      'too_many_attempts',
      'x',
      'Too many attempts. Please wait a moment and try again.',
    ],
  ] as const)('is refused for %s', async (_, status, code, sentence, shown) => {
    refuse('POST /api/admin/login', status, code, sentence);
    await form();
    await toasted('Login Failed', shown);
    expect(screen.getByRole('alert')).toHaveTextContent(shown);
  });

  it('says that the server cannot be reached', async () => {
    unreachable('POST /api/admin/login');
    await form();
    await toasted('Login Failed', 'We cannot reach the server. Check your connection and try again.');
  });

  it('leads users to their own login', async () => {
    open('/admin-login');
    await heading('Admin Login');
    expect(screen.getByRole('link', { name: 'Sign in to your contracts' })).toHaveAttribute('href', '/login');
  });
});
