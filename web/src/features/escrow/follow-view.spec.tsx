import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, example, refuse, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { asksBeforeUnload } from '../../testing/browser';
import { fill, open, place, toasted } from '../../testing/screen';
import type { Escrow, EscrowState } from './escrow';

const ID = '4207731958026614';
const READ = 'GET /api/escrow/{agreementId}';
const SEND_LINK = 'POST /api/escrow/{agreementId}/send-link';
const HOUR_MS = 3_600_000;

const deal = {
  buyer: 'Anna Miller',
  seller: 'Ben Carter',
  kind: 'car',
  title: null,
  recordedAt: '2026-11-19T12:00:00.000Z',
  durationSeconds: 11,
} as const;

function escrowOf(change: Partial<Escrow> = {}): Escrow {
  return {
    ...example(READ),
    state: 'held',
    role: 'buyer',
    buyerParty: 'a',
    amount: 25_000,
    platformFee: 1250,
    sellerAmount: 23_750,
    buyerRefund: 0,
    holdHours: 72,
    heldAt: '2026-11-20T10:00:00.000Z',
    deliveredAt: null,
    receivedAt: null,
    releaseAt: null,
    backAt: null,
    settledAt: null,
    takeBackAt: null,
    chargeback: null,
    isContractCancelled: false,
    isContentDeleted: false,
    isChargePossible: false,
    isAccountDisabled: false,
    isBuyerUnreached: false,
    chargedBack: 0,
    isBankTaking: false,
    sentBack: 0,
    payoutsByBuyer: false,
    deal,
    actions: [],
    steps: [],
    ...change,
  };
}

/** Opens the screen of a payment, as the buyer or with the seller's mailed link. */
function follow(change: Partial<Escrow> = {}, more = '') {
  answer(READ, escrowOf(change));
  if (change.role === 'seller') return open(`/escrow?agreementId=${ID}&key=k-seller${more}`);
  return open(`/escrow?agreementId=${ID}${more}`, 'user');
}

describe('between whom a payment is', () => {
  it.each([
    ['buyer', 'You are the buyer.'],
    ['seller', 'You are the seller.'],
  ] as const)('is said first, to the %s too', async (role, sentence) => {
    follow({ role, deal });
    const card = within(await screen.findByRole('region', { name: 'Anna Miller pays Ben Carter $250.00' }));
    expect(card.getByText(`Car sale · 0:11 · Nov 19, 2026 · ${sentence}`)).toBeVisible();
    const link = card.queryByRole('link', { name: 'Hear the agreement' });
    if (role === 'seller') expect(link).toBeNull();
    else expect(link).toHaveAttribute('href', `/dashboard?contract=${ID}`);
    await expectAccessible();
  });

  it.each([
    [null, 'You are not the seller: this money is not for you.'],
    ['Anna Miller', 'You are the seller. The link in our email to you shows what you can do.'],
  ])('tells the owner, whom party B may pay, whether the money is for them: %s', async (named, sentence) => {
    follow({
      role: 'owner',
      seller: 'a***@example.test',
      deal: { ...deal, buyer: 'Ben Carter', seller: named },
    });
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('sends party B to their own mail to hear the agreement, which only its owner may open here', async () => {
    follow({ role: 'buyer', buyerParty: 'b' });
    expect(
      await screen.findByText('You can hear the agreement by the link in our emails about it.'),
    ).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Hear the agreement' })).not.toBeInTheDocument();
  });

  it('is said in the words of party A, where there are any', async () => {
    follow({ deal: { ...deal, title: 'Honda Civic' } });
    expect(await screen.findByText('Honda Civic · 0:11 · Nov 19, 2026 · You are the buyer.')).toBeVisible();
  });

  it('is left out while the agreement cannot be asked about', async () => {
    follow({ deal: null });
    await next();
    expect(screen.queryByText(/ pays /)).not.toBeInTheDocument();
  });
});

const next = async () => within(await screen.findByRole('region', { name: 'What happens next' }));

describe('a payment in each state', () => {
  const BUYER: [EscrowState, string, string][] = [
    ['held', 'Payment held', 'We hold your money. When you have what was agreed, say so here.'],
    [
      'release_due',
      'Time to check',
      'Look at what you received. If something is wrong, report it before the time is over.',
    ],
    [
      'releasing',
      'Being released',
      'The money is on its way to the seller. There is nothing left for you to do.',
    ],
    ['released', 'Released', 'The seller has been paid. This is finished.'],
    [
      'refunding',
      'Going back',
      'Your money is on its way back to you. Your bank can take 5 to 10 days to show it.',
    ],
    ['refunded', 'Sent back', 'Your money was sent back to you. Your bank can take 5 to 10 days to show it.'],
    [
      'disputed',
      'Payment stopped',
      'Our support reads what both of you say, decides, and gives the reason here.',
    ],
    ['resolving', 'Decision carried out', 'The decision is being carried out. Each part is on its way.'],
    ['resolved', 'Decided', 'The money was divided. This is finished.'],
    [
      'charged_back',
      'Taken back by the bank',
      'Your bank took the money back. The seller is not paid. This is finished.',
    ],
    ['failed', 'Closed unpaid', 'Nobody was charged. While the recording is kept you can start again.'],
  ];

  it.each(BUYER)('%s is said to the buyer', async (state, badge, sentence) => {
    follow({ state });
    expect(await screen.findByText(sentence)).toHaveRole('status');
    const card = await next();
    expect(card.getByText(badge)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Release Now' })).not.toBeInTheDocument();
  });

  it.each<[EscrowState, string]>([
    ['requires_onboarding', 'Set up your payouts. Then the buyer can pay. Do not deliver yet.'],
    ['requires_payment', 'You are ready. The buyer has not paid yet. Do not deliver yet.'],
    ['held', 'The buyer has paid and the money is held. Deliver now, then mark it as delivered here.'],
    ['release_due', 'The buyer is looking at it. When the time is over without a problem, you are paid.'],
    ['released', 'You have been paid. Your bank shows it with your next payout. This is finished.'],
    ['refunded', 'The money went back to the buyer. This is finished.'],
    [
      'failed',
      'It was not paid in time, the contract was cancelled, or its recording deleted. Nobody was charged.',
    ],
  ])('%s is said to the seller, who has no account', async (state, sentence) => {
    follow({ state, role: 'seller' });
    expect(await screen.findByText(sentence)).toHaveRole('status');
    expect(sentTo(READ)[0]?.query).toEqual({ key: 'k-seller' });
    expect(place()).toBe(`/escrow?agreementId=${ID}`);
    expect(screen.queryByRole('link', { name: 'Back to Dashboard' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Start Again' })).not.toBeInTheDocument();
  });

  it.each<[EscrowState, string]>([
    ['requires_payment', 'The buyer has not paid yet. After 7 days without a payment this closes by itself.'],
    ['held', 'The buyer has paid and the money is held until the seller has delivered.'],
  ])('%s is said to the owner of the contract who neither pays nor is paid', async (state, sentence) => {
    follow({ state, role: 'owner' });
    expect(await screen.findByText(sentence)).toHaveRole('status');
  });
});

describe('a payment that came to nothing', () => {
  it.each<[Escrow['role'], Partial<Escrow>, boolean]>([
    ['buyer', {}, true],
    ['buyer', { isContractCancelled: true }, false],
    ['buyer', { isContentDeleted: true }, false],
    ['seller', {}, false],
  ])('can be started again by the %s with %j: %s', async (role, change, isOffered) => {
    follow({ role, state: 'failed', ...change });
    const card = await next();
    expect(card.queryByRole('button', { name: 'Start Again' }) !== null).toBe(isOffered);
  });

  it.each<[string, Partial<Escrow>]>([
    ['that came to nothing', { state: 'failed' }],
    ['that nobody has paid', { state: 'requires_onboarding' }],
  ])('of party B %s leads the owner to a form of their own', async (_which, change) => {
    answer('GET /api/agreements/{agreementId}', {
      ...example('GET /api/agreements/{agreementId}'),
      ...{ status: 'completed', contentDeletedAt: null },
    });
    const { person } = follow({ role: 'owner', buyerParty: 'b', ...change });
    await person.click(await screen.findByRole('button', { name: 'Pay It Yourself' }));
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible();
  });

  it.each<[EscrowState, Partial<Escrow>]>([
    ['requires_payment', { isBankTaking: true }],
    ['failed', { isContractCancelled: true }],
    ['failed', { isContentDeleted: true }],
    ['held', {}],
  ])('leads the owner to no form of their own: %s, %j', async (state, change) => {
    follow({ role: 'owner', buyerParty: 'b', state, ...change });
    const card = await next();
    expect(card.queryByRole('button', { name: 'Pay It Yourself' })).not.toBeInTheDocument();
  });

  it.each(['buyer', 'seller', 'owner'] as const)(
    'says to the %s that the recording is gone',
    async (role) => {
      follow({ role, state: 'failed', isContentDeleted: true });
      const words = 'The recording is no longer kept, so this cannot be started again. Nobody was charged.';
      expect(await screen.findByText(words)).toHaveRole('status');
    },
  );
});

describe('a payment that a bank takes its time over', () => {
  it.each([
    [
      'buyer',
      'Your bank is sending the money. That can take some days; there is nothing left for you to do.',
    ],
    ['seller', 'The bank of the buyer is sending the money. That can take some days. Do not deliver yet.'],
    ['owner', 'The bank of the buyer is sending the money. That can take some days.'],
  ] as const)('is no payment that the %s waits for', async (role, sentence) => {
    follow({ role, state: 'requires_payment', isBankTaking: true });
    expect(await screen.findByText(sentence)).toHaveRole('status');
    expect(screen.queryByText(/not paid yet/)).not.toBeInTheDocument();
  });
});

describe('what went back already', () => {
  it.each([
    [5000, 5000, ['$50.00 was sent back to the buyer already.']],
    [
      8000,
      5000,
      [
        '$50.00 was sent back to the buyer already.',
        'The seller gives back $30.00. It goes back when the rest is paid out.',
      ],
    ],
    [3000, 5000, ['$30.00 was sent back to the buyer already.']],
    [8000, 0, ['The seller gives back $80.00. It goes back when the rest is paid out.']],
  ])(
    'of %d cents, %d of them by hand, is told from what the seller has promised',
    async (all, sent, said) => {
      follow({ state: 'disputed', role: 'buyer', buyerRefund: all, sentBack: sent });
      const card = await next();
      const lines = card.getAllByText(/sent back to the buyer already|gives back/);
      expect(lines.map((line) => line.textContent)).toEqual(said);
    },
  );
});

describe('what the reader sees of a payment', () => {
  it('shows the amounts, the three points and the history, in a page that can be read out', async () => {
    follow({
      state: 'release_due',
      deliveredAt: '2026-11-21T09:00:00.000Z',
      releaseAt: new Date(Date.now() + 30 * HOUR_MS + 60_000).toISOString(),
      actions: ['received', 'release', 'problem'],
      steps: [
        { at: '2026-11-20T10:00:00.000Z', by: 'stripe', change: 'paid', state: 'held', note: null },
        {
          at: '2026-11-21T09:00:00.000Z',
          by: 'seller',
          change: 'clock-started',
          state: 'release_due',
          note: null,
        },
        {
          at: '2026-11-21T09:30:00.000Z',
          by: 'buyer',
          change: 'problem',
          state: 'disputed',
          note: 'A wheel is missing',
        },
      ],
    });
    const amounts = within(await screen.findByRole('region', { name: 'Amounts' }));
    const lines = amounts.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(amounts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Paid',
      'Protection fee',
      'Back to you',
      'Seller gets',
    ]);
    expect(lines).toEqual(['$250.00', '$12.50', '$0.00', '$237.50']);
    const points = within(screen.getByRole('region', { name: 'Where the money is' })).getAllByRole(
      'listitem',
    );
    expect(points.map((point) => point.querySelector('p')?.textContent)).toEqual([
      'Held: Done',
      'Delivered: Done',
      'Released to the seller: Now',
    ]);
    expect(points[2]).toHaveAttribute('aria-current', 'step');
    const steps = within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      expect.stringContaining('Paid; the money is held · Payment provider'),
      expect.stringContaining('Marked as delivered; the time to check began · Seller'),
      expect.stringContaining('A problem was reported · You“A wheel is missing”'),
    ]);
    expect(screen.getByRole('timer')).toHaveTextContent('1 d 6 h left');
    await expectAccessible();
  });

  it('says what the seller gets to the seller, and that the buyer is told of a part', async () => {
    follow({ role: 'seller', state: 'held', buyerRefund: 5000, sellerAmount: 19_000 });
    const amounts = within(await screen.findByRole('region', { name: 'Amounts' }));
    expect(amounts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Paid',
      'Protection fee',
      'Back to the buyer',
      'You get',
    ]);
    expect(
      screen.getByText('The seller gives back $50.00. It goes back when the rest is paid out.'),
    ).toBeVisible();
  });

  it('shows the problem, the decision and what the bank does', async () => {
    follow({ state: 'disputed', problem: 'It does not start.', decision: 'Half each.', chargeback: 'open' });
    expect(await screen.findByText('It does not start.')).toBeVisible();
    expect(screen.getByText('Half each.')).toBeVisible();
    expect(screen.getByText('The problem that was reported')).toBeVisible();
    expect(screen.getByText('The decision and its reason')).toBeVisible();
    expect(
      screen.getByText(
        'The bank of the buyer has asked for the money back. Nothing moves until the bank has decided.',
      ),
    ).toBeVisible();
  });

  it.each<[Escrow['chargeback'], Partial<Escrow>, string]>([
    ['won', {}, 'The bank turned the claim down: the money is not taken back. Everything goes on as before.'],
    [
      'lost',
      { state: 'released' },
      'The bank gave the money back to the buyer after the seller was paid. The seller keeps it.',
    ],
    [
      'lost',
      { state: 'held', chargedBack: 5000 },
      'The bank gave $50.00 of the payment back to the buyer. The rest goes on as before.',
    ],
  ])('says that the bank %s', async (chargeback, change, sentence) => {
    follow({ chargeback, ...change });
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('says that it waits because the contract was cancelled', async () => {
    const steps = [
      { at: '2026-11-22T10:00:00.000Z', by: 'clock', change: 'problem', state: 'disputed', note: null },
    ] as const;
    follow({ state: 'disputed', isContractCancelled: true, steps: [...steps] });
    expect(await screen.findByText(/^The contract was cancelled, so an administrator decides/)).toBeVisible();
    expect(screen.getByText(/^Stopped by itself, so an administrator decides/)).toBeVisible();
  });

  it('says that it waits because an account was disabled', async () => {
    const steps = [
      { at: '2026-11-22T10:00:00.000Z', by: 'admin', change: 'problem', state: 'disputed', note: null },
    ] as const;
    follow({ state: 'disputed', isAccountDisabled: true, steps: [...steps] });
    expect(await screen.findAllByText(/^An account was disabled, so an administrator decides/)).toHaveLength(
      2,
    );
  });

  it('says that it waits because no email has reached the buyer', async () => {
    const steps = [
      { at: '2026-11-22T10:00:00.000Z', by: 'clock', change: 'problem', state: 'disputed', note: null },
    ] as const;
    follow({ state: 'disputed', isBuyerUnreached: true, actions: ['release'], steps: [...steps] });
    expect(
      await screen.findByText(
        /^Our emails did not reach the buyer, so our support decides. The buyer can still release the money/,
      ),
    ).toBeVisible();
    expect(screen.getByText('Stopped by itself, so an administrator decides')).toBeVisible();
  });

  it('says to the seller that the buyer has set up the payouts, and offers other ones', async () => {
    follow({ role: 'seller', payoutsByBuyer: true, actions: ['onboard', 'delivered'] });
    expect(
      await screen.findByText(/^The buyer has set up where this money is paid to\. If you/),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: /Set Up Payouts/ })).toBeVisible();
  });

  it('says from when the money can be taken back', async () => {
    follow({ takeBackAt: '2026-12-20T10:00:00.000Z' });
    expect(
      await screen.findByText(/^If it is not delivered, you can take the money back from Dec 20, 2026, /),
    ).toBeVisible();
  });

  it('says to the seller from when on the buyer can take it back', async () => {
    follow({ role: 'seller', takeBackAt: '2026-12-20T10:00:00.000Z', actions: ['delivered'] });
    expect(
      await screen.findByText(
        /^As long as it is not marked as delivered, the buyer can take the money back from Dec 20, 2026, /,
      ),
    ).toBeVisible();
  });

  it.each([
    ['buyer', 'otherwise the money goes back to you', 'the money goes back to you, unless you say'],
    ['seller', 'You are paid only if the buyer says', 'the money goes back to the buyer, unless the buyer'],
  ] as const)(
    'names the day on which the money goes back before the time to check is over: %s',
    async (role, next, then) => {
      follow({
        ...{ role, state: 'release_due', deliveredAt: '2026-11-21T10:00:00.000Z' },
        releaseAt: '2099-12-21T10:00:00.000Z',
        backAt: new Date(Date.now() + 30 * HOUR_MS + 60_000).toISOString(),
      });
      expect(await screen.findByText(new RegExp(next))).toHaveRole('status');
      expect(screen.getByRole('timer')).toHaveTextContent('1 d 6 h left');
      expect(screen.getByText(new RegExp(`^Until .*After that ${then}`))).toBeVisible();
      const points = within(screen.getByRole('region', { name: 'Where the money is' })).getAllByRole(
        'listitem',
      );
      expect(points[2]).toHaveTextContent(/^Sent back to the buyer: Now/);
      expect(document.body).not.toHaveTextContent(/2099|is paid\.|you are paid\./);
    },
  );

  it.each(['buyer', 'seller', 'owner'] as const)(
    'does not say that nobody was charged while a bank may be paying it: %s',
    async (role) => {
      follow({ role, state: 'failed', isContractCancelled: true, isChargePossible: true });
      expect(await screen.findByText(/^The contract was cancelled, so this was closed\./)).toHaveRole(
        'status',
      );
      expect(document.body).not.toHaveTextContent('Nobody was charged');
    },
  );

  it.each(['buyer', 'seller', 'owner'] as const)(
    'offers no other payment for a contract that was cancelled: %s',
    async (role) => {
      follow({ role, state: 'failed', isContractCancelled: true, isChargePossible: false });
      expect(
        await screen.findByText('The contract was cancelled, so this was closed. Nobody was charged.'),
      ).toHaveRole('status');
      expect(screen.queryByRole('button', { name: 'Start Again' })).not.toBeInTheDocument();
    },
  );

  it('says before something is marked as delivered that it is late for that', async () => {
    const backAt = new Date(Date.now() + 60 * HOUR_MS).toISOString();
    const { person } = follow({ role: 'seller', holdHours: 72, backAt, actions: ['delivered'] });
    expect(
      await screen.findByText(/^Tells the buyer, who has until .* Otherwise the money goes back/),
    ).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Mark as Delivered' }));
    expect(await screen.findByText(/^The buyer is told\. You are paid if the buyer says/)).toBeVisible();
  });

  it('says before something is marked as received that the time to check ends with that of the money', async () => {
    const backAt = new Date(Date.now() + 60 * HOUR_MS).toISOString();
    const { person } = follow({ role: 'buyer', holdHours: 72, backAt, actions: ['received'] });
    expect(
      await screen.findByText(/^Starts the time to check, until .* Then the seller is paid\.$/),
    ).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'I Received It' }));
    expect(
      await screen.findByText(/^You then have until .* to look at it and report a problem\./),
    ).toBeVisible();
    expect(document.body).not.toHaveTextContent('3 days');
  });

  it('counts down, and looks again when the time is over', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z'), doNotFake: ['queueMicrotask'] });
    follow({ state: 'release_due', releaseAt: '2026-11-21T10:00:30.000Z' });
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('timer')).toHaveTextContent('less than a minute left');
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(screen.getByRole('timer')).toHaveTextContent('The time is over');
    expect(screen.getByText('The money moves in a moment.')).toBeVisible();
    expect(sentTo(READ)).toHaveLength(1);
    answer(READ, escrowOf({ state: 'releasing' }));
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('Being released')).toBeVisible();
    expect(sentTo(READ)).toHaveLength(2);
    answer(READ, escrowOf({ state: 'released' }));
    await act(() => jest.advanceTimersByTimeAsync(3000));
    expect(await screen.findByText('The seller has been paid. This is finished.')).toBeVisible();
    const asked = sentTo(READ).length;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(sentTo(READ)).toHaveLength(asked);
  });
});

describe('a step of the buyer', () => {
  it.each<[string, Escrow['actions'][number], string, string, string, string]>([
    [
      'I Received It',
      'received',
      'Did you receive it?',
      'You then have 3 days to look at it and report a problem. After that the seller is paid.',
      'I Received It',
      'Marked as received',
    ],
    [
      'Release Now',
      'release',
      'Release $237.50 to Ben Carter?',
      'Funds release within 24 hours. This cannot be undone.',
      'Release Escrow',
      'Released',
    ],
    [
      'Take Money Back',
      'take-back',
      'Take the money back?',
      '$250.00 goes back to you. This ends the protection.',
      'Take Money Back',
      'The money goes back to you',
    ],
  ])('%s is asked about, sent and told', async (button, action, question, detail, confirm, done) => {
    const name =
      action === 'take-back'
        ? 'POST /api/escrow/{agreementId}/refund'
        : action === 'received'
          ? 'POST /api/escrow/{agreementId}/received'
          : 'POST /api/escrow/{agreementId}/release';
    answer(name, escrowOf({ state: 'releasing' }));
    const { person } = follow({ actions: [action] });
    await person.click(await screen.findByRole('button', { name: button }));
    const dialog = within(await screen.findByRole('alertdialog', { name: question }));
    expect(dialog.getByText(detail)).toBeVisible();
    expect(sentTo(name)).toEqual([]);
    await person.click(dialog.getByRole('button', { name: confirm }));
    await toasted(done);
    expect(sentTo(name)).toEqual([
      expect.objectContaining({ body: {}, params: { agreementId: ID }, query: {} }),
    ]);
    expect(screen.getByText('Being released')).toBeVisible();
  });

  it('is left out by going back', async () => {
    const { person } = follow({ actions: ['received'] });
    await person.click(await screen.findByRole('button', { name: 'I Received It' }));
    await person.click(await screen.findByRole('button', { name: 'Go Back' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(sentTo('POST /api/escrow/{agreementId}/received')).toEqual([]);
  });

  it('begins with the question to release when the dashboard asks for it', async () => {
    follow({ state: 'release_due', actions: ['release', 'problem'] }, '&release=1');
    expect(await screen.findByRole('alertdialog', { name: 'Release $237.50 to Ben Carter?' })).toBeVisible();
  });

  it('does not ask to release what cannot be released', async () => {
    follow({ state: 'released' }, '&release=1');
    expect(await screen.findByText('The seller has been paid. This is finished.')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('puts what is usually next first', async () => {
    follow({ state: 'release_due', actions: ['received', 'problem', 'release'] });
    const group = await screen.findByRole('group', { name: 'What you can do' });
    expect(
      within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Release Now', 'I Received It', 'Report a Problem']);
    for (const [name, hint] of [
      [
        'Release Now',
        'Releases $237.50 to Ben Carter within 24 hours. Their bank then takes its usual time.',
      ],
      ['I Received It', 'Starts 3 days to check. Then the seller is paid.'],
      ['Report a Problem', 'Stops the clock until our support has decided.'],
    ] as const) {
      expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(hint);
    }
  });

  it('reports a problem in 3 to 500 characters', async () => {
    const name = 'POST /api/escrow/{agreementId}/problem';
    answer(name, escrowOf({ state: 'disputed', problem: 'It does not start.' }));
    const { person } = follow({ state: 'release_due', actions: ['problem'] });
    await person.click(await screen.findByRole('button', { name: 'Report a Problem' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
    expect(asksBeforeUnload()).toBe(false);
    await fill(person, 'What is wrong?', ' x ');
    expect(asksBeforeUnload()).toBe(true);
    await person.click(dialog.getByRole('button', { name: 'Report Problem' }));
    expect(dialog.getByText('Please write 3 to 500 characters')).toBeVisible();
    expect(screen.getByLabelText('What is wrong?')).toHaveFocus();
    expect(sentTo(name)).toEqual([]);
    await fill(person, 'What is wrong?', ' It does not start. ');
    await person.click(dialog.getByRole('button', { name: 'Report Problem' }));
    await toasted('Problem reported', 'The release has stopped.');
    expect(sentTo(name).map(({ body }) => body)).toEqual([{ reason: 'It does not start.' }]);
    expect(screen.queryByRole('dialog', { name: 'Report a problem' })).not.toBeInTheDocument();
    expect(asksBeforeUnload()).toBe(false);
    expect(screen.getByText('It does not start.')).toBeVisible();
  });

  it('shows the server’s reason for refusing a problem in the dialog', async () => {
    refuse('POST /api/escrow/{agreementId}/problem', 422, 'invalid_input', 'Please check the form.', {
      errors: [{ field: 'reason', message: 'reason must be a text' }],
    });
    const { person } = follow({ state: 'release_due', actions: ['problem'] });
    await person.click(await screen.findByRole('button', { name: 'Report a Problem' }));
    await fill(person, 'What is wrong?', 'It does not start.');
    await person.click(screen.getByRole('button', { name: 'Report Problem' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report a problem' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('reason must be a text');
  });

  it('looks again when the payment has moved on meanwhile', async () => {
    refuse(
      'POST /api/escrow/{agreementId}/release',
      409,
      'held_payment_moved',
      'This payment is no longer at that step.',
    );
    const { person } = follow({ state: 'release_due', actions: ['release'] });
    await person.click(await screen.findByRole('button', { name: 'Release Now' }));
    answer(READ, escrowOf({ state: 'released' }));
    await person.click(await screen.findByRole('button', { name: 'Release Escrow' }));
    expect(
      await screen.findByText('This payment moved on meanwhile. Below you see how it stands now.'),
    ).toBeVisible();
    expect(await screen.findByText('The seller has been paid. This is finished.')).toBeVisible();
  });

  it('says that the server was not reached', async () => {
    unreachable('POST /api/escrow/{agreementId}/received');
    const { person } = follow({ actions: ['received'] });
    await person.click(await screen.findByRole('button', { name: 'I Received It' }));
    await person.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'I Received It' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'ErrorWe cannot reach the server. Check your connection and look here again.',
    );
  });
});

describe('a step of the seller', () => {
  const REFUND = 'POST /api/escrow/{agreementId}/refund';

  it('marks as delivered with the key of the mailed link', async () => {
    const name = 'POST /api/escrow/{agreementId}/delivered';
    answer(name, escrowOf({ role: 'seller', state: 'release_due', deliveredAt: '2026-11-21T09:00:00.000Z' }));
    const { person } = follow({ role: 'seller', actions: ['delivered', 'refund'], holdHours: 24 });
    await person.click(await screen.findByRole('button', { name: 'Mark as Delivered' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Is it delivered?' }));
    expect(
      dialog.getByText(
        'The buyer is told and has 24 hours to look at it. After that you are paid, unless there is a problem.',
      ),
    ).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Mark as Delivered' }));
    await toasted('Marked as delivered');
    expect(sentTo(name).map(({ query }) => query)).toEqual([{ key: 'k-seller' }]);
    expect(screen.getByText('Time to check')).toBeVisible();
  });

  it('gives all of the money back', async () => {
    answer(REFUND, escrowOf({ role: 'seller', state: 'refunding' }));
    const { person } = follow({ role: 'seller', actions: ['refund'] });
    await person.click(await screen.findByRole('button', { name: 'Give Money Back' }));
    expect(await screen.findByRole('radio', { name: /All of it, \$250\.00/ })).toBeChecked();
    await person.click(screen.getByRole('button', { name: 'Give All Back' }));
    await toasted('The buyer is told');
    expect(sentTo(REFUND).map(({ body }) => body)).toEqual([{}]);
  });

  it('gives a part back, above what is promised and below the whole', async () => {
    answer(REFUND, escrowOf({ role: 'seller', buyerRefund: 10_000 }));
    // Opened at another fee than that of today.
    const { person } = follow({ role: 'seller', actions: ['refund'], buyerRefund: 5000, feePercent: 4 });
    await person.click(await screen.findByRole('button', { name: 'Give Money Back' }));
    await person.click(await screen.findByRole('radio', { name: /A part/ }));
    for (const wrong of ['50', '250', 'much', '']) {
      await fill(person, 'Amount for the buyer', wrong);
      await person.click(screen.getByRole('button', { name: 'Give This Part Back' }));
      expect(screen.getByText('Please enter an amount above $50.00 and below $250.00')).toBeVisible();
    }
    expect(sentTo(REFUND)).toEqual([]);
    await fill(person, 'Amount for the buyer', '100');
    expect(screen.getByText('You then get $144.00 after a fee of $6.00.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Give This Part Back' }));
    await toasted('The buyer is told');
    expect(sentTo(REFUND).map(({ body }) => body)).toEqual([{ amount: 100 }]);
  });

  it('keeps the dialog with the reason when giving back is refused', async () => {
    refuse(REFUND, 422, 'amount_out_of_range', 'The amount must be between $0.50 and $100,000.');
    const { person } = follow({ role: 'seller', actions: ['refund'] });
    await person.click(await screen.findByRole('button', { name: 'Give Money Back' }));
    await person.click(await screen.findByRole('button', { name: 'Give All Back' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Give money back' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'The amount must be between $0.50 and $100,000.',
    );
  });

  it('sets up payouts in a new tab', async () => {
    const tab = { closed: false, opener: window, location: { replace: jest.fn() }, close: jest.fn() };
    const opened = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    answer('POST /api/escrow/{agreementId}/onboarding', {
      onboardingUrl: 'https://connect.stripe.com/setup/x',
    });
    const { person } = follow({
      role: 'seller',
      state: 'requires_onboarding',
      actions: ['onboard'],
      heldAt: null,
    });
    await person.click(await screen.findByRole('button', { name: 'Set Up Payouts' }));
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith('https://connect.stripe.com/setup/x'),
    );
    expect(opened).toHaveBeenCalledTimes(1);
    expect(tab.opener).toBeNull();
    opened.mockRestore();
  });

  it('is given a link where the browser opens no tab', async () => {
    const opened = jest.spyOn(window, 'open').mockReturnValue(null);
    answer('POST /api/escrow/{agreementId}/onboarding', {
      onboardingUrl: 'https://connect.stripe.com/setup/x',
    });
    const { person } = follow({
      role: 'seller',
      state: 'requires_onboarding',
      actions: ['onboard'],
      heldAt: null,
    });
    await person.click(await screen.findByRole('button', { name: 'Set Up Payouts' }));
    expect(await screen.findByText('Your browser did not open a new tab.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the setup page' })).toHaveAttribute(
      'href',
      'https://connect.stripe.com/setup/x',
    );
    opened.mockRestore();
  });
});

describe('a link that opens nothing', () => {
  it('says so to the seller, and sends the right one again', async () => {
    refuse(READ, 404, 'not_found', 'Not found');
    const { person } = open(`/escrow?agreementId=${ID}&key=old`);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This link does not open a paymentIt may be cut off or out of date. Open it again from the newest email about this payment.',
    );
    answer(SEND_LINK, () => undefined);
    await person.click(screen.getByRole('button', { name: 'Send it again' }));
    expect(await screen.findByText(/the link is on its way to the address that it names/)).toBeVisible();
    expect(sentTo(SEND_LINK)).toMatchObject([{ params: { agreementId: ID } }]);
  });
});

describe('a payment that cannot be read', () => {
  it('says that held money stays held, and tries again', async () => {
    unreachable(READ);
    const { person } = open(`/escrow?agreementId=${ID}`, 'user');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This payment could not be loaded.Money that is held stays held. Check your connection and try again.',
    );
    answer(READ, escrowOf({ state: 'released' }));
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('The seller has been paid. This is finished.')).toBeVisible();
  });
});
