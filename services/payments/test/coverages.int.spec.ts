import { randomUUID } from 'node:crypto';
import { agreementCovered, type PlanType, plans } from '#contracts';
import { Outbox } from '#outbox';
import { DAY_MS, HOUR_MS, type Principal } from '#platform';
import { OrdersService } from '../src/orders/orders.service.js';
import { otherService, Payments } from './payments.harness.js';

const planType = 'split-second-contract';
const covered = (coveredBy: string) => ({
  clientSecret: null,
  paymentIntentId: null,
  amount: 0,
  currency: 'usd',
  coveredBy,
});

describe('a contract that needs no payment', () => {
  let payments: Payments;
  let lastUser = 100;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const somebody = (): Principal => {
    lastUser += 1;
    return { kind: 'user', id: lastUser, sessionId: `user-${lastUser}` };
  };
  const agreementOf = ({ id }: Principal, plan: PlanType = planType): string => {
    const agreementId = payments.agreement(plan);
    payments.agreements.agreements.set(agreementId, { ownerId: id, planType: plan, status: 'pending' });
    return agreementId;
  };
  const subscribe = (
    { id }: Principal,
    status = 'active',
    periodEnd = new Date(Date.now() + DAY_MS),
    endsAtPeriodEnd = false,
  ) =>
    payments.rows.query(
      `insert into subscriptions (id, user_id, status, period_end, ends_at_period_end) values ($1, $2, $3, $4, $5)`,
      [randomUUID(), id, status, periodEnd, endsAtPeriodEnd],
    );
  /** An older order of the user's that came to nothing. */
  const credit = async ({ id }: Principal, expiresAt = new Date(Date.now() + DAY_MS)): Promise<string> => {
    const orderId = randomUUID();
    await payments.rows.query(
      `insert into orders (id, user_id, agreement_id, purpose, amount_cents, currency, status, receipt_number, paid_at)
       values ($1, $2, $3, 'contract', 500, 'usd', 'paid', $4, now())`,
      [orderId, id, payments.agreement(), `SSC-TEST-${orderId}`],
    );
    await payments.rows.query(
      'insert into credits (id, user_id, order_id, expires_at) values ($1, $2, $1, $3)',
      [orderId, id, expiresAt],
    );
    return orderId;
  };
  const usedFor = async (creditId: string): Promise<string | null | undefined> => {
    const [row] = await payments.rows.query<{ used_for: string | null }[]>(
      'select used_for from credits where id = $1',
      [creditId],
    );
    return row?.used_for;
  };
  const ask = (agreementId: string, caller: Principal, plan: PlanType = planType) =>
    payments.createIntent({ agreementId, planType: plan }, { caller });
  const intents = () => payments.stripe.listPaymentIntents().length;

  it('is covered by the subscription: no order, no PaymentIntent, told once however often it is asked', async () => {
    const caller = somebody();
    await subscribe(caller);
    const agreementId = agreementOf(caller);
    const before = intents();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(agreementId, caller)));
    payments.agreements.agreements.set(agreementId, { ownerId: caller.id, planType, status: 'processing' });
    answers.push(await ask(agreementId, caller));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: covered('subscription') });
    await payments.quiet();
    expect(payments.tap.about(agreementId)).toMatchObject([
      { type: agreementCovered.name, data: { agreementId, userId: caller.id, by: 'subscription' } },
    ]);
    expect(await payments.order(agreementId)).toBeUndefined();
    expect(intents()).toBe(before);
    expect(await payments.state(agreementId, caller)).toEqual({
      status: 'covered',
      receiptNumber: null,
      amount: 0,
      currency: 'usd',
      paidAt: null,
    });
  }, 60_000);

  it('is known before it is finished, as often as it is asked, and nothing is taken by asking', async () => {
    const caller = somebody();
    const expected = async (plan: PlanType) => {
      const path = `/internal/payments/users/${caller.id}/coverage?planType=${plan}`;
      return (await payments.get(path, otherService)).body;
    };
    expect(await expected(planType)).toEqual({ coveredBy: null, until: null });
    const [sooner, later] = [new Date(Date.now() + DAY_MS), new Date(Date.now() + 2 * DAY_MS)];
    await credit(caller, later);
    const creditId = await credit(caller, sooner);
    const byCredit = { coveredBy: 'credit', until: sooner.toISOString() };
    expect([await expected(planType), await expected('pro')]).toEqual([byCredit, byCredit]);
    await subscribe(caller, 'active', later);
    const bySubscription = { coveredBy: 'subscription', until: null };
    expect([await expected(planType), await expected('pro')]).toEqual([bySubscription, byCredit]);
    for (const change of ['ends_at_period_end = true', `ends_at_period_end = false, status = 'past_due'`]) {
      await payments.rows.query(`update subscriptions set ${change} where user_id = $1`, [caller.id]);
      expect(await expected(planType)).toEqual({ coveredBy: 'subscription', until: later.toISOString() });
    }
    expect(await usedFor(creditId)).toBeNull();
    const path = `/internal/payments/users/${caller.id}/coverage?planType=gold`;
    expect((await payments.get(path, otherService)).status).toBe(400);
    expect((await payments.get(path, caller)).status).toBe(403);
  });

  it('is paid for under a plan that the subscription leaves out', async () => {
    const caller = somebody();
    await subscribe(caller);
    const { status, body } = await ask(agreementOf(caller, 'pro'), caller, 'pro');
    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: plans.pro.priceCents, coveredBy: null });
  });

  it.each([
    ['a subscription that is unpaid but runs on', 'past_due', DAY_MS, false, 'subscription'],
    ['an unpaid one that has run out', 'past_due', -DAY_MS, false, null],
    ['one that is just being renewed', 'active', -HOUR_MS, false, 'subscription'],
    ['one whose bank is still paying the renewal', 'active', -6 * DAY_MS, false, 'subscription'],
    ['one that was not renewed for days', 'active', -8 * DAY_MS, false, null],
    ['one that is cancelled but paid for still', 'active', HOUR_MS, true, 'subscription'],
    ['one that is cancelled and no longer paid for', 'active', -HOUR_MS, true, null],
    ['one that was never paid', 'incomplete', DAY_MS, false, null],
    ['one that has ended', 'canceled', DAY_MS, false, null],
  ])('with %s', async (_what, status, endsIn, endsAtPeriodEnd, coveredBy) => {
    const caller = somebody();
    await subscribe(caller, status, new Date(Date.now() + endsIn), endsAtPeriodEnd);
    const { body } = await ask(agreementOf(caller), caller);
    expect(body.coveredBy).toBe(coveredBy);
  });

  it('uses one credit, whatever the plan and however often it is asked', async () => {
    const caller = somebody();
    const later = await credit(caller, new Date(Date.now() + 2 * DAY_MS));
    const sooner = await credit(caller);
    const agreementId = agreementOf(caller, 'pro');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(agreementId, caller, 'pro')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: covered('credit') });
    expect([await usedFor(sooner), await usedFor(later)]).toEqual([agreementId, null]);
    await payments.quiet();
    expect(payments.tap.about(agreementId)).toHaveLength(1);
  }, 60_000);

  it('gives one credit to one of two contracts that ask at once', async () => {
    const caller = somebody();
    await credit(caller);
    const both = [agreementOf(caller), agreementOf(caller)];
    const answers = await Promise.all(both.map((agreementId) => ask(agreementId, caller)));
    expect(answers.map(({ body }) => body.coveredBy).sort()).toEqual(['credit', null]);
  });

  it.each(['paid', 'refunded'] as const)(
    'leaves, when it is cancelled, the credit that covered it and no other, whose order is %s',
    async (status) => {
      const caller = somebody();
      await credit(caller, new Date(Date.now() + 2 * DAY_MS));
      const used = await credit(caller);
      const agreementId = agreementOf(caller);
      expect((await ask(agreementId, caller)).body.coveredBy).toBe('credit');
      await payments.rows.query('update orders set status = $2 where id = $1', [used, status]);
      const { app } = payments.service;
      await app
        .get(Outbox)
        .transaction((manager) =>
          app.get(OrdersService).agreementCancelled(manager, { agreementId, from: 'awaiting_party' }),
        );
      const path = `/internal/payments/agreements/${agreementId}/credit`;
      const [row] = await payments.rows.query<{ expires_at: Date }[]>(
        'select expires_at from credits where id = $1',
        [used],
      );
      const left = { amountCents: 500, currency: 'usd', expiresAt: row?.expires_at.toISOString() };
      expect((await payments.get(path, otherService)).body).toEqual({
        isOver: true,
        credit: status === 'paid' ? left : null,
      });
    },
  );

  it('does not use a credit that has run out, or somebody else has', async () => {
    const caller = somebody();
    await credit(caller, new Date(Date.now() - 1000));
    await credit(somebody());
    expect((await ask(agreementOf(caller), caller)).body.coveredBy).toBeNull();
  });

  it.each([
    ['is going back', `update orders set status = 'refunding' where id = $1`],
    ['has gone back', `update orders set status = 'refunded' where id = $1`],
    [
      'a bank has taken back',
      `select post_to_ledger('chargeback-lost', 'dp_' || $1::text, 'stripe',
         jsonb_build_array(jsonb_build_array('losses', 500), jsonb_build_array('chargebacks:' || $1::text, -500)))`,
    ],
  ])('does not use or show a credit whose money %s', async (_what, sql) => {
    const caller = somebody();
    const shown = async () => (await payments.get<object[]>('/api/user/credits', caller)).body.length;
    const creditId = await credit(caller);
    expect(await shown()).toBe(1);
    await payments.rows.query(sql, [creditId]);
    expect(await shown()).toBe(0);
    expect((await ask(agreementOf(caller), caller)).body.coveredBy).toBeNull();
    expect(await usedFor(creditId)).toBeNull();
  });

  it('takes an older PaymentIntent back once it is covered', async () => {
    const caller = somebody();
    const agreementId = agreementOf(caller);
    const headers = { 'idempotency-key': agreementId };
    const askUnderKey = () => payments.createIntent({ agreementId, planType }, { caller, headers });
    const { body } = await askUnderKey();
    await subscribe(caller);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => ask(agreementId, caller)),
      ...Array.from({ length: 2 }, askUnderKey),
    ]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toEqual(covered('subscription'));
    expect(await payments.sdk.paymentIntents.retrieve(String(body.paymentIntentId))).toMatchObject({
      status: 'canceled',
    });
    expect(await payments.order(agreementId)).toMatchObject({ status: 'cancelled' });
    expect(await payments.state(agreementId, caller)).toMatchObject({ status: 'covered' });
    const open = payments.stripe
      .listPaymentIntents()
      .filter(({ metadata, status }) => metadata.agreementId === agreementId && status !== 'canceled');
    expect(open).toEqual([]);
  });

  it('stays paid when the older PaymentIntent was paid before', async () => {
    const caller = somebody();
    const agreementId = agreementOf(caller);
    const { body } = await ask(agreementId, caller);
    await payments.pay(String(body.paymentIntentId));
    await subscribe(caller);
    const again = await ask(agreementId, caller);
    expect([again.status, again.body.code]).toEqual([409, 'already_paid']);
    expect(await payments.state(agreementId, caller)).toMatchObject({ status: 'paid' });
  });
});
