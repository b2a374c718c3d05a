import type Stripe from 'stripe';
import { type AgreementCancelled, paymentRefunded } from '#contracts';
import { Outbox } from '#outbox';
import { FollowOrders } from '../src/orders/orders.jobs.js';
import { OrdersService } from '../src/orders/orders.service.js';
import { idOf, PaymentIntents } from '../src/stripe/stripe.module.js';
import { admin, otherService, Payments } from './payments.harness.js';

const planType = 'split-second-contract';

describe('the chargeback of an order', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  const paid = async () => {
    const opened = await payments.open();
    await payments.pay(opened.intentId);
    await payments.deliverEvents();
    return opened;
  };
  const look = async ({ id }: Stripe.Dispute, times = 2) => {
    const dispute = await payments.sdk.disputes.retrieve(id);
    const intent = await payments.service.app.get(PaymentIntents).look(idOf(dispute.payment_intent) ?? '');
    for (let time = 0; time < times; time += 1) {
      await payments.service.app
        .get(Outbox)
        .transaction((manager) =>
          payments.service.app.get(OrdersService).chargeback(manager, dispute, intent),
        );
    }
  };

  const lose = async (intentId: string, cents?: number) => {
    const dispute = payments.stripe.dispute(intentId, cents);
    await look(dispute);
    payments.stripe.closeDispute(dispute.id, 'lost');
    await look(dispute);
    return dispute;
  };
  const refund = async (agreementId: string) => {
    const order = await payments.order(agreementId);
    return payments.post(`/api/admin/payments/${order?.id}/refund`, { reason: 'Asked for it' }, admin);
  };
  /** What the service does by itself every minute, and what comes of it. */
  const follow = async () => {
    await payments.quiet();
    await payments.service.app.get(FollowOrders).round(new AbortController().signal);
    await payments.deliverEvents();
  };
  /** Cents of the refunds at Stripe, and of those that were told. */
  const refunded = ({ agreementId, intentId }: { agreementId: string; intentId: string }) => {
    const atStripe = payments.stripe.listRefunds().filter((one) => one.payment_intent === intentId);
    const told = payments.tap.about(agreementId).filter(({ type }) => type === paymentRefunded.name);
    return {
      refunds: atStripe.map(({ amount }) => amount),
      told: told.map(({ data }) => (data as { amountCents: number }).amountCents),
    };
  };
  const cancel = (agreementId: string, from: AgreementCancelled['from']) =>
    payments.service.app
      .get(Outbox)
      .transaction((manager) =>
        payments.service.app.get(OrdersService).agreementCancelled(manager, { agreementId, from }),
      );
  /** A credit that can be used, and one that is there at all. */
  const credits = async (agreementId: string) => {
    const path = `/internal/payments/agreements/${agreementId}/credit`;
    const { body } = await payments.get<{ credit: object | null }>(path, otherService);
    const order = await payments.order(agreementId);
    const rows = await payments.rows.query<object[]>('select 1 from credits where order_id = $1', [
      order?.id,
    ]);
    return { usable: body.credit !== null, rows: rows.length };
  };
  /** What spares the next contract its payment. */
  const coveredBy = async (agreementId: string) =>
    (await payments.createIntent({ agreementId, planType })).body.coveredBy;

  it.each([
    ['won', {}],
    ['lost', { stripe: -500, losses: 500 }],
  ] as const)('%s, seen twice each time, is on the ledger once', async (outcome, end) => {
    const { agreementId, intentId } = await paid();
    const order = await payments.order(agreementId);
    const before = await payments.ledger();
    const dispute = payments.stripe.dispute(intentId);
    await look(dispute);
    expect(await payments.ledgerSince(before)).toEqual({
      stripe: -500,
      [`chargebacks:${order?.id}`]: 500,
    });
    payments.stripe.closeDispute(dispute.id, outcome);
    await look(dispute);
    expect(await payments.ledgerSince(before)).toEqual(end);
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid' });
  });

  it('comes to the same end when only its last event is seen', async () => {
    const { intentId } = await paid();
    const before = await payments.ledger();
    const dispute = payments.stripe.dispute(intentId);
    payments.stripe.closeDispute(dispute.id, 'lost');
    await look(dispute);
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -500, losses: 500 });
  });

  it('of all, though a part was refunded, and lost: that part comes back', async () => {
    const { intentId } = await paid();
    const before = await payments.ledger();
    await payments.sdk.refunds.create({ payment_intent: intentId, amount: 200 });
    await payments.deliverEvents();
    const dispute = payments.stripe.dispute(intentId, 500);
    await look(dispute);
    payments.stripe.closeDispute(dispute.id, 'lost');
    await look(dispute);
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -500, 'sales:contract': 200, losses: 300 });
  });

  it('that was lost and is won after all: what comes back makes the loss less', async () => {
    const { intentId } = await paid();
    const before = await payments.ledger();
    await lose(intentId);
    const lost = payments.stripe.listDisputes().find((one) => one.payment_intent === intentId);
    const dispute = payments.stripe.returnDisputed(String(lost?.id), 200);
    await look(dispute);
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -300, losses: 300 });
    payments.stripe.returnDisputed(dispute.id, 300);
    await look(dispute);
    expect(await payments.ledgerSince(before)).toEqual({});
  });

  it('ends a refund that Stripe can no longer make', async () => {
    const { agreementId, intentId } = await paid();
    const before = await payments.ledger();
    const dispute = payments.stripe.dispute(intentId);
    await look(dispute);
    await refund(agreementId);
    payments.stripe.closeDispute(dispute.id, 'lost');
    await look(dispute);
    expect(await payments.order(agreementId)).toMatchObject({ status: 'refunded', refund_id: null });
    expect(payments.stripe.listRefunds().filter((one) => one.payment_intent === intentId)).toEqual([]);
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -500, losses: 500 });
  });

  it('that was lost before leaves nothing to refund: the bank has sent the money back', async () => {
    const { agreementId, intentId } = await paid();
    const order = await payments.order(agreementId);
    const before = await payments.ledger();
    const dispute = payments.stripe.dispute(intentId);
    payments.stripe.closeDispute(dispute.id, 'lost');
    await look(dispute);
    expect(await refund(agreementId)).toMatchObject({ status: 409, body: { code: 'already_refunded' } });
    await cancel(agreementId, 'pending');
    expect(await payments.order(agreementId)).toMatchObject({ status: 'refunded', refund_id: null });
    expect(
      await payments.rows.query(`select 1 from jobs where name = 'refund-order' and key = $1`, [order?.id]),
    ).toEqual([]);
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -500, losses: 500 });
  });

  it('that was lost before leaves no credit of a contract that party B did not answer', async () => {
    const { agreementId, intentId } = await paid();
    await lose(intentId);
    await cancel(agreementId, 'awaiting_party');
    expect(await credits(agreementId)).toEqual({ usable: false, rows: 0 });
    expect(await coveredBy(payments.agreement())).toBeNull();
  });

  it('takes the credit back when it is lost, and only then', async () => {
    const { agreementId, intentId } = await paid();
    await cancel(agreementId, 'awaiting_party');
    const dispute = payments.stripe.dispute(intentId);
    await look(dispute);
    expect(await credits(agreementId)).toEqual({ usable: true, rows: 1 });
    payments.stripe.closeDispute(dispute.id, 'lost');
    await look(dispute);
    expect(await credits(agreementId)).toEqual({ usable: false, rows: 0 });
    // The event of the cancellation once more.
    await cancel(agreementId, 'awaiting_party');
    expect(await credits(agreementId)).toEqual({ usable: false, rows: 0 });
    expect(await coveredBy(payments.agreement())).toBeNull();
  });

  it('leaves the contract that the credit was used for, but no credit when that is cancelled', async () => {
    const { agreementId, intentId } = await paid();
    await cancel(agreementId, 'awaiting_party');
    const next = payments.agreement();
    expect(await coveredBy(next)).toBe('credit');
    await lose(intentId);
    expect(await coveredBy(next)).toBe('credit');
    await cancel(next, 'awaiting_party');
    expect(await credits(agreementId)).toEqual({ usable: false, rows: 0 });
    expect(await coveredBy(payments.agreement())).toBeNull();
  });

  it.each<[string, (agreementId: string) => Promise<unknown>]>([
    ['the contract is cancelled', (agreementId) => cancel(agreementId, 'pending')],
    ['an administrator sends it back', (agreementId) => refund(agreementId)],
  ])('of a part, lost before %s: the rest goes back, told once', async (_what, sendBack) => {
    const mine = await paid();
    const before = await payments.ledger();
    await lose(mine.intentId, 200);
    expect(await payments.order(mine.agreementId)).toMatchObject({ status: 'paid' });
    await sendBack(mine.agreementId);
    await follow();
    await follow();
    expect(refunded(mine)).toEqual({ refunds: [300], told: [300] });
    expect(await payments.order(mine.agreementId)).toMatchObject({ status: 'refunded' });
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -500, 'sales:contract': 300, losses: 200 });
    expect(await refund(mine.agreementId)).toMatchObject({ status: 409, body: { code: 'already_refunded' } });
    expect(await payments.ledgerViolations()).toEqual([]);
  });

  it('of a part, lost while a refund waits for its end: the rest goes back, told once', async () => {
    const mine = await paid();
    const dispute = payments.stripe.dispute(mine.intentId, 200);
    await look(dispute);
    expect(await refund(mine.agreementId)).toMatchObject({ status: 200 });
    await payments.quiet();
    payments.stripe.closeDispute(dispute.id, 'lost');
    await look(dispute);
    await follow();
    await follow();
    expect(refunded(mine)).toEqual({ refunds: [300], told: [300] });
    expect(await payments.order(mine.agreementId)).toMatchObject({ status: 'refunded' });
    expect(await payments.ledgerViolations()).toEqual([]);
  });

  it('of a part, lost after the rest went back before anybody had heard of it: ends the refund', async () => {
    const mine = await paid();
    const dispute = payments.stripe.dispute(mine.intentId, 200);
    payments.stripe.closeDispute(dispute.id, 'lost');
    await refund(mine.agreementId);
    await payments.quiet();
    expect(refunded(mine)).toEqual({ refunds: [300], told: [] });
    await look(dispute);
    await payments.quiet();
    expect(refunded(mine)).toEqual({ refunds: [300], told: [300] });
    expect(await payments.order(mine.agreementId)).toMatchObject({ status: 'refunded' });
    expect(await payments.ledgerViolations()).toEqual([]);
  });

  it('that was lost and is returned: what was owed for a cancelled contract goes back', async () => {
    const mine = await paid();
    const before = await payments.ledger();
    const { id } = await lose(mine.intentId);
    await cancel(mine.agreementId, 'pending');
    expect(await payments.order(mine.agreementId)).toMatchObject({ status: 'refunded', refund_id: null });
    await look(payments.stripe.returnDisputed(id, 200));
    await follow();
    expect(refunded(mine)).toEqual({ refunds: [200], told: [200] });
    expect(await payments.order(mine.agreementId)).toMatchObject({ status: 'refunded' });
    await look(payments.stripe.returnDisputed(id, 300));
    expect(await payments.order(mine.agreementId)).toMatchObject({ status: 'refunding', refunded_at: null });
    await follow();
    await follow();
    expect(refunded(mine)).toEqual({ refunds: [300, 200], told: [200, 500] });
    expect(await payments.order(mine.agreementId)).toMatchObject({
      status: 'refunded',
      refund_reason: 'contract-cancelled',
    });
    expect(await payments.ledgerSince(before)).toEqual({ stripe: -500, 'sales:contract': 500 });
    expect(await payments.ledgerViolations()).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'lost %s party B did not answer and returned: leaves the credit that the bank had taken',
    async (when) => {
      const { agreementId, intentId } = await paid();
      if (when === 'after') await cancel(agreementId, 'awaiting_party');
      const { id } = await lose(intentId);
      if (when === 'before') await cancel(agreementId, 'awaiting_party');
      expect(await credits(agreementId)).toEqual({ usable: false, rows: 0 });
      await look(payments.stripe.returnDisputed(id, 500));
      expect(await credits(agreementId)).toEqual({ usable: true, rows: 1 });
      expect(await coveredBy(payments.agreement())).toBe('credit');
      expect(await payments.ledgerViolations()).toEqual([]);
    },
  );

  it('of a part, lost: leaves the credit until the rest went back by hand', async () => {
    const { agreementId, intentId } = await paid();
    await cancel(agreementId, 'awaiting_party');
    await lose(intentId, 200);
    expect(await credits(agreementId)).toEqual({ usable: true, rows: 1 });
    await payments.sdk.refunds.create({ payment_intent: intentId, amount: 300 });
    await payments.deliverEvents();
    expect(await credits(agreementId)).toEqual({ usable: false, rows: 0 });
    expect(await payments.ledgerViolations()).toEqual([]);
  });

  it('of something else changes nothing', async () => {
    const stranger = await payments.sdk.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      automatic_payment_methods: { enabled: true },
    });
    await payments.pay(stranger.id);
    const before = await payments.ledger();
    await look(payments.stripe.dispute(stranger.id));
    expect(await payments.ledger()).toEqual(before);
  });
});
