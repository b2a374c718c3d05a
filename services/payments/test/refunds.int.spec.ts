import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import Stripe from 'stripe';
import { humanTranscriptOverdue, paymentRefunded } from '#contracts';
import { MINUTE_MS } from '#platform';
import { eventually } from '#testing';
import { PaymentsConfig } from '../src/config.js';
import { refundUnlessDisputed, STRIPE } from '../src/stripe/stripe.module.js';
import { admin, anna, ben, otherService, Payments } from './payments.harness.js';

describe('refunds', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterEach(() => {
    payments.stripe.refuseRefunds(false);
    return payments.setClock(new Date());
  });
  afterAll(() => payments?.close(), 60_000);

  const paid = async (type: 'contract' | 'manual_transcription' = 'contract') => {
    const agreementId = payments.agreement();
    const { body } = await payments.createIntent({ type, agreementId });
    const intentId = String(body.paymentIntentId);
    await payments.pay(intentId);
    await payments.deliverEvents();
    const order = await payments.order(agreementId, type);
    return { agreementId, intentId, paymentId: order?.id ?? '' };
  };
  const refund = (paymentId: string, reason: unknown = 'Paid twice by mistake', caller = admin) =>
    payments.post(`/api/admin/payments/${paymentId}/refund`, { reason }, caller);
  const refundsOf = (intentId: string) =>
    payments.stripe.listRefunds().filter((one) => one.payment_intent === intentId);
  const told = (agreementId: string) =>
    payments.tap.about(agreementId).filter(({ type }) => type === paymentRefunded.name);
  const receiptOf = async (agreementId: string, caller = anna) => {
    const { body } = await payments.get<{ agreementId: string }[]>('/api/user/receipts?limit=100', caller);
    return body.find((receipt) => receipt.agreementId === agreementId);
  };
  /** How much an account has changed since `before`. */
  const change = async (before: Record<string, number>, account: string) =>
    ((await payments.ledger())[account] ?? 0) - (before[account] ?? 0);

  it('by an administrator, asked twenty times at once: one refund, on record, told once', async () => {
    const { agreementId, intentId, paymentId } = await paid();
    const before = await payments.ledger();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(paymentId)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.body).toMatchObject({
      id: paymentId,
      refundReason: 'by-admin',
      refundNote: 'Paid twice by mistake',
      refundedBy: admin.id,
    });
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.code]).toEqual([409, 'already_refunded']);
    }
    await payments.quiet();
    await payments.deliverEvents();
    expect(refundsOf(intentId)).toMatchObject([{ amount: 500, metadata: { orderId: paymentId } }]);
    expect(await payments.order(agreementId)).toMatchObject({
      status: 'refunded',
      refund_reason: 'by-admin',
      refund_note: 'Paid twice by mistake',
      refunded_by: admin.id,
      refund_id: refundsOf(intentId)[0]?.id,
    });
    expect(told(agreementId)).toMatchObject([
      { data: { paymentId, userId: anna.id, purpose: 'contract', amountCents: 500, reason: 'by-admin' } },
    ]);
    expect(await change(before, 'stripe')).toBe(-500);
    expect(await change(before, 'sales:contract')).toBe(500);
    expect(await receiptOf(agreementId)).toMatchObject({
      amountCents: 500,
      refundedCents: 500,
      refundedAt: expect.stringMatching(/Z$/),
    });
    expect(await payments.state(agreementId)).toMatchObject({ status: 'refunded' });
    expect((await payments.get(`/internal/payments/${paymentId}`, otherService)).body).toMatchObject({
      refundedCents: 500,
      refundReason: 'by-admin',
      refundNote: 'Paid twice by mistake',
    });
    const pay = await payments.createIntent({ agreementId, planType: 'split-second-contract' });
    expect([pay.status, pay.body.code]).toEqual([409, 'already_refunded']);
  }, 60_000);

  it('that Stripe refuses is made once Stripe takes it again, though the refusal is repeated for a day', async () => {
    const { agreementId, intentId, paymentId } = await paid();
    payments.stripe.refuseRefunds(true);
    await refund(paymentId);
    const refused = async () => {
      const [job] = await payments.rows.query<{ reason: string }[]>(
        'select last_error as reason from jobs where key = $1',
        [paymentId],
      );
      expect(job?.reason).toContain('Insufficient funds');
    };
    await eventually(refused, 20_000, 'a refusal');
    const jobs = await payments.get<object[]>(`/internal/jobs?q=${agreementId}`, otherService);
    expect(jobs.body).toMatchObject([{ name: 'refund-order', agreementId }]);
    payments.stripe.refuseRefunds(false);
    await payments.setClock(new Date(Date.now() + 2 * MINUTE_MS));
    await payments.quiet();
    await payments.deliverEvents();
    expect(refundsOf(intentId)).toMatchObject([{ amount: 500, status: 'succeeded' }]);
    expect(await payments.order(agreementId)).toMatchObject({ status: 'refunded' });
    expect(told(agreementId)).toHaveLength(1);
  }, 90_000);

  it.each([
    ['before it was made', false],
    ['after it was made', true],
  ])(
    'at which Stripe fails %s is made once, though the failure is repeated for a day',
    async (_when, isCarriedOut) => {
      const { agreementId, intentId, paymentId } = await paid();
      payments.stripe.failNext('/v1/refunds', { isCarriedOut });
      expect((await refund(paymentId)).status).toBe(200);
      const refunded = async () =>
        expect(await payments.order(agreementId)).toMatchObject({ status: 'refunded' });
      await eventually(refunded, 20_000, 'a refund');
      await payments.deliverEvents();
      expect(refundsOf(intentId)).toMatchObject([{ amount: 500, status: 'succeeded' }]);
      expect(told(agreementId)).toHaveLength(1);
    },
    90_000,
  );

  it('that Stripe has refused is made once, whoever tries it again and when', async () => {
    const { intentId } = await paid();
    const sdk = payments.service.app.get<Stripe>(STRIPE);
    const start = Date.now();
    const tryAfter = (minutes: number) =>
      refundUnlessDisputed(
        sdk,
        { payment_intent: intentId },
        'refused-refund',
        new Date(start + minutes * MINUTE_MS),
      );
    payments.stripe.refuseRefunds(true);
    await expect(tryAfter(0)).rejects.toThrow('Insufficient funds');
    payments.stripe.refuseRefunds(false);
    const made = await Promise.allSettled([1, 1, 1, 2, 2, 3].map(tryAfter));
    expect(refundsOf(intentId)).toMatchObject([{ amount: 500 }]);
    const ids = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value?.id] : []));
    expect(new Set(ids)).toEqual(new Set([refundsOf(intentId)[0]?.id]));
    await expect(tryAfter(4)).rejects.toThrow('already been refunded');
  });

  it('by an administrator are told to the log of administrators, under one key when the answer is lost', async () => {
    const { agreementId, paymentId } = await paid();
    const { agreements } = payments;
    agreements.onAct = () => {
      agreements.onAct = () => Promise.resolve();
      return Promise.reject(new Error('the connection broke'));
    };
    const answers = await Promise.all([refund(paymentId), refund(paymentId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await payments.quiet();
    const act = {
      key: `payment-refunded:${paymentId}`,
      adminId: admin.id,
      act: 'payment-refunded',
      subject: `agreement:${agreementId} order:${paymentId}`,
      reason: 'Paid twice by mistake',
      at: expect.stringMatching(/Z$/),
    };
    const told = agreements.acts.filter(({ subject }) => subject.endsWith(paymentId));
    expect(told).toEqual([act, act]);
    expect(told[0]?.at).toBe(told[1]?.at);
  }, 60_000);

  it('are for administrators, of what was paid, with a reason', async () => {
    const open = await payments.open();
    const openId = (await payments.order(open.agreementId))?.id ?? '';
    const { paymentId, intentId } = await paid();
    const codes = async (...call: Parameters<typeof refund>) => {
      const { status, body } = await refund(...call);
      return [status, body.code];
    };
    expect(await codes(openId)).toEqual([409, 'invalid_transition']);
    expect(await codes(randomUUID())).toEqual([404, 'not_found']);
    expect(await codes(paymentId, 'Mine', anna)).toEqual([403, 'forbidden']);
    for (const reason of ['x', ' x ', 'x'.repeat(501), 5, null, 'half \ud800']) {
      expect(await codes(paymentId, reason)).toEqual([400, 'invalid_input']);
    }
    await payments.quiet();
    expect(refundsOf(intentId)).toEqual([]);
  });

  it('of a transcript that was late, told twice: one refund', async () => {
    const { agreementId, intentId, paymentId } = await paid('manual_transcription');
    const before = await payments.ledger();
    const overdue = { agreementId, ownerId: anna.id, orderId: randomUUID(), paymentId };
    await payments.tell(humanTranscriptOverdue, overdue, 'refund-late-transcript', 2);
    await payments.quiet();
    await payments.deliverEvents();
    expect(refundsOf(intentId)).toMatchObject([{ amount: 200 }]);
    expect(told(agreementId)).toMatchObject([
      {
        data: { paymentId, purpose: 'manual_transcription', amountCents: 200, reason: 'late-transcription' },
      },
    ]);
    expect(await change(before, 'sales:manual_transcription')).toBe(200);
    expect(await payments.state(agreementId, anna, 'manual_transcription')).toMatchObject({
      status: 'refunded',
    });
  });

  it("made in Stripe's dashboard in two parts: each is posted once, and all of it makes it refunded", async () => {
    const { agreementId, intentId, paymentId } = await paid();
    const before = await payments.ledger();
    await payments.sdk.refunds.create({ payment_intent: intentId, amount: 150 });
    await payments.deliverEvents();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    expect(await receiptOf(agreementId)).toMatchObject({ refundedCents: 150 });
    expect(await change(before, 'sales:contract')).toBe(150);
    // The same event once more.
    for (const body of payments.stripe.listEvents().filter(({ type }) => type === 'charge.refunded')) {
      await payments.deliver(JSON.stringify({ ...body, id: `${body.id}again` }));
    }
    await payments.quiet();
    expect(await change(before, 'sales:contract')).toBe(150);
    expect(told(agreementId)).toEqual([]);
    await payments.sdk.refunds.create({ payment_intent: intentId, amount: 350 });
    await payments.deliverEvents();
    expect(await payments.order(agreementId)).toMatchObject({
      status: 'refunded',
      refund_note: "Refunded in Stripe's dashboard",
      refunded_by: null,
    });
    expect(await receiptOf(agreementId)).toMatchObject({ refundedCents: 500 });
    expect(await change(before, 'stripe')).toBe(-500);
    expect(told(agreementId)).toMatchObject([{ data: { amountCents: 500, backBeforeCents: 150 } }]);
    // What the payer is mailed has no note that nobody wrote for them.
    expect((await payments.get(`/internal/payments/${paymentId}`, otherService)).body).toMatchObject({
      ...{ refundReason: 'by-admin', refundNote: null },
    });
    expect((await refund(paymentId)).body.code).toBe('already_refunded');
  });

  it('send back what is left after a part went back in the dashboard', async () => {
    const { agreementId, intentId, paymentId } = await paid();
    const before = await payments.ledger();
    await payments.sdk.refunds.create({ payment_intent: intentId, amount: 150 });
    expect((await refund(paymentId)).status).toBe(200);
    await payments.quiet();
    await payments.deliverEvents();
    expect(refundsOf(intentId).map(({ amount }) => amount)).toEqual([350, 150]);
    expect(await payments.order(agreementId)).toMatchObject({ status: 'refunded' });
    expect(await change(before, 'stripe')).toBe(-500);
    expect(told(agreementId)).toHaveLength(1);
  });

  it('are listed on receipts, page by page, for their owner only', async () => {
    const { agreementId } = await paid();
    const all = await payments.get<{ number: string }[]>('/api/user/receipts?limit=100');
    expect(all.headers.get('x-next-cursor')).toBeNull();
    expect(all.body[0]).toEqual({
      number: expect.stringMatching(/^SSC-\d{4}-\d{6}$/),
      description: 'Split Second Contract',
      purpose: 'contract',
      agreementId,
      amountCents: 500,
      refundedCents: 0,
      currency: 'usd',
      paidAt: expect.stringMatching(/Z$/),
      refundedAt: null,
      isTest: true,
      deal: {
        ...{ agreementId, partyAName: 'Anna Ash', partyBName: 'Ben Ode', kind: 'car', title: null },
        ...{ amount: '250.00', currency: 'USD', durationSeconds: 11 },
        ...{ createdAt: '2026-11-21T10:00:00.000Z', recordedAt: '2026-11-22T10:00:00.000Z' },
      },
    });
    const first = await payments.get<object[]>('/api/user/receipts?limit=2');
    expect(first.body).toEqual(all.body.slice(0, 2));
    const cursor = first.headers.get('x-next-cursor');
    expect(cursor).toBe(all.body[1]?.number);
    const second = await payments.get<object[]>(`/api/user/receipts?limit=2&cursor=${cursor}`);
    expect(second.body).toEqual(all.body.slice(2, 4));
    // What cannot be asked about is left out, and so is nothing else.
    payments.agreements.agreements.delete(agreementId);
    const [{ deal, ...receipt } = {}] = all.body as { deal?: object }[];
    expect(deal).toBeDefined();
    expect((await payments.get<object[]>('/api/user/receipts?limit=1')).body).toEqual([receipt]);
    expect((await payments.get('/api/user/receipts', ben)).body).toEqual([]);
    expect((await payments.get(`/api/user/receipts?cursor=${cursor}`, ben)).body).toEqual([]);
    expect((await payments.get('/api/user/receipts?cursor=12')).status).toBe(400);
    expect((await payments.get('/api/user/receipts', admin)).status).toBe(403);
  });

  it('stay what they were, a test or not, under other keys', async () => {
    const { agreementId, paymentId } = await paid();
    const areTests = async () => {
      const { body } = await payments.get<{ isTest: boolean }[]>('/api/user/receipts?limit=2');
      return body.map(({ isTest }) => isTest);
    };
    const real = jest.spyOn(PaymentsConfig.prototype, 'isTest', 'get').mockReturnValue(false);
    try {
      await paid();
      // The newest first.
      expect(await areTests()).toEqual([false, true]);
      const facts = await payments.get(`/internal/payments/${paymentId}`, otherService);
      const record = await payments.get(`/internal/payments/agreements/${agreementId}`, otherService);
      expect([facts.body.isTest, record.body.isTest]).toEqual([true, true]);
      // One that was issued before this was written down is as the installation says.
      await payments.rows.query('update receipts set is_test = null where agreement_id = $1', [agreementId]);
      expect(await areTests()).toEqual([false, false]);
    } finally {
      real.mockRestore();
    }
  });

  it('leave the ledger at zero, and are no revenue', async () => {
    const { body } = await payments.get<{ balances: { account: string; balanceCents: number }[] }>(
      '/api/admin/ledger',
      admin,
    );
    const balances = Object.fromEntries(body.balances.map((one) => [one.account, one.balanceCents]));
    expect(body).toMatchObject({ sumCents: 0 });
    const sales = (balances['sales:contract'] ?? 0) + (balances['sales:manual_transcription'] ?? 0);
    expect(sales).toBeLessThan(0);
    expect((await payments.get('/internal/stats', otherService)).body).toMatchObject({
      totalRevenueCents: -sales,
    });
    expect((await payments.get('/api/admin/ledger', anna)).status).toBe(403);
  });
});
