import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { User } from '../../lib/api/api-types';
import { startSession } from '../../lib/session/session';
import { answer, example, hold, refuse, refuseEnded, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { anna, fill, open, place, toasted } from '../../testing/screen';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.findByRole('button', { name });

describe('the link that confirms an address', () => {
  const LINK = '/verify-address?token=verify-1';

  it('is followed by a person, and stays out of the address bar', async () => {
    const { person } = open(LINK, 'user');
    await heading('Confirm Your Address');
    expect(place()).toBe('/verify-address');
    // Programs that look at mails open the page, too: that alone confirms nothing.
    expect(sentTo('POST /api/auth/verify-address')).toEqual([]);
    await expectAccessible();
    answer('POST /api/auth/verify-address', { email: 'anna@example.com' });
    answer('GET /api/auth/user', anna);
    await person.click(await button('Confirm This Address'));
    await heading('Your address is confirmed');
    expect(screen.getByText('anna@example.com is the address of your account.')).toBeVisible();
    expect(sentTo('POST /api/auth/verify-address')[0]?.body).toEqual({ token: 'verify-1' });
    await expectAccessible();
  });

  const signIn = async (person: UserEvent) => {
    await person.click(screen.getByRole('link', { name: 'Sign In to Confirm' }));
    await heading('Sign In');
    await fill(person, 'Email', 'anna@example.com');
    await fill(person, 'Password', 'three brown horses');
    answer('POST /api/auth/login', { token: 'token-of-anna', user: anna });
    answer('GET /api/auth/user', anna);
    await person.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign In' }));
    answer('POST /api/auth/verify-address', { email: 'anna@example.com' });
    await person.click(await button('Confirm This Address'));
    await heading('Your address is confirmed');
    expect(sentTo('POST /api/auth/verify-address').at(-1)?.body).toEqual({ token: 'verify-1' });
    expect(place()).toBe('/verify-address');
  };

  it('leads whoever is not signed in to do so, and back; or to a new password for what a stranger made', async () => {
    const { person } = open(LINK);
    await heading('Confirm Your Address');
    expect(screen.queryByRole('button', { name: 'Confirm This Address' })).not.toBeInTheDocument();
    expect(screen.getByText(/press “Forgot password\?”, and choose a new password\.$/)).toBeVisible();
    await expectAccessible();
    await signIn(person);
  });

  it('that is for another account than the one here says so, and leads to that one', async () => {
    const { person } = open(LINK, 'user');
    refuse('POST /api/auth/verify-address', 401, 'sign_in_to_confirm', 'Please sign in.');
    await person.click(await button('Confirm This Address'));
    expect(
      await screen.findByText(`You are signed in as ${anna.email}, and this link is for another account.`),
    ).toBeVisible();
    await expectAccessible();
    await signIn(person);
  });

  it('asks to sign in again where the session has ended meanwhile', async () => {
    const { person } = open(LINK, 'user');
    refuseEnded('POST /api/auth/verify-address', 401, 'sign_in_to_confirm', 'Please sign in.');
    await person.click(await button('Confirm This Address'));
    await waitFor(() => expect(screen.queryByText(/You are signed in as/)).not.toBeInTheDocument());
    expect(screen.queryByText(/for another account/)).not.toBeInTheDocument();
    await signIn(person);
  });

  it('tells this browser what the account looks like now', async () => {
    const { person } = open(LINK, 'user');
    answer('POST /api/auth/verify-address', { email: 'anna@example.org' });
    answer('GET /api/auth/user', { ...anna, email: 'anna@example.org' });
    await person.click(await button('Confirm This Address'));
    await heading('Your address is confirmed');
    await waitFor(() => expect(localStorage.getItem('userInfo')).toContain('anna@example.org'));
    expect(screen.getByRole('link', { name: 'Go to Your Contracts' })).toHaveAttribute('href', '/dashboard');
  });

  it.each([
    [410, 'link_invalid', 'This link no longer works'],
    [409, 'email_taken', 'This address belongs to another account'],
  ] as const)('that does not work any more (%s) says what is left to do', async (status, code, title) => {
    const { person } = open(LINK, 'user');
    refuse('POST /api/auth/verify-address', status, code, 'No.');
    await person.click(await button('Confirm This Address'));
    await heading(title);
    await expectAccessible();
  });

  it('can be tried again when the server cannot be reached', async () => {
    const { person } = open(LINK, 'user');
    unreachable('POST /api/auth/verify-address');
    await person.click(await button('Confirm This Address'));
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the server.');
    expect(await button('Confirm This Address')).toBeEnabled();
  });
});

describe('the dashboard of who has not confirmed their address', () => {
  const unverified = { ...anna, emailVerified: false, pendingEmail: null };

  const dashboard = () => {
    answer('GET /api/users/{id}/agreements', []);
    answer('GET /api/users/{id}/stats', example('GET /api/users/{id}/stats'));
    answer('GET /api/user/pending-payments', { pendingPayments: [] });
    const shown = open('/login', 'user');
    shown.unmount();
    startSession({ token: 'token-of-anna', user: unverified });
    window.history.replaceState(null, '', '/dashboard');
    return open('/dashboard');
  };

  it('says so, and sends the link again', async () => {
    answer('GET /api/auth/user', unverified);
    const { person } = dashboard();
    expect(await screen.findByText('Please confirm your email address')).toBeVisible();
    expect(
      screen.getByText(
        /Until you open it, mail about your contracts goes to the address that is written in each\. As the other person in a contract you cannot use this account to pay, or to be paid, with payment protection\. Everything else works\.$/,
      ),
    ).toBeVisible();
    await expectAccessible();
    answer('POST /api/auth/verify-address/resend');
    await person.click(await button('Send the Link Again'));
    expect(await screen.findByText('A new link is on its way.')).toBeVisible();
    refuse('POST /api/auth/verify-address/resend', 429, 'too_many_attempts', 'Wait.');
    await person.click(await button('Send the Link Again'));
    expect(await screen.findByText(/^We have sent several links\./)).toBeVisible();
  });

  it('stops saying so when the link was opened elsewhere', async () => {
    answer('GET /api/auth/user', anna);
    dashboard();
    await waitFor(() => expect(localStorage.getItem('userInfo')).toContain('"emailVerified":true'));
    expect(screen.queryByText('Please confirm your email address')).not.toBeInTheDocument();
  });
});

describe('an address that was confirmed in another tab', () => {
  const before: User = { ...anna, emailVerified: false, pendingEmail: null };
  const confirmed: User = { ...before, email: 'anna@example.org', emailVerified: true };

  const otherTabStores = (user: User) => {
    localStorage.setItem('userInfo', JSON.stringify(user));
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' })));
  };

  it('is not undone by an older answer', async () => {
    answer('GET /api/auth/sessions');
    const letGo = hold('GET /api/auth/user');
    open('/profile', 'user');
    await waitFor(() => expect(sentTo('GET /api/auth/user')).toHaveLength(1));
    otherTabStores(confirmed);
    answer('GET /api/auth/user', confirmed);
    letGo(before);
    expect(await screen.findByLabelText('Email')).toHaveValue('anna@example.org');
    expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(confirmed);
  });

  it('is read when the profile is looked at again; what was edited stays', async () => {
    answer('GET /api/auth/sessions');
    answer('GET /api/auth/user', before);
    const { person } = open('/profile', 'user');
    await screen.findByLabelText('Email');
    await fill(person, 'Username', 'Anna Gold');
    answer('GET /api/auth/user', confirmed);
    act(() => window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('anna@example.org'));
    expect(screen.getByLabelText('Username')).toHaveValue('Anna Gold');
  });
});

describe('a new address that waits for its link', () => {
  const WITHDRAW = 'DELETE /api/auth/profile/pending-email';
  const waiting: User = { ...anna, emailVerified: true, pendingEmail: 'ana@exmaple.com' };

  const profile = (user = waiting) => {
    answer('GET /api/auth/user', user);
    answer('GET /api/auth/sessions');
    return open('/profile', 'user');
  };

  it('is withdrawn: nothing more is said of it, here or elsewhere', async () => {
    const { person } = profile();
    await screen.findByText(/^We sent a link to ana@exmaple\.com\./);
    answer(WITHDRAW);
    answer('GET /api/auth/user', { ...waiting, pendingEmail: null });
    await person.click(await button('Withdraw New Address'));
    await toasted('New address withdrawn', 'The link we sent to ana@exmaple.com no longer works.');
    expect(sentTo(WITHDRAW)).toHaveLength(1);
    expect(screen.queryByText('Confirm your new email address')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({ pendingEmail: null });
    await expectAccessible();
  });

  it('is withdrawn right after it was asked for, and may be another one then', async () => {
    const { person } = profile({ ...waiting, pendingEmail: null });
    answer('PATCH /api/auth/profile', waiting);
    await person.click(await button('Update Profile'));
    answer(WITHDRAW);
    await person.click(await button('Withdraw New Address'));
    await waitFor(() => expect(screen.queryByText('Confirm your new email address')).not.toBeInTheDocument());
    answer('PATCH /api/auth/profile', { ...waiting, pendingEmail: 'anna@example.org' });
    await person.click(await button('Update Profile'));
    expect(await screen.findByText(/^We sent a link to anna@example\.org\./)).toBeVisible();
  });

  it('that was confirmed in the same moment is the address of the account', async () => {
    const { person } = profile();
    await button('Withdraw New Address');
    answer(WITHDRAW);
    answer('GET /api/auth/user', { ...waiting, email: 'ana@exmaple.com', pendingEmail: null });
    await person.click(await button('Withdraw New Address'));
    await waitFor(() => expect(sentTo('GET /api/auth/user')).toHaveLength(2));
    expect(screen.queryByText('Confirm your new email address')).not.toBeInTheDocument();
  });

  it.each<[string, () => void, string]>([
    ['the network is gone', () => unreachable(WITHDRAW), 'We cannot reach the server.'],
    [
      'the server fails',
      () => refuse(WITHDRAW, 503, 'unavailable', 'This part is away.'),
      'This part is away.',
    ],
  ])('stays, and can be tried again, when %s', async (_why, fail, sentence) => {
    const { person } = profile();
    await button('Withdraw New Address');
    fail();
    await person.click(await button('Withdraw New Address'));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByText('Confirm your new email address')).toBeVisible();
    answer(WITHDRAW);
    await person.click(await button('Withdraw New Address'));
    await waitFor(() => expect(screen.queryByText('Confirm your new email address')).not.toBeInTheDocument());
  });

  it('is not offered where only the first address waits', async () => {
    profile({ ...anna, emailVerified: false, pendingEmail: null });
    await button('Send the Link Again');
    expect(screen.queryByRole('button', { name: 'Withdraw New Address' })).not.toBeInTheDocument();
  });
});
