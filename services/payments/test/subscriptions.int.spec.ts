import { jest } from '@jest/globals';
import type Stripe from 'stripe';
import { subscriptionCents } from '#contracts';
import { LOGGER } from '#platform';
import { STRIPE } from '../src/stripe/stripe.module.js';
import { otherService, Payments } from './payments.harness.js';
import { Subscriber } from './subscriptions.harness.js';

const SECRET = /^pi_\w+_secret_\w+$/;

describe('a subscription', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  it('waits for its first month to be paid, and then runs', async () => {
    const user = new Subscriber(payments);
    expect((await user.view()).body).toEqual({
      status: 'none',
      amountCents: 2000,
      currency: 'usd',
      periodEnd: null,
      endsAtPeriodEnd: false,
      startedAt: null,
      card: null,
      paymentDue: null,
    });
    const clientSecret = await user.begin();
    expect(clientSecret).toMatch(SECRET);
    expect((await user.view()).body).toMatchObject({
      status: 'incomplete',
      periodEnd: null,
      paymentDue: { clientSecret, amountCents: subscriptionCents },
    });
    await user.pay(clientSecret);
    await payments.deliverEvents();

    const [stored, ...others] = await user.stored();
    const stripe = await user.atStripe();
    expect(others).toEqual([]);
    expect(stripe).toMatchObject({
      metadata: { subscriptionId: stored?.id, userId: String(user.caller.id) },
      payment_settings: { save_default_payment_method: 'on_subscription' },
    });
    const periodEnd = new Date((stripe.items.data[0]?.current_period_end ?? 0) * 1000);
    expect(stored).toMatchObject({
      status: 'active',
      stripe_subscription_id: stripe.id,
      period_end: periodEnd,
      paid_invoice_id: stripe.latest_invoice,
      ended_at: null,
    });
    expect((await user.view()).body).toEqual({
      status: 'active',
      amountCents: 2000,
      currency: 'usd',
      periodEnd: periodEnd.toISOString(),
      endsAtPeriodEnd: false,
      startedAt: stored?.started_at?.toISOString(),
      card: { brand: 'visa', last4: '4242' },
      paymentDue: null,
    });
    const facts = `/internal/subscriptions/${stored?.id}`;
    expect((await payments.get(facts, otherService)).body).toEqual({
      status: 'active',
      endsAtPeriodEnd: false,
    });
    expect((await payments.get(facts, user.caller)).status).toBe(403);
    expect(await user.receipts()).toEqual([
      { number: expect.stringMatching(/^SSC-/), source_id: stripe.latest_invoice, amount_cents: 2000 },
    ]);
    expect(await user.booked()).toBe(2000);
    await user.expectTold('started');
    expect(user.told()[0]).toEqual({
      subscriptionId: stored?.id,
      userId: user.caller.id,
      change: 'started',
      plan: 'monthly',
      amountCents: 2000,
      currency: 'usd',
      receiptNumber: expect.stringMatching(/^SSC-/),
      periodEnd: periodEnd.toISOString(),
      isTest: true,
    });
  });

  it.each([
    ['a customer', '/v1/customers', false],
    ['a customer, and makes it all the same', '/v1/customers', true],
    ['a subscription', '/v1/subscriptions', false],
    ['a subscription, and makes it all the same', '/v1/subscriptions', true],
  ])(
    'begins though Stripe fails at %s, and repeats that for a day',
    async (_what, path, isCarriedOut) => {
      const user = new Subscriber(payments);
      payments.stripe.failNext(path, { isCarriedOut });
      await user.pay(await user.begin());
      await payments.deliverEvents();
      expect((await user.view()).body).toMatchObject({ status: 'active' });
      const made = payments.stripe
        .listSubscriptions()
        .filter(({ metadata }) => metadata.userId === String(user.caller.id));
      expect(made).toHaveLength(1);
      expect(await user.receipts()).toHaveLength(1);
    },
    30_000,
  );

  it('is seen to run as soon as somebody looks, whether Stripe has told or not', async () => {
    const user = new Subscriber(payments);
    await user.pay(await user.begin());
    expect((await user.view()).body).toMatchObject({ status: 'active', paymentDue: null });
    await user.expectTold('started');
    await payments.deliverEvents();
    await user.expectTold('started');
    expect(await user.receipts()).toHaveLength(1);
  });

  it('stays unpaid after a declined card, until another one pays', async () => {
    const user = new Subscriber(payments);
    const clientSecret = await user.begin();
    await expect(user.pay(clientSecret, 'pm_card_chargeDeclined')).rejects.toThrow(/declined/);
    await payments.deliverEvents();
    expect((await user.view()).body).toMatchObject({ status: 'incomplete', paymentDue: { clientSecret } });
    expect(await user.receipts()).toEqual([]);
    expect(await user.begin()).toBe(clientSecret);
    await user.pay(clientSecret, 'pm_card_mastercard');
    await payments.deliverEvents();
    expect((await user.view()).body).toMatchObject({
      status: 'active',
      card: { brand: 'mastercard', last4: '4444' },
    });
    await user.expectTold('started');
  });

  it('asked for fifty times at once and once more, is one, with one answer', async () => {
    const user = new Subscriber(payments);
    const answers = await Promise.all(Array.from({ length: 50 }, () => user.create()));
    answers.push(await user.create());
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body).toEqual({ clientSecret: expect.stringMatching(SECRET) });
    expect(await user.stored()).toHaveLength(1);
    expect(await user.allAtStripe()).toHaveLength(1);
    const email = `user-${user.caller.id}@example.test`;
    expect(payments.stripe.listCustomers().filter((customer) => customer.email === email)).toEqual([
      expect.objectContaining({
        name: `user-${user.caller.id}`,
        metadata: { userId: String(user.caller.id) },
      }),
    ]);
  }, 60_000);

  it('has one price at Stripe', async () => {
    const { data } = await payments.sdk.prices.list({ lookup_keys: ['ssc_monthly_2000_usd'] });
    expect(data).toEqual([
      expect.objectContaining({
        unit_amount: 2000,
        currency: 'usd',
        recurring: expect.objectContaining({ interval: 'month', interval_count: 1 }),
      }),
    ]);
    expect((await payments.sdk.prices.list()).data).toHaveLength(1);
  });

  it('is refused to somebody who has one', async () => {
    const user = new Subscriber(payments);
    const clientSecret = await user.begin();
    await user.pay(clientSecret);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await user.create();
      expect([status, body.code]).toEqual([409, 'already_subscribed']);
    }
    expect(await user.allAtStripe()).toHaveLength(1);
  });

  it('is begun for nobody but the caller', async () => {
    const [user, other] = [new Subscriber(payments), new Subscriber(payments)];
    const { status, body } = await user.create(other.caller.id);
    expect([status, body.code]).toEqual([403, 'forbidden']);
    for (const userId of ['17', -1, 1.5, null]) {
      expect((await user.create(userId)).body.code).toBe('invalid_input');
    }
    expect(await user.stored()).toEqual([]);
    expect(await other.stored()).toEqual([]);
    expect((await other.view()).body).toMatchObject({ status: 'none' });
  });

  it('is found again when the answer to its beginning was lost', async () => {
    const [asked, told] = [new Subscriber(payments), new Subscriber(payments)];
    for (const user of [asked, told]) {
      const clientSecret = await user.begin();
      await payments.rows.query('update subscriptions set stripe_subscription_id = null where user_id = $1', [
        user.caller.id,
      ]);
      if (user === told) await payments.deliverEvents();
      else
        expect((await user.view()).body).toMatchObject({
          status: 'incomplete',
          paymentDue: { clientSecret },
        });
      const [stored] = await user.stored();
      expect(stored?.stripe_subscription_id).toBe((await user.atStripe()).id);
      expect(await user.begin()).toBe(clientSecret);
      expect(await user.allAtStripe()).toHaveLength(1);
    }
  });

  it('that Stripe never heard of is none', async () => {
    const user = new Subscriber(payments);
    await payments.rows.query(
      `insert into subscriptions (id, user_id, status) values (gen_random_uuid(), $1, 'incomplete')`,
      [user.caller.id],
    );
    expect((await user.view()).body).toMatchObject({ status: 'none' });
    expect((await user.act('cancel')).body.code).toBe('not_subscribed');
    expect(await user.begin()).toMatch(SECRET);
    expect(await user.stored()).toHaveLength(1);
  });

  it('that was begun with the keys of another account has ended, and another one can be begun', async () => {
    const user = new Subscriber(payments);
    await user.start();
    await payments.rows.query(
      `update subscriptions set stripe_subscription_id = 'sub_ofanotheraccount' where user_id = $1`,
      [user.caller.id],
    );
    expect((await user.view()).body).toMatchObject({ status: 'canceled' });
    await user.expectTold('started', 'ended');
    const { body } = await user.create();
    expect(body).toEqual({ clientSecret: expect.stringMatching(SECRET) });
    expect((await user.view()).body).toMatchObject({ status: 'incomplete' });
  });

  it('that has ended here, and that Stripe knows again, ends there', async () => {
    const user = new Subscriber(payments);
    await user.start();
    const { id: stripeId } = await user.atStripe();
    await payments.rows.query(
      `update subscriptions set status = 'canceled', ended_at = now() where user_id = $1`,
      [user.caller.id],
    );
    await payments.sdk.subscriptions.update(stripeId, { metadata: { touched: 'yes' } });
    await payments.deliverEvents();
    expect(await user.atStripe()).toMatchObject({ status: 'canceled' });
    expect((await user.view()).body).toMatchObject({ status: 'canceled' });
  });

  it('that was never paid, of another account, gives way to one that can be paid', async () => {
    const user = new Subscriber(payments);
    await user.begin();
    await payments.rows.query(
      `update subscriptions set stripe_subscription_id = 'sub_ofathirdaccount' where user_id = $1`,
      [user.caller.id],
    );
    expect((await user.create()).body).toEqual({ clientSecret: expect.stringMatching(SECRET) });
  });

  it.each([
    ['its row', ['subscriptions']],
    ['its row and its customer', ['subscriptions', 'customers']],
  ])('that runs, but without %s since a restore, is reported, and taken up again', async (_what, tables) => {
    const user = new Subscriber(payments);
    await user.start();
    const { id: stripeId, metadata } = await user.atStripe();
    const { subscriptionId } = metadata;
    for (const table of ['receipts', ...tables])
      await payments.rows.query(`delete from ${table} where user_id = $1`, [user.caller.id]);
    const errors = jest.spyOn(
      payments.service.app.get<{ error: (...line: unknown[]) => void }>(LOGGER),
      'error',
    );
    try {
      await payments.sdk.subscriptions.update(stripeId, { metadata: { touched: 'yes' } });
      await payments.deliverEvents();
      expect(errors).toHaveBeenCalledWith(
        { subscriptionId, stripeId },
        'Stripe tells of a subscription that is not here',
      );
    } finally {
      errors.mockRestore();
    }
    expect((await user.view()).body).toMatchObject({ status: 'none' });
    const { status, body } = await user.create();
    expect([status, body.code]).toEqual([409, 'already_subscribed']);
    expect((await user.view()).body).toMatchObject({ status: 'active', card: { last4: '4242' } });
    expect((await user.allAtStripe()).map(({ id }) => id)).toEqual([stripeId]);
    expect(await user.receipts()).toHaveLength(1);
    expect((await user.act('cancel')).body).toMatchObject({ endsAtPeriodEnd: true });
  });

  it('is begun for somebody whose customer is gone at Stripe, by another customer', async () => {
    const user = new Subscriber(payments);
    const gone = `cus_gone${user.caller.id}`;
    await payments.rows.query('insert into customers (user_id, stripe_customer_id) values ($1, $2)', [
      ...[user.caller.id, gone],
    ]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => user.create()));
    answers.push(await user.create());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toEqual({ clientSecret: expect.stringMatching(SECRET) });
    const { customer } = await user.atStripe();
    expect(customer).not.toBe(gone);
    expect(await user.allAtStripe()).toHaveLength(1);
    await user.pay(answers[0]?.body.clientSecret ?? '');
    await payments.deliverEvents();
    expect((await user.view()).body).toMatchObject({ status: 'active' });
  });

  /** Stripe says this of a subscription as long as it is not paid. */
  const saying = (told: (found: Stripe.Subscription) => Partial<Stripe.Subscription>) => {
    const { subscriptions } = payments.service.app.get<Stripe>(STRIPE);
    const retrieve = subscriptions.retrieve.bind(subscriptions);
    return jest.spyOn(subscriptions, 'retrieve').mockImplementation(async (...asked) => {
      const found = await retrieve(...asked);
      return found.status === 'incomplete' ? Object.assign(found, told(found)) : found;
    });
  };

  it.each(['incomplete', 'active'] as const)(
    'whose first month a bank takes its time over, and that Stripe calls %s, is not asked for once more',
    async (status) => {
      const user = new Subscriber(payments);
      const clientSecret = await user.begin();
      const { id: intentId } = await user.pay(clientSecret, 'pm_usBankAccount_noAccount');
      const stripe = saying(() => ({ status }));
      try {
        const answer = await user.create();
        expect([answer.status, answer.body.code]).toEqual([409, 'payment_processing']);
        expect((await user.view()).body).toMatchObject({ status: 'incomplete', paymentDue: null });
      } finally {
        stripe.mockRestore();
      }
      payments.stripe.endDebit(intentId);
      expect((await user.view()).body).toMatchObject({ paymentDue: { clientSecret } });
      await payments.deliverEvents();
      await user.expectTold('bank-refused');
      expect(user.told()[0]).not.toHaveProperty('plan', 'monthly');
      expect(await user.begin()).toBe(clientSecret);
    },
  );

  it.each(['active', 'past_due'] as const)(
    'whose first month the bank has refused to pay, and that Stripe calls %s, is paid by another way',
    async (status) => {
      const user = new Subscriber(payments);
      const clientSecret = await user.begin();
      const stripe = saying(() => ({ status }));
      try {
        expect((await user.view()).body).toMatchObject({
          status: 'incomplete',
          paymentDue: { clientSecret },
        });
        expect(await user.begin()).toBe(clientSecret);
      } finally {
        stripe.mockRestore();
      }
      await user.pay(clientSecret);
      await payments.deliverEvents();
      expect((await user.view()).body).toMatchObject({ status: 'active', paymentDue: null });
    },
  );

  it.each(['void', 'uncollectible'] as const)(
    'that Stripe keeps on, although its first month was never paid and its invoice is %s, ends: another can be begun',
    async (closed) => {
      const user = new Subscriber(payments);
      const clientSecret = await user.begin();
      const stripe = saying(({ latest_invoice: invoice }) => ({
        status: 'active',
        latest_invoice: Object.assign(invoice as Stripe.Invoice, { status: closed }),
      }));
      try {
        expect((await user.view()).body).toMatchObject({ status: 'none' });
      } finally {
        stripe.mockRestore();
      }
      expect(await user.begin()).not.toBe(clientSecret);
      expect((await user.stored()).map(({ status }) => status)).toEqual(['canceled', 'incomplete']);
    },
  );

  it('is begun by somebody who has changed their address since Stripe’s answer about their customer was lost', async () => {
    const user = new Subscriber(payments);
    const { id } = user.caller;
    const facts = { email: 'before@example.test', name: `user-${id}`, metadata: { userId: String(id) } };
    await payments.sdk.customers.create(facts, { idempotencyKey: `customer-${id}` });
    expect((await user.create()).status).toBe(200);
    const { customer } = await user.atStripe();
    const { email } = (await payments.sdk.customers.retrieve(String(customer))) as Stripe.Customer;
    expect(email).toBe(`user-${id}@example.test`);
  });

  it('is not begun by another amount than ours, which is booked nowhere, also when it goes back', async () => {
    const user = new Subscriber(payments);
    await user.begin();
    const [stored] = await user.stored();
    const { customer } = await user.atStripe();
    const cheap = await payments.sdk.subscriptions.create({
      customer: String(customer),
      items: [{ price: (await cheapPrice()).id }],
      payment_behavior: 'default_incomplete',
      metadata: { subscriptionId: stored?.id ?? '' },
      expand: ['latest_invoice.confirmation_secret'],
    });
    await payments.rows.query('update subscriptions set stripe_subscription_id = $2 where user_id = $1', [
      user.caller.id,
      cheap.id,
    ]);
    const { latest_invoice: invoice } = cheap;
    if (invoice === null || typeof invoice === 'string') throw new Error('not expanded');
    const before = await payments.ledger();
    const { id: intentId } = await user.pay(invoice.confirmation_secret?.client_secret ?? '');
    await payments.deliverEvents();
    expect((await payments.sdk.subscriptions.retrieve(cheap.id)).status).toBe('active');
    expect((await user.stored())[0]).toMatchObject({ status: 'incomplete', started_at: null });
    expect((await user.view()).body).toMatchObject({ status: 'incomplete', paymentDue: null });
    expect(await user.receipts()).toEqual([]);
    await user.expectTold();
    await payments.sdk.refunds.create({ payment_intent: intentId, amount: 40 });
    payments.stripe.closeDispute(payments.stripe.dispute(intentId).id, 'lost');
    await payments.deliverEvents();
    expect(await payments.ledgerSince(before)).toEqual({});
  });

  const cheapPrice = () =>
    payments.sdk.prices.create({
      currency: 'usd',
      unit_amount: 100,
      recurring: { interval: 'month' },
      product_data: { name: 'Cheap' },
    });

  it('of another system on the same account is passed over', async () => {
    const before = payments.tap.heard.length;
    const customer = await payments.sdk.customers.create({ email: 'stranger@example.test' });
    const price = await cheapPrice();
    for (const metadata of [{ theirs: '1' }, { subscriptionId: 'theirs' }] as Record<string, string>[]) {
      await payments.sdk.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        payment_behavior: 'default_incomplete',
        metadata,
      });
    }
    await payments.deliverEvents();
    const dead = await payments.rows.query<unknown[]>(`select 1 from jobs where status = 'failed'`);
    expect(dead).toEqual([]);
    expect(payments.tap.heard).toHaveLength(before);
  });

  describe('that is cancelled', () => {
    it('runs to the end of its month, and can be taken up again', async () => {
      const user = new Subscriber(payments);
      await user.start();
      const running = (await user.view()).text;
      const cancelled = await Promise.all(Array.from({ length: 5 }, () => user.act('cancel')));
      cancelled.push(await user.act('cancel'));
      expect(new Set(cancelled.map(({ text }) => text)).size).toBe(1);
      expect(cancelled[0]).toMatchObject({
        status: 200,
        body: { status: 'active', endsAtPeriodEnd: true, card: { last4: '4242' } },
      });
      expect((await user.stored())[0]).toMatchObject({ ends_at_period_end: true });
      expect((await user.atStripe()).cancel_at_period_end).toBe(true);
      for (let time = 0; time < 2; time += 1) expect((await user.act('resume')).text).toBe(running);
      expect((await user.atStripe()).cancel_at_period_end).toBe(false);
      await payments.deliverEvents();
      expect((await user.view()).text).toBe(running);
      await user.expectTold('started', 'cancelled', 'resumed');
      expect(new Set(user.told().map(({ plan, periodEnd }) => `${plan} ${periodEnd}`)).size).toBe(1);
    });

    it('ends at once while it is unpaid, and the next one is another', async () => {
      const user = new Subscriber(payments);
      const first = await user.begin();
      const { status, body } = await user.act('cancel');
      expect([status, body.status, body.paymentDue]).toEqual([200, 'none', null]);
      expect((await user.act('cancel')).body.code).toBe('not_subscribed');
      await expect(user.pay(first)).rejects.toThrow();
      const second = await user.begin();
      expect(second).not.toBe(first);
      await user.pay(second);
      await payments.deliverEvents();
      expect((await user.stored()).map((row) => row.status)).toEqual(['canceled', 'active']);
      await user.expectTold('started');
    });

    it('must be there', async () => {
      const user = new Subscriber(payments);
      for (const what of ['cancel', 'resume'] as const) {
        const { status, body } = await user.act(what);
        expect([status, body.code]).toEqual([409, 'not_subscribed']);
      }
    });
  });

  it('says so when Stripe cannot be reached', async () => {
    const [user, fresh] = [new Subscriber(payments), new Subscriber(payments)];
    await user.start();
    await payments.stripe.close();
    const answers = await Promise.all([user.view(), user.act('cancel'), fresh.create()]);
    for (const { status, body } of answers) expect([status, body.code]).toEqual([502, 'payment_provider']);
    expect((await user.stored())[0]).toMatchObject({ status: 'active', ends_at_period_end: false });
  }, 60_000);
});
