import { jest } from '@jest/globals';
import { Clock, LOGGER } from '#platform';
import { eventually } from '#testing';
import { FollowEscrows } from '../src/escrow/escrow.schedules.js';
import { FollowOrders } from '../src/orders/orders.jobs.js';
import { FindMissedEvents } from '../src/stripe/find-missed-events.schedule.js';
import { StripeWebhooks } from '../src/stripe/stripe-events.js';
import { LookAtSubscriptions } from '../src/subscriptions/subscription.follower.js';
import { Escrows } from './escrows.harness.js';
import { anna, Payments } from './payments.harness.js';
import { Subscriber } from './subscriptions.harness.js';

const { round: ask } = FindMissedEvents.prototype;
const { round: lookAtEscrows } = FollowEscrows.prototype;
const signal = new AbortController().signal;

/** What the README says the endpoint is to be sent. */
const ASKED_FOR = /^(payment_intent|charge|refund|invoice|customer\.subscription)\./;

describe('events of Stripe that never come', () => {
  let payments: Payments;
  let escrows: Escrows;
  let errors: jest.SpiedFunction<(fields: object, message: string) => void>;

  beforeAll(async () => {
    // Each round is run by the test, so that it is known which one has done it.
    for (const { prototype } of [FindMissedEvents, FollowOrders, FollowEscrows, LookAtSubscriptions]) {
      jest.spyOn(prototype, 'round').mockResolvedValue();
    }
    payments = await Payments.start();
    escrows = new Escrows(payments);
    errors = jest.spyOn(
      payments.service.app.get<{ error: (fields: object, message: string) => void }>(LOGGER),
      'error',
    );
  }, 180_000);

  beforeEach(async () => {
    await payments.setClock(new Date());
    await findMissed();
    errors.mockClear();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await payments?.close();
  }, 60_000);

  /** As the schedule does, half a minute later: what is younger may still be on its way. */
  const findMissed = async () => {
    await payments.setClock(new Date(Date.now() + 30_000));
    await ask.call(payments.service.app.get(FindMissedEvents), signal);
    await payments.quiet();
  };
  /** Loses every webhook while something goes on at Stripe; answers how many events that were which the endpoint asks for. */
  const unheard = async (work: () => Promise<unknown> | unknown) => {
    const before = payments.stripe.listEvents().length;
    payments.stripe.dropWebhooks(true);
    try {
      await work();
    } finally {
      payments.stripe.dropWebhooks(false);
    }
    const events = payments.stripe.listEvents();
    const lost = events.slice(0, events.length - before);
    return lost.filter(({ type }) => ASKED_FOR.test(type)).length;
  };
  const jobsAbout = (id: string) =>
    payments.rows.query<{ status: string; attempts: number; last_error: string | null }[]>(
      `select status, attempts, last_error from jobs
       where name = 'process-stripe-event' and payload ->> 'id' = $1`,
      [id],
    );
  const expectReported = (missed: number) => {
    expect(errors.mock.calls).toContainEqual([
      { missed },
      'events of Stripe did not come by webhook; look at the endpoint',
    ]);
  };

  it('are asked for: a payment', async () => {
    let agreementId = '';
    const lost = await unheard(async () => {
      const opened = await payments.open();
      ({ agreementId } = opened);
      await payments.pay(opened.intentId);
    });
    expect(await payments.order(agreementId)).toMatchObject({ status: 'open' });
    await findMissed();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    expectReported(lost);
    // What was found once is not found again.
    errors.mockClear();
    await findMissed();
    expect(errors).not.toHaveBeenCalled();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    expect(payments.tap.about(agreementId)).toHaveLength(1);
  });

  it('are asked for two days later: the receipt says when it was paid, what is owed counts from now', async () => {
    const { agreementId, intentId } = await payments.open();
    await unheard(() => payments.pay(intentId));
    const charge = await payments.sdk.charges.list({ payment_intent: intentId });
    const made = (charge.data[0]?.created ?? 0) * 1000;
    const heard = new Date(Date.now() + 2 * 24 * 60 * 60_000);
    await payments.setClock(heard);
    await ask.call(payments.service.app.get(FindMissedEvents), signal);
    await payments.quiet();
    const order = await payments.order(agreementId);
    expect(order?.paid_at?.getTime()).toBeGreaterThanOrEqual(heard.getTime());
    const [receipt] = await payments.rows.query<{ paid_at: Date }[]>(
      'select paid_at from receipts where agreement_id = $1',
      [agreementId],
    );
    expect(receipt?.paid_at.getTime()).toBe(made);
  });

  it('are asked for, those of 30 days, when Stripe was last asked by a clock that was ahead', async () => {
    const seenUntil = async () => {
      const [row] = await payments.rows.query<{ at: Date }[]>('select seen_until as at from stripe_cursor');
      return row?.at.getTime() ?? 0;
    };
    const { agreementId, intentId } = await payments.open();
    await unheard(() => payments.pay(intentId));
    await payments.rows.query(`update stripe_cursor set seen_until = now() + interval '5 hours'`);
    await findMissed();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    const hour = 60 * 60_000;
    expect(await seenUntil()).toBeLessThan(Date.now() + hour);
    // From now on only what is new is asked for.
    const seen = await seenUntil();
    await findMissed();
    expect(await seenUntil()).toBeGreaterThanOrEqual(seen);
  });

  it('are asked for: a dispute', async () => {
    const mine = await escrows.hold(await escrows.readySeller());
    await findMissed();
    errors.mockClear();
    const lost = await unheard(() => {
      const { id } = payments.stripe.dispute(mine.intentId);
      payments.stripe.closeDispute(id, 'lost');
    });
    expect((await escrows.row(mine.agreementId)).state).toBe('held');
    await findMissed();
    expect(await escrows.row(mine.agreementId)).toMatchObject({ state: 'charged_back', chargeback: 'lost' });
    expect(await escrows.books(mine)).toEqual({ escrow: 0, chargebacks: 0, sum: 0 });
    expectReported(lost);
  });

  it('are asked for: a subscription', async () => {
    const user = new Subscriber(payments);
    const lost = await unheard(async () => user.pay(await user.begin()));
    expect((await user.stored())[0]).toMatchObject({ status: 'incomplete' });
    await findMissed();
    expect((await user.stored())[0]).toMatchObject({ status: 'active' });
    expect(await user.receipts()).toHaveLength(1);
    await user.expectTold('started');
    expectReported(lost);
  });

  it('are reported only where the endpoint should have been sent them: no transfer, but the payment', async () => {
    const mine = await escrows.hold(await escrows.readySeller());
    await findMissed();
    errors.mockClear();
    const account = payments.stripe.listAccounts()[0]?.id ?? '';
    expect(
      await unheard(() =>
        payments.sdk.transfers.create({ amount: 100, currency: 'usd', destination: account }),
      ),
    ).toBe(0);
    expect(payments.stripe.listEvents()[0]?.type).toBe('transfer.created');
    await findMissed();
    expect(errors).not.toHaveBeenCalled();
    const { agreementId, intentId } = await payments.open();
    await payments.deliverEvents();
    const lost = await unheard(() => payments.pay(intentId));
    await findMissed();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    expect(payments.stripe.listEvents().map(({ type }) => type)).toContain('payment_intent.succeeded');
    expectReported(lost);
    expect((await escrows.row(mine.agreementId)).state).toBe('held');
  });

  it('wait, when they came, while Stripe refuses the key, and cost no attempt', async () => {
    const opened = await payments.open();
    await payments.pay(opened.intentId);
    await payments.deliverEvents();
    const before = await payments.ledger();
    payments.stripe.refuseKeys(true);
    try {
      const { id } = payments.stripe.dispute(opened.intentId);
      payments.stripe.closeDispute(id, 'lost');
      await payments.deliverNew();
      await eventually(
        async () => {
          const tried = await jobsAbout(id);
          if (tried.length === 0 || tried.some((job) => job.last_error === null))
            throw new Error('not tried yet');
          expect(tried).toMatchObject(tried.map(() => ({ status: 'queued', attempts: 0 })));
        },
        20_000,
        'tries that do not count',
      );
    } finally {
      payments.stripe.refuseKeys(false);
    }
    await payments.quiet();
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -500, losses: 500 });
  });

  it('are looked at again when their jobs failed: after pauses, and not for ever', async () => {
    const opened = await payments.open();
    await payments.pay(opened.intentId);
    await payments.deliverEvents();
    const before = await payments.ledger();
    payments.stripe.refuseKeys(true);
    const { id } = payments.stripe.dispute(opened.intentId);
    payments.stripe.closeDispute(id, 'lost');
    await payments.deliverNew();
    /** As after the last attempt of all. */
    const fail = () =>
      payments.rows.query(
        `update jobs set status = 'failed', attempts = 12, finished_at = now(), lease_until = null
         where name = 'process-stripe-event' and payload ->> 'id' = $1`,
        [id],
      );
    const statuses = async () => [...new Set((await jobsAbout(id)).map(({ status }) => status))];
    const later = async (minutes: number) => {
      await payments.setClock(new Date(Date.now() + minutes * 60_000));
      return payments.service.app.get(StripeWebhooks).retryFailed(payments.service.app.get(Clock).now());
    };
    await fail();
    for (const minutes of [10, 60, 6 * 60]) {
      expect(await later(minutes - 1)).toBe(0);
      expect(await later(minutes + 1)).toBeGreaterThan(0);
      await fail();
    }
    payments.stripe.refuseKeys(false);
    expect(await later(24 * 60 - 1)).toBe(0);
    expect(await statuses()).toEqual(['failed']);
    await payments.setClock(new Date(Date.now() + 25 * 60 * 60_000));
    await ask.call(payments.service.app.get(FindMissedEvents), signal);
    await payments.quiet();
    expect(await statuses()).toEqual(['done']);
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -500, losses: 500 });
    await fail();
    expect(await later(30 * 24 * 60)).toBe(0);
  });

  it("and stand in no list, those of a seller's account: then the account is asked", async () => {
    const email = escrows.newSeller();
    const agreementId = payments.agreement('split-second-contract', 'completed');
    await unheard(async () => {
      await escrows.create(agreementId, email);
      const { body } = await payments.post<{ onboardingUrl: string }>('/api/create-connect-account', {
        userId: anna.id,
        email,
      });
      await escrows.finishOnboarding(body.onboardingUrl);
    });
    await findMissed();
    expect((await escrows.row(agreementId)).state).toBe('requires_onboarding');
    await lookAtEscrows.call(payments.service.app.get(FollowEscrows), signal);
    expect((await escrows.row(agreementId)).state).toBe('requires_payment');
  });
});
