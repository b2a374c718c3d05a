import { escrowFee } from '#contracts';
import { AppError, DAY_MS, HOUR_MS, MINUTE_MS } from '#platform';
import { testSeed } from '../../../../libs/testing/src/seed.js';
import type { Command } from './escrow.command.js';
import { countsAnewFrom, dueCommand, isPayingSeller } from './escrow.due.js';
import { decide } from './escrow.state.js';
import { EVERY_STATE, ID, Life, liveThrough, START, wrongFees } from './test/escrow-life.js';

describe('the fee', () => {
  it('and the share of the seller are the amount, in whole cents, for every amount up to 1,000 dollars', () => {
    expect(wrongFees(100_000)).toBe(0);
  });

  it.each([
    [1, 0],
    [9, 0],
    [10, 1],
    [29, 1],
    [30, 2],
    [10_000, 500],
  ])('of %d cents is %d', (amount, fee) => expect(escrowFee(amount, 5)).toBe(fee));

  it('is what was agreed when the escrow was opened, also of what a bank has left of it', () => {
    const life = new Life(10_000, 24, 4);
    life.do({ do: 'paid' });
    life.do({ do: 'release' });
    expect(life.escrow.feeCents).toBe(400);
    life.do({ do: 'chargeback-opened', disputeId: 'dp_1', cents: 5000 });
    life.do({ do: 'chargeback-lost', disputeId: 'dp_1', cents: 5000 });
    expect(life.escrow).toMatchObject({ sellerGrossCents: 5000, feeCents: 200 });
  });
});

describe('escrows', () => {
  it('keep their books in order, whatever is asked of them and when', () => {
    expect(liveThrough(4000, testSeed())).toEqual(EVERY_STATE);
  });
});

describe('a life', () => {
  const disputeId = 'dp_1';
  const escrow = (amount = 10_000, holdHours = 24) => {
    const life = new Life(amount, holdHours);
    life.do({ do: 'paid' });
    return life;
  };
  const code = (work: () => unknown) => {
    try {
      work();
      return 'nothing';
    } catch (error) {
      return error instanceof AppError ? error.code : error;
    }
  };
  const refusal = (life: Life, command: Command) =>
    code(() => decide(life.escrow, command, new Date(life.now)));

  it('released by silence: notices at half-time and an hour before, then the money', () => {
    const life = escrow();
    life.do({ do: 'delivered' });
    const told: string[] = [];
    for (let hour = 0; hour <= 24; hour += 1) {
      for (;;) {
        const due = dueCommand(life.escrow, new Date(life.now));
        if (due === null) break;
        told.push(`${hour} ${due.do}`);
        life.do(due);
      }
      life.now += HOUR_MS;
    }
    expect(told).toEqual(['12 half-time', '23 last-hour', '24 run-out']);
    expect(life.escrow).toMatchObject({ state: 'releasing', sellerGrossCents: 10_000, feeCents: 500 });
    life.do({ do: 'settled' });
    expect([life.balance('stripe'), life.balance('fees'), life.balance(`held:${ID}`)]).toEqual([
      500, -500, 0,
    ]);
  });

  it('silence releases nothing before its time, whoever asks', () => {
    const life = escrow();
    life.do({ do: 'delivered' });
    life.now += DAY_MS - 1;
    expect(refusal(life, { do: 'run-out' })).toBe('held_payment_moved');
    life.now += 1;
    expect(refusal(life, { do: 'run-out' })).toBe('nothing');
  });

  it('a second word on the delivery goes on record, a third changes nothing', () => {
    const life = escrow();
    expect(life.do({ do: 'delivered' })).toBe(true);
    const { releaseAt } = life.escrow;
    life.now += HOUR_MS;
    expect(life.do({ do: 'received' })).toBe(true);
    expect(life.escrow).toMatchObject({ releaseAt, receivedAt: new Date(life.now) });
    expect(life.do({ do: 'received' })).toBe(false);
    expect(life.do({ do: 'delivered' })).toBe(false);
  });

  it('a problem freezes it until somebody decides, and comes too late after the clock', () => {
    const life = escrow();
    life.do({ do: 'delivered' });
    life.now += DAY_MS;
    expect(refusal(life, { do: 'problem' })).toBe('held_payment_moved');
    life.now -= 1;
    life.do({ do: 'problem' });
    life.now += 5 * DAY_MS;
    expect(dueCommand(life.escrow, new Date(life.now))).toBeNull();
    expect(refusal(life, { do: 'release' })).toBe('held_payment_moved');
    life.do({ do: 'seller-refund', cents: 2000 });
    expect(refusal(life, { do: 'decide', sellerGrossCents: 8001 })).toBe('amount_out_of_range');
    life.do({ do: 'decide', sellerGrossCents: 3000 });
    expect(life.escrow).toMatchObject({ state: 'resolving', buyerRefundCents: 7000, feeCents: 150 });
  });

  it('of somebody who is shut out is for an administrator to decide, also after the clock', () => {
    const life = escrow();
    life.do({ do: 'delivered' });
    life.now += 2 * DAY_MS;
    expect(life.do({ do: 'account-disabled', party: 'buyer' })).toBe(true);
    expect(life.escrow).toMatchObject({ state: 'disputed', disabledParty: 'buyer' });
    expect(dueCommand(life.escrow, new Date(life.now))).toBeNull();
    expect(life.do({ do: 'account-disabled', party: 'seller' })).toBe(false);
    life.do({ do: 'decide', sellerGrossCents: 10_000 });
    expect(life.escrow).toMatchObject({ state: 'releasing', disabledParty: 'buyer' });
  });

  it('waits for an administrator where silence was to pay the seller and nobody has told the buyer', () => {
    const life = escrow();
    expect(life.do({ do: 'buyer-unreached' })).toBe(false);
    life.do({ do: 'delivered' });
    expect(life.do({ do: 'buyer-unreached' })).toBe(false);
    life.now += 2 * DAY_MS;
    expect(life.do({ do: 'buyer-unreached' })).toBe(true);
    expect(life.escrow).toMatchObject({ state: 'disputed', isBuyerUnreached: true, disabledParty: null });
    expect(dueCommand(life.escrow, new Date(life.now))).toBeNull();
    expect(refusal(life, { do: 'problem' })).toBe('held_payment_moved');
    life.do({ do: 'release' });
    expect(life.escrow).toMatchObject({ state: 'releasing' });
    const accepted = escrow();
    accepted.do({ do: 'delivered' });
    accepted.do({ do: 'received' });
    accepted.now += 2 * DAY_MS;
    expect(accepted.do({ do: 'buyer-unreached' })).toBe(false);
  });

  it('leaves a buyer who was told late of the clock, or not yet, the whole time from then', () => {
    const life = escrow();
    life.do({ do: 'delivered' });
    const began = life.now;
    life.now += DAY_MS;
    const anewFrom = (toldAt: number | null) =>
      countsAnewFrom(life.escrow, toldAt === null ? null : new Date(toldAt), new Date(life.now))?.getTime();
    expect(anewFrom(began + 15 * MINUTE_MS)).toBeUndefined();
    expect(anewFrom(began + 16 * MINUTE_MS)).toBe(began + 16 * MINUTE_MS);
    expect(anewFrom(null)).toBe(life.now);
    const [restart, releaseAt] = [
      { do: 'clock-restarted', since: new Date(life.now) } as const,
      life.now + DAY_MS,
    ];
    expect(life.do(restart)).toBe(true);
    expect(life.escrow).toMatchObject({
      state: 'release_due',
      releaseAt: new Date(releaseAt),
      halfTimeAt: null,
    });
    expect(anewFrom(life.now)).toBeUndefined();
    expect(life.do(restart)).toBe(false);
    expect(life.do({ do: 'problem' })).toBe(true);
    const accepted = escrow();
    accepted.do({ do: 'received' });
    accepted.now += DAY_MS;
    expect(accepted.do(restart)).toBe(false);
  });

  it('tells once that a bank takes its time over it, and that it came to nothing', () => {
    const life = new Life(10_000, 24);
    expect(life.do({ do: 'bank-refused' })).toBe(false);
    for (const command of ['bank-taking', 'bank-refused', 'bank-taking'] as const) {
      expect(life.do({ do: command })).toBe(true);
      expect(life.do({ do: command })).toBe(false);
      expect(life.escrow).toMatchObject({
        state: 'requires_payment',
        isBankTaking: command === 'bank-taking',
      });
    }
    life.do({ do: 'paid' });
    expect(life.do({ do: 'bank-refused' })).toBe(false);
  });

  it('is about to be paid out by silence, and on day 84 where everything has arrived', () => {
    const paysSeller = (life: Life) => isPayingSeller(life.escrow, new Date(life.now));
    const silent = escrow();
    silent.do({ do: 'delivered' });
    expect(paysSeller(silent)).toBe(false);
    silent.now += DAY_MS;
    expect(paysSeller(silent)).toBe(true);
    const [late, untouched] = [new Life(10_000, 30 * 24), escrow()];
    late.do({ do: 'paid' });
    late.now += 83 * DAY_MS;
    late.do({ do: 'received' });
    expect(paysSeller(late)).toBe(false);
    for (const life of [late, untouched]) life.now = START + 84 * DAY_MS;
    expect([late, untouched].map(paysSeller)).toEqual([true, false]);
  });

  it('of somebody who is shut out while a bank asks is for an administrator, once the bank is done', () => {
    const life = escrow();
    life.do({ do: 'delivered' });
    life.do({ do: 'chargeback-opened', disputeId, cents: 10_000 });
    expect(life.do({ do: 'account-disabled', party: 'seller' })).toBe(true);
    expect(refusal(life, { do: 'release' })).toBe('held_payment_moved');
    life.do({ do: 'chargeback-won', disputeId });
    expect(life.escrow).toMatchObject({ state: 'disputed', disabledParty: 'seller' });
    expect(refusal(life, { do: 'release' })).toBe('nothing');
  });

  it('stopped by a report stays so when somebody is shut out: the buyer cannot take it back', () => {
    const life = escrow();
    life.do({ do: 'problem' });
    expect(life.do({ do: 'account-disabled', party: 'seller' })).toBe(false);
    expect(refusal(life, { do: 'release' })).toBe('held_payment_moved');
  });

  it.each([
    ['never delivered', (_life: Life) => undefined, 'refunding'],
    ['delivered a moment ago', (life: Life) => life.do({ do: 'delivered' }), 'refunding'],
    ['received, the buyer says', (life: Life) => life.do({ do: 'received' }), 'releasing'],
    [
      'disputed after it was received',
      (life: Life) => life.do({ do: 'received' }) && life.do({ do: 'problem' }),
      'refunding',
    ],
  ])('is held too long: told on day 60, moved on day 84, %s', (_what, prepare, end) => {
    const life = escrow(10_000, 720);
    life.now = START + 60 * DAY_MS;
    expect(dueCommand(life.escrow, new Date(life.now - 1))).toBeNull();
    expect(dueCommand(life.escrow, new Date(life.now))).toEqual({ do: 'alert' });
    life.runClock();
    life.now = START + 83 * DAY_MS;
    prepare(life);
    life.runClock();
    life.now = START + 84 * DAY_MS;
    life.runClock();
    expect(life.escrow.state).toBe(end);
  });

  it.each([
    ['marked as delivered', (life: Life) => life.do({ do: 'delivered' }), { do: 'run-out' }],
    ['marked as received', (life: Life) => life.do({ do: 'received' }), { do: 'run-out' }],
    ['not delivered', (_life: Life) => undefined, null],
  ])(
    '%s, keeps the whole time that was told anew when a bank returns it after day 84',
    (_what, prepare, due) => {
      const life = escrow(10_000, 720);
      life.now = START + 60 * DAY_MS;
      life.runClock();
      prepare(life);
      life.do({ do: 'chargeback-opened', disputeId, cents: 10_000 });
      life.now = START + 100 * DAY_MS;
      life.do({ do: 'chargeback-won', disputeId });
      const resumedAt = life.now;
      expect(life.escrow).toMatchObject({ resumedAt: new Date(resumedAt), alertedAt: null });
      expect(dueCommand(life.escrow, new Date(resumedAt))).toBeNull();
      expect(refusal(life, { do: 'take-back' })).toBe('held_payment_moved');
      life.now = resumedAt + 30 * DAY_MS;
      // The rounds before have told that half of the time is over, and that an hour is left.
      for (const notice of ['half-time', 'last-hour'] as const) life.do({ do: notice });
      expect(dueCommand(life.escrow, new Date(life.now))).toEqual(due);
      if (due !== null) return;
      life.now = resumedAt + 60 * DAY_MS;
      expect(dueCommand(life.escrow, new Date(life.now))).toEqual({ do: 'alert' });
      life.runClock();
      life.now = resumedAt + 84 * DAY_MS - 1;
      expect(dueCommand(life.escrow, new Date(life.now))).toBeNull();
      life.now += 1;
      expect(dueCommand(life.escrow, new Date(life.now))).toEqual({ do: 'force' });
    },
  );

  it('counts from when a bank let go of the rest, too', () => {
    const life = escrow();
    life.do({ do: 'chargeback-opened', disputeId, cents: 2000 });
    life.now = START + 90 * DAY_MS;
    life.do({ do: 'chargeback-lost', disputeId, cents: 2000 });
    expect(life.escrow).toMatchObject({ state: 'held', resumedAt: new Date(life.now) });
    expect(dueCommand(life.escrow, new Date(life.now))).toBeNull();
  });

  it.each([
    ['marked as delivered', (life: Life) => life.do({ do: 'delivered' })],
    ['marked as received', (life: Life) => life.do({ do: 'received' })],
    [
      'marked as delivered while the bank had it',
      (life: Life) => {
        life.do({ do: 'delivered' });
        life.do({ do: 'chargeback-opened', disputeId, cents: 10_000 });
        life.do({ do: 'contract-cancelled' });
        return life.do({ do: 'chargeback-won', disputeId });
      },
    ],
  ])('%s, is not taken back by cancelling the contract, and ends as others do', (_what, prepare) => {
    const life = escrow();
    prepare(life);
    life.do({ do: 'contract-cancelled' });
    life.runClock();
    expect(life.escrow).toMatchObject({ state: 'disputed', contractCancelledAt: expect.any(Date) });
    expect(life.do({ do: 'contract-cancelled' })).toBe(false);
    life.now = START + 84 * DAY_MS;
    life.runClock();
    expect(life.escrow.state).toBe('refunding');
  });

  describe('decided, of which somebody sends back more at Stripe', () => {
    const byHand = (cents: number): Command => ({ do: 'refunded-by-hand', cents });
    const divided = () => {
      const life = escrow();
      life.do({ do: 'problem' });
      life.do({ do: 'decide', sellerGrossCents: 6000 });
      return life;
    };

    it('before the seller is paid: an administrator decides over the rest', () => {
      const life = escrow();
      life.do({ do: 'release' });
      expect(life.do(byHand(3000))).toBe(true);
      expect(life.escrow).toMatchObject({
        ...{ state: 'disputed', buyerRefundCents: 3000, sellerGrossCents: 0, feeCents: 0 },
      });
      expect(life.do(byHand(3000))).toBe(false);
      life.runClock();
      expect(refusal(life, { do: 'decide', sellerGrossCents: 7001 })).toBe('amount_out_of_range');
      for (const command of [{ do: 'decide', sellerGrossCents: 7000 }, { do: 'settled' }] as const)
        life.do(command);
      expect(life.escrow).toMatchObject({ state: 'resolved', buyerRefundCents: 3000, feeCents: 350 });
      expect([life.balance('stripe'), life.balance(`held:${ID}`)]).toEqual([350, 0]);
    });

    it('all of it: nothing is left for the seller', () => {
      const life = divided();
      expect(decide(life.escrow, byHand(10_000), new Date(life.now))?.settles).toBe(true);
      for (const command of [byHand(10_000), { do: 'settled' }] as const) life.do(command);
      expect(life.escrow).toMatchObject({ state: 'refunded', buyerRefundCents: 10_000, sellerGrossCents: 0 });
    });

    it('no more than was decided, or after the seller was paid: it stays decided', () => {
      const life = divided();
      expect(life.do(byHand(4000))).toBe(false);
      life.do({ do: 'settled-in-part', refundedCents: 0, isSellerPaid: true });
      expect(life.do(byHand(5000))).toBe(false);
      expect(life.escrow.state).toBe('resolving');
    });

    it.each([
      [3000, { state: 'disputed', buyerRefundCents: 4000 }],
      [6000, { state: 'refunding', buyerRefundCents: 4000 }],
    ])('and a bank keeps %d cents as well: what went back counts', (cents, after) => {
      const life = divided();
      life.do({ do: 'settled-in-part', refundedCents: 4000, isSellerPaid: false });
      life.do(byHand(6000));
      expect(life.escrow).toMatchObject({ state: 'disputed', buyerRefundCents: 6000, refundedCents: 4000 });
      life.do({ do: 'chargeback-opened', disputeId, cents });
      const lost = { do: 'chargeback-lost', disputeId, cents } as const;
      expect(decide(life.escrow, lost, new Date(life.now))?.settles).toBe(after.state === 'refunding');
      life.do(lost);
      expect(life.escrow).toMatchObject(after);
      for (const command of [{ do: 'decide', sellerGrossCents: 0 }, { do: 'settled' }] as const)
        life.do(command);
      expect([life.escrow.state, life.balance(`held:${ID}`)]).toEqual(['refunded', 0]);
    });
  });

  it('a chargeback after a split takes only what had not gone back', () => {
    const life = escrow();
    life.do({ do: 'problem' });
    life.do({ do: 'decide', sellerGrossCents: 6000 });
    life.do({ do: 'settled' });
    life.do({ do: 'chargeback-opened', disputeId, cents: 6000 });
    expect(life.balance(`chargebacks:${ID}`)).toBe(6000);
    life.do({ do: 'chargeback-lost', disputeId, cents: 6000 });
    expect([life.balance('losses'), life.balance('stripe'), life.escrow.state]).toEqual([
      6000,
      -5700,
      'resolved',
    ]);
  });

  it('a chargeback of all of it after a split leaves what had gone back, and what comes back later is no loss', () => {
    const life = escrow();
    life.do({ do: 'problem' });
    life.do({ do: 'decide', sellerGrossCents: 6000 });
    life.do({ do: 'settled' });
    life.do({ do: 'chargeback-opened', disputeId, cents: 10_000 });
    expect(life.do({ do: 'chargeback-returned', disputeId, cents: 4000 })).toBe(false);
    life.do({ do: 'chargeback-lost', disputeId, cents: 6000 });
    expect([life.escrow.lossCents, life.balance('stripe')]).toEqual([6000, -5700]);
    for (const cents of [1000, 5000]) life.do({ do: 'chargeback-returned', disputeId, cents });
    expect([life.escrow.lossCents, life.balance('losses'), life.balance('stripe')]).toEqual([0, 0, 300]);
  });

  it('what a bank gives back of money that was held is a gain of ours', () => {
    const life = escrow();
    life.do({ do: 'chargeback-opened', disputeId, cents: 10_000 });
    life.do({ do: 'chargeback-lost', disputeId, cents: 10_000 });
    life.do({ do: 'refunded-beyond', cents: 4000 });
    life.do({ do: 'chargeback-returned', disputeId, cents: 4000 });
    expect([
      life.escrow.state,
      life.escrow.lossCents,
      life.balance('losses'),
      life.balance('stripe'),
    ]).toEqual(['charged_back', -4000, 0, 0]);
  });

  describe('divided, whose buyer has a refund returned and goes to the bank', () => {
    const returned: Command = { do: 'refund-returned', cents: 4000 };
    const opened: Command = { do: 'chargeback-opened', disputeId, cents: 10_000 };
    const lost: Command = { do: 'chargeback-lost', disputeId, cents: 10_000 };
    const won: Command = { do: 'chargeback-won', disputeId };
    const settled: Command = { do: 'settled' };
    const sellerPaid: Command = { do: 'settled-in-part', refundedCents: 0, isSellerPaid: true };
    const buyerPaid: Command = { do: 'settled-in-part', refundedCents: 4000, isSellerPaid: false };
    const divided = () => {
      const life = escrow();
      life.do({ do: 'problem' });
      life.do({ do: 'decide', sellerGrossCents: 6000 });
      return life;
    };
    /** The seller's part was paid out, and a bank has taken all: of that the buyer's part was held. */
    const paidSeller = {
      escrow: {
        state: 'released',
        sellerGrossCents: 6000,
        buyerRefundCents: 0,
        feeCents: 300,
        chargedBackCents: 4000,
      },
      ledger: { held: 0, stripe: -5700, fees: -300, losses: 6000 },
    };

    it.each<[string, Command[]]>([
      ['returned before', [settled, returned, opened, lost, settled]],
      ['returned meanwhile', [settled, opened, returned, lost, settled]],
      ['returned afterwards', [settled, opened, lost, returned]],
      ['that never arrived', [sellerPaid, opened, lost, settled]],
    ])('%s: the seller keeps theirs, and it ends, in the same books', (_when, commands) => {
      const life = divided();
      for (const command of commands) expect([command.do, life.do(command)]).toEqual([command.do, true]);
      expect(life.escrow).toMatchObject({ ...paidSeller.escrow, settledAt: expect.any(Date) });
      const { ledger } = paidSeller;
      expect({
        held: life.balance(`held:${ID}`),
        stripe: life.balance('stripe'),
        fees: life.balance('fees'),
        losses: life.balance('losses'),
      }).toEqual(ledger);
    });

    it('is frozen while the bank has it, and goes back again when the bank returns it', () => {
      const life = divided();
      for (const command of [settled, opened, returned]) life.do(command);
      expect(life.escrow).toMatchObject({
        state: 'disputed',
        stateBeforeChargeback: 'resolving',
        settledAt: null,
      });
      life.do(won);
      expect(life.escrow).toMatchObject({ state: 'resolving', buyerRefundCents: 4000 });
      life.do(settled);
      expect(life.escrow).toMatchObject({ state: 'resolved', refundedCents: 4000 });
      expect(life.balance(`held:${ID}`)).toBe(0);
    });

    it('who had the money back already: the bank takes the part of the seller, who was not paid', () => {
      const life = divided();
      for (const command of [buyerPaid, opened, lost, settled]) life.do(command);
      expect(life.escrow).toMatchObject({
        ...{ state: 'refunded', sellerGrossCents: 0, buyerRefundCents: 4000, chargedBackCents: 6000 },
        ...{ lossCents: 4000 },
      });
    });

    it('of a part: what was returned is owed, no more', () => {
      const life = divided();
      life.do(settled);
      life.do({ do: 'refund-returned', cents: 1500 });
      expect(life.escrow).toMatchObject({ state: 'resolving', buyerRefundCents: 4000, refundedCents: 2500 });
      expect(life.balance(`held:${ID}`)).toBe(-1500);
      life.do(settled);
      expect(life.balance(`held:${ID}`)).toBe(0);
    });

    it('whose refund was returned whole after the bank took all: nothing is left', () => {
      const life = escrow();
      life.do({ do: 'seller-refund', cents: null });
      for (const command of [settled, opened, lost]) life.do(command);
      life.do({ do: 'refund-returned', cents: 10_000 });
      expect(life.escrow).toMatchObject({ state: 'charged_back', chargedBackCents: 10_000, lossCents: 0 });
      expect([life.balance('stripe'), life.balance('losses')]).toEqual([0, 0]);
    });
  });

  it.each([
    ['held', (_life: Life) => undefined, { state: 'held', buyerRefundCents: 0 }],
    [
      'of which the seller had promised a part back',
      (life: Life) => life.do({ do: 'seller-refund', cents: 3000 }),
      { state: 'held', buyerRefundCents: 1000 },
    ],
    [
      'released',
      (life: Life) => life.do({ do: 'release' }),
      { state: 'releasing', sellerGrossCents: 8000, buyerRefundCents: 0, feeCents: 400 },
    ],
    [
      'divided',
      (life: Life) => life.do({ do: 'problem' }) && life.do({ do: 'decide', sellerGrossCents: 6000 }),
      { state: 'resolving', sellerGrossCents: 4000, buyerRefundCents: 4000, feeCents: 200 },
    ],
    [
      'divided, the smaller part to the seller',
      (life: Life) => life.do({ do: 'problem' }) && life.do({ do: 'decide', sellerGrossCents: 1500 }),
      { state: 'refunding', sellerGrossCents: 0, buyerRefundCents: 8000, feeCents: 0 },
    ],
    [
      'sent back',
      (life: Life) => life.do({ do: 'seller-refund', cents: null }),
      { state: 'refunding', sellerGrossCents: 0, buyerRefundCents: 8000 },
    ],
  ])('%s, loses what a bank keeps of it, and the rest goes on', (_what, prepare, expected) => {
    const life = escrow();
    prepare(life);
    life.do({ do: 'chargeback-opened', disputeId, cents: 2000 });
    life.do({ do: 'chargeback-lost', disputeId, cents: 2000 });
    expect(life.escrow).toMatchObject({ ...expected, chargeback: 'lost', chargedBackCents: 2000 });
    expect([life.balance(`held:${ID}`), life.balance('losses')]).toEqual([-8000, 0]);
    if (expected.state === 'held') life.do({ do: 'release' });
    life.do({ do: 'settled' });
    expect(life.balance(`held:${ID}`)).toBe(0);
    expect(life.balance('stripe')).toBe(life.escrow.feeCents);
  });

  it('sent back in part by hand, is frozen, and the part stays with the buyer', () => {
    const life = escrow();
    life.do({ do: 'delivered' });
    life.do({ do: 'refunded-by-hand', cents: 4000 });
    expect(life.escrow).toMatchObject({ state: 'disputed', buyerRefundCents: 4000 });
    expect(life.do({ do: 'refunded-by-hand', cents: 4000 })).toBe(false);
    expect(refusal(life, { do: 'decide', sellerGrossCents: 6001 })).toBe('amount_out_of_range');
    life.do({ do: 'refunded-by-hand', cents: 10_000 });
    expect(life.escrow).toMatchObject({ state: 'refunding', sellerGrossCents: 0, buyerRefundCents: 10_000 });
  });

  it('of which a refund by hand fails, stays frozen, and owes the buyer what was to go back', () => {
    const life = escrow();
    expect(life.do({ do: 'refunded-by-hand', cents: 0 })).toBe(false);
    life.do({ do: 'refunded-by-hand', cents: 4000 });
    expect(life.do({ do: 'refunded-by-hand', cents: 0 })).toBe(true);
    expect(life.escrow).toMatchObject({ state: 'disputed', buyerRefundCents: 4000, byHandCents: 0 });
    expect(life.do({ do: 'refunded-by-hand', cents: 0 })).toBe(false);
    life.do({ do: 'refunded-by-hand', cents: 3000 });
    life.do({ do: 'chargeback-opened', disputeId: 'dp_1', cents: 5000 });
    life.do({ do: 'refunded-by-hand', cents: 1000 });
    expect(life.escrow).toMatchObject({ state: 'disputed', buyerRefundCents: 4000, byHandCents: 1000 });
  });

  it('is frozen by each dispute, one after the other, and by none twice', () => {
    const life = escrow();
    const open = (id: string, cents: number) => life.do({ do: 'chargeback-opened', disputeId: id, cents });
    expect([open('dp_1', 10_000), open('dp_2', 4000)]).toEqual([true, false]);
    expect(life.do({ do: 'chargeback-won', disputeId: 'dp_2' })).toBe(false);
    life.do({ do: 'chargeback-won', disputeId: 'dp_1' });
    expect([open('dp_1', 10_000), open('dp_2', 4000)]).toEqual([false, true]);
    life.do({ do: 'chargeback-lost', disputeId: 'dp_2', cents: 4000 });
    expect(open('dp_3', 6000)).toBe(true);
    life.do({ do: 'chargeback-lost', disputeId: 'dp_3', cents: 6000 });
    expect(life.escrow).toMatchObject({ state: 'charged_back', chargedBackCents: 10_000 });
    expect([life.balance(`held:${ID}`), life.balance('stripe'), life.balance('losses')]).toEqual([0, 0, 0]);
  });

  it.each([
    ['who is not there, is told', false, 'payable'],
    ['who asks just now, is not', true, null],
  ] as const)(
    'can be paid for seven days from when the seller is ready; the buyer, %s',
    (_who, isBuyerHere, change) => {
      const life = new Life(500, 24);
      life.do({ do: 'change', amountCents: 500, isSellerReady: false, isNewSeller: true });
      life.now += 6 * DAY_MS;
      const ready = { do: 'seller-ready', isBuyerHere } as const;
      expect(decide(life.escrow, ready, new Date(life.now))?.change).toBe(change);
      life.do(ready);
      expect(life.do(ready)).toBe(false);
      life.now += 7 * DAY_MS - 1;
      expect(dueCommand(life.escrow, new Date(life.now))).toBeNull();
      life.now += 1;
      expect(dueCommand(life.escrow, new Date(life.now))).toEqual({ do: 'expire' });
    },
  );

  it.each([
    ['whom nobody has asked before, while it was to be paid', 'requires_payment', false, 'seller-needed'],
    ['who was asked already', 'requires_onboarding', false, null],
    ['who takes the place of one that was asked', 'requires_onboarding', true, 'seller-needed'],
  ] as const)(
    'changed while its seller cannot be paid, asks a seller %s',
    (_who, state, isNewSeller, change) => {
      const { escrow } = new Life(500, 24);
      const changed = { do: 'change', amountCents: 900, isSellerReady: false, isNewSeller } as const;
      expect(decide({ ...escrow, state }, changed, new Date())).toMatchObject({
        set: { state: 'requires_onboarding', amountCents: 900 },
        change,
      });
    },
  );

  it.each([
    [null, 0, { do: 'expire' }],
    [HOUR_MS, 0, null],
    [HOUR_MS, HOUR_MS - 1, null],
    [HOUR_MS, HOUR_MS, { do: 'expire' }],
    // Put down by a clock that was ahead.
    [2 * HOUR_MS, 0, { do: 'expire' }],
  ])(
    'whose payment a bank takes its time over: a look put off to %s ms later, asked %s ms later, is %j',
    (lookMs, laterMs, due) => {
      const life = new Life(500, 24);
      life.now += 7 * DAY_MS;
      const expiryLookAt = lookMs === null ? null : new Date(life.now + lookMs);
      expect(dueCommand({ ...life.escrow, expiryLookAt }, new Date(life.now + laterMs))).toEqual(due);
    },
  );

  it('closes after seven days without payment, and only once', () => {
    const life = new Life(500, 24);
    life.now += 7 * DAY_MS;
    expect(dueCommand(life.escrow, new Date(life.now))).toEqual({ do: 'expire' });
    life.runClock();
    expect(life.escrow.state).toBe('failed');
    expect(life.do({ do: 'expire' })).toBe(false);
    expect(refusal(life, { do: 'paid' })).toBe('held_payment_moved');
  });
});
