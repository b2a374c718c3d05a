import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  AGREEMENTS,
  cells,
  giveReason,
  ID,
  openSection,
  PAYMENTS,
  payment,
  rows,
  SHOWN_ID,
  USERS,
  user,
} from '../../testing/admin-lists';
import { answer, type CallName, example, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { matchMedia } from '../../testing/browser';
import { expectProblem, fill, open, place, toasted } from '../../testing/screen';

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
