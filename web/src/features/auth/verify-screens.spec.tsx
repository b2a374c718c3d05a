import { screen, waitFor, within } from '@testing-library/react';
import { startSession } from '../../lib/session/session';
import { answer, example, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { anna, open, place } from '../../testing/screen';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.findByRole('button', { name });

describe('the link that confirms an address', () => {
  const LINK = '/verify-address?token=verify-1';

  it('is followed by a person, and stays out of the address bar', async () => {
    const { person } = open(LINK);
    await heading('Confirm Your Address');
    expect(place()).toBe('/verify-address');
    // Programs that look at mails open the page, too: that alone confirms nothing.
    expect(sentTo('POST /api/auth/verify-address')).toEqual([]);
    await expectAccessible();
    answer('POST /api/auth/verify-address', { email: 'anna@example.com' });
    await person.click(await button('Confirm This Address'));
    await heading('Your address is confirmed');
    expect(screen.getByText('anna@example.com is the address of your account.')).toBeVisible();
    expect(sentTo('POST /api/auth/verify-address')[0]?.body).toEqual({ token: 'verify-1' });
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
    await expectAccessible();
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
    const { person } = open(LINK);
    refuse('POST /api/auth/verify-address', status, code, 'No.');
    await person.click(await button('Confirm This Address'));
    await heading(title);
    await expectAccessible();
  });

  it('can be tried again when the server cannot be reached', async () => {
    const { person } = open(LINK);
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
