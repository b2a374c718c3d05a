import { DAY_MS } from '#platform';
import { decide, type PaidInvoice, stateOf, type ToldSubscription } from './subscription.state.js';
import type { SubscriptionEntity } from './subscriptions.entities.js';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const month = (number: number): Date => new Date(Date.UTC(2026, number - 1, 21, 10));

const waiting: SubscriptionEntity = {
  id: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10',
  userId: 17,
  stripeId: 'sub_1',
  amountCents: 2000,
  currency: 'usd',
  status: 'incomplete',
  endsAtPeriodEnd: false,
  periodEnd: null,
  paidInvoiceId: null,
  failedInvoiceId: null,
  isBankTaking: false,
  createdAt: month(1),
  startedAt: null,
  endedAt: null,
  nextLookAt: month(1),
  version: '1',
};
/** Pays for the month that begins in the n-th month of the year. */
const invoice = (number: number, change: Partial<PaidInvoice> = {}): PaidInvoice => ({
  id: `in_${number}`,
  priceCents: 2000,
  amountCents: 2000,
  currency: 'usd',
  paidAt: month(number),
  periodEnd: month(number + 1),
  ...change,
});
const told = (change: Partial<ToldSubscription> = {}): ToldSubscription => ({
  status: 'active',
  endsAtPeriodEnd: false,
  endedAt: null,
  openInvoiceId: null,
  isBankTaking: false,
  paid: [],
  ...change,
});

/** A row that has been told things one after the other, each of them twice. */
class Story {
  readonly receipts: string[] = [];
  readonly changes: string[] = [];
  readonly owed: string[] = [];

  constructor(public row = waiting) {}

  tell(change: Partial<ToldSubscription>): this {
    for (let time = 0; time < 2; time += 1) {
      const { state, sales, owed, changes } = decide(this.row, told(change), new Set(this.receipts), NOW);
      this.row = { ...this.row, ...state };
      this.owed.push(...owed.map(({ id }) => id));
      this.receipts.push(...sales.map(({ id }) => id));
      this.changes.push(
        ...changes.map((told) => `${told.change} ${told.periodEnd.toISOString().slice(0, 7)}`),
      );
    }
    return this;
  }
}

describe('what Stripe says of a subscription', () => {
  it.each(['incomplete', 'active', 'past_due', 'trialing'])(
    'starts nothing without a payment: %s',
    (status) => {
      const story = new Story().tell({ status, openInvoiceId: 'in_1' });
      expect(stateOf(story.row)).toEqual(stateOf(waiting));
      expect(story.changes).toEqual([]);
    },
  );

  it('starts it with the first payment', () => {
    const story = new Story().tell({ paid: [invoice(1)] });
    expect(stateOf(story.row)).toEqual({
      status: 'active',
      endsAtPeriodEnd: false,
      periodEnd: month(2),
      paidInvoiceId: 'in_1',
      failedInvoiceId: null,
      isBankTaking: false,
      startedAt: month(1),
      endedAt: null,
    });
    expect([story.receipts, story.changes]).toEqual([['in_1'], ['started 2026-02']]);
  });

  it('takes nothing for owed while Stripe has the payment, but not yet its state', () => {
    const story = new Story().tell({ status: 'incomplete', paid: [invoice(1)] }).tell({ paid: [invoice(1)] });
    expect(story.row).toMatchObject({ status: 'active', failedInvoiceId: null });
    expect(story.changes).toEqual(['started 2026-02']);
  });

  it('renews it once for every invoice, also when several came while nobody looked', () => {
    const story = new Story().tell({ paid: [invoice(3), invoice(1), invoice(2)] });
    expect(story.receipts).toEqual(['in_1', 'in_2', 'in_3']);
    expect(story.changes).toEqual(['started 2026-02', 'renewed 2026-03', 'renewed 2026-04']);
    story.tell({ paid: [invoice(4), invoice(3), invoice(1), invoice(2)] });
    expect(story.changes.slice(3)).toEqual(['renewed 2026-05']);
    expect(story.row).toMatchObject({ periodEnd: month(5), paidInvoiceId: 'in_4', startedAt: month(1) });
  });

  it('tells of a failed renewal once for each invoice, and keeps the end of what is paid', () => {
    const paid = [invoice(1)];
    const story = new Story()
      .tell({ paid })
      .tell({ status: 'past_due', paid, openInvoiceId: 'in_2' })
      .tell({ paid: [...paid, invoice(2)] })
      .tell({ status: 'past_due', paid: [...paid, invoice(2)], openInvoiceId: 'in_3' });
    expect(story.changes).toEqual([
      'started 2026-02',
      'payment-failed 2026-02',
      'renewed 2026-03',
      'payment-failed 2026-03',
    ]);
    expect(story.row).toMatchObject({ status: 'past_due', periodEnd: month(3), failedInvoiceId: 'in_3' });
  });

  it('tells, each time, that it was cancelled and taken up again', () => {
    const paid = [invoice(1)];
    const story = new Story()
      .tell({ paid })
      .tell({ paid, endsAtPeriodEnd: true })
      .tell({ paid })
      .tell({ paid, endsAtPeriodEnd: true })
      .tell({ status: 'canceled', paid, endedAt: month(2) });
    expect(story.changes).toEqual([
      'started 2026-02',
      'cancelled 2026-02',
      'resumed 2026-02',
      'cancelled 2026-02',
      'ended 2026-02',
    ]);
  });

  it('tells of no cancellation of what is not paid', () => {
    const paid = [invoice(1)];
    const story = new Story()
      .tell({ status: 'incomplete', openInvoiceId: 'in_1', endsAtPeriodEnd: true })
      .tell({ paid })
      .tell({ status: 'past_due', paid, openInvoiceId: 'in_2', endsAtPeriodEnd: true });
    expect(story.changes).toEqual(['started 2026-02', 'payment-failed 2026-02']);
  });

  it.each(['canceled', 'unpaid', 'incomplete_expired'])('ends it, once: %s', (status) => {
    const paid = [invoice(1)];
    const story = new Story().tell({ paid }).tell({ status, paid, endsAtPeriodEnd: true, endedAt: month(2) });
    expect(story.changes).toEqual(['started 2026-02', 'ended 2026-02']);
    expect(story.row).toMatchObject({ status: 'canceled', endsAtPeriodEnd: false, endedAt: month(2) });
  });

  it('tells, each time, that a bank has refused the first month', () => {
    const story = new Story()
      .tell({ openInvoiceId: 'in_1', isBankTaking: true })
      .tell({ status: 'past_due', openInvoiceId: 'in_1' })
      .tell({ openInvoiceId: 'in_1', isBankTaking: true })
      .tell({ status: 'past_due', openInvoiceId: 'in_1' });
    expect(story.changes).toEqual(['bank-refused 2026-11', 'bank-refused 2026-11']);
    story.tell({ paid: [invoice(1)] });
    expect(story.changes.slice(2)).toEqual(['started 2026-02']);
  });

  it('tells that a bank has refused to pay for a renewal that had failed', () => {
    const paid = [invoice(1)];
    const failing = { status: 'past_due', paid, openInvoiceId: 'in_2' };
    const story = new Story()
      .tell({ paid })
      .tell(failing)
      .tell({ ...failing, isBankTaking: true })
      .tell(failing);
    expect(story.changes).toEqual(['started 2026-02', 'payment-failed 2026-02', 'bank-refused 2026-11']);
  });

  it('tells once of a renewal that a bank refuses', () => {
    const paid = [invoice(1)];
    const story = new Story()
      .tell({ paid })
      .tell({ paid, openInvoiceId: 'in_2', isBankTaking: true })
      .tell({ status: 'past_due', paid, openInvoiceId: 'in_2' });
    expect(story.changes).toEqual(['started 2026-02', 'payment-failed 2026-02']);
  });

  it.each(['canceled', 'unpaid', 'incomplete_expired'])(
    'tells that a bank has refused the first month, though it ends in the same look: %s',
    (status) => {
      const story = new Story()
        .tell({ openInvoiceId: 'in_1', isBankTaking: true })
        .tell({ status, openInvoiceId: 'in_1' });
      expect(story.row).toMatchObject({ status: 'canceled', isBankTaking: false });
      expect(story.changes).toEqual(['bank-refused 2026-11']);
    },
  );

  it('that ends while a bank is sending the first month, tells of the refusal once the bank has decided', () => {
    const story = new Story()
      .tell({ openInvoiceId: 'in_1', isBankTaking: true })
      .tell({ status: 'canceled', openInvoiceId: 'in_1', isBankTaking: true });
    expect(story.row).toMatchObject({ status: 'canceled', isBankTaking: true });
    expect(story.changes).toEqual([]);
    story.tell({ status: 'canceled' });
    expect([story.row.isBankTaking, story.changes]).toEqual([false, ['bank-refused 2026-11']]);
  });

  it('that ends while a bank is sending the first month, gives back what comes of it', () => {
    const story = new Story()
      .tell({ openInvoiceId: 'in_1', isBankTaking: true })
      .tell({ status: 'canceled', openInvoiceId: 'in_1', isBankTaking: true })
      .tell({ status: 'canceled', paid: [invoice(1)] });
    expect([story.row.isBankTaking, story.owed, story.changes]).toEqual([false, ['in_1'], []]);
  });

  it('tells of an end, and of no refusal, when it ends while a bank is sending a renewal', () => {
    const paid = [invoice(1)];
    const story = new Story()
      .tell({ paid })
      .tell({ paid, openInvoiceId: 'in_2', isBankTaking: true })
      .tell({ status: 'canceled', paid, openInvoiceId: 'in_2', isBankTaking: true })
      .tell({ status: 'canceled', paid });
    expect([story.row.isBankTaking, story.changes]).toEqual([false, ['started 2026-02', 'ended 2026-02']]);
  });

  it('closes one that never began without a word', () => {
    const story = new Story().tell({ status: 'incomplete_expired' });
    expect(story.row).toMatchObject({ status: 'canceled', endedAt: NOW, startedAt: null });
    expect(story.changes).toEqual([]);
  });

  it('tells both when it began and ended while nobody looked', () => {
    const story = new Story().tell({ status: 'canceled', paid: [invoice(1)] });
    expect(story.changes).toEqual(['started 2026-02', 'ended 2026-02']);
    expect(story.owed).toEqual([]);
  });

  it('gives back the month that its end cuts off, and keeps those that were over', () => {
    const paid = [invoice(1), invoice(2), invoice(3)];
    const midMonth = new Date(month(3).getTime() + DAY_MS);
    const story = new Story()
      .tell({ paid: [invoice(1)] })
      .tell({ status: 'past_due', paid: [invoice(1)], openInvoiceId: 'in_2' })
      .tell({ status: 'canceled', paid, endedAt: midMonth });
    expect(story.receipts).toEqual(['in_1', 'in_2', 'in_3']);
    expect(story.owed).toEqual(['in_3']);
    expect(story.row).toMatchObject({ status: 'canceled', periodEnd: month(3), paidInvoiceId: 'in_2' });
    expect(story.changes.slice(-2)).toEqual(['renewed 2026-03', 'ended 2026-03']);
  });

  it('gives back the first month of one that ended before anybody knew of it', () => {
    const story = new Story().tell({ status: 'canceled', paid: [invoice(1)], endedAt: month(1) });
    expect([story.receipts, story.owed, story.changes]).toEqual([['in_1'], ['in_1'], []]);
    expect(story.row).toMatchObject({ status: 'canceled', startedAt: null, periodEnd: null });
  });

  it.each([
    ['ends with its month', month(3)],
    ['is known to be paid when it ends', month(2)],
  ])('gives nothing back when it %s', (_when, endedAt) => {
    const paid = [invoice(1), invoice(2)];
    const story = new Story().tell({ paid }).tell({ status: 'canceled', paid, endedAt });
    expect([story.owed, story.row.periodEnd]).toEqual([[], month(3)]);
  });

  it('books what is paid after the end, and starts nothing again', () => {
    const story = new Story()
      .tell({ status: 'canceled', paid: [invoice(1)] })
      .tell({ paid: [invoice(1), invoice(2)] });
    expect([story.receipts, story.owed]).toEqual([['in_1', 'in_2'], ['in_2']]);
    expect(story.row).toMatchObject({ status: 'canceled', periodEnd: month(2) });
    expect(story.changes).toHaveLength(2);
  });

  it.each([
    ['another price', { priceCents: 1999, amountCents: 1999 }],
    ['nothing', { amountCents: 0 }],
    ['another currency', { currency: 'eur' }],
  ])('is not started by %s', (_what, change) => {
    const paid = [invoice(1, change)];
    const { state, sales, changes, foreign } = decide(waiting, told({ paid }), new Set(), NOW);
    expect(state).toEqual(stateOf(waiting));
    expect([sales, changes, foreign]).toEqual([[], [], paid]);
  });

  it('keeps the price that it was begun with, whatever is asked of others today', () => {
    const price = { priceCents: 1500, amountCents: 1500 };
    const paid = [invoice(1, price), invoice(2, price)];
    const story = new Story({ ...waiting, amountCents: 1500 }).tell({ paid: paid.slice(0, 1) });
    expect(story.row).toMatchObject({ status: 'active', periodEnd: month(2) });
    story.tell({ paid });
    expect(story.row).toMatchObject({ status: 'active', periodEnd: month(3), paidInvoiceId: 'in_2' });
    expect(story.changes).toEqual(['started 2026-02', 'renewed 2026-03']);
    expect(story.receipts).toEqual(['in_1', 'in_2']);
  });

  it('goes on with what a discount has left of its price, and with a month that was given', () => {
    const paid = [invoice(1), invoice(2, { amountCents: 500 }), invoice(3, { amountCents: 0 })];
    const story = new Story().tell({ paid: paid.slice(0, 2) });
    expect(story.row).toMatchObject({ status: 'active', periodEnd: month(3), paidInvoiceId: 'in_2' });
    story.tell({ paid });
    expect(story.row).toMatchObject({ status: 'active', periodEnd: month(4), paidInvoiceId: 'in_2' });
    // Nothing was paid for the third month: no receipt, and nobody is told of money.
    expect(story.receipts).toEqual(['in_1', 'in_2']);
    expect(story.changes).toEqual(['started 2026-02', 'renewed 2026-03']);
    story.tell({ paid: [...paid, invoice(4)] });
    expect(story.changes.slice(2)).toEqual(['renewed 2026-05']);
  });

  it('is not renewed by another price, but ends all the same', () => {
    const paid = [invoice(1), invoice(2, { priceCents: 1, amountCents: 1 })];
    const story = new Story().tell({ paid: [invoice(1)] }).tell({ paid });
    expect(story.row).toMatchObject({ status: 'active', periodEnd: month(2), paidInvoiceId: 'in_1' });
    story.tell({ status: 'canceled', paid });
    expect(story.row.status).toBe('canceled');
    expect(story.changes).toEqual(['started 2026-02', 'ended 2026-02']);
  });
});
