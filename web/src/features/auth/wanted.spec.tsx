import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { rememberPending } from '../../lib/session/pending-notes';
import { endSession } from '../../lib/session/session';
import { agreement } from '../../testing/agreements';
import { answer, example } from '../../testing/api';
import { loadedPages } from '../../testing/browser';
import { anna, fill, open, place } from '../../testing/screen';

const ID = '4207731958026614';
const CONTRACT = `/dashboard?contract=${ID}`;
const CHECKOUT = '/checkout?agreementId=1111222233334444&plan=split-second-contract';
const OTHER = { agreementId: ID, planType: 'split-second-contract', claimToken: 'c-1' };

function answerDashboard(): void {
  answer('GET /api/users/{id}/agreements', [agreement({ agreementId: ID })]);
  answer('GET /api/users/{id}/stats');
  answer('GET /api/user/pending-payments', { pendingPayments: [] });
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const main = () => within(screen.getByRole('main'));

async function signIn(person: UserEvent): Promise<void> {
  await heading('Sign In');
  await fill(person, 'Email', 'anna@example.com');
  await fill(person, 'Password', 'three brown horses');
  await person.click(main().getByRole('button', { name: 'Sign In' }));
}

async function signUp(person: UserEvent): Promise<void> {
  await heading('Create Account');
  await fill(person, 'Username', 'Anna Miller');
  await fill(person, 'Email', 'anna@example.com');
  await fill(person, 'Password', 'three brown horses');
  await fill(person, 'Confirm Password', 'three brown horses');
  await person.click(main().getByRole('button', { name: 'Create Account' }));
}

describe('what somebody wanted when the login page came instead', () => {
  beforeEach(() => {
    answer('POST /api/auth/login');
    answer('POST /api/auth/signup');
  });

  it('is opened after signing in, and Back does not lead to the login page', async () => {
    answerDashboard();
    const { person } = open('/receipts');
    answer('GET /api/user/receipts', []);
    const entries = window.history.length;
    await signIn(person);
    await waitFor(() => expect(place()).toBe('/receipts'));
    expect(window.history.length).toBe(entries);
    expect(window.history.state).toBeNull();
  });

  it('is the contract of an address that was copied from the first page of somebody signed in', async () => {
    answerDashboard();
    for (const part of ['transcript', 'outline', 'events'] as const)
      answer(`GET /api/agreements/{agreementId}/${part}`);
    const { person } = open(`/?contract=${ID}`);
    await signIn(person);
    await waitFor(() => expect(place()).toBe(CONTRACT));
    expect(await screen.findByRole('dialog', { name: 'Voice Contract Viewer' })).toBeVisible();
  });

  it('is opened after signing up by way of the login page', async () => {
    const { person } = open('/receipts');
    answer('GET /api/user/receipts', []);
    await heading('Sign In');
    await person.click(main().getByRole('link', { name: 'Sign Up' }));
    await signUp(person);
    await waitFor(() => expect(place()).toBe('/receipts'));
  });

  it('is the payment of the link, not that of another contract that waits here', async () => {
    rememberPending(OTHER);
    const { person } = open(CHECKOUT);
    await heading('Sign In');
    expect(screen.queryByText('Your recording is waiting. Sign in to finish and pay.')).toBeNull();
    await signIn(person);
    await waitFor(() => expect(loadedPages()).toEqual([CHECKOUT]));
  });

  it('is given up by whoever goes elsewhere first', async () => {
    rememberPending(OTHER);
    const { person } = open('/receipts');
    await heading('Sign In');
    await person.click(screen.getAllByRole('link', { name: 'Sign In' })[0] as HTMLElement);
    await signIn(person);
    await waitFor(() =>
      expect(loadedPages()).toEqual([`/checkout?agreementId=${ID}&plan=split-second-contract`]),
    );
  });

  it('is the contract that was open when the session ended', async () => {
    answerDashboard();
    answer('GET /api/agreements/{agreementId}/transcript');
    answer('GET /api/agreements/{agreementId}/outline');
    answer('GET /api/agreements/{agreementId}/events');
    const { person } = open(CONTRACT, 'user');
    await heading('Welcome back, Anna Miller');
    act(() => endSession());
    const { token } = example('POST /api/auth/login');
    answer('POST /api/auth/login', { token, user: anna });
    await signIn(person);
    await waitFor(() => expect(place()).toBe(CONTRACT));
  });

  it('is not opened for somebody else than who was signed in', async () => {
    answerDashboard();
    answer('GET /api/agreements/{agreementId}/transcript');
    answer('GET /api/agreements/{agreementId}/outline');
    answer('GET /api/agreements/{agreementId}/events');
    const { person } = open(CONTRACT, 'user');
    await heading('Welcome back, Anna Miller');
    act(() => endSession());
    const { token } = example('POST /api/auth/login');
    answer('POST /api/auth/login', { token, user: { ...anna, id: 99, username: 'Ben Carter' } });
    await signIn(person);
    await heading('Welcome back, Ben Carter');
    expect(place()).toBe('/');
  });

  it.each([
    'https://evil.example/',
    `${window.location.origin}.evil.example/`,
    '//evil.example/x',
    '/receipts',
    'javascript:alert(1)',
    7,
  ])('is nothing outside of this app: %s', async (wanted) => {
    answerDashboard();
    const { person } = open('/login');
    window.history.replaceState({ wanted, userId: null }, '');
    await signIn(person);
    await heading('Welcome back, Anna Miller');
    expect([place(), loadedPages()]).toEqual(['/', []]);
  });
});
