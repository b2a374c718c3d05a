import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { AgreementView } from '../../lib/api/api-types';
import { rememberPaid } from '../../lib/session/pending-checkout';
import { readPending, rememberPending } from '../../lib/session/pending-notes';
import { endSession } from '../../lib/session/session';
import { AGREEMENT_ID, agreement, answerDashboard, contracts } from '../../testing/agreements';
import { answer, hold, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { loadedPages, matchMedia } from '../../testing/browser';
import { liveSockets, tellLive } from '../../testing/live';
import { expectProblem, fill, open, place, toasted } from '../../testing/screen';

const LATER = '2099-11-22T10:05:00.000Z';

async function dashboard(...agreements: AgreementView[]) {
  answerDashboard(...agreements);
  const { person } = open('/dashboard', 'user');
  await screen.findByRole('heading', { level: 1, name: 'Welcome back, Anna Miller' });
  if (agreements.length > 0) await screen.findAllByRole('button', { name: /^View contract/ });
  return person;
}

const rows = () => screen.queryAllByRole('row').slice(1);
const row = () => within(rows()[0] as HTMLElement);
const names = (box = row()) => box.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

async function choose(person: UserEvent, name: string): Promise<void> {
  await person.click(row().getByRole('button', { name: /^More for the contract with/ }));
  await person.click(await screen.findByRole('menuitem', { name }));
}

const pressIn = async (person: UserEvent, dialog: string, name: string) =>
  person.click(within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name }));

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
    expect(timeline.getByRole('status')).toHaveTextContent('Loading');
    expect(screen.queryByText('No contracts yet')).not.toBeInTheDocument();
    letGo([contracts.completed]);
    expect(await screen.findByRole('table')).toBeVisible();
    expect(timeline.queryByRole('status')).not.toBeInTheDocument();
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
    await person.click(await screen.findByRole('button', { name: 'Awaiting (0)' }));
    expect(await screen.findByText('Nothing here right now.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });
});

describe('a contract in the list', () => {
  const ID = '#4207 7319 5802 6614';
  const VIEW = `View contract ${ID}`;
  const SHARE = `Share contract ${ID}`;
  const MORE = 'More for the contract with Ben Carter';

  it.each<[string, AgreementView, string, string[]]>([
    [
      'pending',
      contracts.pending,
      'Awaiting Payment',
      [VIEW, SHARE, `Resend the payment link of contract ${ID}`, MORE],
    ],
    ['awaiting_party', contracts.awaiting, 'Awaiting Other Party', [VIEW, SHARE, 'Remind Ben Carter', MORE]],
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
    ['pending', contracts.pending, ['Record Again', 'Cancel']],
    ['awaiting_party', contracts.awaiting, ['Payment protection', 'Correct address', 'Cancel']],
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
    [{ stage: 'failed', percent: 0 }, 'Transcription paused'],
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
    expect(await screen.findByRole('alert')).toHaveTextContent('This contract could not be opened');
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
    await person.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(rows()).toHaveLength(8));
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

  it('has no search while it is short', async () => {
    await dashboard(...many.slice(0, 7));
    expect(screen.queryByLabelText('Search your contracts')).not.toBeInTheDocument();
  });
});

describe('a contract that was just paid', () => {
  const panel = () => screen.findByRole('region', { name: 'Paid. It is safe.' });

  it('opens the dashboard: names, amount, fingerprint, who gets the proof, how far it is', async () => {
    rememberPaid(AGREEMENT_ID);
    const person = await dashboard(
      agreement({ kind: 'car', durationSeconds: 11, transcript: { stage: 'transcribing', percent: 46 } }),
    );
    const box = within(await panel());
    expect(box.getByText('Anna Miller ↔ Ben Carter')).toBeVisible();
    expect(box.getByText(/^Car sale · \$250\.00 · 0:11 · Nov 21, 2026$/)).toBeVisible();
    expect(box.getByText(/^Paid Nov 21, 2026.*Fingerprint/)).toBeVisible();
    expect(
      box.getByText('When it is sealed, both get the proof by email: anna@example.com and ben@example.com.'),
    ).toBeVisible();
    expect(box.getByText('Transcribing 46%')).toHaveRole('status');
    expect(box.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', '/receipts');
    await expectAccessible();
    await person.click(box.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText('Paid. It is safe.')).not.toBeInTheDocument();
  });

  it('says that party B is asked first where the two are apart', async () => {
    rememberPaid(AGREEMENT_ID);
    await dashboard(contracts.awaiting);
    expect(
      within(await panel()).getByText(
        /^Ben Carter is asked by email now: ben@example\.com\. When they have agreed/,
      ),
    ).toBeVisible();
  });

  it('is not there for a payment that has not arrived', async () => {
    rememberPaid(AGREEMENT_ID);
    await dashboard(contracts.pending);
    expect(screen.queryByText('Paid. It is safe.')).not.toBeInTheDocument();
  });
});

describe('a contract that came to nothing', () => {
  const declined = agreement({
    ...contracts.cancelled,
    statusReason: 'declined',
    paidAt: '2026-11-21T10:00:00.000Z',
  });
  const words = 'We keep your $5: it pays for your next contract, if you make it by Dec 23, 2026.';

  it('says in the row, above the list and in its viewer what became of the money', async () => {
    answer('GET /api/user/credits', [
      { agreementId: AGREEMENT_ID, amountCents: 500, currency: 'usd', expiresAt: '2026-12-23T10:00:00.000Z' },
    ]);
    answer('GET /api/agreements/{agreementId}/events', []);
    answer('GET /api/agreements/{agreementId}/transcript');
    const person = await dashboard(declined);
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
    expect(row().getByText(words)).toBeVisible();
    await person.click(row().getByRole('button', { name: /^View contract/ }));
    const viewer = within(await screen.findByRole('dialog', { name: 'Voice Contract Viewer' }));
    expect(viewer.getByText(words)).toBeVisible();
  });

  it('says nothing where the credit is used, and asks nothing where nothing was paid', async () => {
    answer('GET /api/user/credits', []);
    await dashboard(declined, agreement({ ...contracts.pending, agreementId: '1111222233334444' }));
    await waitFor(() => expect(sentTo('GET /api/user/credits').length).toBeGreaterThan(0));
    expect(screen.queryByText(/it pays for your next contract/)).not.toBeInTheDocument();
  });
});

describe('a message to the other party', () => {
  it('reminds party B with a new link', async () => {
    const person = await dashboard(contracts.awaiting);
    answer('POST /api/agreements/{agreementId}/remind', {
      nextAllowedAt: LATER,
      expiresAt: '2099-12-01T08:30:00.000Z',
    });
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    await toasted(
      'Reminder sent',
      'ben@example.com has a new link that works until Dec 1, 2099, 8:30 AM UTC. The old link no longer opens.',
    );
    expect(sentTo('POST /api/agreements/{agreementId}/remind')[0]?.params).toEqual({
      agreementId: AGREEMENT_ID,
    });
    const again = row().getByRole('button', { name: 'Remind Ben Carter' });
    expect(again).toHaveAttribute('aria-disabled', 'true');
    expect(again).toHaveAccessibleDescription('You can send again from Nov 22, 2099, 10:05 AM UTC');
    await person.click(again);
    expect(sentTo('POST /api/agreements/{agreementId}/remind')).toHaveLength(1);
  });

  it('is said in the row: to whom, whether it was opened, and until when', async () => {
    await dashboard(contracts.awaiting);
    expect(row().getByText('Sent to ben@example.com, not opened. Works until Dec 5, 2026.')).toBeVisible();
  });

  it('sends party A the link to finish and pay', async () => {
    const person = await dashboard(contracts.pending);
    expect(row().getByRole('button', { name: /^Resend/ })).toHaveAttribute(
      'title',
      'Mails you the link to pay',
    );
    answer('POST /api/agreements/{agreementId}/resend', { nextAllowedAt: LATER });
    await person.click(row().getByRole('button', { name: /^Resend/ }));
    await toasted('Link sent', 'The link to finish and pay was sent to anna@example.com.');
    expect(row().getByRole('button', { name: /^Resend/ })).toHaveAttribute('aria-disabled', 'true');
  });

  it('is busy on its way', async () => {
    const person = await dashboard(contracts.awaiting);
    hold('POST /api/agreements/{agreementId}/remind');
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    expect(row().getByRole('button', { name: 'Remind Ben Carter' })).toHaveAttribute('aria-busy', 'true');
  });

  it('waits for the planned reminder', async () => {
    const invitation = {
      ...contracts.awaiting.invitation,
      nextReminderAt: LATER,
    } as AgreementView['invitation'];
    const person = await dashboard(agreement({ ...contracts.awaiting, invitation }));
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    expect(row().getByText('You can send again from Nov 22, 2099, 10:05 AM UTC')).toBeVisible();
    expect(sentTo('POST /api/agreements/{agreementId}/remind')).toEqual([]);
  });

  it.each([
    [
      'too soon, with a time',
      429,
      'too_many_reminders',
      { nextAllowedAt: LATER },
      'A message was sent a short while ago. You can send again from Nov 22, 2099, 10:05 AM UTC.',
    ],
    ['too soon', 429, 'too_many_reminders', {}, 'A message was sent a short while ago. Please try later.'],
    ['refused', 409, 'invalid_transition', {}, 'The contract has moved on.'],
  ] as const)('that is %s says so', async (_, status, code, more, words) => {
    const person = await dashboard(contracts.awaiting);
    refuse('POST /api/agreements/{agreementId}/remind', status, code, 'The contract has moved on.', {
      ...more,
    });
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    await toasted('Not sent', words);
  });

  it('that cannot be sent says so', async () => {
    const person = await dashboard(contracts.awaiting);
    unreachable('POST /api/agreements/{agreementId}/remind');
    await person.click(row().getByRole('button', { name: 'Remind Ben Carter' }));
    await toasted('Not sent', 'The message could not be sent. Please try again.');
  });
});

describe('cancelling a contract', () => {
  const TITLE = 'Cancel this contract';

  it.each<[AgreementView, string, string]>([
    [
      contracts.pending,
      'Nobody pays, and party B hears nothing. This cannot be undone.',
      'Up to 500 characters. It is kept in the log.',
    ],
    [
      contracts.awaiting,
      'The link of Ben Carter stops working and they are told. This cannot be undone.',
      'Up to 500 characters. Ben Carter may read it.',
    ],
  ])('says what happens', async (one, words, hint) => {
    const person = await dashboard(one);
    await choose(person, 'Cancel');
    const dialog = within(await screen.findByRole('dialog', { name: TITLE }));
    expect(dialog.getByText(words)).toBeVisible();
    expect(dialog.getByText(hint)).toBeVisible();
    await expectAccessible();
    await person.click(dialog.getByRole('button', { name: 'Keep Contract' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sentTo('POST /api/agreements/{agreementId}/cancel')).toEqual([]);
  });

  it('sends the reason and shows that it is over', async () => {
    const person = await dashboard(contracts.awaiting);
    answer('POST /api/agreements/{agreementId}/cancel', contracts.cancelled);
    await choose(person, 'Cancel');
    await screen.findByRole('dialog', { name: TITLE });
    await fill(person, 'Reason', ' We agreed otherwise. ');
    const asked = sentTo('GET /api/users/{id}/stats').length;
    await pressIn(person, TITLE, 'Cancel Contract');
    await toasted('Contract cancelled');
    expect(sentTo('POST /api/agreements/{agreementId}/cancel')[0]).toMatchObject({
      params: { agreementId: AGREEMENT_ID },
      body: { reason: 'We agreed otherwise.' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Cancelled by party A')).toBeVisible();
    await waitFor(() => expect(sentTo('GET /api/users/{id}/stats').length).toBeGreaterThan(asked));
  });

  it('ends its note on this device, and no other', async () => {
    const note = { planType: 'split-second-contract', claimToken: null };
    rememberPending({ ...note, agreementId: '1111222233334444' });
    rememberPending({ ...note, agreementId: AGREEMENT_ID });
    const person = await dashboard(contracts.pending);
    answer('POST /api/agreements/{agreementId}/cancel', contracts.cancelled);
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    await toasted('Contract cancelled');
    expect(readPending(AGREEMENT_ID)).toBeNull();
    expect(readPending()).toMatchObject({ agreementId: '1111222233334444' });
  });

  it('that is refused keeps its note', async () => {
    rememberPending({ agreementId: AGREEMENT_ID, planType: 'split-second-contract', claimToken: null });
    const person = await dashboard(contracts.pending);
    refuse('POST /api/agreements/{agreementId}/cancel', 409, 'invalid_transition', 'No.');
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeVisible();
    expect(readPending(AGREEMENT_ID)).not.toBeNull();
  });

  it('sends no reason where none is given', async () => {
    const person = await dashboard(contracts.pending);
    answer('POST /api/agreements/{agreementId}/cancel', contracts.cancelled);
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    await toasted('Contract cancelled');
    expect(sentTo('POST /api/agreements/{agreementId}/cancel')[0]?.body).toEqual({});
  });

  it('takes a reason of 500 characters at most', async () => {
    const person = await dashboard(contracts.pending);
    await choose(person, 'Cancel');
    await screen.findByRole('dialog', { name: TITLE });
    await fill(person, 'Reason', 'x'.repeat(501));
    expectProblem('Reason', 'Please keep it under 500 characters');
    await pressIn(person, TITLE, 'Cancel Contract');
    expect(sentTo('POST /api/agreements/{agreementId}/cancel')).toEqual([]);
  });

  it.each([
    [
      'in the words of the server',
      () =>
        refuse(
          'POST /api/agreements/{agreementId}/cancel',
          409,
          'invalid_transition',
          'It is sealed already.',
        ),
      'It is sealed already.',
    ],
    [
      'when it cannot be reached',
      () => unreachable('POST /api/agreements/{agreementId}/cancel'),
      'The contract could not be cancelled. Please try again.',
    ],
  ])('says why not, %s', async (_, fail, words) => {
    const person = await dashboard(contracts.pending);
    fail();
    await choose(person, 'Cancel');
    await pressIn(person, TITLE, 'Cancel Contract');
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('dialog', { name: TITLE })).toBeVisible();
  });
});

describe('correcting the address of an invitation', () => {
  const TITLE = 'Correct the address';
  const LABEL = 'Email of Ben Carter';

  async function dialog(): Promise<UserEvent> {
    const person = await dashboard(contracts.awaiting);
    await choose(person, 'Correct address');
    await screen.findByRole('dialog', { name: TITLE });
    return person;
  }

  it('begins with the address as it is', async () => {
    await dialog();
    expect(screen.getByLabelText(LABEL)).toHaveValue('ben@example.com');
    expect(
      screen.getByText(
        'Ben Carter has not opened the invitation yet. A new link goes to the new address; the old link stops working.',
      ),
    ).toBeVisible();
    await expectAccessible();
  });

  it.each([
    ['ben@', 'Please enter a valid email address'],
    ['Ben@Example.com', 'This is the address it was sent to already'],
    ['ANNA@example.com', 'This is your own address in this contract'],
  ])('does not take %s', async (address, problem) => {
    const person = await dialog();
    await fill(person, LABEL, address);
    await pressIn(person, TITLE, 'Send to This Address');
    expectProblem(LABEL, problem);
    expect(screen.getByLabelText(LABEL)).toHaveFocus();
    expect(sentTo('PATCH /api/agreements/{agreementId}/party-b')).toEqual([]);
  });

  it('sends the invitation to the new one', async () => {
    const person = await dialog();
    answer('PATCH /api/agreements/{agreementId}/party-b', {
      ...contracts.awaiting,
      partyBEmail: 'ben@example.org',
    });
    await fill(person, LABEL, ' ben@example.org ');
    await pressIn(person, TITLE, 'Send to This Address');
    await toasted('Invitation sent', 'A new link went to ben@example.org.');
    expect(sentTo('PATCH /api/agreements/{agreementId}/party-b')[0]).toMatchObject({
      params: { agreementId: AGREEMENT_ID },
      body: { email: 'ben@example.org' },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it.each([
    [
      409,
      'invitation_opened',
      'x',
      'The invitation was opened in the meantime, so its address can no longer be changed.',
    ],
    [409, 'invalid_transition', 'It is over.', 'It is over.'],
  ] as const)('says why not: %i %s', async (status, code, sentence, words) => {
    const person = await dialog();
    refuse('PATCH /api/agreements/{agreementId}/party-b', status, code, sentence);
    await fill(person, LABEL, 'ben@example.org');
    await pressIn(person, TITLE, 'Send to This Address');
    expect(await screen.findByText(words)).toBeVisible();
  });
});

describe('live events on the dashboard', () => {
  it('are heard with the token of the session, and no longer when the screen is left', async () => {
    const person = await dashboard(contracts.processing);
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    expect(liveSockets()[0]?.auth).toEqual({ token: 'token-of-anna' });
    await person.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Support' }),
    );
    await screen.findByRole('heading', { level: 1, name: 'Contact Support' });
    expect(liveSockets()).toHaveLength(0);
  });

  it('show at once what they tell, then what the server says', async () => {
    await dashboard(agreement({ transcript: { stage: 'queued', percent: 0 } }));
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    const asked = sentTo('GET /api/users/{id}/agreements').length;
    tellLive({ agreementId: AGREEMENT_ID, stage: 'transcribing', percent: 30 });
    expect(await row().findByText('Transcribing 30%')).toBeVisible();
    answerDashboard(contracts.completed);
    tellLive({ agreementId: AGREEMENT_ID, status: 'completed', stage: 'done' });
    expect(await row().findByText('Completed')).toBeVisible();
    await waitFor(() => expect(sentTo('GET /api/users/{id}/agreements').length).toBe(asked + 1));
    expect(await screen.findByRole('button', { name: 'Completed (1)' })).toBeVisible();
  });

  it('end an invitation at once', async () => {
    await dashboard(contracts.awaiting);
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    answerDashboard(contracts.processing);
    tellLive({ agreementId: AGREEMENT_ID, status: 'processing' });
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Remind Ben Carter' })).not.toBeInTheDocument(),
    );
    await waitFor(() => expect(sentTo('GET /api/users/{id}/stats').length).toBeGreaterThan(1));
  });

  it('that were missed are asked for when there is a connection again', async () => {
    await dashboard(contracts.processing);
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    const asked = sentTo('GET /api/users/{id}/agreements').length;
    liveSockets()[0]?.emit('connect');
    await waitFor(() => expect(sentTo('GET /api/users/{id}/agreements').length).toBe(asked + 1));
    answerDashboard(contracts.completed);
    liveSockets()[0]?.emit('connect');
    expect(await row().findByText('Completed')).toBeVisible();
  });

  describe('about a contract that is further back than the list reaches', () => {
    const ONE = 'GET /api/agreements/{agreementId}';
    const further = (change: Partial<AgreementView> = {}) => agreement({ ...contracts.awaiting, ...change });
    const listed = agreement({ ...contracts.completed, agreementId: '1111222233334444' });

    async function openLinked() {
      answer('GET /api/agreements/{agreementId}/events', []);
      answer('GET /api/agreements/{agreementId}/transcript');
      answer(ONE, further());
      answerDashboard(listed);
      open(`/dashboard?contract=${AGREEMENT_ID}`, 'user');
      const viewer = within(await screen.findByRole('dialog', { name: 'Voice Contract Viewer' }));
      await waitFor(() => expect(liveSockets()).toHaveLength(1));
      return viewer;
    }

    it('are shown in its viewer, then what the server says', async () => {
      const viewer = await openLinked();
      expect(viewer.getByText('Awaiting Other Party')).toBeVisible();
      answer(ONE, further({ ...contracts.completed, partyBName: 'Ben T. Carter' }));
      tellLive({ agreementId: AGREEMENT_ID, status: 'processing', stage: 'transcribing', percent: 30 });
      expect(await viewer.findByText('Transcribing 30%')).toBeVisible();
      expect(await viewer.findByText('Ben T. Carter', { selector: '.font-serif' })).toBeVisible();
      expect(sentTo(ONE)).toHaveLength(2);
    });

    it('that were missed are asked for when there is a connection again', async () => {
      const viewer = await openLinked();
      liveSockets()[0]?.emit('connect');
      await waitFor(() => expect(sentTo(ONE)).toHaveLength(2));
      answer(ONE, contracts.completed);
      liveSockets()[0]?.emit('connect');
      expect(await viewer.findByText('Completed')).toBeVisible();
      expect(sentTo(ONE)).toHaveLength(3);
    });

    it('leave it open when the server cannot be asked again', async () => {
      await openLinked();
      unreachable(ONE);
      tellLive({ agreementId: AGREEMENT_ID, status: 'processing' });
      await waitFor(() => expect(sentTo(ONE)).toHaveLength(2));
      expect(screen.queryByText('This contract could not be opened')).not.toBeInTheDocument();
      expect(screen.getByRole('dialog', { name: 'Voice Contract Viewer' })).toBeVisible();
    });

    it('move on what is said of a payment a moment ago', async () => {
      rememberPaid(AGREEMENT_ID);
      answer(ONE, contracts.processing);
      await dashboard(listed);
      const panel = within(await screen.findByRole('region', { name: 'Paid. It is safe.' }));
      await waitFor(() => expect(liveSockets()).toHaveLength(1));
      tellLive({ agreementId: AGREEMENT_ID, stage: 'transcribing', percent: 77 });
      expect(await panel.findByText('Transcribing 77%')).toBeVisible();
    });

    it('about another one leave it as it is', async () => {
      const viewer = await openLinked();
      tellLive({ agreementId: listed.agreementId, status: 'cancelled' });
      await waitFor(() => expect(sentTo('GET /api/users/{id}/agreements').length).toBe(2));
      expect(viewer.getByText('Awaiting Other Party')).toBeVisible();
      expect(sentTo(ONE)).toHaveLength(1);
    });
  });

  it('are asked for again after a refusal, unless the session is over', async () => {
    await dashboard(contracts.processing);
    await waitFor(() => expect(liveSockets()).toHaveLength(1));
    const [socket] = liveSockets();
    if (!socket) throw new Error('no connection');
    socket.active = false;
    socket.emit('connect_error', { message: 'unauthenticated' });
    socket.emit('connect_error', { message: 'unavailable' });
    await waitFor(() => expect(socket.connects).toBe(1), { timeout: 10_000 });
  });
});

describe('open payments on the dashboard', () => {
  const payment = (
    agreementId: string,
    type: 'contract' | 'manual_transcription' | 'held_payment',
    amount: number,
  ) => ({
    agreementId,
    type,
    amount,
    description: `Voice contract ${agreementId.slice(0, 4)}`,
  });

  async function withPayments(...pendingPayments: ReturnType<typeof payment>[]) {
    answerDashboard();
    answer('GET /api/user/pending-payments', { pendingPayments });
    open('/dashboard', 'user');
    return within(await screen.findByRole('region', { name: 'Open payments' }));
  }

  it('lead to where each is paid', async () => {
    const card = await withPayments(
      payment('1111111111111111', 'contract', 5),
      payment('2222222222222222', 'manual_transcription', 2),
      payment('3333333333333333', 'held_payment', 80.5),
    );
    expect(card.getByText('3 payments wait for you.')).toBeVisible();
    const links = card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Pay $5.00', '/checkout?agreementId=1111111111111111'],
      ['Pay $2.00', '/checkout?service=manual-transcription&agreementId=2222222222222222'],
      ['Pay $80.50', '/escrow?agreementId=3333333333333333'],
    ]);
    expect(
      card.getByRole('link', { name: 'Pay $5.00 for Voice contract 1111 #1111 1111 1111 1111' }),
    ).toBeVisible();
  });

  it('say which deal each is for', async () => {
    answerDashboard();
    answer('GET /api/user/pending-payments', {
      pendingPayments: [payment('3333333333333333', 'held_payment', 80.5)],
      deals: [
        {
          ...{ agreementId: '3333333333333333', partyAName: 'Anna Miller', partyBName: 'Ben Carter' },
          ...{ kind: 'car', title: 'Honda Civic', amount: '2000.00', currency: 'USD', durationSeconds: 11 },
          createdAt: '2026-11-23T12:00:00.000Z',
        },
      ],
    });
    open('/dashboard', 'user');
    const card = within(await screen.findByRole('region', { name: 'Open payments' }));
    expect(card.getByText('Anna Miller ↔ Ben Carter')).toBeVisible();
    expect(card.getByText('Honda Civic · $2,000.00 · 0:11 · Nov 23, 2026')).toBeVisible();
    await expectAccessible();
  });

  it('are three at most, and all at the checkout', async () => {
    const card = await withPayments(...[1, 2, 3, 4].map((n) => payment(String(n).repeat(16), 'contract', 5)));
    expect(card.getAllByRole('listitem')).toHaveLength(3);
    expect(card.getByRole('link', { name: 'Show all' })).toHaveAttribute('href', '/checkout');
  });

  it('say so where it is one', async () => {
    const card = await withPayments(payment('1111111111111111', 'contract', 5));
    expect(card.getByText('One payment waits for you.')).toBeVisible();
  });

  it('are nothing to speak of where there are none', async () => {
    await dashboard();
    await act(async () => undefined);
    expect(screen.queryByRole('region', { name: 'Open payments' })).not.toBeInTheDocument();
  });
});
