import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { toast } from '../../components/ui/toast-store';
import { rememberPending } from '../../lib/session/pending-notes';
import { agreement } from '../../testing/agreements';
import { answer, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages, showAgain } from '../../testing/browser';
import {
  answerAdministration,
  boss,
  expectProblem,
  fill,
  open,
  place,
  saidInPlace,
  toasted,
} from '../../testing/screen';
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
    await saidInPlace('Login Failed', shown);
    expect(localStorage.getItem('userToken')).toBeNull();
    expect(screen.getByLabelText('Password')).toHaveValue('three brown horses');
  });

  it('says that the server cannot be reached', async () => {
    unreachable('POST /api/auth/login');
    const person = await form();
    await press(person, 'Sign In');
    await saidInPlace('Login Failed', 'We cannot reach the server. Check your connection and try again.');
  });

  it('leaves nothing of what failed before it', async () => {
    refuse('POST /api/auth/login', 401, 'invalid_credentials', 'Invalid email or password');
    const person = await form();
    await press(person, 'Sign In');
    await saidInPlace('Login Failed');
    refuse('POST /api/auth/forgot-password', 429, 'too_many_requests', 'x');
    await press(person, 'Forgot password?');
    await toasted('Error');
    answerDashboard();
    answer('POST /api/auth/login');
    await press(person, 'Sign In');
    await waitFor(() => expect(place()).toBe('/'));
    expect(screen.queryByText('Login Failed')).not.toBeInTheDocument();
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
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
    // It is there before its first words, or they would not be read out.
    const forgot = screen.getByRole('button', { name: 'Forgot password?' });
    const place = forgot.parentElement?.querySelector('[role=status]') ?? null;
    expect(place).toBeEmptyDOMElement();
    await press(person, 'Forgot password?');
    await screen.findByText('Look in your mailbox');
    expect(place).toHaveTextContent(
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

  it('fills in no name that an account cannot have', async () => {
    rememberPending(PENDING);
    const partyAName = 'Maria Fernanda González Rodríguez de la Torre y Villanueva';
    rememberParty({ partyAName, partyAEmail: 'maria@example.com' });
    answer('GET /api/agreements/{agreementId}', agreement());
    open('/signup');
    expect(await screen.findByLabelText('Email')).toHaveValue('maria@example.com');
    expect(screen.getByLabelText('Username')).toHaveValue('');
  });

  it('says of a name that is too long how long it may be, before anything is sent', async () => {
    const person = await form({ Username: 'x'.repeat(51) });
    await press(person, 'Create Account');
    expectProblem('Username', 'Username must be at most 50 characters');
    expect(sentTo('POST /api/auth/signup')).toEqual([]);
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
    await saidInPlace('Signup Failed', shown);
  });

  it('says that the server cannot be reached', async () => {
    unreachable('POST /api/auth/signup');
    const person = await form();
    await press(person, 'Create Account');
    await saidInPlace('Signup Failed', 'We cannot reach the server. Check your connection and try again.');
  });

  it('leaves nothing of what failed before it', async () => {
    refuse('POST /api/auth/signup', 422, 'weak_password', 'This password is too easy to guess.');
    const person = await form();
    await press(person, 'Create Account');
    await saidInPlace('Signup Failed', 'This password is too easy to guess.');
    act(() => toast({ title: 'Error', text: 'The recording could not be saved.', tone: 'destructive' }));
    await toasted('Error');
    answerDashboard();
    answer('POST /api/auth/signup');
    await press(person, 'Create Account');
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(screen.queryByText('Signup Failed')).not.toBeInTheDocument();
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
  });
});

describe('the login of administrators', () => {
  const granted = {
    ...example('POST /api/admin/login'),
    ...({ success: true, token: 'admin-1', user: boss } as const),
  };

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
    answer('POST /api/admin/login', granted);
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
    await saidInPlace('Login Failed', 'Invalid credentials');
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
    await saidInPlace('Login Failed', shown);
  });

  it('says that the server cannot be reached', async () => {
    unreachable('POST /api/admin/login');
    await form();
    await saidInPlace('Login Failed', 'We cannot reach the server. Check your connection and try again.');
  });

  it('leaves nothing of what failed before it', async () => {
    refuse('POST /api/admin/login', 401, 'invalid_credentials', 'Invalid admin credentials');
    const person = await form();
    await saidInPlace('Login Failed', 'Invalid admin credentials');
    act(() => toast({ title: 'Not Signed Out', tone: 'destructive' }));
    await toasted('Not Signed Out');
    answer('POST /api/admin/login', granted);
    answer('GET /api/admin/stats');
    answerAdministration();
    await press(person, 'Sign In');
    await heading('Administration');
    expect(screen.queryByText('Login Failed')).not.toBeInTheDocument();
    expect(screen.queryByText('Not Signed Out')).not.toBeInTheDocument();
  });

  it('leads users to their own login', async () => {
    open('/admin-login');
    await heading('Admin Login');
    expect(screen.getByRole('link', { name: 'Sign in to your contracts' })).toHaveAttribute('href', '/login');
  });
});
