import { jest } from '@jest/globals';
import Stripe from 'stripe';
import { newAgreementId, paymentRefused, plans } from '#contracts';
import { LOGGER } from '#platform';
import { FollowOrders } from '../src/orders/orders.jobs.js';
import { STRIPE } from '../src/stripe/stripe.module.js';
import { anna, ben, Payments } from './payments.harness.js';

const planType = 'split-second-contract';

describe('create-payment-intent', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const attempts = () => payments.stripe.listPaymentIntents().length;

  it('takes the price from the table', async () => {
    const agreementId = payments.agreement();
    const { status, body } = await payments.createIntent({ agreementId, planType });
    expect(status).toBe(200);
    expect(body).toEqual({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      paymentIntentId: expect.stringMatching(/^pi_/),
      amount: plans[planType].priceCents,
      currency: 'usd',
      coveredBy: null,
    });
    expect(await payments.sdk.paymentIntents.retrieve(String(body.paymentIntentId))).toMatchObject({
      amount: plans[planType].priceCents,
      currency: 'usd',
      metadata: { agreementId, userId: String(anna.id) },
    });
    expect(await payments.state(agreementId)).toEqual({
      status: 'open',
      receiptNumber: null,
      amount: 500,
      currency: 'usd',
      paidAt: null,
    });
  });

  it('accepts the amount that was shown, in dollars', async () => {
    const agreementId = payments.agreement();
    expect((await payments.createIntent({ agreementId, planType, amount: 5 })).status).toBe(200);
  });

  it.each([0.01, 0, 4.99, 500])('refuses the amount %d, and asks Stripe for nothing', async (amount) => {
    const before = attempts();
    const agreementId = payments.agreement();
    const { status, body } = await payments.createIntent({ agreementId, planType, amount });
    expect([status, body.code]).toEqual([422, 'price_mismatch']);
    expect(attempts()).toBe(before);
    expect(await payments.order(agreementId)).toBeUndefined();
  });

  it('refuses another plan than the recording was made with', async () => {
    const agreementId = payments.agreement('pro');
    const { status, body } = await payments.createIntent({ agreementId, planType: 'basic' });
    expect([status, body.code]).toEqual([422, 'price_mismatch']);
  });

  it.each([
    ['an unknown plan', { planType: 'gold' }],
    ['an unknown kind of payment', { type: 'gift' }],
    ['no plan', { planType: undefined }],
    ['a number that is none', { agreementId: '12' }],
    ['a negative amount', { amount: -5 }],
    ['an amount in words', { amount: 'five' }],
    ['fractions of a cent', { amount: 5.001 }],
  ])('refuses %s', async (_what, change) => {
    const body = { agreementId: payments.agreement(), planType, ...change };
    const answer = await payments.createIntent(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
  });

  it('does not know an agreement of somebody else, or none at all', async () => {
    const before = attempts();
    const foreign = await payments.createIntent(
      { agreementId: payments.agreement(), planType },
      { caller: ben },
    );
    const unknown = await payments.createIntent({ agreementId: newAgreementId(), planType });
    for (const { status, body } of [foreign, unknown]) {
      expect([status, body.code]).toEqual([404, 'agreement_not_found']);
    }
    expect(attempts()).toBe(before);
  });

  it('passes the claim on, from the body or the cookie', async () => {
    const first = payments.agreement();
    await payments.createIntent({ agreementId: first, planType, claimToken: 'from-body' });
    const second = payments.agreement();
    const cookie = `other=1; ssc_claim_${second}=from-cookie`;
    await payments.createIntent({ agreementId: second, planType }, { headers: { cookie } });
    expect(payments.agreements.claims.get(first)).toBe('from-body');
    expect(payments.agreements.claims.get(second)).toBe('from-cookie');
  });

  it('asked twenty times at once and once more, makes one PaymentIntent and gives one answer', async () => {
    const before = attempts();
    const body = { agreementId: payments.agreement(), planType };
    const answers = await Promise.all(Array.from({ length: 20 }, () => payments.createIntent(body)));
    answers.push(await payments.createIntent(body));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(attempts()).toBe(before + 1);
  }, 60_000);

  it('gives the same answer to the same key, and refuses the key for anything else', async () => {
    const headers = { 'idempotency-key': newAgreementId() };
    const body = { agreementId: payments.agreement(), planType };
    const [first, second] = [
      await payments.createIntent(body, { headers }),
      await payments.createIntent(body, { headers }),
    ];
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
    const before = attempts();
    const other = await payments.createIntent({ agreementId: payments.agreement(), planType }, { headers });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    expect(attempts()).toBe(before);
    // Somebody else's key of the same text is another key.
    const foreign = await payments.createIntent(body, { headers, caller: ben });
    expect(foreign.status).toBe(404);
  });

  it('makes a new PaymentIntent for one that was cancelled, and only one', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.sdk.paymentIntents.cancel(intentId);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => payments.createIntent({ agreementId, planType })),
    );
    const ids = new Set(answers.map(({ body }) => body.paymentIntentId));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(ids.size).toBe(1);
    expect(ids.has(intentId)).toBe(false);
    expect(await payments.order(agreementId)).toMatchObject({ attempt: 2, payment_intent_id: [...ids][0] });
  }, 60_000);

  it.each([
    ['nothing', false],
    ['a PaymentIntent that nobody was told of', true],
  ])(
    'asks anew after a failure of Stripe, which it repeats for a day, that has made %s',
    async (_what, isCarriedOut) => {
      const agreementId = payments.agreement();
      payments.stripe.failNext('/v1/payment_intents', { isCarriedOut });
      const failed = await payments.createIntent({ agreementId, planType });
      expect([failed.status, failed.body.code]).toEqual([502, 'payment_provider']);
      const { status, body } = await payments.createIntent({ agreementId, planType });
      expect(status).toBe(200);
      const intentId = String(body.paymentIntentId);
      await payments.deliverEvents();
      const order = await payments.order(agreementId);
      expect(order).toMatchObject({ status: 'open', attempt: 2, payment_intent_id: intentId });
      const made = payments.stripe
        .listPaymentIntents()
        .filter(({ metadata }) => metadata.orderId === order?.id);
      expect(made).toHaveLength(isCarriedOut ? 2 : 1);
      await payments.pay(intentId);
      await payments.deliverEvents();
      expect(await payments.order(agreementId)).toMatchObject({
        status: 'paid',
        payment_intent_id: intentId,
      });
    },
  );

  it('makes a new PaymentIntent for one that Stripe does not know, as after another account took its place', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.rows.query(
      `update orders set payment_intent_id = 'pi_ofanotheraccount' where agreement_id = $1`,
      [agreementId],
    );
    const { status, body } = await payments.createIntent({ agreementId, planType });
    expect(status).toBe(200);
    expect(await payments.order(agreementId)).toMatchObject({
      ...{ status: 'open', attempt: 2, payment_intent_id: body.paymentIntentId },
    });
    // That it was paid there all the same is for people to see.
    const errors = jest.spyOn(
      payments.service.app.get<{ error: (...line: unknown[]) => void }>(LOGGER),
      'error',
    );
    await payments.pay(intentId);
    await payments.deliverEvents();
    const order = await payments.order(agreementId);
    expect(order).toMatchObject({ status: 'open' });
    expect(errors).toHaveBeenCalledWith(
      { orderId: order?.id, paymentIntentId: intentId },
      'paid though its order had let go of it; send it back',
    );
    errors.mockRestore();
  });

  it('refuses what is paid, also while the event from Stripe is on its way', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await payments.createIntent({ agreementId, planType });
      expect([status, body.code]).toEqual([409, 'already_paid']);
    }
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    expect(await payments.state(agreementId)).toMatchObject({
      status: 'paid',
      receiptNumber: expect.stringMatching(/^SSC-\d{4}-\d{6}$/),
    });
  });

  describe('while a bank takes its time over the payment', () => {
    const transcript = 'manual_transcription';
    const pending = async () => {
      const { body } = await payments.get<{ pendingPayments: { agreementId: string; type: string }[] }>(
        '/api/user/pending-payments',
      );
      return body.pendingPayments.map(({ agreementId, type }) => `${type} ${agreementId}`);
    };
    const create = (agreementId: string, type: string) =>
      payments.createIntent(type === transcript ? { agreementId, type } : { agreementId, planType });

    it.each(['contract', transcript])('a %s is not asked for once more', async (type) => {
      const isContract = type === 'contract';
      const agreementId = payments.agreement(planType, isContract ? 'pending' : 'completed');
      const opened = await create(agreementId, type);
      expect(opened.status).toBe(200);
      const one = `${type} ${agreementId}`;
      expect(await pending()).toContain(one);
      const intentId = String(opened.body.paymentIntentId);
      await payments.pay(intentId, 'pm_usBankAccount_insufficientFunds');
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await create(agreementId, type);
        expect([status, body.code]).toEqual([409, 'payment_processing']);
      }
      expect(await pending()).not.toContain(one);
      expect(await payments.order(agreementId, type)).toMatchObject({
        ...{ status: 'open', is_bank_taking: true },
      });
      // The bank has refused: it is the same PaymentIntent. What Stripe tells of it is late.
      payments.stripe.endDebit(intentId);
      const again = await create(agreementId, type);
      expect(again.text).toBe(opened.text);
      await payments.rows.query(`update orders set next_look_at = now() where agreement_id = $1`, [
        agreementId,
      ]);
      for (let time = 0; time < 2; time += 1)
        await payments.service.app.get(FollowOrders).round(new AbortController().signal);
      await payments.deliverEvents();
      expect(await pending()).toContain(one);
      await payments.quiet();
      const told = payments.tap.about(agreementId).filter(({ type: name }) => name === paymentRefused.name);
      expect(told.map(({ data }) => data)).toMatchObject(isContract ? [{ purpose: 'contract' }] : []);
      await payments.pay(intentId, 'pm_usBankAccount_success');
      await payments.deliverEvents();
      expect(await payments.order(agreementId, type)).toMatchObject({
        ...{ status: 'open', is_bank_taking: true },
      });
      payments.stripe.endDebit(intentId);
      await payments.deliverEvents();
      expect(await payments.order(agreementId, type)).toMatchObject({
        ...{ status: 'paid', is_bank_taking: false },
      });
    });

    it('a contract that is covered meanwhile says so, and does not call it a failure', async () => {
      const { agreementId, intentId } = await payments.open();
      const other = await payments.open();
      await payments.pay(other.intentId);
      await payments.deliverEvents();
      await payments.rows.query(
        `insert into credits (id, user_id, order_id, expires_at)
         select gen_random_uuid(), user_id, id, now() + interval '1 day' from orders where agreement_id = $1`,
        [other.agreementId],
      );
      await payments.pay(intentId, 'pm_usBankAccount_success');
      // As Stripe does: it stops no payment that a bank is taking.
      const cancel = jest
        .spyOn(payments.service.app.get<Stripe>(STRIPE).paymentIntents, 'cancel')
        .mockRejectedValue(new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error' }));
      try {
        const { status, body } = await create(agreementId, 'contract');
        expect([status, body.code]).toEqual([409, 'payment_processing']);
        expect(await payments.order(agreementId)).toMatchObject({
          ...{ payment_intent_id: intentId, is_bank_taking: true },
        });
      } finally {
        cancel.mockRestore();
        await payments.rows.query('delete from credits');
      }
    });
  });

  it('refuses an agreement that is past paying', async () => {
    const paid = await payments.createIntent({
      agreementId: payments.agreement(planType, 'completed'),
      planType,
    });
    const cancelled = await payments.createIntent({
      agreementId: payments.agreement(planType, 'cancelled'),
      planType,
    });
    expect([paid.status, paid.body.code]).toEqual([409, 'already_paid']);
    expect([cancelled.status, cancelled.body.code]).toEqual([409, 'invalid_transition']);
  });

  it('shows a payment to nobody else', async () => {
    const { agreementId } = await payments.open();
    expect(await payments.state(agreementId, ben)).toMatchObject({ status: 'none' });
  });

  it('says so when Stripe cannot be reached, and marks nothing paid', async () => {
    const { agreementId } = await payments.open();
    const fresh = payments.agreement();
    await payments.stripe.close();
    const answers = await Promise.all([
      payments.createIntent({ agreementId, planType }),
      payments.createIntent({ agreementId: fresh, planType }),
    ]);
    for (const { status, body } of answers) expect([status, body.code]).toEqual([502, 'payment_provider']);
    expect(await payments.order(agreementId)).toMatchObject({ status: 'open', receipt_number: null });
    expect(await payments.order(fresh)).toMatchObject({ status: 'open', payment_intent_id: null });
  }, 60_000);
});
