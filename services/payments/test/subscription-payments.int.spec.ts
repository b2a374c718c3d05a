import { Outbox } from '#outbox';
import { PaymentIntents } from '../src/stripe/stripe.client.js';
import { SubscriptionPayments } from '../src/subscriptions/subscription-payments.js';
import { Payments } from './payments.harness.js';
import { Subscriber } from './subscriptions.harness.js';

describe('the payment of a subscription, after it was booked', () => {
  let payments: Payments;

  beforeAll(async () => {
    payments = await Payments.start();
  }, 180_000);

  afterAll(() => payments?.close(), 60_000);

  /** A month that is paid: its PaymentIntent, and what the ledger has then. */
  const paid = async () => {
    const user = new Subscriber(payments);
    const secret = await user.begin();
    const { id: intentId } = await user.pay(secret);
    await payments.deliverEvents();
    return { user, intentId, before: await payments.ledger(), row: (await user.stored())[0] };
  };
  /** Everything that Stripe has told, as often as it likes. */
  const deliverAll = async () => {
    for (const event of payments.stripe.listEvents()) await payments.deliver(JSON.stringify(event));
    await payments.deliverEvents();
  };

  it.each([
    ['won', {}, 'active'],
    ['lost', { stripe: -2000, losses: 2000 }, 'canceled'],
  ] as const)(
    'is charged back and %s: on the ledger once, and only what is lost ends it',
    async (outcome, end, status) => {
      const { user, intentId, before, row } = await paid();
      const dispute = payments.stripe.dispute(intentId);
      await deliverAll();
      expect(await payments.ledgerSince(before)).toEqual({
        stripe: -2000,
        [`chargebacks:${row?.id}`]: 2000,
      });
      payments.stripe.closeDispute(dispute.id, outcome);
      await deliverAll();
      expect(await payments.ledgerSince(before)).toEqual(end);
      expect((await user.stored())[0]).toMatchObject({ status });
      const atStripe = await payments.sdk.subscriptions.retrieve(row?.stripe_subscription_id ?? '');
      expect(atStripe.status).toBe(status);
    },
  );

  it('ends with the month that is paid, where an earlier one is lost', async () => {
    const user = await Subscriber.onClock(payments);
    const { id: intentId } = await user.pay(await user.begin());
    await payments.deliverEvents();
    await user.pass(32);
    await payments.deliverEvents();
    expect(await user.receipts()).toHaveLength(2);
    payments.stripe.closeDispute(payments.stripe.dispute(intentId).id, 'lost');
    await deliverAll();
    expect((await user.stored())[0]).toMatchObject({ status: 'active', ends_at_period_end: true });
  });

  it('goes back at Stripe, in two parts: receipt and ledger say how much', async () => {
    const { user, intentId, before } = await paid();
    for (const [amount, back] of [
      [500, 500],
      [1500, 2000],
    ] as const) {
      await payments.sdk.refunds.create({ payment_intent: intentId, amount });
      await deliverAll();
      expect(await payments.ledgerSince(before)).toEqual({
        stripe: -back,
        'sales:subscription': back,
      });
      const [receipt] = await payments.rows.query<{ refunded_cents: number }[]>(
        'select refunded_cents from receipts where source_id = $1',
        [(await user.receipts())[0]?.source_id],
      );
      expect(receipt).toEqual({ refunded_cents: back });
    }
  });

  it('says no less, and no more, by an older look at Stripe', async () => {
    const { intentId, before } = await paid();
    const { app } = payments.service;
    const period = await app.get(SubscriptionPayments).find(intentId);
    if (period === null) throw new Error('the month is not known');
    const older: Awaited<ReturnType<PaymentIntents['look']>>[] = [];
    const expectBack = async (back: number) => {
      await deliverAll();
      for (const look of older) {
        await app
          .get(Outbox)
          .transaction((manager) => app.get(SubscriptionPayments).converge(manager, period, look));
      }
      expect(await payments.ledgerSince(before)).toEqual({ stripe: -back, 'sales:subscription': back });
      expect(
        await payments.rows.query('select refunded_cents from receipts where source_id = $1', [
          period.invoiceId,
        ]),
      ).toEqual([{ refunded_cents: back }]);
      older.push(await app.get(PaymentIntents).look(intentId));
    };
    const sendBack = (amount: number) => payments.sdk.refunds.create({ payment_intent: intentId, amount });
    await sendBack(500);
    await expectBack(500);
    const { id } = await sendBack(1500);
    await expectBack(2000);
    payments.stripe.endRefund(id, 'failed');
    await expectBack(500);
    await sendBack(1000);
    await expectBack(1500);
    await sendBack(500);
    await expectBack(2000);
  });
});
