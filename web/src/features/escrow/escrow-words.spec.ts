import { escrowTexts } from '#texts/escrow';
import { escrowStateTexts } from '#texts/escrow-state';
import { escrowTexts as spanish } from '../../i18n/es/escrow';
import { stateLabel } from './escrow-badge';
import {
  bankWords,
  byWords,
  hoursWords,
  leftWords,
  nextWords,
  stepWords,
  timelinePoints,
  waitWords,
} from './escrow-words';

const BARE = {
  state: 'held',
  heldAt: null,
  deliveredAt: null,
  receivedAt: null,
  releaseAt: null,
  backAt: null,
  settledAt: null,
  chargeback: null,
} as const;
const HELD = { ...BARE, heldAt: '2026-11-20T10:00:00Z' } as const;
const when = (at: string) => at;
const states = (escrow: Parameters<typeof timelinePoints>[0]) =>
  timelinePoints(escrow, when).map(({ label, state }) => `${label}: ${state}`);

describe('times', () => {
  it.each([
    [1, '1 hour'],
    [24, '24 hours'],
    [72, '3 days'],
    [720, '30 days'],
    [30, '30 hours'],
  ])('%i hours are "%s"', (hours, words) => {
    expect(hoursWords(hours)).toBe(words);
  });

  it('to check are those of the contract, where the reader may know them', () => {
    expect(waitWords(72)).toContain('you have 3 days to look');
    expect(waitWords(undefined)).toContain('the time that the contract sets');
  });

  it.each([
    [-1, null],
    [0, null],
    [1, 'less than a minute'],
    [60_000, '1 min'],
    [3_600_000, '1 h 0 min'],
    [86_399_000, '23 h 59 min'],
    [90_000_000, '1 d 1 h'],
  ])('%s ms left are "%s"', (ms, words) => {
    expect(leftWords(ms)).toBe(words);
  });
});

describe('states', () => {
  it('each have a name and a next step for everybody', () => {
    const names = Object.keys(escrowStateTexts.states).sort();
    for (const role of ['buyer', 'seller', 'owner'] as const)
      expect(Object.keys(escrowTexts.now[role]).sort()).toEqual(names);
  });

  it('say what became of money that was sent back on top of a decision', () => {
    expect(stepWords({ change: 'refunded-beyond', by: 'stripe', state: 'released' })).toContain('on top');
  });

  it('that are not known yet are shown as they are', () => {
    expect(stateLabel('held')).toBe('Payment held');
    expect(stateLabel('on_hold_again')).toBe('on hold again');
    const ready = {
      sellerReady: true,
      payoutsByBuyer: false,
      backAt: null,
      isChargePossible: false,
      isContractCancelled: false,
      isContentDeleted: false,
      isBankTaking: false,
    };
    const unknown = { ...ready, role: 'buyer', state: 'new' as 'held' } as const;
    expect(nextWords({ ...unknown, settledAt: null })).toContain('goes on by itself');
    expect(nextWords({ ...unknown, settledAt: '2026-11-20T10:00:00Z' })).toBe('This payment is finished.');
  });

  it('say when disputed money goes back by itself, and nothing of it while a bank has it', () => {
    const facts = {
      ...({ state: 'disputed' } as const),
      ...{
        isChargePossible: false,
        isContractCancelled: false,
        isContentDeleted: false,
        isBankTaking: false,
      },
      ...{ settledAt: null, sellerReady: true, payoutsByBuyer: false },
    };
    const backAt = '2027-02-12T10:00:00Z';
    const until = 'If nobody decides before Feb 12, 2027, 10:00 AM UTC, the money goes back to';
    for (const [role, whom] of [
      ['buyer', 'you'],
      ['seller', 'the buyer'],
      ['owner', 'the buyer'],
    ] as const) {
      expect(nextWords({ ...facts, role, backAt })).toMatch(
        new RegExp(`^Our support reads .*${until} ${whom}[.]$`),
      );
      expect(nextWords({ ...facts, role, backAt: null })).toBe(escrowTexts.now[role].disputed);
    }
  });

  it.each(['releasing', 'resolving'] as const)(
    'say of one that is %s what it waits for, as long as the seller cannot be paid',
    (state) => {
      const facts = {
        ...{ state, backAt: null, isChargePossible: false, isContractCancelled: false },
        ...{ isContentDeleted: false, isBankTaking: false },
        ...{ settledAt: null, payoutsByBuyer: false },
      } as const;
      expect(nextWords({ ...facts, role: 'seller', sellerReady: false })).toContain('Set up your payouts');
      expect(nextWords({ ...facts, role: 'buyer', sellerReady: false })).toContain('has to set up payouts');
      expect(nextWords({ ...facts, role: 'owner', sellerReady: false })).toContain('has to set up payouts');
      for (const role of ['seller', 'buyer', 'owner'] as const) {
        expect(nextWords({ ...facts, role, sellerReady: true })).not.toContain('payouts');
        // The account of the buyer can be paid.
        const byBuyer = { ...facts, role, sellerReady: false, payoutsByBuyer: true };
        expect(nextWords(byBuyer)).not.toContain('payouts');
      }
      const step = { change: 'seller-needed', by: 'stripe', state };
      expect(stepWords(step)).toBe('The money waits; the seller was asked to set up payouts');
      expect(stepWords({ ...step, state: 'requires_onboarding' })).toContain('Payment protection started');
    },
  );
});

describe('what a bank has decided', () => {
  const facts = {
    ...({ state: 'held', chargeback: null, chargedBack: 0, currency: 'usd', settledAt: null } as const),
    sellerAmount: 9500,
  } as const;
  const at = '2026-11-20T10:00:00Z';
  it.each([
    ['nothing, where it was not asked', {}, null],
    ['that it asks', { chargeback: 'open' }, escrowTexts.now.bankAsks],
    ['that it turned the claim down', { chargeback: 'won' }, escrowTexts.now.bankWon],
    [
      'that the time to check begins anew, where it runs',
      { state: 'release_due', chargeback: 'won' },
      `${escrowTexts.now.bankWon} The time to check starts again in full.`,
    ],
    ['nothing, once that is long over', { chargeback: 'won', settledAt: at }, null],
    ['nothing, where the state says it', { chargeback: 'lost', state: 'charged_back' }, null],
    ['that the rest goes on', { chargeback: 'lost', chargedBack: 500 }, escrowTexts.now.bankKept('$5.00')],
    [
      'what it kept, once all is over',
      { chargeback: 'lost', chargedBack: 500, state: 'released', settledAt: at },
      'The bank gave $5.00 of the payment back to the buyer.',
    ],
    [
      'that the seller keeps what was paid out',
      { chargeback: 'lost', state: 'released', settledAt: at },
      escrowTexts.now.bankLost,
    ],
    [
      'nothing of a seller who was never paid',
      { chargeback: 'lost', state: 'refunded', settledAt: at, sellerAmount: 0 },
      escrowTexts.now.paidBack,
    ],
  ] as const)('is told: %s', (_what, change, words) => {
    expect(bankWords({ ...facts, ...change })).toBe(words);
  });
});

describe('an entry of the history', () => {
  it('says who started the clock', () => {
    expect(stepWords({ change: 'clock-started', by: 'seller', state: 'held' })).toBe(
      escrowTexts.history.startedBySeller,
    );
    expect(stepWords({ change: 'clock-started', by: 'buyer:7', state: 'held' })).toBe(
      escrowTexts.history.startedByBuyer,
    );
    expect(stepWords({ change: 'clock-started', by: 'clock', state: 'held' })).toBe(
      'The time to check began',
    );
  });

  it('says where the money went that was held for too long, and who was told of what', () => {
    const forced = (state: string) => stepWords({ change: 'force', by: 'clock', state });
    expect(forced('refunding')).toBe('Held for too long; the money goes back to the buyer');
    for (const state of ['releasing', 'resolving'])
      expect(forced(state)).toBe('Held for too long; the buyer has received it, so the seller is paid');
    const told = (change: string) => stepWords({ change, by: 'clock', state: 'release_due' });
    expect(told('half-time')).toBe('Half of the time to check is over; the buyer was told');
    expect(told('held-too-long')).toBe('Held for a long time; our support was told and may decide');
    expect(told('last-hour')).toBe('One hour to check is left; both were told');
  });

  it('says that amount or seller were changed', () => {
    const step = { change: 'change', by: 'buyer:7', state: 'requires_payment' };
    expect(stepWords(step)).toBe('The amount or the seller was changed');
    expect(spanish.history.changes.change).toBe('Se cambió el monto o el vendedor');
  });

  it('says why it stopped', () => {
    const step = { change: 'problem', state: 'disputed' };
    expect(['buyer', 'clock', 'stripe'].map((by) => stepWords({ ...step, by }))).toEqual([
      'A problem was reported',
      'Stopped by itself, so an administrator decides',
      'A part was sent back to the buyer, so an administrator decides about the rest',
    ]);
  });

  it('says that a divided payment has gone to both', () => {
    const step = { change: 'released', by: 'stripe' };
    expect(stepWords({ ...step, state: 'released' })).toBe('The seller was paid');
    expect(stepWords({ ...step, state: 'resolved' })).toBe('Seller and buyer got their parts');
  });

  it('is readable when it is not known yet', () => {
    expect(stepWords({ change: 'sent-by_bank', by: 'stripe', state: 'held' })).toBe('Sent by bank');
  });

  it('names the reader "You" and everybody else by what they are', () => {
    expect(byWords('buyer:7', 'buyer')).toBe('You');
    expect(byWords('buyer:7', 'seller')).toBe('Buyer');
    expect(byWords('admin:1', 'seller')).toBe('Support');
    expect(byWords('clock', null)).toBe('By the system');
    expect(byWords('', null)).toBe('By the system');
  });
});

describe('the timeline', () => {
  it('goes from held over delivered to released', () => {
    expect(states({ ...BARE, state: 'requires_payment' })).toEqual([
      'Held when the buyer has paid: current',
      'Delivered or received: todo',
      'Released to the seller: todo',
    ]);
    expect(states(HELD)).toEqual([
      'Held: done',
      'Delivered or received: current',
      'Released to the seller: todo',
    ]);
    const due = { ...HELD, state: 'release_due', deliveredAt: '2026-11-21T10:00:00Z' } as const;
    expect(timelinePoints({ ...due, releaseAt: 'later' }, when)[2]).toEqual({
      label: 'Released to the seller',
      state: 'current',
      at: null,
      note: 'By itself on later',
    });
    expect(states({ ...due, state: 'released', settledAt: '2026-11-22T10:00:00Z' })).toEqual([
      'Held: done',
      'Delivered: done',
      'Released to the seller: done',
    ]);
  });

  it('shows the first of delivered and received', () => {
    const both = timelinePoints(
      {
        ...HELD,
        state: 'release_due',
        deliveredAt: '2026-11-21T12:00:00Z',
        receivedAt: '2026-11-21T10:00:00Z',
      },
      when,
    );
    expect(both[1]).toMatchObject({ label: 'Delivered and received', at: '2026-11-21T10:00:00Z' });
  });

  it('says what did not happen', () => {
    expect(states({ ...HELD, state: 'refunded' })).toEqual([
      'Held: done',
      'Not marked as delivered: todo',
      'Sent back to the buyer: done',
    ]);
    expect(states({ ...BARE, state: 'failed' })).toEqual([
      'Held when the buyer has paid: todo',
      'Closed without a payment: done',
    ]);
  });

  it('stops while there is no decision', () => {
    expect(timelinePoints({ ...HELD, state: 'disputed' }, when)[2]).toMatchObject({
      state: 'current',
      note: 'Stopped until there is a decision',
    });
    expect(timelinePoints({ ...HELD, state: 'disputed', backAt: 'later' }, when)[2]).toMatchObject({
      state: 'current',
      note: 'Stopped until there is a decision. Without one: back to the buyer on later',
    });
  });
});
