import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, type CallName, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { matchMedia, savedFiles } from '../../testing/browser';
import { liveSockets, tellLive } from '../../testing/live';
import { expectProblem, fill, open, place, toasted } from '../../testing/screen';
import type { AdminAgreement, AdminPayment, AdminUser } from './api';

const ID = '4207731958026614';
const SHOWN_ID = '#4207 7319 5802 6614';

const USERS = 'GET /api/admin/users';
const AGREEMENTS = 'GET /api/admin/agreements';
const PAYMENTS = 'GET /api/admin/payments';

const [someUser] = example(USERS) as [AdminUser];
const [someAgreement] = example(AGREEMENTS) as [AdminAgreement];
const [somePayment] = example(PAYMENTS) as [AdminPayment];

const user = (change: Partial<AdminUser> = {}): AdminUser => ({ ...someUser, disabledAt: null, ...change });
const agreement = (change: Partial<AdminAgreement> = {}): AdminAgreement => ({
  ...someAgreement,
  partyAName: 'Anna Miller',
  partyBName: 'Ben Carter',
  status: 'awaiting_party',
  contentDeletedAt: null,
  consents: [],
  ...change,
});
const payment = (change: Partial<AdminPayment> = {}): AdminPayment => ({
  ...somePayment,
  status: 'paid',
  ...{ refundReason: null, refundNote: null, refundedBy: null, refundedAt: null },
  ...change,
});

function openSection(section: string) {
  answer('GET /api/admin/stats');
  return open(`/admin?section=${section}`, 'admin');
}

const table = (name: string) => screen.findByRole('table', { name });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const rows = async (name: string) =>
  within(await table(name))
    .getAllByRole('row')
    .slice(1);

type Person = ReturnType<typeof open>['person'];

/** Gives the reason that each act needs, and does it. */
async function giveReason(person: Person, confirm: string, reason = ' Asked by the owner '): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await fill(person, 'Reason', reason);
  await person.click(dialog.getByRole('button', { name: confirm }));
}

describe('what needs somebody', () => {
  it('is counted above all sections, and leads to where it is dealt with', async () => {
    answer('GET /api/admin/tickets', [...example('GET /api/admin/tickets')]);
    answer('GET /api/admin/jobs', [], { headers: { 'x-next-cursor': 'more' } });
    answer(PAYMENTS, [payment({ status: 'quarantined' }), payment({ id: 'b', status: 'quarantined' })]);
    answer(USERS, []);
    openSection('users');
    const needs = within(await screen.findByRole('region', { name: 'Needs somebody' }));
    const tickets = await needs.findByRole('link', { name: '1 open ticket' });
    expect(tickets).toHaveAttribute('href', '/admin?section=tickets');
    expect(needs.getByRole('link', { name: '0+ stopped jobs' })).toBeVisible();
    expect(needs.getByRole('link', { name: '0 decisions to make' })).toHaveAttribute(
      'href',
      '/admin?section=held',
    );
    expect(needs.getByRole('link', { name: '2 payments set aside' })).toHaveAttribute(
      'href',
      '/admin?section=payments&status=quarantined',
    );
    expect(sentTo(PAYMENTS).map(({ query }) => query)).toEqual([{ limit: '50', status: 'quarantined' }]);
    expect(sentTo('GET /api/admin/held-payments').map(({ query }) => query)).toEqual([
      { limit: '50', waitsFor: 'decision' },
    ]);
    expect(needs.getByRole('link', { name: '0 dead letters' })).toBeVisible();
    expect(sentTo('GET /api/admin/tickets').map(({ query }) => query)).toEqual([
      { limit: '50', status: 'open' },
    ]);
    await expectAccessible();
  });

  it('is counted again with the list in which it is dealt with', async () => {
    answer('GET /api/admin/tickets', []);
    const { person } = openSection('tickets');
    const needs = within(await screen.findByRole('region', { name: 'Needs somebody' }));
    expect(await needs.findByRole('link', { name: '0 open tickets' })).toBeVisible();
    answer('GET /api/admin/tickets', [...example('GET /api/admin/tickets')]);
    await person.click(await screen.findByRole('button', { name: /^Refresh: / }));
    expect(await needs.findByRole('link', { name: '1 open ticket' })).toBeVisible();
  });

  it('is read again with the section that is opened', async () => {
    const waiting = example('GET /api/admin/held-payments').map((row) => ({
      ...row,
      state: 'disputed' as const,
    }));
    answer('GET /api/admin/held-payments', []);
    answer('GET /api/admin/ledger');
    answer(USERS, []);
    const { person } = openSection('users');
    const needs = within(await screen.findByRole('region', { name: 'Needs somebody' }));
    expect(await needs.findByRole('link', { name: '0 decisions to make' })).toBeVisible();
    answer('GET /api/admin/held-payments', waiting);
    await person.click(screen.getByRole('tab', { name: 'Payment protection' }));
    const table = within(await screen.findByRole('table', { name: 'Waiting for a decision' }));
    expect(table.getAllByRole('row')).toHaveLength(1 + waiting.length);
    expect(needs.getByRole('link', { name: '1 decision to make' })).toBeVisible();
  });

  it('is read again by itself, as by nobody', async () => {
    jest.useFakeTimers();
    answer('GET /api/admin/tickets', []);
    answer(USERS, []);
    openSection('users');
    const needs = within(await screen.findByRole('region', { name: 'Needs somebody' }));
    expect(await needs.findByRole('link', { name: '0 open tickets' })).toBeVisible();
    answer('GET /api/admin/tickets', [...example('GET /api/admin/tickets')]);
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(await needs.findByRole('link', { name: '1 open ticket' })).toBeVisible();
    expect(sentTo('GET /api/admin/tickets').at(-1)?.headers).toMatchObject({ 'x-unattended': '1' });
  });

  it('is counted on the tabs, from what was read for that', async () => {
    answer('GET /api/admin/tickets', [...example('GET /api/admin/tickets')]);
    answer('GET /api/admin/jobs', [...example('GET /api/admin/jobs')]);
    answer('GET /api/admin/dead-letters', [...example('GET /api/admin/dead-letters')], {
      headers: { 'x-next-cursor': 'more' },
    });
    answer(USERS, []);
    openSection('users');
    expect(await screen.findByRole('tab', { name: 'Tickets 1 waiting' })).toBeVisible();
    expect(await screen.findByRole('tab', { name: 'Jobs 2+ waiting' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Payment protection' })).toBeVisible();
    for (const list of ['tickets', 'held-payments', 'manual-transcriptions', 'jobs', 'dead-letters'] as const)
      expect(sentTo(`GET /api/admin/${list}`)).toHaveLength(1);
    await expectAccessible();
  });
});

describe('people', () => {
  it('are named, lead to their account, and are asked for once', async () => {
    answer(PAYMENTS, [
      payment({ userId: 44 }),
      payment({ id: 'b', userId: 45 }),
      payment({ id: 'c', userId: 44 }),
    ]);
    answer(USERS, [user({ id: 44, username: 'Dora Fox', email: 'dora@example.com' })]);
    openSection('payments');
    const [link] = await screen.findAllByRole('link', { name: 'Dora Fox' });
    expect(link).toHaveAttribute('href', '/admin?section=users&q=dora%40example.com');
    expect(screen.getByText('Payer: user 45')).toBeVisible();
    expect(sentTo(USERS).map(({ query }) => query.ids)).toEqual(['44,45']);
  });

  it('are found by the contract or receipt that they paid', async () => {
    answer(PAYMENTS, [payment()]);
    const { person } = openSection('payments');
    await screen.findByLabelText('Contract or receipt number');
    await fill(person, 'Contract or receipt number', 'SSC-2026');
    await waitFor(() => expect(sentTo(PAYMENTS).at(-1)?.query).toMatchObject({ q: 'SSC-2026' }));
    await person.selectOptions(screen.getByLabelText('State'), 'Paid');
    await waitFor(() => expect(sentTo(PAYMENTS).at(-1)?.query).toMatchObject({ status: 'paid' }));
  });
});

describe('the administration', () => {
  it('shows who is there, the figures and the sections', async () => {
    answer(USERS, []);
    openSection('users');
    expect(await screen.findByText('Olive Grey · olive@example.com')).toBeVisible();
    expect(await screen.findByText('$359.50')).toBeVisible();
    const figures = screen.getByText('Revenue').closest('dl');
    expect(
      within(figures as HTMLElement)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Users', '/admin?section=users'],
      ['Agreements', '/admin?section=agreements'],
      ['Revenue', '/admin?section=payments&status=paid'],
      ['Pending transactions', '/admin?section=payments&status=open'],
    ]);
    expect(figures).toHaveTextContent(
      'Users42Agreements120Revenue$359.50Active subscriptions3Pending transactions',
    );
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Users',
      'Agreements',
      'Payments',
      'Payment protection',
      'Tickets',
      'Transcripts by people',
      'Jobs',
      'System',
      'What admins did',
      'My account',
    ]);
    expect(screen.getByRole('tab', { name: 'Users' })).toHaveAttribute('aria-selected', 'true');
    expect(sentTo('GET /api/admin/stats')[0]?.headers.authorization).toBe('Bearer token-of-olive');
    expect(document.title).toBe('Users · Administration · Split Second Contract');
    await expectAccessible();
  });

  it('goes from section to section, each with an address', async () => {
    answer(USERS, []);
    answer(PAYMENTS, []);
    const { person } = openSection('users');
    await person.click(await screen.findByRole('tab', { name: 'Payments' }));
    expect(await screen.findByText('No payments yet')).toBeVisible();
    expect(place()).toBe('/admin?section=payments');
  });

  it('says that the figures could not be loaded, and tries again', async () => {
    answer(USERS, []);
    unreachable('GET /api/admin/stats');
    const { person } = open('/admin', 'admin');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The figures could not be loaded.Nothing is lost. Check your connection and try again.',
    );
    answer('GET /api/admin/stats');
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('$359.50')).toBeVisible();
  });

  it('is left for the login page', async () => {
    answer(USERS, []);
    answer('POST /api/admin/logout');
    const { person } = openSection('users');
    await person.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(place()).toBe('/admin-login'));
    await toasted('Logged out successfully', 'You have been logged out of the administration.');
    expect(sentTo('POST /api/admin/logout')[0]?.headers.authorization).toBe('Bearer token-of-olive');
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it('is asked for again with a link for who has forgotten the password', async () => {
    answer('POST /api/auth/forgot-password');
    const { person } = open('/admin-login');
    await screen.findByRole('heading', { level: 1, name: 'Admin Login' });
    await fill(person, 'Email', 'olive@');
    await person.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    expectProblem('Email', 'Please enter a valid email address');
    await fill(person, 'Email', 'olive@example.com');
    await person.click(screen.getByRole('button', { name: 'Forgot password?' }));
    await waitFor(() =>
      expect(sentTo('POST /api/auth/forgot-password').map(({ body }) => body)).toEqual([
        { email: 'olive@example.com' },
      ]),
    );
  });

  it('says when the server could not be told that it was left', async () => {
    answer(USERS, []);
    unreachable('POST /api/admin/logout');
    const { person } = openSection('users');
    await person.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(place()).toBe('/admin-login'));
    await toasted('Logged out on this device');
    expect(screen.queryByText('Logged out successfully')).not.toBeInTheDocument();
  });

  it('is over when the server knows the session no longer', async () => {
    answer(USERS, []);
    refuse('GET /api/admin/stats', 401, 'unauthenticated', 'Please sign in.');
    open('/admin', 'admin');
    await waitFor(() => expect(place()).toBe('/admin-login'));
    expect(localStorage.getItem('adminToken')).toBeNull();
  });
});

describe('each list', () => {
  it.each<[string, CallName, string, string]>([
    ['users', USERS, 'No users yet', 'People who sign up appear here.'],
    ['agreements', AGREEMENTS, 'No agreements yet', 'Recorded agreements appear here, newest first.'],
    ['payments', PAYMENTS, 'No payments yet', 'Payments appear here as soon as one is started.'],
    [
      'acts',
      'GET /api/admin/acts',
      'Nothing yet',
      'What administrators do to accounts, payments, jobs and messages appears here.',
    ],
  ])('%s loads, is empty, fails and is tried again', async (section, name, title, text) => {
    const letGo = hold(name);
    const { person } = openSection(section);
    expect(await screen.findByText('Loading', { selector: 'main [role=status] *' })).toBeInTheDocument();
    letGo([] as never);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    refuse(name, 503, 'internal', 'The service is busy.');
    await person.click(screen.getByRole('button', { name: /^Refresh: / }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This list could not be loaded.The service is busy. Nothing is lost. Please try again in a moment.',
    );
    answer(name, [] as never);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  it('shows more when there is more', async () => {
    const next = { headers: { 'x-next-cursor': 'c-2' } };
    answer(USERS, [user({ id: 2, username: 'First' })], next);
    const { person } = openSection('users');
    expect(await screen.findByText('The newest 1. There are more.')).toBeVisible();
    answer(USERS, [user({ id: 3, username: 'Second' })]);
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('2 in all.')).toBeVisible();
    expect(sentTo(USERS).map(({ query }) => query)).toEqual([
      { limit: '50' },
      { limit: '50', cursor: 'c-2' },
    ]);
    expect((await rows('Users')).map((row) => cells(row)[0])).toEqual([
      'Firstanna@example.com',
      'Secondanna@example.com',
    ]);
  });

  it('is cards on a narrow screen', async () => {
    matchMedia('(max-width: 63.99rem)');
    answer(USERS, [user()]);
    openSection('users');
    const [card] = within(await screen.findByRole('list', { name: 'Users' })).getAllByRole('listitem');
    expect(card).toHaveTextContent('Anna Miller');
    expect(card).toHaveTextContent('Usage3 contracts');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('users', () => {
  it('are listed with role, plan, usage and state', async () => {
    answer(USERS, [
      user({ subscriptionPlan: null, usageCount: 1 }),
      user({ id: 1, username: 'Olive Grey', role: 'admin' }),
      user({ id: 5, username: 'Shut Out', disabledAt: '2026-11-21T10:00:00.000Z' }),
    ]);
    openSection('users');
    const found = await rows('Users');
    expect(found.map((row) => cells(row).slice(0, 4))).toEqual([
      ['Anna Milleranna@example.com', 'user', 'Free', '1 contract'],
      ['Olive Greyanna@example.com', 'admin', 'Monthly', '3 contracts'],
      ['Shut Outanna@example.com', 'user', 'Monthly', '3 contracts'],
    ]);
    expect(found.map((row) => cells(row)[5]?.slice(0, 8))).toEqual(['Active', 'Active', 'Disabled']);
    // Nobody shuts their own account.
    expect(found.map((row) => cells(row)[6])).toEqual(['Disable', 'You', 'Enable']);
    await expectAccessible();
  });

  it('are disabled with a written reason', async () => {
    const DISABLE = 'POST /api/admin/users/{id}/disable';
    answer(USERS, [user()]);
    answer(DISABLE);
    const { person } = openSection('users');
    await person.click(await screen.findByRole('button', { name: 'Disable Anna Miller' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable Anna Miller' }));
    expect(dialog.getByText('Anna Miller · anna@example.com')).toBeVisible();
    expect(
      dialog.getByText(
        'Every session of this account ends at once, and a subscription with the month that is paid. The contracts stay as they are.',
      ),
    ).toBeVisible();
    expect(
      dialog.getByText('Your name and reason are recorded, and the owner of the account is told.'),
    ).toBeVisible();
    await giveReason(person, 'Disable', 'no');
    expectProblem('Reason', 'Please write a reason of 3 to 500 characters');
    await waitFor(() => expect(screen.getByLabelText('Reason')).toHaveFocus());
    expect(sentTo(DISABLE)).toEqual([]);
    answer(USERS, [user({ disabledAt: '2026-11-21T10:00:00.000Z' })]);
    await giveReason(person, 'Disable');
    await toasted('Account disabled', 'Anna Miller is told by email.');
    expect(sentTo(DISABLE)).toEqual([
      expect.objectContaining({ params: { id: '17' }, body: { reason: 'Asked by the owner' } }),
    ]);
    expect(await screen.findByRole('button', { name: 'Enable Anna Miller' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('are enabled again', async () => {
    const ENABLE = 'POST /api/admin/users/{id}/enable';
    answer(USERS, [user({ disabledAt: '2026-11-21T10:00:00.000Z' })]);
    answer(ENABLE);
    const { person } = openSection('users');
    await person.click(await screen.findByRole('button', { name: 'Enable Anna Miller' }));
    await giveReason(person, 'Enable');
    await toasted('Account enabled', 'Anna Miller is told by email.');
    expect(sentTo(ENABLE).map(({ body }) => body)).toEqual([{ reason: 'Asked by the owner' }]);
  });

  it('are found by name, and all of them are shown again', async () => {
    answer(USERS, ({ query }) => (query.q ? [] : [user()]));
    const { person } = openSection('users');
    await screen.findByRole('table', { name: 'Users' });
    await fill(person, 'Name or email', ' carl ');
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
    expect(screen.getByText('Try fewer letters or another state.')).toBeVisible();
    expect(place()).toBe('/admin?section=users&q=carl');
    expect(sentTo(USERS).at(-1)?.query).toEqual({ limit: '50', q: 'carl' });
    await person.click(screen.getByRole('button', { name: 'Clear search and filter' }));
    expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible();
    expect(place()).toBe('/admin?section=users');
  });
});

describe('an act that is refused', () => {
  const DISABLE = 'POST /api/admin/users/{id}/disable';

  it.each<[string, () => void, string]>([
    [
      'because it may or may not have been done',
      () => unreachable(DISABLE),
      'We cannot reach the server.It may or may not have been done. Check your connection and refresh the list first.',
    ],
    [
      'by trouble of the server',
      () => refuse(DISABLE, 503, 'internal', 'The service is busy.'),
      'The server had a problem.The service is busy. Refresh the list and look before you try again.',
    ],
    [
      'because it has changed meanwhile',
      () => refuse(DISABLE, 409, 'invalid_transition', 'This account is disabled already.'),
      'This was not done.This account is disabled already. Nothing was changed. Refresh the list to see how it stands now.',
    ],
    [
      'because of the reason',
      () =>
        refuse(DISABLE, 422, 'invalid_input', 'Please check.', {
          errors: [{ field: 'reason', message: 'reason is too short' }],
        }),
      'This was not done.reason is too short Nothing was changed.',
    ],
  ])('%s keeps the dialog and the reason', async (_why, prepare, said) => {
    prepare();
    answer(USERS, [user()]);
    const { person } = openSection('users');
    await person.click(await screen.findByRole('button', { name: 'Disable Anna Miller' }));
    await giveReason(person, 'Disable');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(said);
    expect(screen.getByLabelText('Reason')).toHaveValue(' Asked by the owner ');
    await person.click(screen.getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

/** Chooses from the menu of the contract's row. */
async function choose(person: Person, item: string): Promise<void> {
  await person.click(await screen.findByRole('button', { name: `More for ${SHOWN_ID}` }));
  await person.click(await screen.findByRole('menuitem', { name: item }));
}

describe('agreements', () => {
  it('are listed with parties, state, terms and what may be done', async () => {
    answer(AGREEMENTS, [
      agreement(),
      agreement({
        agreementId: '1',
        status: 'cancelled',
        ownerId: null,
        amount: null,
        hasAudioRecording: false,
      }),
      agreement({ agreementId: '2', status: 'completed', contentDeletedAt: '2026-11-21T10:00:00.000Z' }),
      agreement({ agreementId: '3', status: 'pending', paidAt: null }),
    ]);
    openSection('agreements');
    const found = await rows('Agreements');
    expect(found.map((row) => cells(row).slice(0, 3))).toEqual([
      [
        `Anna Miller ↔ Ben CarterCar sale · 0:20 · Nov 21, 2026${SHOWN_ID}Owner: user 1`,
        'Awaiting Other Party',
        'Split Second Contract$250.00',
      ],
      [
        'Anna Miller ↔ Ben CarterCar sale · 0:20 · Nov 21, 2026#1No owner yet',
        'Cancelled',
        'Split Second Contract',
      ],
      [
        'Anna Miller ↔ Ben CarterCar sale · 0:20 · Nov 21, 2026#2Owner: user 1',
        'Completed',
        'Split Second Contract$250.00',
      ],
      [
        'Anna Miller ↔ Ben CarterCar sale · 0:20 · Nov 21, 2026#3Owner: user 1',
        'Awaiting Payment',
        'Split Second Contract$250.00',
      ],
    ]);
    expect(
      found.map((row) =>
        within(row)
          .getAllByRole('button')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([['Log', ''], ['Log'], ['Log'], ['Log', '']]);
    await expectAccessible();
    expect(cells(found[2] as HTMLElement)[4]).toBe('Content deleted');
    expect(cells(found[3] as HTMLElement)[4]).toMatch(/Not paid$/);
  });

  it('have the rest of what may be done in a menu, also by keyboard', async () => {
    answer(AGREEMENTS, [agreement(), agreement({ agreementId: '3', status: 'pending', paidAt: null })]);
    const { person } = openSection('agreements');
    await person.click(await screen.findByRole('button', { name: 'More for #3' }));
    const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items()).toEqual(['Download audio', 'Extend access']);
    await person.keyboard('{Escape}');
    const button = screen.getByRole('button', { name: `More for ${SHOWN_ID}` });
    button.focus();
    await person.keyboard('{Enter}');
    expect(items()).toEqual(['Download audio', 'Extend access', 'Cancel contract']);
    await person.keyboard('{End}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Cancel contract' })).toHaveFocus());
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Cancel contract' })).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('are found by number and state', async () => {
    answer(AGREEMENTS, [agreement()]);
    const { person } = openSection(`agreements&q=%23${SHOWN_ID.slice(1)}&status=pending`);
    await table('Agreements');
    expect(sentTo(AGREEMENTS)[0]?.query).toEqual({ limit: '50', q: ID, status: 'pending' });
    await person.selectOptions(screen.getByLabelText('State'), 'Completed');
    await waitFor(() =>
      expect(sentTo(AGREEMENTS).at(-1)?.query).toEqual({ limit: '50', q: ID, status: 'completed' }),
    );
  });

  it('are heard only with a reason, as a file named by the contract', async () => {
    const AUDIO = 'GET /api/admin/download-audio/{agreementId}';
    const sound = new Blob(['sound'], { type: 'audio/webm' });
    answer(AUDIO, sound);
    answer(AGREEMENTS, [agreement()]);
    const { person } = openSection('agreements');
    await choose(person, 'Download audio');
    expect(
      await screen.findByText('This is private speech. You receive the recording as a WebM file.'),
    ).toBeVisible();
    expect(
      screen.getByText('Your name and reason go into the log of the contract, and its owner is told.'),
    ).toBeVisible();
    await giveReason(person, 'Download audio');
    await toasted('Download Started', 'Its owner is told by email.');
    expect(sentTo(AUDIO).map(({ query, params }) => ({ query, params }))).toEqual([
      { query: { reason: 'Asked by the owner' }, params: { agreementId: ID } },
    ]);
    expect(savedFiles().map(({ name, blob }) => [name, blob])).toEqual([[`${ID}_recording.webm`, sound]]);
  });

  it('say in the words of the specification that a download failed', async () => {
    refuse('GET /api/admin/download-audio/{agreementId}', 404, 'not_found', 'Not found.');
    answer(AGREEMENTS, [agreement()]);
    const { person } = openSection('agreements');
    await choose(person, 'Download audio');
    await giveReason(person, 'Download audio');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Download FailedFailed to download audio file. Not found. Nothing was changed.',
    );
    expect(savedFiles()).toEqual([]);
  });

  it('are extended by 1 to 365 days', async () => {
    const EXTEND = 'POST /api/admin/agreements/{agreementId}/extend';
    answer(EXTEND);
    answer(AGREEMENTS, [agreement()]);
    const { person } = openSection('agreements');
    await choose(person, 'Extend access');
    expect(await screen.findByText(/^Recording and transcript are kept until Nov 21, 2026, /)).toBeVisible();
    expect(screen.getByLabelText('Days to add')).toHaveValue('30');
    for (const wrong of ['0', '366', '1.5', '']) {
      await fill(person, 'Days to add', wrong);
      await giveReason(person, 'Extend access');
      expectProblem('Days to add', 'Please enter whole days from 1 to 365');
    }
    expect(sentTo(EXTEND)).toEqual([]);
    await fill(person, 'Days to add', '90');
    await giveReason(person, 'Extend access');
    await toasted('Access extended', 'Its owner is told by email.');
    expect(sentTo(EXTEND).map(({ body }) => body)).toEqual([
      { reason: 'Asked by the owner', days: 90, from: agreement().expiresAt },
    ]);
  });

  it('are cancelled', async () => {
    const CANCEL = 'POST /api/admin/agreements/{agreementId}/cancel';
    answer(CANCEL);
    answer(AGREEMENTS, [agreement({ title: 'Honda Civic' })]);
    const { person } = openSection('agreements');
    await choose(person, 'Cancel contract');
    expect(await screen.findByText(`${SHOWN_ID} · Honda Civic`)).toBeVisible();
    expect(
      await screen.findByText('The contract ends for both parties. This cannot be taken back.'),
    ).toBeVisible();
    await giveReason(person, 'Cancel contract');
    await toasted('Contract cancelled', 'Its owner is told by email.');
    expect(sentTo(CANCEL).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { agreementId: ID }, body: { reason: 'Asked by the owner' } },
    ]);
    await waitFor(() => expect(sentTo(AGREEMENTS).length).toBeGreaterThan(1));
  });

  it('are as they are now, by live events', async () => {
    answer(AGREEMENTS, [agreement()]);
    openSection('agreements');
    await table('Agreements');
    await waitFor(() => expect(liveSockets().map(({ auth }) => auth)).toEqual([{ token: 'token-of-olive' }]));
    tellLive({ agreementId: ID, status: 'processing', stage: 'transcribing', percent: 40 });
    const [row] = await rows('Agreements');
    expect(cells(row as HTMLElement)[1]).toBe('ProcessingTranscribing 40%');
  });
});

describe('the log of a contract', () => {
  const EVENTS = 'GET /api/agreements/{agreementId}/events';
  const MAILS = 'GET /api/admin/mails';

  it('shows what happened, from where, and the emails', async () => {
    answer(AGREEMENTS, [agreement()]);
    answer(EVENTS);
    answer(MAILS, [
      ...example(MAILS),
      {
        key: 'k',
        template: 'invitation',
        recipient: 'partyB',
        status: 'bounced',
        sentAt: null,
        lastError: 'No such user',
      },
    ]);
    const { person } = openSection('agreements');
    await person.click(await screen.findByRole('button', { name: `Log of ${SHOWN_ID}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Log of ${SHOWN_ID}` }));
    expect(await dialog.findByText('from 203.0.113.7 · Mozilla/5.0')).toBeVisible();
    expect(await dialog.findByText('Recording and transcript')).toBeVisible();
    expect(dialog.getByText('Bounced')).toBeVisible();
    expect(dialog.getByText('No such user')).toBeVisible();
    expect(dialog.getByText('Not sent')).toBeVisible();
    expect(sentTo(EVENTS)[0]?.headers.authorization).toBe('Bearer token-of-olive');
    expect(sentTo(MAILS)[0]?.query).toEqual({ agreementId: ID });
  });

  it('says what is empty and what could not be read', async () => {
    answer(AGREEMENTS, [agreement()]);
    answer(EVENTS, []);
    unreachable(MAILS);
    const { person } = openSection('agreements');
    await person.click(await screen.findByRole('button', { name: `Log of ${SHOWN_ID}` }));
    expect(await screen.findByText('No entries yet.')).toBeVisible();
    expect(await screen.findByText('The emails could not be loaded.')).toBeVisible();
    answer(MAILS, []);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No email was sent about this contract.')).toBeVisible();
  });
});

describe('who acted, in the log of a contract', () => {
  it('has a name', async () => {
    const [event] = example('GET /api/agreements/{agreementId}/events');
    if (!event) throw new Error('no example');
    const by = (seq: number, actor: string, type: string) => ({
      ...event,
      seq,
      actor,
      type,
      detail: {} as never,
    });
    answer('GET /api/agreements/{agreementId}/events', [
      by(1, 'visitor', 'recorded'),
      by(2, 'user:1', 'claimed'),
      by(3, 'party-b', 'consented'),
      by(4, 'user:44', 'held-payment'),
      by(5, 'admin:3', 'admin-cancelled'),
      by(6, 'payments', 'paid'),
    ]);
    answer('GET /api/admin/mails', []);
    answer(AGREEMENTS, [agreement()]);
    answer(USERS, [user({ id: 44, username: 'Dora Fox', email: 'dora@example.com' })]);
    const { person } = openSection('agreements');
    await person.click(await screen.findByRole('button', { name: `Log of ${SHOWN_ID}` }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('link', { name: 'Dora Fox' })).toBeVisible();
    const said = dialog
      .getAllByText((_, element) => element?.tagName === 'SPAN' && /^· /.test(element.textContent ?? ''))
      .map(({ textContent }) => textContent);
    expect(said).toEqual([
      '· Anna Miller, before signing in',
      '· Anna Miller',
      '· Ben Carter',
      '· The buyer: Dora Fox',
      '· Support: user 3',
      '· By the system',
    ]);
    await expectAccessible();
  });
});

describe('payments', () => {
  it('are listed with what they were for', async () => {
    answer(PAYMENTS, [
      payment(),
      payment({
        id: 'p-2',
        purpose: 'manual_transcription',
        status: 'quarantined',
        receiptNumber: null,
        amountCents: 200,
      }),
      payment({ id: 'p-3', status: 'refunding' }),
    ]);
    openSection('payments');
    const found = await rows('Payments');
    expect(found.map((row) => cells(row).slice(0, 4))).toEqual([
      ['ContractReceipt SSC-2026-000042 · Payer: user 17', SHOWN_ID, '$5.00', 'Paid'],
      ['Transcript by a personNo receipt · Payer: user 17', SHOWN_ID, '$2.00', 'Set aside'],
      ['ContractReceipt SSC-2026-000042 · Payer: user 17', SHOWN_ID, '$5.00', 'Being refunded'],
    ]);
    expect(screen.getAllByRole('button', { name: /^Refund payment/ })).toHaveLength(1);
    expect(screen.getAllByRole('link', { name: `Find contract ${SHOWN_ID}` })[0]).toHaveAttribute(
      'href',
      `/admin?section=agreements&q=${ID}`,
    );
  });

  it('say who has refunded them by hand, and when the money was back', async () => {
    const refundedAt = '2026-11-24T10:00:00.000Z';
    answer(PAYMENTS, [
      payment({ id: 'p-1', status: 'refunded', refundedBy: 44, refundedAt }),
      payment({ id: 'p-2', status: 'refunding', refundedBy: 45 }),
      payment({ id: 'p-3', status: 'refunded', refundedAt }),
    ]);
    answer(USERS, [user({ id: 44, username: 'Dora Fox', email: 'dora@example.com', role: 'admin' })]);
    openSection('payments');
    expect(await screen.findByRole('link', { name: 'Dora Fox' })).toBeVisible();
    expect((await rows('Payments')).map((row) => cells(row)[3])).toEqual([
      expect.stringMatching(/^RefundedNov 24, 2026.*Refund started by: Dora Fox$/),
      'Being refundedRefund started by: user 45',
      expect.stringMatching(/^RefundedNov 24, 2026(?!.*started by)/),
    ]);
    await expectAccessible();
  });

  it('say which deal each was for, asked for once', async () => {
    const [deal] = example('GET /api/admin/agreements');
    if (!deal) throw new Error('no example');
    const title = 'Honda Civic';
    answer('GET /api/admin/agreements', [{ ...deal, agreementId: ID, title, amount: '2000.00' }]);
    answer(PAYMENTS, [payment(), payment({ id: 'p-2' })]);
    openSection('payments');
    expect(await screen.findAllByText(/^Honda Civic · \$2,000\.00/)).toHaveLength(2);
    expect(sentTo('GET /api/admin/agreements').map(({ query }) => query)).toEqual([
      { limit: '100', ids: ID },
    ]);
    await expectAccessible();
  });

  it('are refunded with a reason', async () => {
    const REFUND = 'POST /api/admin/payments/{id}/refund';
    answer(REFUND);
    answer(PAYMENTS, [payment()]);
    const { person } = openSection('payments');
    await person.click(await screen.findByRole('button', { name: 'Refund payment SSC-2026-000042' }));
    expect(
      await screen.findByText('$5.00 goes back to the card it was paid with. This cannot be taken back.'),
    ).toBeVisible();
    expect(
      screen.getByText(/are kept with the payment. Your reason is mailed to those it concerns/),
    ).toBeVisible();
    answer(PAYMENTS, [payment({ status: 'refunded' })]);
    await giveReason(person, 'Refund');
    await toasted('Refund started', 'The person who paid is told by email.');
    expect(sentTo(REFUND).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10' }, body: { reason: 'Asked by the owner' } },
    ]);
    expect(await screen.findByText('Refunded', { selector: 'span' })).toBeVisible();
    await waitFor(() => expect(sentTo('GET /api/admin/stats').length).toBe(2));
  });
});

describe('what administrators did', () => {
  it('is listed with who, why and about what', async () => {
    const [act] = example('GET /api/admin/acts');
    if (!act) throw new Error('no example');
    answer('GET /api/admin/acts', [
      act,
      { ...act, id: 205, act: 'job-retried', subject: `agreement:${ID}` },
      { ...act, id: 206, act: 'job-retried', subject: 'transcription.transcribe-recording:0193f5c2' },
    ]);
    openSection('acts');
    const found = await rows('What admins did');
    expect(found.map((row) => cells(row).slice(0, 3))).toEqual([
      ['Disabled an accountuser 17', 'Administrator (1)', 'Asked by the owner, ticket T-100001'],
      [`Retried a job${SHOWN_ID}`, 'Administrator (1)', 'Asked by the owner, ticket T-100001'],
      [
        'Retried a jobTranscripts · Write a transcript',
        'Administrator (1)',
        'Asked by the owner, ticket T-100001',
      ],
    ]);
  });
});
