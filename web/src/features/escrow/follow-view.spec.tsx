import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, example, refuse, refuseEnded, sentTo, unreachable } from '../../testing/api';
import { expectAccessible } from '../../testing/axe';
import { deal, escrowOf, follow, ID, READ } from '../../testing/escrow-screen';
import { open, place } from '../../testing/screen';
import type { Escrow, EscrowState } from './escrow';

const SEND_LINK = 'POST /api/escrow/{agreementId}/send-link';
const HOUR_MS = 3_600_000;

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

describe('a payment whose buyer comes back after the session has ended', () => {
  it('is not begun anew: they sign in first', async () => {
    refuseEnded(READ, 404, 'not_found', 'Not found');
    open(`/escrow?agreementId=${ID}`, 'user');
    const main = () => within(screen.getByRole('main'));
    await waitFor(() => expect(main().getByRole('link', { name: 'Sign In' })).toBeVisible());
    expect(main().queryByRole('textbox')).not.toBeInTheDocument();
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
