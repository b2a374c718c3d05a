import { randomUUID } from 'node:crypto';
import {
  agreementCancelled,
  humanTranscriptDelivered,
  humanTranscriptOrdered,
  humanTranscriptOverdue,
  humanTranscriptPaid,
  newAgreementId,
  paymentRefunded,
} from '#contracts';
import { admin, anna, ben, otherService, Payments } from './payments.harness.js';

const type = 'manual_transcription';

describe('paying for a transcript by a person', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const ask = (agreementId: string, more: object = { amount: 2 }, caller = anna) =>
    payments.createIntent({ type, agreementId, ...more }, { caller });
  const orderOf = (agreementId: string) => payments.order(agreementId, type);
  const tellOrdered = (agreementId: string, times = 1, replacesDeliveredAt?: Date) =>
    payments.tell(
      humanTranscriptOrdered,
      {
        ...{ agreementId, ownerId: anna.id, orderId: randomUUID() },
        ...(replacesDeliveredAt && { replacesDeliveredAt: replacesDeliveredAt.toISOString() }),
      },
      'open-manual-order',
      times,
    );

  it('the event of the order, delivered twice, opens it once', async () => {
    const agreementId = payments.agreement();
    await tellOrdered(agreementId, 2);
    expect(await orderOf(agreementId)).toMatchObject({
      user_id: anna.id,
      amount_cents: 200,
      status: 'open',
      payment_intent_id: null,
    });
    const before = await orderOf(agreementId);
    expect(await ask(agreementId)).toMatchObject({ status: 200, body: { amount: 200, coveredBy: null } });
    expect((await orderOf(agreementId))?.id).toBe(before?.id);
  });

  it('asked before the event, fifty times at once, makes one order and one PaymentIntent', async () => {
    const agreementId = payments.agreement();
    const before = payments.stripe.listPaymentIntents().length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(agreementId, { amount: 2, description: 'Transcript' })),
    );
    await tellOrdered(agreementId);
    answers.push(await ask(agreementId));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(payments.stripe.listPaymentIntents()).toHaveLength(before + 1);
  }, 60_000);

  it('tells that it was paid, once, with a receipt and on the ledger', async () => {
    const agreementId = payments.agreement();
    const { body } = await ask(agreementId);
    await payments.pay(String(body.paymentIntentId));
    const before = (await payments.ledger())['sales:manual_transcription'] ?? 0;
    await payments.deliverEvents();
    const order = await orderOf(agreementId);
    expect(payments.tap.about(agreementId)).toMatchObject([
      {
        type: humanTranscriptPaid.name,
        data: {
          paymentId: order?.id,
          userId: anna.id,
          amountCents: 200,
          receiptNumber: order?.receipt_number,
        },
      },
    ]);
    expect((await payments.ledger())['sales:manual_transcription']).toBe(before - 200);
    expect(await payments.state(agreementId, anna, type)).toMatchObject({
      status: 'paid',
      receiptNumber: order?.receipt_number,
      amount: 200,
    });
    expect(await payments.state(agreementId)).toMatchObject({ status: 'none' });
    expect((await payments.get(`/internal/payments/${order?.id}`, otherService)).body).toMatchObject({
      description: 'Transcript made by a person',
      amountCents: 200,
      refundedCents: 0,
      refundReason: null,
      isTest: true,
    });
    const again = await ask(agreementId);
    expect([again.status, again.body.code]).toEqual([409, 'already_paid']);
  });

  describe('once more', () => {
    const paid = async () => {
      const agreementId = payments.agreement('basic', 'completed');
      const { body } = await ask(agreementId);
      await payments.pay(String(body.paymentIntentId));
      await payments.deliverEvents();
      return { agreementId, intentId: String(body.paymentIntentId), first: await orderOf(agreementId) };
    };
    const paidBack = async () => {
      const known = await paid();
      const ids = { orderId: randomUUID(), paymentId: String(known.first?.id) };
      await payments.tell(
        humanTranscriptOverdue,
        { agreementId: known.agreementId, ownerId: anna.id, ...ids },
        'refund-late-transcript',
      );
      await payments.quiet();
      await payments.deliverEvents();
      expect(await orderOf(known.agreementId)).toMatchObject({ id: known.first?.id, status: 'refunded' });
      return known;
    };
    const deliver = (agreementId: string, { times = 1, deliveredAt = new Date() } = {}) =>
      payments.tell(
        humanTranscriptDelivered,
        { agreementId, ownerId: anna.id, orderId: randomUUID(), sha256: 'a'.repeat(64), adminId: 1 },
        'note-transcript-delivery',
        times,
        deliveredAt,
      );

    it.each(['ordered', 'not told of yet'])(
      'after the money went back, %s and asked ten times at once: one payment, with a receipt of its own',
      async (how) => {
        const { agreementId, intentId, first } = await paidBack();
        if (how === 'ordered') await tellOrdered(agreementId, 2);
        const before = payments.stripe.listPaymentIntents().length;
        const answers = await Promise.all(Array.from({ length: 10 }, () => ask(agreementId)));
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        expect(answers[0]).toMatchObject({ status: 200, body: { amount: 200 } });
        expect(payments.stripe.listPaymentIntents()).toHaveLength(before + 1);
        const again = String(answers[0]?.body.paymentIntentId);
        expect(again).not.toBe(intentId);
        expect(await payments.state(agreementId, anna, type)).toMatchObject({ status: 'open' });
        await payments.pay(again);
        await payments.deliverEvents();
        const second = await orderOf(agreementId);
        expect(second).toMatchObject({ status: 'paid', payment_intent_id: again });
        expect(second?.receipt_number).not.toBe(first?.receipt_number);
        const told = payments.tap
          .about(agreementId)
          .filter(({ type: name }) => name === humanTranscriptPaid.name);
        expect(told).toMatchObject([{ data: { paymentId: first?.id } }, { data: { paymentId: second?.id } }]);
        expect(payments.stripe.listRefunds().filter((one) => one.payment_intent === again)).toEqual([]);
        expect((await ask(agreementId)).body.code).toBe('already_paid');
      },
      60_000,
    );

    it('is refunded by itself, and then possible again', async () => {
      const { agreementId } = await paidBack();
      const { body } = await ask(agreementId);
      await payments.pay(String(body.paymentIntentId));
      await payments.deliverEvents();
      const second = await orderOf(agreementId);
      const reason = { reason: 'Asked for it' };
      await payments.post(`/api/admin/payments/${second?.id}/refund`, reason, admin);
      await payments.quiet();
      await payments.deliverEvents();
      expect(await orderOf(agreementId)).toMatchObject({ id: second?.id, status: 'refunded' });
      expect(
        payments.stripe.listRefunds().filter((one) => one.payment_intent === body.paymentIntentId),
      ).toMatchObject([{ amount: 200 }]);
      expect((await ask(agreementId)).status).toBe(200);
    });

    it('under its own key only: the key of what was paid back begins no other payment', async () => {
      const agreementId = payments.agreement();
      const key = (name: string) => ({ headers: { 'idempotency-key': `${agreementId}-${name}` } });
      const begin = (name: string) => payments.createIntent({ type, agreementId, amount: 2 }, key(name));
      const first = await begin('first');
      expect(await begin('first')).toMatchObject({ status: 200, text: first.text });
      await payments.pay(String(first.body.paymentIntentId));
      await payments.deliverEvents();
      expect((await begin('first')).body.code).toBe('already_paid');
      const order = await orderOf(agreementId);
      await payments.post(`/api/admin/payments/${order?.id}/refund`, { reason: 'Asked for it' }, admin);
      await payments.quiet();
      await payments.deliverEvents();
      const again = await begin('first');
      expect([again.status, again.body.code]).toEqual([409, 'already_refunded']);
      const second = await begin('second');
      expect(second.body.paymentIntentId).not.toBe(first.body.paymentIntentId);
      expect((await begin('first')).body.code).toBe('already_refunded');
      expect((await begin('second')).text).toBe(second.text);
    });

    it('after the delivery only where it was ordered again', async () => {
      const { agreementId, first } = await paid();
      const factsOf = async (order = first) =>
        (await payments.get(`/internal/payments/${order?.id}`, otherService)).body;
      expect(await factsOf()).toMatchObject({ deliveredAt: null });
      const deliveredAt = new Date();
      await deliver(agreementId, { deliveredAt });
      expect(await factsOf()).toMatchObject({ deliveredAt: deliveredAt.toISOString() });
      expect((await ask(agreementId)).body.code).toBe('already_paid');
      await tellOrdered(agreementId);
      expect(await ask(agreementId)).toMatchObject({ status: 200, body: { amount: 200 } });
      const second = await orderOf(agreementId);
      expect(second).toMatchObject({ status: 'open', delivered_at: null });
      expect(second?.id).not.toBe(first?.id);
      expect(await factsOf(second)).toMatchObject({ deliveredAt: null });
    });

    it('after the delivery, where the order is told first, and each of them twice', async () => {
      const { agreementId, first } = await paid();
      const deliveredAt = new Date(Date.now() - 1000);
      await tellOrdered(agreementId, 2, deliveredAt);
      const second = await orderOf(agreementId);
      expect(second).toMatchObject({ status: 'open', delivered_at: null });
      expect(second?.id).not.toBe(first?.id);
      await deliver(agreementId, { times: 2, deliveredAt });
      expect(await orderOf(agreementId)).toEqual(second);
      const of = await payments.rows.query<object[]>('select delivered_at from orders where id = $1', [
        first?.id,
      ]);
      expect(of).toEqual([{ delivered_at: deliveredAt }]);
      expect(await ask(agreementId)).toMatchObject({ status: 200, body: { amount: 200 } });
    });

    it('while the money is on its way back: another payment, and the refund ends after it', async () => {
      const { agreementId, intentId, first } = await paid();
      payments.stripe.refundsBegin('pending');
      await payments.post(`/api/admin/payments/${first?.id}/refund`, { reason: 'Asked for it' }, admin);
      await payments.quiet();
      payments.stripe.refundsBegin('succeeded');
      expect(await orderOf(agreementId)).toMatchObject({ id: first?.id, status: 'refunding' });
      const { body } = await ask(agreementId);
      await payments.pay(String(body.paymentIntentId));
      await payments.deliverEvents();
      const second = await orderOf(agreementId);
      expect(second).toMatchObject({ status: 'paid', payment_intent_id: body.paymentIntentId });
      const [refund] = payments.stripe.listRefunds().filter((one) => one.payment_intent === intentId);
      payments.stripe.endRefund(String(refund?.id), 'succeeded');
      await payments.deliverEvents();
      expect(payments.tap.about(agreementId)).toMatchObject([
        { type: humanTranscriptPaid.name, data: { paymentId: first?.id } },
        { type: humanTranscriptPaid.name, data: { paymentId: second?.id } },
        { type: paymentRefunded.name, data: { paymentId: first?.id } },
      ]);
      expect(await orderOf(agreementId)).toMatchObject({ id: second?.id, status: 'paid' });
    });
  });

  it.each([0, 1.99, 5, 200])('refuses the amount %d', async (amount) => {
    const agreementId = payments.agreement();
    const { status, body } = await ask(agreementId, { amount });
    expect([status, body.code]).toEqual([422, 'price_mismatch']);
    expect(await orderOf(agreementId)).toBeUndefined();
  });

  it("is for the contract's owner only", async () => {
    const known = payments.agreement();
    await tellOrdered(known);
    for (const agreementId of [known, payments.agreement(), newAgreementId()]) {
      const { status, body } = await ask(agreementId, { amount: 2 }, ben);
      expect([status, body.code]).toEqual([404, 'agreement_not_found']);
    }
  });

  it('is not possible for a contract that was cancelled', async () => {
    const cancelled = payments.agreement('basic', 'cancelled');
    const closed = payments.agreement();
    await tellOrdered(closed);
    await payments.tell(
      agreementCancelled,
      { agreementId: closed, ownerId: anna.id, from: 'awaiting_party', reason: 'declined' },
      'close-orders',
    );
    for (const agreementId of [cancelled, closed]) {
      const { status, body } = await ask(agreementId);
      expect([status, body.code]).toEqual([409, 'invalid_transition']);
    }
    expect(await payments.state(closed, anna, type)).toMatchObject({ status: 'cancelled' });
  });

  it('is offered by an installation that does not say who runs it: nothing is made up', async () => {
    const { body } = await payments.get<{ operator: unknown }>('/api/config');
    expect(body.operator).toEqual({ name: null, address: null, email: null, law: null });
  });
});

describe('what waits for payment', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start({
      OPERATOR_NAME: 'Example Inc.',
      OPERATOR_ADDRESS: '1 Main Street, Springfield',
      OPERATOR_EMAIL: 'office@example.com',
      OPERATOR_LAW: 'the State of New York',
    });
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  it('is listed: contracts, transcripts and escrows; each can be paid as it stands there', async () => {
    const contract = payments.agreement();
    const withTranscript = payments.agreement('pro', 'completed');
    await payments.createIntent({ type, amount: 2, agreementId: withTranscript });
    const escrow = randomUUID();
    await payments.rows.query(
      `insert into escrows (id, agreement_id, buyer_id, buyer_party, seller_email, amount_cents, currency,
         hold_hours, state, created_at)
       values ($1, $2, $3, 'a', 'seller@example.test', 123456, 'usd', 24, 'requires_payment', now())`,
      [escrow, withTranscript, anna.id],
    );
    payments.agreement('basic', 'completed');
    const { status, body } = await payments.get<{ pendingPayments: object[]; deals: object[] }>(
      '/api/user/pending-payments',
    );
    expect(status).toBe(200);
    expect(body.deals).toEqual(
      [contract, withTranscript].map((agreementId) =>
        expect.objectContaining({ agreementId, kind: 'car', title: null, partyBName: 'Ben Ode' }),
      ),
    );
    expect(body.pendingPayments).toEqual([
      { amount: 5, type: 'contract', agreementId: contract, description: 'Voice contract with Ben Ode' },
      {
        amount: 2,
        type: 'manual_transcription',
        agreementId: withTranscript,
        description: 'Transcript made by a person',
      },
      {
        amount: 1234.56,
        type: 'held_payment',
        agreementId: withTranscript,
        description: 'Payment protection',
      },
    ]);
    for (const pending of body.pendingPayments as { amount: number }[]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => payments.createIntent(pending)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]).toMatchObject({
        status: 200,
        body: { amount: Math.round(pending.amount * 100), clientSecret: expect.stringMatching(/^pi_/) },
      });
    }
    const [, , protectedPayment] = body.pendingPayments;
    expect((await payments.createIntent({ ...protectedPayment, amount: 5 })).body.code).toBe(
      'price_mismatch',
    );
    expect((await payments.createIntent(protectedPayment ?? {}, { caller: ben })).body.code).toBe(
      'agreement_not_found',
    );
    expect(await payments.state(withTranscript, anna, 'held_payment')).toMatchObject({
      status: 'open',
      amount: 123_456,
    });
    expect((await payments.get('/api/user/pending-payments', ben)).body).toEqual({
      pendingPayments: [],
      deals: [],
    });
    await payments.rows.query('delete from escrows where id = $1', [escrow]);
  });

  it('leaves out a contract whose payment is on its way to the others', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await payments.deliverEvents();
    const { body } = await payments.get<{ pendingPayments: { agreementId: string }[] }>(
      '/api/user/pending-payments',
    );
    expect(body.pendingPayments.map((pending) => pending.agreementId)).not.toContain(agreementId);
  });

  it('is refused with another price than the contract has', async () => {
    const { status, body } = await payments.createIntent({
      type: 'contract',
      agreementId: payments.agreement(),
      amount: 2,
    });
    expect([status, body.code]).toEqual([422, 'price_mismatch']);
  });

  it('says in the public configuration who runs this, as it was configured', async () => {
    const { body } = await payments.get<{ operator: unknown }>('/api/config');
    expect(body.operator).toEqual({
      name: 'Example Inc.',
      address: '1 Main Street, Springfield',
      email: 'office@example.com',
      law: 'the State of New York',
    });
  });

  it('has its prices and terms in the public configuration', async () => {
    expect((await payments.get('/api/config')).body).toMatchObject({
      prices: { contract: 500, manualTranscription: 200, subscription: 2000 },
      plans: { basic: { priceCents: 500, maxSeconds: 180 }, pro: { priceCents: 500, maxSeconds: 600 } },
      escrow: {
        feePercent: 5,
        minCents: 50,
        maxCents: 10_000_000,
        holdHours: { '24hrs': 24, '3days': 72, '7days': 168, '14days': 336, '30days': 720 },
      },
      limits: { basic: 180, pro: 600 },
    });
  });
});
