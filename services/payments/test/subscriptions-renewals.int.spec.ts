import { jest } from '@jest/globals';
import Stripe from 'stripe';
import { subscriptionRefunded } from '#contracts';
import { HOUR_MS, PermanentError } from '#platform';
import { STRIPE } from '../src/stripe/stripe.module.js';
import { Payments } from './payments.harness.js';
import { lookAround, Subscriber } from './subscriptions.harness.js';

/** Can be saved, but every charge is declined. */
const EMPTY_CARD = 'pm_card_chargeCustomerFail';
const DAY_MS = 86_400_000;
/** Days after which a month is over, and the hour for which the invoice of the next one is a draft. */
const A_MONTH = 31 + 1 / 12;

describe('as time goes by, a subscription', () => {
  let payments: Payments;
  let user: Subscriber;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  beforeEach(async () => {
    user = await Subscriber.onClock(payments);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    return payments.setClock(new Date());
  });
  afterAll(() => payments?.close(), 60_000);

  const only = async () => {
    const rows = await user.stored();
    expect(rows).toHaveLength(1);
    return rows[0];
  };
  const expectBooked = async (months: number) => {
    const receipts = await user.receipts();
    expect(new Set(receipts.map(({ source_id }) => source_id)).size).toBe(months);
    expect(receipts).toHaveLength(months);
    expect(await user.booked()).toBe(2000 * months);
  };

  it('keeps the price that it was begun with, also without its row since a restore', async () => {
    // Begun when a month cost less.
    await payments.rows.query(
      `insert into subscriptions (id, user_id, status, amount_cents) values (gen_random_uuid(), $1, 'incomplete', 1500)`,
      [user.caller.id],
    );
    await user.start();
    expect((await user.view()).body).toMatchObject({ status: 'active', amountCents: 1500 });
    const first = await only();
    await user.pass(A_MONTH);
    await payments.deliverEvents();
    const last = await only();
    expect(last?.period_end?.getTime()).toBeGreaterThan((first?.period_end?.getTime() ?? 0) + 25 * DAY_MS);
    expect((await user.receipts()).map(({ amount_cents }) => amount_cents)).toEqual([1500, 1500]);
    expect(await user.booked()).toBe(3000);
    await user.expectTold('started', 'renewed');
    expect(user.told().map(({ amountCents }) => amountCents)).toEqual([1500, 1500]);
    for (const table of ['receipts', 'subscriptions'])
      await payments.rows.query(`delete from ${table} where user_id = $1`, [user.caller.id]);
    expect((await user.create()).body.code).toBe('already_subscribed');
    expect((await user.view()).body).toMatchObject({ status: 'active', amountCents: 1500 });
  }, 60_000);

  it('is renewed month by month, each with one receipt', async () => {
    await user.start();
    const first = await only();
    for (let month = 2; month <= 3; month += 1) {
      await user.pass(A_MONTH);
      await payments.deliverEvents();
      await expectBooked(month);
    }
    const last = await only();
    expect(last).toMatchObject({ status: 'active', started_at: first?.started_at });
    expect(last?.period_end?.getTime()).toBeGreaterThan((first?.period_end?.getTime() ?? 0) + 55 * DAY_MS);
    expect(last?.paid_invoice_id).toBe((await user.atStripe()).latest_invoice);
    await user.expectTold('started', 'renewed', 'renewed');
    const ends = user.told().map(({ periodEnd }) => periodEnd);
    expect([...ends].sort()).toEqual(ends);
    expect(new Set(ends).size).toBe(3);
  });

  it('loses no month when nobody heard of several', async () => {
    await user.start();
    await user.pass(A_MONTH);
    await user.pass(A_MONTH);
    await user.pass(A_MONTH);
    // One look is enough; the events come afterwards.
    expect((await user.view()).body).toMatchObject({ status: 'active' });
    await expectBooked(4);
    await payments.deliverEvents();
    await expectBooked(4);
    await user.expectTold('started', 'renewed', 'renewed', 'renewed');
  });

  it('that cannot be charged is past due until it is paid', async () => {
    await user.start();
    const { period_end: paidUntil } = (await only()) ?? {};
    await user.useCard(EMPTY_CARD);
    await user.pass(A_MONTH);
    await payments.deliverEvents();
    expect(await only()).toMatchObject({ status: 'past_due', period_end: paidUntil });
    const { body } = await user.view();
    expect(body).toMatchObject({
      status: 'past_due',
      card: { last4: '0341' },
      paymentDue: { clientSecret: expect.stringMatching(/^pi_/), amountCents: 2000 },
    });
    expect((await user.create()).body.code).toBe('already_subscribed');
    // Stripe's next attempt of the same invoice is no other failure.
    await user.pass(3);
    await payments.deliverEvents();
    await user.expectTold('started', 'payment-failed');
    await expectBooked(1);

    await user.pay(body.paymentDue?.clientSecret ?? '');
    await payments.deliverEvents();
    expect(await only()).toMatchObject({ status: 'active' });
    expect((await user.view()).body).toMatchObject({ card: { last4: '4242' }, paymentDue: null });
    await expectBooked(2);
    await user.expectTold('started', 'payment-failed', 'renewed');
    expect(user.told().map(({ plan }) => plan)).toEqual(['monthly', 'monthly', 'monthly']);
  });

  it('that is never paid again ends, once, and a new one can be begun', async () => {
    await user.start();
    await user.useCard(EMPTY_CARD);
    await user.pass(A_MONTH);
    await payments.deliverEvents();
    await user.pass(20);
    await payments.deliverEvents();
    expect(await only()).toMatchObject({ status: 'canceled', ended_at: expect.any(Date) });
    await user.expectTold('started', 'payment-failed', 'ended');
    expect(user.told().at(-1)).not.toHaveProperty('plan', 'monthly');
    expect((await user.view()).body).toMatchObject({
      status: 'canceled',
      startedAt: expect.any(String),
      card: null,
      paymentDue: null,
    });
    expect((await user.act('resume')).body.code).toBe('not_subscribed');

    await user.pay(await user.begin());
    await payments.deliverEvents();
    expect((await user.stored()).map(({ status }) => status)).toEqual(['canceled', 'active']);
    await user.expectTold('started', 'payment-failed', 'ended', 'started');
    await expectBooked(2);
  });

  it('that is past due ends at once when it is cancelled, and asks for no more money', async () => {
    await user.start();
    await user.useCard(EMPTY_CARD);
    await user.pass(A_MONTH);
    const owed = (await user.view()).body.paymentDue?.clientSecret ?? '';
    expect((await user.act('cancel')).body).toMatchObject({ status: 'canceled', paymentDue: null });
    await payments.deliverEvents();
    const { latest_invoice: invoiceId, status } = await user.atStripe();
    expect(status).toBe('canceled');
    expect((await payments.sdk.invoices.retrieve(String(invoiceId))).status).toBe('void');
    await expect(user.pay(owed)).rejects.toThrow();
    await user.expectTold('started', 'payment-failed', 'ended');
    await expectBooked(1);
  });

  /** Goes past due. Answers the client secret of what is owed. */
  const owe = async () => {
    await user.start();
    await user.useCard(EMPTY_CARD);
    await user.pass(A_MONTH);
    return (await user.view()).body.paymentDue?.clientSecret ?? '';
  };
  /** Pays a month in the moment in which its subscription ends. */
  const payAtTheEnd = async () => {
    const owed = await owe();
    const { invoices } = payments.service.app.get<Stripe>(STRIPE);
    const voiding = jest.spyOn(invoices, 'voidInvoice').mockImplementationOnce(async () => {
      await user.pay(owed);
      throw new Stripe.errors.StripeInvalidRequestError({
        message: 'You can only pass in open invoices.',
        type: 'invalid_request_error',
      });
    });
    expect((await user.act('cancel')).body).toMatchObject({ status: 'canceled', paymentDue: null });
    expect(voiding).toHaveBeenCalledTimes(1);
    voiding.mockRestore();
    return paidAtTheEnd(owed);
  };
  /** What becomes of the month that was paid so. */
  const paidAtTheEnd = async (owed: string) => {
    const [intentId] = owed.split('_secret_', 1);
    const { id: invoiceId = '' } = await user.latestInvoice();
    const refunds = () =>
      payments.stripe.listRefunds().filter(({ payment_intent: paid }) => paid === intentId);
    const { id: subscriptionId = '' } = (await only()) ?? {};
    return {
      invoiceId,
      refunds,
      statuses: () => refunds().map(({ status }) => status),
      backCents: async () => {
        const [row] = await payments.rows.query<{ cents: number }[]>(
          'select refunded_cents as cents from receipts where source_id = $1',
          [invoiceId],
        );
        return row?.cents;
      },
      /** What its payer hears of. */
      told: () =>
        payments.tap
          .about(subscriptionId)
          .filter(({ type }) => type === subscriptionRefunded.name)
          .map(({ data }) => data),
    };
  };
  const deliverAll = async () => {
    await payments.deliverEvents();
    // The refund tells of itself.
    await payments.deliverEvents();
  };
  /** What the service does by itself `hours` later. */
  const lookLater = async (hours: number) => {
    await payments.setClock(new Date(Date.now() + hours * HOUR_MS));
    await lookAround(payments);
    await deliverAll();
  };

  /** Pays what is owed of one that Stripe has ended, before anything of either is heard. */
  const payAfterAnUnheardEnd = async () => {
    const owed = await owe();
    await payments.deliverEvents();
    await payments.sdk.subscriptions.cancel((await user.atStripe()).id);
    await user.pay(owed);
    expect(await only()).toMatchObject({ status: 'past_due' });
    return paidAtTheEnd(owed);
  };

  it.each([
    ['in the moment in which it ends', payAtTheEnd],
    ['when Stripe has ended it, and both are heard together,', payAfterAnUnheardEnd],
  ])(
    'that is paid %s gives that month back, once',
    async (_when, pay) => {
      const { invoiceId, refunds, backCents, told } = await pay();
      await deliverAll();
      for (const event of payments.stripe.listEvents()) await payments.deliver(JSON.stringify(event));
      await payments.quiet();
      expect(refunds()).toMatchObject([{ amount: 2000, status: 'succeeded' }]);
      expect(await backCents()).toBe(2000);
      const receiptNumber = (await user.receipts()).at(-1)?.number;
      expect(told()).toEqual([
        {
          subscriptionId: (await only())?.id,
          userId: user.caller.id,
          invoiceId,
          receiptNumber,
          ...{ amountCents: 2000, currency: 'usd', refundedAt: expect.stringMatching(/Z$/), isTest: true },
        },
      ]);
      expect(await only()).toMatchObject({ status: 'canceled' });
      await expectBooked(2);
      await user.expectTold('started', 'payment-failed', 'ended');
    },
    60_000,
  );

  it('that is paid in that moment, and whose bank returns the refund, sends it once more; its payer is told once', async () => {
    const { refunds, statuses, backCents, told } = await payAtTheEnd();
    await deliverAll();
    payments.stripe.endRefund(String(refunds()[0]?.id), 'failed');
    await deliverAll();
    expect([statuses(), await backCents()]).toEqual([['failed'], 0]);
    await lookLater(0);
    expect(statuses()).toEqual(['failed']);
    await lookLater(2);
    expect([statuses(), await backCents()]).toEqual([['succeeded', 'failed'], 2000]);
    await lookLater(4);
    expect(statuses()).toHaveLength(2);
    expect(told()).toHaveLength(1);
  }, 60_000);

  it('that is paid in that moment, and whose refund is refused, is tried again: support is told once, its payer when it went back', async () => {
    const { refunds: refundsAtStripe } = payments.service.app.get<Stripe>(STRIPE);
    const refusing = jest
      .spyOn(refundsAtStripe, 'create')
      .mockRejectedValueOnce(new PermanentError('the balance is empty'))
      .mockRejectedValueOnce(new PermanentError('the balance is empty'));
    const { invoiceId, statuses, backCents, told } = await payAtTheEnd();
    const supportHeard = async () => {
      const jobs = await payments.rows.query<{ id: string }[]>(
        `select id from jobs where payload ->> 'invoiceId' = $1`,
        [invoiceId],
      );
      return jobs.flatMap(({ id }) => payments.tap.about(id)).map(({ data }) => data);
    };
    for (const times of [1, 2]) {
      await (times === 1 ? deliverAll() : lookLater(2));
      expect(refusing).toHaveBeenCalledTimes(times);
      expect([statuses(), await backCents(), told()]).toEqual([[], 0, []]);
      expect(await supportHeard()).toMatchObject([
        { job: expect.stringMatching(/\.refund-after-end$/), notice: 1 },
      ]);
    }
    await lookLater(4);
    expect([statuses(), await backCents()]).toEqual([['succeeded'], 2000]);
    expect(told()).toMatchObject([{ userId: user.caller.id, amountCents: 2000 }]);
  }, 60_000);

  it.each(['seen', 'not seen'])(
    'that is cancelled in the hour in which its next month is not charged yet, %s, never is',
    async (renewal) => {
      await user.start();
      const { period_end: paidUntil } = (await only()) ?? {};
      await user.passUntil(paidUntil);
      if (renewal === 'seen') await payments.deliverEvents();
      expect(await user.latestInvoice()).toMatchObject({ status: 'draft' });
      const { status, body } = await user.act('cancel');
      expect([status, body]).toMatchObject([200, { status: 'canceled', paymentDue: null }]);
      expect(await user.latestInvoice()).toMatchObject({ status: 'void' });
      await user.pass(1);
      await payments.deliverEvents();
      expect((await user.atStripe()).status).toBe('canceled');
      expect(await only()).toMatchObject({ status: 'canceled', period_end: paidUntil });
      await user.expectTold('started', 'ended');
      await expectBooked(1);
    },
  );

  it('that is cancelled in the moment in which its month ends is not charged again', async () => {
    await user.start();
    const { period_end: paidUntil } = (await only()) ?? {};
    const { subscriptions } = payments.service.app.get<Stripe>(STRIPE);
    const update = subscriptions.update.bind(subscriptions);
    jest.spyOn(subscriptions, 'update').mockImplementationOnce((async (
      ...asked: Parameters<typeof update>
    ) => {
      await user.passUntil(paidUntil);
      return update(...asked);
    }) as typeof update);
    expect((await user.act('cancel')).body).toMatchObject({ status: 'canceled', paymentDue: null });
    await user.pass(1);
    await payments.deliverEvents();
    await expectBooked(1);
    await user.expectTold('started', 'ended');
  });

  it("that ends in Stripe's dashboard in that hour asks for no more money", async () => {
    await user.start();
    const { period_end: paidUntil } = (await only()) ?? {};
    await user.passUntil(paidUntil);
    await payments.sdk.subscriptions.cancel((await user.atStripe()).id);
    await payments.deliverEvents();
    expect(await user.latestInvoice()).toMatchObject({ status: 'void' });
    await user.pass(1);
    await payments.deliverEvents();
    await user.expectTold('started', 'ended');
    await expectBooked(1);
  });

  it('that was cancelled ends with its month', async () => {
    await user.start();
    const { period_end: paidUntil } = (await only()) ?? {};
    await user.act('cancel');
    await user.pass(32);
    await payments.deliverEvents();
    expect(await only()).toMatchObject({
      status: 'canceled',
      ends_at_period_end: false,
      period_end: paidUntil,
      ended_at: paidUntil,
    });
    await expectBooked(1);
    await user.expectTold('started', 'cancelled', 'ended');
  });

  it('that nobody paid expires, and the next one is another', async () => {
    const first = await user.begin();
    await user.pass(1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => user.create()));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { clientSecret: expect.not.stringContaining(first) },
    });
    expect((await user.stored()).map(({ status }) => status)).toEqual(['canceled', 'incomplete']);
    expect((await user.allAtStripe()).map(({ status }) => status)).toEqual([
      'incomplete',
      'incomplete_expired',
    ]);
    await payments.deliverEvents();
    await user.expectTold();
  }, 30_000);

  it('is looked at when Stripe tells nothing', async () => {
    const start = Date.now();
    const unheard = new Subscriber(payments);
    await user.pay(await user.begin());
    await unheard.pay(await unheard.begin());
    await lookAround(payments);
    expect(await only()).toMatchObject({ status: 'incomplete' });
    await payments.setClock(new Date(start + 2 * 60_000));
    await Promise.all([lookAround(payments), lookAround(payments)]);
    expect((await unheard.stored())[0]).toMatchObject({ status: 'active' });
    const active = await only();
    expect(active).toMatchObject({ status: 'active' });
    await user.expectTold('started');

    await user.pass(A_MONTH);
    await payments.setClock(new Date((active?.period_end?.getTime() ?? 0) + 2 * 3_600_000));
    await lookAround(payments);
    await expectBooked(2);
    await user.useCard(EMPTY_CARD);
    await user.pass(A_MONTH);
    await payments.setClock(new Date(((await only())?.period_end?.getTime() ?? 0) + 2 * 3_600_000));
    await lookAround(payments);
    expect(await only()).toMatchObject({ status: 'past_due' });
    await user.pass(20);
    await payments.setClock(new Date(start + 120 * DAY_MS));
    await lookAround(payments);
    expect(await only()).toMatchObject({ status: 'canceled' });
    await user.expectTold('started', 'renewed', 'payment-failed', 'ended');
  });
});
