import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { SubscriptionView } from '../lib/api/api-types';
import { noteLoss } from '../lib/browser/leaving';
import { publishWaiting } from '../lib/browser/waiting-uploads';
import { logout, repeatLogouts } from '../lib/session/logout';
import { startSession } from '../lib/session/session';
import { answer, example, hold, refuse, sentTo, unreachable } from '../testing/api';
import { expectAccessible } from '../testing/axe';
import { loadedPages, showAgain } from '../testing/browser';
import { expectComplaint } from '../testing/complaints';
import { anna, boss, fill, open, place, type Role, toasted } from '../testing/screen';

function answerDashboard(): void {
  answer('GET /api/users/{id}/agreements', []);
  answer('GET /api/users/{id}/stats');
  answer('GET /api/user/pending-payments', { pendingPayments: [] });
}

const bar = () => within(screen.getByRole('navigation', { name: 'Main' }));

describe('an address', () => {
  const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

  it.each<[string, string, string]>([
    ['/login', 'Sign In', 'Sign In · Split Second Contract'],
    ['/signup', 'Create Account', 'Create Account · Split Second Contract'],
    ['/contact', 'Contact Support', 'Contact Support · Split Second Contract'],
    ['/admin-login', 'Admin Login', 'Admin Login · Split Second Contract'],
    ['/record-voice-deal', 'Split Second Contract', 'Split Second Contract'],
    ['/reset-password', 'Open the link in your mail', 'Open the link in your mail · Split Second Contract'],
    ['/verify-address', 'Open the link in your mail', 'Open the link in your mail · Split Second Contract'],
    ['/mail-language', 'Open the link in your mail', 'Open the link in your mail · Split Second Contract'],
    [
      '/file-unavailable',
      'The file cannot be opened right now',
      'The file cannot be opened right now · Split Second Contract',
    ],
    ['/no-such-page', 'Page Not Found', 'Page Not Found · Split Second Contract'],
    ['/dashboard/no-such-page', 'Page Not Found', 'Page Not Found · Split Second Contract'],
  ])('%s is open to visitors: %s', async (address, name, title) => {
    open(address);
    expect(await heading(name)).toBeVisible();
    await waitFor(() => expect(document.title).toBe(title));
    expect(place()).toBe(address);
  });

  it.each<[string, Role]>(
    ['/dashboard', '/record', '/checkout', '/subscribe', '/escrow', '/receipts', '/profile'].flatMap(
      (address) => [
        [address, 'visitor'],
        [address, 'admin'],
      ],
    ),
  )('%s sends a %s to the login page', async (address, role) => {
    open(address, role);
    expect(await heading('Sign In')).toBeVisible();
    expect(place()).toBe('/login');
  });

  it.each<Role>(['visitor', 'user'])('/admin sends a %s to the login of administrators', async (role) => {
    open('/admin', role);
    expect(await heading('Admin Login')).toBeVisible();
    expect(place()).toBe('/admin-login');
  });

  it('/ is the dashboard of those who are signed in', async () => {
    answerDashboard();
    open('/', 'user');
    expect(await heading('Welcome back, Anna Miller')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Dashboard · Split Second Contract'));
  });

  it('/ is the marketing page of everybody else', async () => {
    open('/');
    expect((await screen.findAllByRole('link', { name: 'Record an agreement' }))[0]).toHaveAttribute(
      'href',
      '/record-voice-deal',
    );
    await waitFor(() => expect(document.title).toBe('Split Second Contract'));
  });
});

describe('the bar', () => {
  it('leads visitors to signing in, signing up and support', async () => {
    open('/login');
    await screen.findByRole('heading', { level: 1 });
    for (const [name, href] of [
      ['Sign In', '/login'],
      ['Sign Up', '/signup'],
      ['Support', '/contact'],
    ] as const) {
      expect(bar().getByRole('link', { name })).toHaveAttribute('href', href);
    }
    expect(bar().getByRole('link', { name: 'Sign In' })).toHaveAttribute('aria-current', 'page');
    expect(bar().queryByRole('link', { name: 'Administration' })).not.toBeInTheDocument();
    expect(bar().queryByRole('link', { name: 'Dashboard' })).not.toBeInTheDocument();
  });

  it('leads users to their contracts, and not to signing in or to the administration', async () => {
    open('/nowhere', 'user');
    expect(await bar().findByRole('button', { name: 'Anna Miller' })).toBeVisible();
    for (const [name, href] of [
      ['Dashboard', '/dashboard'],
      ['Create Contract', '/record-voice-deal'],
      ['Support', '/contact'],
    ] as const) {
      expect(bar().getByRole('link', { name })).toHaveAttribute('href', href);
    }
    expect(bar().queryByRole('link', { name: 'Sign In' })).not.toBeInTheDocument();
    expect(bar().queryByRole('link', { name: 'Administration' })).not.toBeInTheDocument();
  });

  it('shows the gear to administrators', async () => {
    open('/nowhere', 'admin');
    await screen.findByRole('heading', { level: 1 });
    expect(bar().getByRole('link', { name: 'Administration' })).toHaveAttribute('href', '/admin');
    // Who is signed in is not asked to sign in.
    for (const name of ['Sign In', 'Sign Up'])
      expect(bar().queryByRole('link', { name })).not.toBeInTheDocument();
  });

  it('folds into a menu that opens, and closes on Escape and on going somewhere', async () => {
    const { person } = open('/login');
    await screen.findByRole('heading', { level: 1 });
    const links = () => bar().queryAllByRole('link', { name: 'Support' });
    expect(links()).toHaveLength(1);
    await person.click(bar().getByRole('button', { name: 'Open menu' }));
    expect(links()).toHaveLength(2);
    act(() => links()[1]?.focus());
    await person.keyboard('{Escape}');
    expect(links()).toHaveLength(1);
    expect(bar().getByRole('button', { name: 'Open menu' })).toHaveFocus();
    await person.click(bar().getByRole('button', { name: 'Open menu' }));
    expect(bar().getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true');
    const [, inMenu] = links();
    if (inMenu) await person.click(inMenu);
    expect(await screen.findByRole('heading', { level: 1, name: 'Contact Support' })).toBeVisible();
    expect(links()).toHaveLength(1);
  });

  it('folds its menu away when the screen that is open is chosen in it', async () => {
    const { person } = open('/contact');
    await screen.findByRole('heading', { level: 1 });
    await person.click(bar().getByRole('button', { name: 'Open menu' }));
    const [, inMenu] = bar().getAllByRole('link', { name: 'Support' });
    if (inMenu) await person.click(inMenu);
    expect(bar().getByRole('button', { name: 'Open menu' })).toHaveAttribute('aria-expanded', 'false');
  });

  it('has the whole account in the menu of a phone', async () => {
    const { person } = open('/nowhere', 'user');
    await person.click(bar().getByRole('button', { name: 'Open menu' }));
    for (const [name, href] of [
      ['Profile Settings', '/profile'],
      ['Receipts', '/receipts'],
      ['Subscription', '/subscribe'],
    ] as const) {
      expect(bar().getByRole('link', { name })).toHaveAttribute('href', href);
    }
    expect(bar().getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  it.each([
    ['Profile Settings', '/profile'],
    ['Receipts', '/receipts'],
  ])('opens %s from the account menu', async (name, address) => {
    answer('GET /api/auth/user');
    answer('GET /api/auth/sessions');
    answer('GET /api/user/receipts', []);
    const { person } = open('/nowhere', 'user');
    await person.click(await bar().findByRole('button', { name: 'Anna Miller' }));
    await person.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(place()).toBe(address));
    await screen.findByRole('heading', { level: 1, name });
  });

  it('loads the subscription as a page of its own, which may talk to the payment provider', async () => {
    const { person } = open('/nowhere', 'user');
    await person.click(await bar().findByRole('button', { name: 'Anna Miller' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Subscription' }));
    await waitFor(() => expect(loadedPages()).toEqual(['/subscribe']));
  });

  it('lets people skip to the content', async () => {
    open('/login');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'main');
  });
});

describe('logging out', () => {
  async function ask() {
    answerDashboard();
    answer('POST /api/auth/logout');
    const { person } = open('/dashboard', 'user');
    await screen.findByRole('heading', { level: 1, name: 'Welcome back, Anna Miller' });
    await person.click(bar().getByRole('button', { name: 'Open menu' }));
    await person.click(bar().getByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveAccessibleName('Are you sure you want to logout?');
    return { person, question };
  }

  it('asks, and keeps the session of those who think again', async () => {
    const { person, question } = await ask();
    await person.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(place()).toBe('/dashboard');
    expect(localStorage.getItem('userToken')).toBe('token-of-anna');
    expect(sentTo('POST /api/auth/logout')).toHaveLength(0);
  });

  it('ends the session, opens the marketing page and says so 200 ms later', async () => {
    const { question } = await ask();
    jest.useFakeTimers();
    const clock = jest.advanceTimersByTime;
    await act(async () => within(question).getByRole('button', { name: 'Logout' }).click());
    expect(place()).toBe('/how-it-works');
    for (const key of ['userToken', 'userInfo', 'userId']) expect(localStorage.getItem(key)).toBeNull();
    act(() => clock(199));
    expect(screen.queryByText('Logged out successfully')).not.toBeInTheDocument();
    act(() => clock(1));
    jest.useRealTimers();
    await toasted('Logged out successfully', 'You have been logged out of your account.');
    expect(sentTo('POST /api/auth/logout')[0]?.headers).toMatchObject({
      authorization: 'Bearer token-of-anna',
    });
  });
});

describe('logging out while the server cannot be reached', () => {
  it('says that the session may be open there, and ends it by its cookie when it is told again', async () => {
    answerDashboard();
    unreachable('POST /api/auth/logout');
    const { person } = open('/dashboard', 'user');
    await screen.findByRole('heading', { level: 1, name: 'Welcome back, Anna Miller' });
    await person.click(bar().getByRole('button', { name: 'Open menu' }));
    await person.click(bar().getByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog');
    await person.click(within(question).getByRole('button', { name: 'Logout' }));
    await toasted('Logged out on this device');
    expect(screen.queryByText('Logged out successfully')).not.toBeInTheDocument();
    expect(localStorage.getItem('userToken')).toBeNull();
    answer('POST /api/auth/logout');
    await repeatLogouts();
    expect(sentTo('POST /api/auth/logout').map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-of-anna',
      undefined,
    ]);
    await repeatLogouts();
    expect(sentTo('POST /api/auth/logout')).toHaveLength(2);
  });

  it('takes a session that the server knows no more as ended', async () => {
    answerDashboard();
    refuse('POST /api/auth/logout', 401, 'unauthenticated', 'Please log in.');
    expect(await logout('user')).toBe(true);
    expect(localStorage.getItem('untoldLogout')).toBeNull();
  });

  it('does not end the session of whoever signs in meanwhile', async () => {
    unreachable('POST /api/auth/logout');
    expect(await logout('user')).toBe(false);
    startSession({ token: 'token-of-anna', user: anna });
    await repeatLogouts();
    expect(sentTo('POST /api/auth/logout')).toHaveLength(1);
  });
});

describe('a session', () => {
  it('that the server has ended is forgotten, and the login page opens', async () => {
    answerDashboard();
    refuse('GET /api/users/{id}/stats', 401, 'unauthenticated', 'Please log in.');
    open('/dashboard', 'user');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(place()).toBe('/login');
    for (const key of ['userToken', 'userInfo', 'userId']) expect(localStorage.getItem(key)).toBeNull();
  });

  it('is carried by every call, and not by signing in', async () => {
    answerDashboard();
    open('/dashboard', 'user');
    await screen.findByText('No contracts yet');
    expect(sentTo('GET /api/users/{id}/agreements')[0]).toMatchObject({
      params: { id: '17' },
      headers: { authorization: 'Bearer token-of-anna' },
    });
  });

  it('begun in another tab is seen in this one, and so is its end', async () => {
    answerDashboard();
    open('/');
    await screen.findAllByRole('link', { name: 'Record an agreement' });
    localStorage.setItem(
      'userInfo',
      JSON.stringify({ id: 17, username: 'Anna Miller', email: 'a@example.com' }),
    );
    localStorage.setItem('userToken', 'from-the-other-tab');
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' })));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Anna Miller' })).toBeVisible();
    localStorage.clear();
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: null })));
    expect((await screen.findAllByRole('link', { name: 'Record an agreement' })).length).toBeGreaterThan(0);
  });

  describe('of somebody else, begun in another tab', () => {
    const bea = { ...anna, id: 18, username: 'Bea Novak', email: 'bea@example.com' };

    function answerProfile(): void {
      answerDashboard();
      answer('GET /api/auth/user', ({ headers }) =>
        headers.authorization === 'Bearer token-of-bea' ? bea : anna,
      );
      answer('GET /api/auth/sessions');
    }

    function store(user: typeof bea): void {
      localStorage.setItem('userInfo', JSON.stringify(user));
      localStorage.setItem('userId', String(user.id));
      localStorage.setItem('userToken', 'token-of-bea');
    }

    function becomeBea(): void {
      store(bea);
      act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' })));
    }

    it('shows nothing that the one before has read', async () => {
      answerProfile();
      const { person } = open('/profile', 'user');
      expect(await screen.findByLabelText('Username')).toHaveValue('Anna Miller');
      await person.click(screen.getByRole('link', { name: 'Split Second Contract, home' }));
      await screen.findByRole('heading', { level: 1, name: 'Welcome back, Anna Miller' });
      becomeBea();
      expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Bea Novak' })).toBeVisible();
      await person.click(screen.getByRole('link', { name: 'Profile Settings' }));
      expect(await screen.findByLabelText('Username')).toHaveValue('Bea Novak');
      expect(screen.getByLabelText('Email')).toHaveValue('bea@example.com');
    });

    it('begins the open screen anew', async () => {
      answerProfile();
      const { person } = open('/profile', 'user');
      await screen.findByLabelText('Username');
      await fill(person, 'Username', 'Anna M.');
      becomeBea();
      await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue('Bea Novak'));
    });

    it('is seen when all of it is stored: nothing is read for the new one with the session of the one before', async () => {
      const receiptOf = (number: string) =>
        example('GET /api/user/receipts').map((receipt) => ({ ...receipt, number }));
      answer('GET /api/user/receipts', ({ headers }) =>
        receiptOf(headers.authorization === 'Bearer token-of-bea' ? 'SSC-of-Bea' : 'SSC-of-Anna'),
      );
      open('/receipts', 'user');
      await screen.findByText('SSC-of-Anna');
      const tell = (key: string) =>
        act(async () => window.dispatchEvent(new StorageEvent('storage', { key })));
      localStorage.setItem('userInfo', JSON.stringify(bea));
      await tell('userInfo');
      // As it is seen before the browser has told of the change.
      act(() => document.dispatchEvent(new Event('visibilitychange')));
      expect(sentTo('GET /api/user/receipts')).toHaveLength(1);
      store(bea);
      await tell('userToken');
      await screen.findByText('SSC-of-Bea');
      expect(screen.queryByText('SSC-of-Anna')).not.toBeInTheDocument();
      expect(sentTo('GET /api/user/receipts').map(({ headers }) => headers.authorization)).toEqual([
        'Bearer token-of-anna',
        'Bearer token-of-bea',
      ]);
    });

    it('is seen when the page is looked at again, where the browser said nothing meanwhile', async () => {
      answerProfile();
      open('/profile', 'user');
      expect(await screen.findByLabelText('Username')).toHaveValue('Anna Miller');
      store(bea);
      act(() => document.dispatchEvent(new Event('visibilitychange')));
      await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue('Bea Novak'));
      await toasted('You are now signed in as Bea Novak');
    });

    it('is not overwritten by an answer to the one before', async () => {
      answerProfile();
      const { person } = open('/profile', 'user');
      await screen.findByLabelText('Username');
      let letGo: () => void = () => undefined;
      answer('PATCH /api/auth/profile', new Promise((resolve) => (letGo = () => resolve(anna))));
      await person.click(screen.getByRole('button', { name: 'Update Profile' }));
      becomeBea();
      await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue('Bea Novak'));
      await act(async () => letGo());
      expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({ id: 18 });
      expect(screen.getByLabelText('Username')).toHaveValue('Bea Novak');
    });

    it('is not shown a subscription that the one before has cancelled', async () => {
      const own = (periodEnd: string): SubscriptionView => ({
        ...example('GET /api/user/subscription'),
        ...{ status: 'active', periodEnd, paymentDue: null },
      });
      answer('GET /api/config', { ...example('GET /api/config') });
      answer('GET /api/user/subscription', ({ headers }) =>
        own(
          headers.authorization === 'Bearer token-of-bea'
            ? '2098-05-05T10:00:00.000Z'
            : '2099-12-21T10:00:00.000Z',
        ),
      );
      const { person } = open('/subscribe', 'user');
      await person.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
      const letGo = hold('POST /api/user/subscription/cancel');
      const question = within(screen.getByRole('alertdialog'));
      await person.click(question.getByRole('button', { name: 'Cancel Subscription' }));
      becomeBea();
      await screen.findByText(/May 5, 2098/);
      await act(async () => letGo({ ...own('2099-12-21T10:00:00.000Z'), endsAtPeriodEnd: true }));
      expect(screen.getByText(/May 5, 2098/)).toBeVisible();
      expect(screen.queryByText(/Dec 21, 2099/)).not.toBeInTheDocument();
    });

    describe('while the one before is asked for the password', () => {
      async function askForPassword() {
        answerProfile();
        const { person } = open('/profile', 'user');
        await screen.findByLabelText('Username');
        refuse('PATCH /api/auth/profile', 403, 'password_required', 'Please enter your password once more.');
        await fill(person, 'Email', 'anna@example.org');
        await person.click(screen.getByRole('button', { name: 'Update Profile' }));
        const dialog = await screen.findByRole('dialog', { name: 'Your Password, Once More' });
        answer('PATCH /api/auth/profile', bea);
        answer('POST /api/auth/confirm-password');
        return { person, dialog };
      }

      it('takes the question away, and what it was for is not done', async () => {
        await askForPassword();
        becomeBea();
        await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
        await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue('Bea Novak'));
        expect(sentTo('PATCH /api/auth/profile')).toHaveLength(1);
      });

      it('does nothing in the name of the new one, where the browser said nothing meanwhile', async () => {
        const { person, dialog } = await askForPassword();
        store(bea);
        await person.type(within(dialog).getByLabelText('Password'), 'three brown horses');
        await person.click(within(dialog).getByRole('button', { name: 'Continue' }));
        await toasted('Update Failed');
        expect(sentTo('PATCH /api/auth/profile')).toHaveLength(1);
      });
    });

    it('leaves an invitation as it was read: it is the same for everybody', async () => {
      answer('GET /api/agreements/remote/{agreementId}');
      answer('POST /api/agreements/remote/{agreementId}/view');
      answer('GET /api/agreements/remote/{agreementId}/outline');
      const { person } = open('/remote-contract/4207731958026614?key=k-ben', 'user');
      await screen.findByRole('heading', { level: 1, name: 'Voice Contract Invitation' });
      becomeBea();
      await person.click(bar().getByRole('link', { name: 'Support' }));
      await screen.findByRole('heading', { level: 1, name: 'Contact Support' });
      act(() => window.history.back());
      await screen.findByRole('heading', { level: 1, name: 'Voice Contract Invitation' });
      expect(sentTo('GET /api/agreements/remote/{agreementId}')).toHaveLength(1);
    });

    it('as an administrator reads everything anew', async () => {
      answer('GET /api/admin/stats');
      open('/admin', 'admin');
      await screen.findByText(/olive@example\.com/);
      await waitFor(() => expect(sentTo('GET /api/admin/stats')).toHaveLength(1));
      const pia = { ...boss, id: 2, username: 'Pia Lind', email: 'pia@example.com' };
      localStorage.setItem('adminUser', JSON.stringify(pia));
      localStorage.setItem('adminToken', 'token-of-pia');
      act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'adminToken' })));
      expect(await screen.findByText(/pia@example\.com/)).toBeVisible();
      await waitFor(() =>
        expect(sentTo('GET /api/admin/stats').at(-1)?.headers.authorization).toBe('Bearer token-of-pia'),
      );
    });
  });

  it.each(['{broken', 'null', '"Anna"', '{"id":"7"}', '[]'])(
    'stored as %s is forgotten without a word',
    async (userInfo) => {
      open('/nowhere');
      localStorage.setItem('userInfo', userInfo);
      localStorage.setItem('userId', '7');
      localStorage.setItem('userToken', 'x');
      act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' })));
      expect(bar().getByRole('link', { name: 'Sign In' })).toBeVisible();
      for (const key of ['userToken', 'userInfo', 'userId']) expect(localStorage.getItem(key)).toBeNull();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      await screen.findByRole('heading', { level: 1 });
    },
  );
});

describe('an address that nothing answers to', () => {
  it('says so in the words of the specification', async () => {
    open('/nowhere');
    expect(
      await screen.findByText("The page you're looking for doesn't exist or you may need to log in again."),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    await expectAccessible();
  });

  it('loads the page anew', async () => {
    const { person } = open('/nowhere');
    await person.click(await screen.findByRole('button', { name: 'Refresh Page' }));
    expect(loadedPages()).toEqual(['reload']);
  });

  it('forgets the session and leads to the login page', async () => {
    answer('POST /api/auth/logout');
    const { person } = open('/nowhere', 'user');
    await person.click(await screen.findByRole('button', { name: 'Try Login Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    for (const key of ['userToken', 'userInfo', 'userId']) expect(localStorage.getItem(key)).toBeNull();
    // Its cookie opens recordings until the server has ended it.
    expect(sentTo('POST /api/auth/logout')).toHaveLength(1);
  });

  it('tells the server of no session where there is none', async () => {
    const { person } = open('/nowhere');
    await person.click(await screen.findByRole('button', { name: 'Try Login Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    expect(sentTo('POST /api/auth/logout')).toEqual([]);
  });
});

describe('an error that nothing else caught', () => {
  /** An answer of a shape that no screen expects. */
  function breakReceipts(): void {
    answer('GET /api/user/receipts', () => JSON.parse('[null]'));
    answer('POST /api/page-errors');
    expectComplaint(/Cannot (read|destructure)|null/);
  }

  it('has a screen of its own, and is told to the server', async () => {
    breakReceipts();
    open('/receipts', 'user');
    expect(await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    expect(
      screen.getByText(
        'We encountered an unexpected error. This has been logged and our team will investigate.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    await waitFor(() => expect(sentTo('POST /api/page-errors')).toHaveLength(1));
    expect(sentTo('POST /api/page-errors')[0]?.body).toMatchObject({
      page: '/receipts',
      message: expect.stringContaining('null'),
      stack: expect.stringContaining('Error'),
    });
  });

  it('is tried again', async () => {
    breakReceipts();
    const { person } = open('/receipts', 'user');
    const again = await screen.findByRole('button', { name: 'Try Again' });
    answer('GET /api/user/receipts', []);
    await person.click(again);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(loadedPages()).toEqual([]);
  });

  it('stays behind when somebody goes elsewhere', async () => {
    breakReceipts();
    const { person } = open('/receipts', 'user');
    await screen.findByRole('heading', { level: 1, name: 'Something went wrong' });
    await person.click(bar().getByRole('link', { name: 'Support' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Contact Support' })).toBeVisible();
  });
});

describe('around the screens', () => {
  function online(isOnline: boolean): void {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
    act(() => window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  }

  afterEach(() => {
    online(true);
    Reflect.deleteProperty(navigator, 'onLine');
    act(() => publishWaiting({ count: 0, unseen: 0, isSending: false }));
  });

  it('says that there is no network, and what is safe', async () => {
    open('/login');
    await screen.findByRole('heading', { level: 1 });
    online(false);
    expect(screen.getByText('You are offline. What you recorded stays on this device.')).toBeVisible();
    online(true);
    expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  });

  it.each([
    [1, false, '1 recording waits to be sent.', 'You are offline. 1 recording waits to be sent.'],
    [3, false, '3 recordings wait to be sent.', 'You are offline. 3 recordings wait to be sent.'],
    [1, true, 'Sending 1 recording from before.', 'You are offline. 1 recording waits to be sent.'],
    [2, true, 'Sending 2 recordings from before.', 'You are offline. 2 recordings wait to be sent.'],
  ])('says what still has to be sent: %i, on its way: %s', async (count, isSending, here, offline) => {
    open('/login');
    await screen.findByRole('heading', { level: 1 });
    act(() => publishWaiting({ count, unseen: count, isSending }));
    expect(screen.getByText(here)).toBeVisible();
    online(false);
    expect(screen.getByText(offline)).toBeVisible();
  });

  it('loads a page anew that the browser has kept, unless something would be lost', async () => {
    open('/login');
    await screen.findByRole('heading', { level: 1 });
    showAgain({ isKept: false });
    const forget = noteLoss('memory');
    showAgain({ isKept: true });
    expect(loadedPages()).toEqual([]);
    forget();
    showAgain({ isKept: true });
    expect(loadedPages()).toEqual(['reload']);
  });

  it('changes the colours and remembers them', async () => {
    const { person } = open('/login');
    await screen.findByRole('heading', { level: 1 });
    await person.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await person.click(screen.getByRole('radio', { name: 'As on this device' }));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('changes the language by loading the page again', async () => {
    const { person } = open('/login');
    await screen.findByRole('heading', { level: 1 });
    await person.click(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'Español' }));
    await waitFor(() => expect(loadedPages()).toEqual(['reload']));
    expect(document.cookie).toContain('lang=es');
  });

  it('keeps the language while something would be lost', async () => {
    const { person } = open('/login');
    await screen.findByRole('heading', { level: 1 });
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    await person.click(within(screen.getByRole('contentinfo')).getByRole('button', { name: 'Español' }));
    window.removeEventListener('beforeunload', warn);
    await toasted(
      'Not now',
      'Something is being recorded or sent. Finish that first, then change the language.',
    );
    expect(loadedPages()).toEqual([]);
  });

  it('shows one message at a time, each for five seconds', async () => {
    const { person } = open('/login');
    await screen.findByRole('heading', { level: 1 });
    const ask = () => screen.getByRole('button', { name: 'Forgot password?' }).click();
    act(ask);
    await toasted('Email Required', 'Please enter your email address first');
    await fill(person, 'Email', 'anna@example.com');
    refuse('POST /api/auth/forgot-password', 503, 'unavailable', 'Please try again later.');
    jest.useFakeTimers();
    await act(async () => ask());
    await toasted('Error', 'Please try again later.');
    expect(screen.queryByText('Email Required')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(4900));
    expect(screen.getByText('Please try again later.')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(101));
    expect(screen.queryByText('Please try again later.')).not.toBeInTheDocument();
  });

  it('moves the focus to the heading of a new screen', async () => {
    const { person } = open('/login');
    await screen.findByRole('heading', { level: 1 });
    await person.click(bar().getByRole('link', { name: 'Sign Up' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Create Account' })).toHaveFocus(),
    );
  });
});

describe('terms, privacy, refunds and who runs this', () => {
  const complete = {
    name: 'Example Inc.',
    address: '1 Main Street',
    email: 'o@example.com',
    law: 'New York',
  };

  it.each([
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Refunds', '/refunds'],
  ])('%s name at their foot who runs this and the law that applies', async (_name, address) => {
    answer('GET /api/config', {
      ...example('GET /api/config'),
      operator: { ...complete, address: '1 Main Street\nSpringfield' },
    });
    open(address);
    const foot = within(await screen.findByRole('region', { name: 'Who runs this' }));
    expect(foot.getByText('Run by Example Inc. · 1 Main Street, Springfield · o@example.com')).toBeVisible();
    expect(foot.getByText('Law that applies: New York')).toBeVisible();
    await expectAccessible();
  });

  it.each([
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Refunds', '/refunds'],
    ['Who runs this', '/about'],
  ])(
    '%s is reached from the footer of every page, and says that it is not complete',
    async (name, address) => {
      answer('GET /api/config', {
        ...example('GET /api/config'),
        operator: { name: null, address: null, email: null, law: null },
      });
      const { person } = open('/contact');
      const footer = within(await screen.findByRole('navigation', { name: 'Footer' }));
      await person.click(footer.getByRole('link', { name }));
      expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
      expect(place()).toBe(address);
      expect(await screen.findByText('This page is not complete yet')).toBeVisible();
      await expectAccessible();
    },
  );

  it('names who was configured, and nothing as missing', async () => {
    answer('GET /api/config', { ...example('GET /api/config'), operator: complete });
    open('/about');
    expect(await screen.findByText('Example Inc.')).toBeVisible();
    expect(screen.getByText('1 Main Street')).toBeVisible();
    expect(screen.queryByText('This page is not complete yet')).not.toBeInTheDocument();
  });
});
