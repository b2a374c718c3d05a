import { act, screen, waitFor, within } from '@testing-library/react';
import type { AgreementView } from '../../lib/api/api-types';
import { rememberPending } from '../../lib/session/pending-notes';
import { endSession } from '../../lib/session/session';
import { AGREEMENT_ID, agreement, answerDashboard, contracts } from '../../testing/agreements';
import { answer, hold, refuse, sentTo } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages, matchMedia } from '../../testing/browser';
import { choose, dashboard, LATER, names, row, rows } from '../../testing/dashboard-screen';
import { fill, open, place } from '../../testing/screen';

describe('recordings that are saved and not paid', () => {
  const FIRST = { agreementId: '1111222233334444', planType: 'split-second-contract', claimToken: 'c-1' };
  const SECOND = { agreementId: '5555666677778888', planType: 'split-second-contract', claimToken: 'c-2' };
  const BOTH = { partyAName: 'Anna Miller', partyBName: 'Ben Carter', userId: 17 };
  const card = async () => within(await screen.findByRole('region', { name: 'Saved, not paid yet' }));
  const hidden = () => expect(screen.queryByText('Saved, not paid yet')).not.toBeInTheDocument();

  it('have a way to their payment where no account lists them, also as an earlier version noted them', async () => {
    localStorage.setItem('pendingAgreementId', FIRST.agreementId);
    localStorage.setItem('pendingPlanType', FIRST.planType);
    await dashboard();
    const link = (await card()).getByRole('link', { name: 'Finish and Pay: Contract #1111 2222 3333 4444' });
    expect(link).toHaveAttribute('href', '/checkout?agreementId=1111222233334444&plan=split-second-contract');
    expect((await card()).getByText('Not paid yet – it is deleted after 30 days')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No contracts yet' })).toBeVisible();
  });

  it('are all there, with the names of both and the day', async () => {
    rememberPending({ ...FIRST, ...BOTH, savedAt: new Date().toISOString() });
    rememberPending({ ...SECOND, ...BOTH, partyBName: 'Ida Okoye' });
    await dashboard(contracts.completed);
    const links = (await card()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
      'Finish and Pay: Anna Miller ↔ Ida Okoye #5555 6666 7777 8888',
      'Finish and Pay: Anna Miller ↔ Ben Carter #1111 2222 3333 4444',
    ]);
    expect((await card()).getByText(/^[A-Z].* \d{4} · #1111 2222 3333 4444$/)).toBeVisible();
    await expectAccessible();
  });

  it('appear while the dashboard is open', async () => {
    await dashboard();
    await screen.findByText('No contracts yet');
    hidden();
    act(() => rememberPending({ ...FIRST, ...BOTH }));
    expect((await card()).getByText('Anna Miller ↔ Ben Carter')).toBeVisible();
  });

  it('are a row of the list once they have been sent in the background', async () => {
    await dashboard();
    await screen.findByText('No contracts yet');
    answerDashboard(contracts.pending);
    const payment = { type: 'contract' as const, amount: 5, description: 'x', agreementId: AGREEMENT_ID };
    answer('GET /api/user/pending-payments', { pendingPayments: [payment] });
    act(() => rememberPending({ ...FIRST, ...BOTH, agreementId: AGREEMENT_ID }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'All (1)' })).toBeVisible();
    await waitFor(hidden);
    await waitFor(() => expect(sentTo('GET /api/user/pending-payments')).toHaveLength(2));
    expect(screen.queryByRole('region', { name: 'Open payments' })).not.toBeInTheDocument();
  });

  it('have the list asked for once each, where it does not have them even then', async () => {
    await dashboard();
    await screen.findByText('No contracts yet');
    const asked = () => sentTo('GET /api/users/{id}/agreements').length;
    act(() => rememberPending({ ...FIRST, ...BOTH }));
    await waitFor(() => expect(asked()).toBe(2));
    act(() => rememberPending({ ...SECOND, ...BOTH, userId: 18 }));
    act(() => rememberPending({ ...SECOND, ...BOTH }));
    await waitFor(() => expect(asked()).toBe(3));
    await card();
    await act(async () => undefined);
    expect(asked()).toBe(3);
  });

  it('are not shown a second time where the account has them', async () => {
    rememberPending({ ...FIRST, agreementId: AGREEMENT_ID });
    rememberPending(SECOND);
    rememberPending(FIRST);
    answerDashboard(contracts.pending);
    const payment = { type: 'contract' as const, amount: 5, description: 'x' };
    answer('GET /api/user/pending-payments', {
      pendingPayments: [{ ...payment, agreementId: SECOND.agreementId }],
    });
    open('/dashboard', 'user');
    await screen.findByRole('region', { name: 'Open payments' });
    expect((await card()).getByRole('link')).toHaveAccessibleName(/#1111 2222 3333 4444$/);
  });

  it('are one row and nothing else where the account had them at once', async () => {
    rememberPending({ ...FIRST, ...BOTH, agreementId: AGREEMENT_ID });
    answerDashboard(contracts.pending);
    const payment = { type: 'contract' as const, amount: 5, description: 'x', agreementId: AGREEMENT_ID };
    answer('GET /api/user/pending-payments', { pendingPayments: [payment] });
    open('/dashboard', 'user');
    await waitFor(() => expect(rows()).toHaveLength(1));
    hidden();
    expect(screen.queryByRole('region', { name: 'Open payments' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'All (1)' })).toBeVisible();
  });

  it('of somebody else are not shown', async () => {
    rememberPending({ ...FIRST, ...BOTH, userId: 18 });
    rememberPending(SECOND);
    await dashboard();
    expect((await card()).getByRole('link')).toHaveAccessibleName(/#5555 6666 7777 8888$/);
  });

  it('lose their names when somebody signs out', async () => {
    rememberPending({ ...FIRST, ...BOTH });
    endSession();
    expect(JSON.stringify(localStorage)).not.toContain('Ben Carter');
    await dashboard();
    expect((await card()).getByText('Contract')).toBeVisible();
  });

  it('are shown as long as they are kept', async () => {
    rememberPending({ ...FIRST, savedAt: new Date(Date.now() - 31 * 24 * 3_600_000).toISOString() });
    rememberPending(SECOND);
    await dashboard();
    expect((await card()).getByRole('link')).toHaveAccessibleName(/#5555 6666 7777 8888$/);
  });

  it.each(['{', 'null', '[null, {"agreementId": 7}]', '"x"'])(
    'are none where the note is damaged: %s',
    async (note) => {
      localStorage.setItem('pendingCheckouts', note);
      localStorage.setItem('pendingParties', note);
      rememberPending(SECOND);
      await dashboard();
      expect((await card()).getByRole('link')).toHaveAccessibleName(/#5555 6666 7777 8888$/);
    },
  );

  it('are forgotten by those who say so, by keys alone', async () => {
    rememberPending(FIRST);
    rememberPending(SECOND);
    const person = await dashboard();
    const forget = async (id: string) => {
      (await card()).getByRole('button', { name: `Forget: Contract ${id}` }).focus();
      await person.keyboard('{Enter}');
      const question = await screen.findByRole('alertdialog');
      expect(question).toHaveAccessibleName('Forget this contract on this device?');
      return within(question);
    };
    await forget('#5555 6666 7777 8888');
    await person.keyboard('{Escape}');
    expect((await card()).getAllByRole('link')).toHaveLength(2);
    (await forget('#5555 6666 7777 8888')).getByRole('button', { name: 'Forget Contract' }).focus();
    await person.keyboard('{Enter}');
    expect((await card()).getAllByRole('link')).toHaveLength(1);
    await waitFor(() => expect(screen.getByText('Saved, not paid yet')).toHaveFocus());
    expect(localStorage.getItem('pendingAgreementId')).toBe(FIRST.agreementId);
    (await forget('#1111 2222 3333 4444')).getByRole('button', { name: 'Forget Contract' }).focus();
    await person.keyboard('{Enter}');
    await waitFor(hidden);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(localStorage.getItem('pendingAgreementId')).toBeNull();
  });
});

describe('the dashboard', () => {
  it('greets, shows the address and leads to profile, receipts and a new contract', async () => {
    await dashboard(contracts.completed);
    expect(screen.getByText('anna@example.com')).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Profile Settings' })).toHaveAttribute('href', '/profile');
    expect(main.getByRole('link', { name: 'Receipts' })).toHaveAttribute('href', '/receipts');
    expect(main.getByRole('link', { name: '+ Create New Contract' })).toHaveAttribute(
      'href',
      '/record-voice-deal',
    );
    expect(screen.getByRole('heading', { name: 'Contracts Timeline' })).toBeVisible();
    await expectAccessible();
  });

  it('shows placeholders while it loads', async () => {
    answerDashboard();
    const letGo = hold('GET /api/users/{id}/agreements');
    open('/dashboard', 'user');
    const timeline = within(await screen.findByRole('region', { name: 'Contracts Timeline' }));
    expect(timeline.getByText(/^Loading/).closest('[role=status]')).toBeVisible();
    expect(screen.queryByText('No contracts yet')).not.toBeInTheDocument();
    letGo([contracts.completed]);
    expect(await screen.findByRole('table')).toBeVisible();
    expect(timeline.queryByText(/^Loading/)).not.toBeInTheDocument();
  });

  it('says that there is nothing yet, and how to begin', async () => {
    await dashboard();
    expect(await screen.findByRole('heading', { name: 'No contracts yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create First Contract' })).toHaveAttribute(
      'href',
      '/record-voice-deal',
    );
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('says that the list could not be loaded, what is safe, and tries again', async () => {
    answerDashboard();
    refuse('GET /api/users/{id}/agreements', 503, 'unavailable', 'Later.');
    const { person } = open('/dashboard', 'user');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Your contracts could not be loaded.');
    expect(alert).toHaveTextContent('They are safe on our server. Check your connection and try again.');
    answer('GET /api/users/{id}/agreements', [contracts.completed]);
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('table')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('filters although the figures could not be loaded', async () => {
    answerDashboard(contracts.completed);
    refuse('GET /api/users/{id}/stats', 503, 'unavailable', 'Later.');
    open('/dashboard', 'user');
    expect(await screen.findByRole('button', { name: /^–\s?Contracts Created$/ })).toBeVisible();
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('has the columns of the specification', async () => {
    await dashboard(agreement({ ...contracts.completed, planType: 'basic' }));
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Date',
      'Type',
      'Parties',
      'Status',
      'Actions',
    ]);
    const [date, type, parties, status] = row().getAllByRole('cell');
    expect(date).toHaveTextContent('Nov 21, 2026');
    expect(type).toHaveTextContent('Basic#4207 7319 5802 6614');
    expect(parties).toHaveTextContent('Anna Miller ↔ Ben Carter');
    expect(status).toHaveTextContent('Completed');
  });

  it('is a list with the same content on a phone', async () => {
    matchMedia('(max-width: 71.99rem)');
    await dashboard(contracts.pending);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    const [card] = within(screen.getByRole('region', { name: 'Contracts Timeline' })).getAllByRole(
      'listitem',
    );
    expect(card).toHaveTextContent('Anna Miller ↔ Ben Carter');
    expect(card).toHaveTextContent('#4207 7319 5802 6614');
    expect(card).toHaveTextContent('Awaiting Payment');
  });

  it('shows more when there is more', async () => {
    answerDashboard();
    answer('GET /api/users/{id}/agreements', [contracts.completed], {
      headers: { 'x-next-cursor': 'next-1' },
    });
    const { person } = open('/dashboard', 'user');
    const more = await screen.findByRole('button', { name: 'Show more' });
    answer('GET /api/users/{id}/agreements', [
      agreement({ agreementId: '1111222233334444', partyBName: 'Carla' }),
    ]);
    await person.click(more);
    expect(await screen.findByText('Anna Miller ↔ Carla')).toBeVisible();
    expect(rows()).toHaveLength(2);
    expect(sentTo('GET /api/users/{id}/agreements').map(({ query }) => query)).toEqual([
      { limit: '50' },
      { limit: '50', cursor: 'next-1' },
    ]);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('looks further by itself for what a filter asks for', async () => {
    answerDashboard();
    answer('GET /api/users/{id}/agreements', [contracts.completed], {
      headers: { 'x-next-cursor': 'next-1' },
    });
    const { person } = open('/dashboard', 'user');
    await screen.findByRole('button', { name: 'Show more' });
    answer('GET /api/users/{id}/agreements', [
      agreement({ ...contracts.awaiting, agreementId: '1111222233334444' }),
    ]);
    await person.click(screen.getByRole('button', { name: /^Awaiting/ }));
    expect(await screen.findByText('Awaiting Other Party')).toBeVisible();
  });

  it('looks further by itself until all are there that the button of a filter counts', async () => {
    const waiting = (agreementId: string) => agreement({ ...contracts.awaiting, agreementId });
    const [first, last] = [waiting('1111222233334444'), waiting('5555666677778888')];
    // As its button counts them.
    answerDashboard(first, last);
    const LIST = 'GET /api/users/{id}/agreements';
    answer(LIST, [first], { headers: { 'x-next-cursor': 'next-1' } });
    const { person } = open('/dashboard', 'user');
    await screen.findByRole('button', { name: 'Show more' });
    const second = () => {
      answer(LIST, [last]);
      return [contracts.completed];
    };
    answer(LIST, second, { headers: { 'x-next-cursor': 'next-2' } });
    await person.click(screen.getByRole('button', { name: 'Awaiting (2)' }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });
});

describe('the filters of the dashboard', () => {
  const all = [
    contracts.pending,
    agreement({ agreementId: '1111111111111111', status: 'processing' }),
    agreement({ ...contracts.awaiting, agreementId: '2222222222222222' }),
    agreement({ ...contracts.completed, agreementId: '3333333333333333' }),
    agreement({ ...contracts.cancelled, agreementId: '4444444444444444' }),
  ];
  const shown = () => rows().map((one) => /#(\d{4})/.exec(one.textContent ?? '')?.[1]);

  it.each([
    ['Contracts Created', 5, 'All (5)', ['4207', '1111', '2222', '3333', '4444']],
    ['Recordings in Progress', 2, 'In Progress (2)', ['4207', '1111']],
    ['Pending Sign-Offs', 1, 'Awaiting (1)', ['2222']],
    ['Completed', 1, 'Completed (1)', ['3333']],
  ])('the card %s (%i) and the button %s show the same contracts', async (card, count, button, expected) => {
    const person = await dashboard(...all);
    await person.click(await screen.findByRole('button', { name: new RegExp(`^${count}\\s?${card}$`) }));
    await waitFor(() => expect(shown()).toEqual(expected));
    expect(screen.getByRole('button', { name: button })).toHaveAttribute('aria-pressed', 'true');
    await person.click(screen.getByRole('button', { name: 'All (5)' }));
    await waitFor(() => expect(shown()).toHaveLength(5));
    await person.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(shown()).toEqual(expected));
  });

  it('say when there is nothing in them', async () => {
    const person = await dashboard(contracts.completed);
    const empty = await screen.findByRole('button', { name: 'Awaiting (0)' });
    // It is there before its first words, or they would not be read out.
    const places = screen.getAllByRole('status');
    await person.click(empty);
    const none = await screen.findByText('Nothing here right now.');
    expect(none).toBeVisible();
    expect(places).toContain(none.closest('[role=status]'));
    await person.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(screen.getByRole('heading', { name: 'Contracts Timeline' })).toHaveFocus();
  });
});

describe('a contract in the list', () => {
  const ID = '#4207 7319 5802 6614';
  const VIEW = `View contract ${ID}`;
  const SHARE = `Share contract ${ID}`;
  const CORRECT = 'Correct address of Ben Carter';
  const MORE = 'More for the contract with Ben Carter';

  it.each<[string, AgreementView, string, string[]]>([
    [
      'pending',
      contracts.pending,
      'Awaiting Payment',
      // What is rarely done with it is in the menu, so that the row is one line.
      [VIEW, MORE],
    ],
    [
      'awaiting_party',
      contracts.awaiting,
      'Awaiting Other Party',
      [CORRECT, VIEW, SHARE, 'Remind Ben Carter', MORE],
    ],
    ['processing', contracts.processing, 'Processing', [VIEW, SHARE, MORE]],
    ['completed', contracts.completed, 'Completed', [VIEW, SHARE, MORE]],
    ['cancelled', contracts.cancelled, 'Cancelled', [VIEW, SHARE]],
  ])('that is %s says so and offers what can be done', async (_, one, words, actions) => {
    await dashboard(one);
    expect(row().getByText(words)).toBeVisible();
    expect(names()).toEqual(actions);
    expect(
      row()
        .queryAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(one.status === 'pending' ? ['Complete Payment'] : []);
  });

  it.each<[string, AgreementView, string[]]>([
    ['pending', contracts.pending, ['Share', 'ResendMails you the link to pay', 'Record Again', 'Cancel']],
    ['awaiting_party', contracts.awaiting, ['Payment protection', 'Cancel']],
    [
      'awaiting_party and opened',
      agreement({
        status: 'awaiting_party',
        invitation: { issuedAt: LATER, expiresAt: LATER, openedAt: LATER, nextReminderAt: null },
      } as Partial<AgreementView>),
      ['Payment protection', 'Cancel'],
    ],
    ['completed', contracts.completed, ['Payment protection']],
    [
      'completed with a held payment',
      agreement({ ...contracts.completed, escrowStatus: 'held' }),
      ['Payment protection'],
    ],
  ])('that is %s has more in its menu', async (_, one, items) => {
    const person = await dashboard(one);
    await person.click(row().getByRole('button', { name: MORE }));
    await screen.findByRole('menu');
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
  });

  it.each<[string | null, string]>([
    ['declined', 'Ben Carter declined'],
    ['no_answer', 'Ben Carter did not answer in time'],
    ['by_creator', 'Cancelled by party A'],
    ['by_admin', 'Cancelled by our support'],
    ['unpaid_expired', 'Not paid within 30 days'],
  ])('cancelled because of %s says why', async (statusReason, words) => {
    await dashboard(agreement({ ...contracts.cancelled, statusReason } as Partial<AgreementView>));
    expect(row().getByText(words)).toBeVisible();
  });

  it.each([
    [{ stage: 'queued', percent: 0 }, 'Queued'],
    [{ stage: 'preparing', percent: 0 }, 'Preparing audio'],
    [{ stage: 'transcribing', percent: 41.6 }, 'Transcribing 42%'],
    [{ stage: 'sealing', percent: 100 }, 'Sealing'],
    [{ stage: 'failed', percent: 0 }, 'Transcription paused: open the contract to see how it can go on'],
  ] as const)('says how far its transcript is: %j', async (state, words) => {
    await dashboard(agreement({ transcript: { ...state } }));
    expect(row().getByText(words)).toBeVisible();
  });

  it.each([
    ['requires_onboarding', 'Waiting for the seller'],
    ['requires_payment', 'Not paid yet'],
    ['held', 'Payment held'],
    ['release_due', 'Time to check'],
    ['releasing', 'Being released'],
    ['released', 'Released'],
    ['refunding', 'Going back'],
    ['refunded', 'Sent back'],
    ['disputed', 'Payment stopped'],
    ['resolving', 'Decision carried out'],
    ['resolved', 'Decided'],
    ['charged_back', 'Taken back by the bank'],
    ['failed', 'Closed unpaid'],
  ])('says how its held payment stands: %s', async (escrowStatus, words) => {
    await dashboard(agreement({ ...contracts.completed, escrowStatus } as Partial<AgreementView>));
    expect(row().getByText(words)).toBeVisible();
  });

  it('of the pro plan whose payment is held can be released, within 24 hours', async () => {
    await dashboard(agreement({ ...contracts.completed, planType: 'pro', escrowStatus: 'held' }));
    const link = row().getByRole('link', { name: `Release Escrow of contract ${ID}` });
    expect(link).toHaveAttribute('href', `/escrow?agreementId=${AGREEMENT_ID}&release=1`);
    expect(link).toHaveAccessibleDescription('Funds release within 24 hours.');
  });

  it('of the pro plan whose payment is held is the buyer’s to release, not of the owner who sells', async () => {
    const held = { planType: 'pro', escrowStatus: 'held', isEscrowBuyer: false } as const;
    await dashboard(agreement({ ...contracts.completed, ...held }));
    expect(row().getByText('Payment held')).toBeVisible();
    expect(screen.queryByText('Release Escrow')).not.toBeInTheDocument();
  });

  it.each([
    ['standard', 'held'],
    ['pro', 'released'],
    ['pro', null],
  ] as const)('of the plan %s whose payment is %s cannot be released', async (planType, escrowStatus) => {
    await dashboard(agreement({ ...contracts.completed, planType, escrowStatus }));
    expect(screen.queryByText('Release Escrow')).not.toBeInTheDocument();
  });

  it('says that a mail came back', async () => {
    await dashboard(agreement({ ...contracts.awaiting, mailProblem: 'partyB:bounced' }));
    expect(row().getByText('An email did not arrive')).toBeVisible();
  });

  it('does not speak of mails of a contract that is cancelled', async () => {
    await dashboard(agreement({ ...contracts.cancelled, mailProblem: 'partyB:bounced' }));
    expect(screen.queryByText('An email did not arrive')).not.toBeInTheDocument();
  });

  it('is paid by a full page load', async () => {
    await dashboard(contracts.pending);
    expect(row().getByRole('link', { name: 'Complete Payment' })).toHaveAttribute(
      'href',
      `/checkout?agreementId=${AGREEMENT_ID}&plan=split-second-contract`,
    );
  });

  it('is recorded again', async () => {
    const person = await dashboard(contracts.pending);
    answer('GET /api/agreements/{agreementId}', contracts.pending);
    answer('GET /api/agreements/{agreementId}/take', undefined, { status: 202 });
    await choose(person, 'Record Again');
    await waitFor(() =>
      expect(place()).toBe(`/record?agreementId=${AGREEMENT_ID}&plan=split-second-contract`),
    );
  });

  it('is protected on a page of its own', async () => {
    const person = await dashboard(contracts.completed);
    await choose(person, 'Payment protection');
    await waitFor(() => expect(loadedPages()).toEqual([`/escrow?agreementId=${AGREEMENT_ID}`]));
  });
});

describe('the address of a contract', () => {
  const viewer = () => screen.findByRole('dialog', { name: 'Voice Contract Viewer' });

  function answerViewer(): void {
    answer('GET /api/agreements/{agreementId}/events', []);
    answer('GET /api/agreements/{agreementId}/transcript');
  }

  it('is there while it is open, opens it after a reload, and is gone with it', async () => {
    answerViewer();
    const person = await dashboard(contracts.completed);
    await person.click(row().getByRole('button', { name: /^View contract/ }));
    await viewer();
    expect(place()).toBe(`/dashboard?contract=${AGREEMENT_ID}`);
    await person.click(within(await viewer()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(place()).toBe('/dashboard');
    expect(row().getByRole('button', { name: /^View contract/ })).toHaveFocus();
  });

  it('opens it from a link, and going back leaves it', async () => {
    answerViewer();
    answerDashboard(contracts.completed);
    open(`/dashboard?contract=${AGREEMENT_ID}`, 'user');
    await viewer();
    act(() => window.history.pushState(null, '', '/dashboard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('opens one that is further back than the list reaches', async () => {
    answerViewer();
    answer(
      'GET /api/agreements/{agreementId}',
      agreement({ ...contracts.completed, partyBName: 'Cara Diaz' }),
    );
    answerDashboard(agreement({ ...contracts.completed, agreementId: '1111222233334444' }));
    open(`/dashboard?contract=${AGREEMENT_ID}`, 'user');
    expect(within(await viewer()).getByText('Cara Diaz', { selector: '.font-serif' })).toBeVisible();
  });

  it('of a contract that is somebody else’s says so', async () => {
    refuse('GET /api/agreements/{agreementId}', 404, 'agreement_not_found', 'No.');
    answerDashboard(agreement({ ...contracts.completed, agreementId: '1111222233334444' }));
    open(`/dashboard?contract=${AGREEMENT_ID}`, 'user');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This contract could not be openedIt does not exist, or it belongs to another account.',
    );
  });

  it('of a contract that could not be asked for does not say that it is gone, and asks again', async () => {
    answerViewer();
    refuse('GET /api/agreements/{agreementId}', 503, 'unavailable', 'Later.');
    answerDashboard(agreement({ ...contracts.completed, agreementId: '1111222233334444' }));
    const { person } = open(`/dashboard?contract=${AGREEMENT_ID}`, 'user');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^This contract could not be openedIt is safe on our server/);
    expect(alert).not.toHaveTextContent('does not exist');
    await expectAccessible();
    answer('GET /api/agreements/{agreementId}', contracts.completed);
    await person.click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await viewer()).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a long list', () => {
  const many = Array.from({ length: 8 }, (_, n) =>
    agreement({
      ...contracts.completed,
      agreementId: `111122223333444${n}`,
      partyBName: n === 5 ? 'José Núñez' : `Person ${n}`,
      amount: `${100 + n}.00`,
    }),
  );
  const people = () => rows().map((one) => /↔ ([\p{L} \d]+?)(?:\$|Car)/u.exec(one.textContent ?? '')?.[1]);

  it('is searched as one types, and says how many were found', async () => {
    const person = await dashboard(...many);
    await fill(person, 'Search your contracts', 'jose');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(row().getByText('Anna Miller ↔ José Núñez')).toBeVisible();
    expect(screen.getByText('1 contract found')).toHaveRole('status');
    await fill(person, 'Search your contracts', 'nobody');
    expect(await screen.findByText('Nothing found for “nobody”.')).toBeVisible();
    // How many were found is read out already.
    expect(screen.getByText('Nothing found for “nobody”.').closest('[role=status]')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(rows()).toHaveLength(8));
    expect(screen.getByRole('heading', { name: 'Contracts Timeline' })).toHaveFocus();
    await expectAccessible();
  });

  it('is put in another order', async () => {
    const person = await dashboard(...many);
    await person.selectOptions(screen.getByLabelText('Order'), 'Amount');
    await waitFor(() => expect(people()[0]).toBe('Person 7'));
  });

  it('shows and finds what a contract is about', async () => {
    const titled = agreement({ agreementId: '4207731958026999', title: 'Honda Civic' });
    const person = await dashboard(...many, titled);
    await fill(person, 'Search your contracts', 'honda');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(row().getByText(/^Honda Civic · /)).toBeVisible();
  });

  it('is fetched whole when somebody is about to search, and drawn page by page', async () => {
    const sixty = Array.from({ length: 60 }, (_, n) =>
      agreement({ agreementId: String(1111222233330000 + n), partyBName: `Person ${n}` }),
    );
    answerDashboard();
    answer('GET /api/users/{id}/agreements', sixty.slice(0, 50), {
      headers: { 'x-next-cursor': 'next-1' },
    });
    const { person } = open('/dashboard', 'user');
    const search = await screen.findByLabelText('Search your contracts');
    answer('GET /api/users/{id}/agreements', sixty.slice(50));
    await person.click(search);
    await waitFor(() => expect(sentTo('GET /api/users/{id}/agreements')).toHaveLength(2));
    await person.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(rows()).toHaveLength(60));
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    await fill(person, 'Search your contracts', 'Person 59');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(sentTo('GET /api/users/{id}/agreements')).toHaveLength(2);
  });

  it('draws a screenful first of what a search finds only among the rows that are still to come', async () => {
    const hundred = Array.from({ length: 100 }, (_, n) =>
      agreement({ agreementId: String(1111222233330000 + n), partyBName: n < 50 ? 'Near' : 'Far' }),
    );
    answerDashboard();
    answer('GET /api/users/{id}/agreements', hundred.slice(0, 50), {
      headers: { 'x-next-cursor': 'next-1' },
    });
    const { person } = open('/dashboard', 'user');
    const search = await screen.findByLabelText('Search your contracts');
    const arrive = hold('GET /api/users/{id}/agreements');
    await person.click(search);
    await fill(person, 'Search your contracts', 'far');
    await waitFor(() => expect(rows()).toHaveLength(0));
    const drawn: number[] = [];
    const watch = new MutationObserver(() => drawn.push(rows().length));
    watch.observe(screen.getByRole('main'), { subtree: true, childList: true });
    arrive(hundred.slice(50));
    await waitFor(() => expect(rows()).toHaveLength(50));
    watch.disconnect();
    expect(drawn.find((count) => count > 0)).toBe(12);
  });

  it('has no search while it is short', async () => {
    await dashboard(...many.slice(0, 7));
    expect(screen.queryByLabelText('Search your contracts')).not.toBeInTheDocument();
  });
});
