import {
  type AgreementCancelled,
  agreementCancelled,
  agreementCovered,
  paymentRefunded,
  paymentSucceeded,
} from '#contracts';
import { DAY_MS, type Principal } from '#platform';
import { letTimePass } from '#testing';
import { anna, otherService, Payments } from './payments.harness.js';

const planType = 'split-second-contract';
const RACE = 'one side of the race begins a little later';

describe('a contract that is cancelled', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const cancel = async (agreementId: string, from: AgreementCancelled['from'], times = 1) => {
    const agreement = payments.agreements.agreements.get(agreementId);
    const ownerId = agreement?.ownerId ?? anna.id;
    payments.agreements.agreements.set(agreementId, { ownerId, planType, status: 'cancelled' });
    const reason = from === 'pending' ? 'by_creator' : 'declined';
    await payments.tell(agreementCancelled, { agreementId, ownerId, from, reason }, 'close-orders', times);
    await payments.quiet();
  };
  const paid = async () => {
    const opened = await payments.open();
    await payments.pay(opened.intentId);
    await payments.deliverEvents();
    return opened;
  };
  const creditsFor = (orderId: string | undefined) =>
    payments.rows.query<{ user_id: number; expires_at: Date; used_for: string | null }[]>(
      'select user_id, expires_at, used_for from credits where order_id = $1',
      [orderId],
    );
  /** What the mails say. */
  const whatIsLeft = async (agreementId: string) =>
    (await payments.get(`/internal/payments/agreements/${agreementId}/credit`, otherService)).body;
  const names = (agreementId: string) => payments.tap.about(agreementId).map(({ type }) => type);
  const expectSentBack = async (agreementId: string) => {
    expect(await payments.order(agreementId)).toMatchObject({
      status: 'refunded',
      refund_reason: 'contract-cancelled',
      refund_id: expect.stringMatching(/^re_/),
    });
    expect(names(agreementId)).toEqual([paymentSucceeded.name, paymentRefunded.name]);
    const order = await payments.order(agreementId);
    const refunds = payments.stripe
      .listRefunds()
      .filter((refund) => refund.payment_intent === order?.payment_intent_id);
    expect(refunds).toMatchObject([{ amount: 500 }]);
  };

  it('before it was paid, told twice: its PaymentIntent is taken back and the order closed', async () => {
    const { agreementId, intentId } = await payments.open();
    await cancel(agreementId, 'pending', 2);
    expect(await payments.sdk.paymentIntents.retrieve(intentId)).toMatchObject({ status: 'canceled' });
    expect(await payments.order(agreementId)).toMatchObject({ status: 'cancelled', receipt_number: null });
    await payments.deliverEvents();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'cancelled' });
    expect(names(agreementId)).toEqual([]);
    expect(await payments.state(agreementId)).toMatchObject({ status: 'cancelled' });
    const again = await payments.createIntent({ agreementId, planType });
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition']);
  });

  it('while its payment is on the way: the money goes back, also when the cancellation comes first', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await cancel(agreementId, 'pending', 2);
    await payments.deliverEvents();
    await expectSentBack(agreementId);
  });

  it('while its payment is on the way: the money goes back, also when the payment comes first', async () => {
    const { agreementId } = await paid();
    await cancel(agreementId, 'pending', 2);
    await payments.deliverEvents();
    await expectSentBack(agreementId);
    expect(await payments.state(agreementId)).toMatchObject({ status: 'refunded' });
    expect(await creditsFor((await payments.order(agreementId))?.id)).toEqual([]);
  });

  it('in the very moment in which its order is made: nothing is left to pay', async () => {
    const agreementId = payments.agreement();
    payments.agreements.onClaim = async (claimed) => {
      payments.agreements.onClaim = () => Promise.resolve();
      if (claimed === agreementId) await cancel(agreementId, 'pending');
    };
    const { status, body } = await payments.createIntent({ agreementId, planType });
    expect([status, body.code]).toEqual([409, 'invalid_transition']);
    expect(await payments.order(agreementId)).toBeUndefined();
  });

  it('in the middle of twenty tries to pay it: nothing is left to pay', async () => {
    for (const afterMs of [0, 20, 40, 60, 100]) {
      const agreementId = payments.agreement();
      const tries = Array.from({ length: 20 }, async (_, index) => {
        await letTimePass(index * 5, RACE);
        return payments.createIntent({ agreementId, planType });
      });
      await letTimePass(afterMs, RACE);
      await Promise.all([...tries, cancel(agreementId, 'pending')]);
      await payments.quiet();
      const payable = payments.stripe
        .listPaymentIntents()
        .filter(({ metadata, status }) => metadata.agreementId === agreementId && status !== 'canceled');
      expect(payable).toEqual([]);
      expect((await payments.order(agreementId))?.status ?? 'cancelled').toBe('cancelled');
    }
  }, 60_000);

  it('by party B, told twice: what was paid is a credit for 30 days, and pays the next one', async () => {
    const { agreementId } = await paid();
    const order = await payments.order(agreementId);
    await cancel(agreementId, 'awaiting_party', 2);
    const [credit, ...more] = await creditsFor(order?.id);
    expect(more).toEqual([]);
    expect(credit).toMatchObject({ user_id: anna.id, used_for: null });
    expect(await whatIsLeft(agreementId)).toEqual({
      isOver: true,
      credit: { amountCents: 500, currency: 'usd', expiresAt: credit?.expires_at.toISOString() },
    });
    const days = ((credit?.expires_at.getTime() ?? 0) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(29.99);
    expect(days).toBeLessThanOrEqual(30);
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
    const told = async (whose: Principal) => (await payments.get<object[]>('/api/user/credits', whose)).body;
    const expiresAt = credit?.expires_at.toISOString();
    expect(await told(anna)).toEqual([{ agreementId, amountCents: 500, currency: 'usd', expiresAt }]);
    expect(await told({ ...anna, id: anna.id + 1 })).toEqual([]);
    const next = payments.agreement();
    expect((await payments.createIntent({ agreementId: next, planType })).body.coveredBy).toBe('credit');
    expect(await told(anna)).toEqual([]);
    await payments.quiet();
    expect(names(next)).toEqual([agreementCovered.name]);
    // The next one comes to nothing, too: the credit is free again, for another 30 days.
    expect(await whatIsLeft(agreementId)).toEqual({ isOver: true, credit: null });
    expect(await whatIsLeft(next)).toMatchObject({ isOver: false });
    await cancel(next, 'awaiting_party', 2);
    const [again, ...others] = await creditsFor(order?.id);
    expect([again?.used_for, others]).toEqual([null, []]);
    expect(again?.expires_at.getTime()).toBeGreaterThan(credit?.expires_at.getTime() ?? 0);
    expect(await whatIsLeft(next)).toMatchObject({
      credit: { expiresAt: again?.expires_at.toISOString() },
    });
    await payments.rows.query('delete from credits where order_id = $1', [order?.id]);
  });

  it.each([
    ['after party B was asked, is kept for 30 days from its end', 'awaiting_party', 33],
    ['before anybody was asked, is kept for as long as it was', 'pending', 2],
  ] as const)('paid with a credit, %s', async (_what, from, days) => {
    const start = new Date();
    const day = (number: number) => new Date(start.getTime() + number * DAY_MS);
    await payments.setClock(start);
    const { agreementId } = await paid();
    const order = await payments.order(agreementId);
    await cancel(agreementId, 'awaiting_party');
    await payments.rows.query('update credits set expires_at = $2 where order_id = $1', [order?.id, day(2)]);
    const next = payments.agreement();
    expect((await payments.createIntent({ agreementId: next, planType })).body.coveredBy).toBe('credit');
    try {
      await payments.setClock(day(3));
      await cancel(next, from, 2);
      const [credit, ...more] = await creditsFor(order?.id);
      expect([credit?.used_for, more]).toEqual([null, []]);
      const lasts = ((credit?.expires_at.getTime() ?? 0) - start.getTime()) / DAY_MS;
      expect(Math.abs(lasts - days)).toBeLessThan(0.1);
      const expiresAt = credit?.expires_at.toISOString();
      const left = from === 'pending' ? null : { amountCents: 500, currency: 'usd', expiresAt };
      expect(await whatIsLeft(next)).toEqual({ isOver: true, credit: left });
      const last = payments.agreement();
      const { body } = await payments.createIntent({ agreementId: last, planType });
      expect(body.coveredBy).toBe(from === 'pending' ? null : 'credit');
    } finally {
      await payments.setClock(start);
      await payments.rows.query('delete from credits where order_id = $1', [order?.id]);
    }
  });

  it('gives no credit for what was refunded, and takes it away when it is', async () => {
    const admin: Principal = { kind: 'admin', id: 7, sessionId: 'admin' };
    const { agreementId } = await paid();
    const order = await payments.order(agreementId);
    await cancel(agreementId, 'awaiting_party');
    expect(await creditsFor(order?.id)).toHaveLength(1);
    const path = `/api/admin/payments/${order?.id}/refund`;
    expect((await payments.post(path, { reason: 'Asked for the money instead' }, admin)).status).toBe(200);
    await payments.quiet();
    expect(await creditsFor(order?.id)).toEqual([]);
    const second = await paid();
    const other = await payments.order(second.agreementId);
    await payments.post(`/api/admin/payments/${other?.id}/refund`, { reason: 'Asked for it' }, admin);
    await payments.quiet();
    await cancel(second.agreementId, 'awaiting_party');
    expect(await creditsFor(other?.id)).toEqual([]);
  });

  it('gives no credit back for what was refunded after the credit was used', async () => {
    const admin: Principal = { kind: 'admin', id: 7, sessionId: 'admin' };
    const { agreementId } = await paid();
    const order = await payments.order(agreementId);
    await cancel(agreementId, 'awaiting_party');
    const next = payments.agreement();
    expect((await payments.createIntent({ agreementId: next, planType })).body.coveredBy).toBe('credit');
    await payments.post(`/api/admin/payments/${order?.id}/refund`, { reason: 'Asked for it' }, admin);
    await payments.quiet();
    expect(await creditsFor(order?.id)).toMatchObject([{ used_for: next }]);
    await cancel(next, 'awaiting_party', 2);
    expect(await creditsFor(order?.id)).toEqual([]);
    expect(await whatIsLeft(next)).toEqual({ isOver: true, credit: null });
  });
});
