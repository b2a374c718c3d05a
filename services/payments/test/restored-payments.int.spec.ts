import { isDeepStrictEqual } from 'node:util';
import { jest } from '@jest/globals';
import { LOGGER } from '#platform';
import { eventually } from '#testing';
import { Escrows } from './escrows.harness.js';
import { anna, otherService, Payments } from './payments.harness.js';

describe('what was paid after the backup that was restored', () => {
  let payments: Payments;
  let escrows: Escrows;
  let errors: jest.SpiedFunction<(fields: object, message: string) => void>;

  beforeAll(async () => {
    payments = await Payments.start();
    escrows = new Escrows(payments);
    const logger = payments.service.app.get<{ error: (fields: object, message: string) => void }>(LOGGER);
    errors = jest.spyOn(logger, 'error');
  }, 180_000);

  beforeEach(() => errors.mockClear());
  afterAll(async () => {
    jest.restoreAllMocks();
    await payments?.close();
  }, 60_000);

  /** Takes an order back to before it had a PaymentIntent; nobody has heard of the payment then. */
  const loseIntent = (agreementId: string) =>
    payments.rows.query(`update orders set payment_intent_id = null where agreement_id = $1`, [agreementId]);
  const isPaidOrPending = async (agreementId: string) => {
    const path = `/internal/payments/agreements/${agreementId}/contract`;
    const { body } = await payments.get<{ isPaidOrPending: boolean }>(path, otherService);
    return body.isPaidOrPending;
  };
  const jobOf = async (intentId: string) => {
    const [job] = await payments.rows.query<{ id: string; status: string }[]>(
      `select id, status from jobs where name = 'report-unknown-payment' and key = $1`,
      [intentId],
    );
    return job;
  };
  /** What is mailed to support. */
  const supportHeard = async (intentId: string) =>
    payments.tap.about((await jobOf(intentId))?.id ?? '').map(({ data }) => data);
  const reported = (fields: object) => {
    const message = 'nothing is here of what was paid; send it back at Stripe';
    const lines = errors.mock.calls.filter(([, text]) => text === message).map(([line]) => line);
    return lines.filter((line) => isDeepStrictEqual(line, { ...line, ...fields }));
  };

  it('for an order that had no PaymentIntent yet, pays it', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await loseIntent(agreementId);
    await payments.deliverEvents();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'paid', payment_intent_id: intentId });
    expect(payments.tap.about(agreementId)).toHaveLength(1);
  });

  it('for such an order, and was charged back since, is on the ledger as that', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    const before = await payments.ledger();
    const dispute = payments.stripe.dispute(intentId);
    await loseIntent(agreementId);
    const opened = payments.stripe.listEvents().find(({ type }) => type === 'charge.dispute.created');
    await payments.deliver(JSON.stringify(opened));
    await payments.quiet();
    const order = await payments.order(agreementId);
    expect(order).toMatchObject({ status: 'paid' });
    expect(await payments.ledgerSince(before)).toEqual({
      [`chargebacks:${order?.id}`]: 500,
      'sales:contract': -500,
    });
    payments.stripe.closeDispute(dispute.id, 'won');
    await payments.deliverEvents();
  });

  it.each([
    ['the amount', 'amount_cents = amount_cents + 1'],
    ['who pays', 'user_id = 4711'],
  ])('for such an order, of which %s is another one now, does not pay it', async (_what, change) => {
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await loseIntent(agreementId);
    await payments.rows.query(`update orders set ${change} where agreement_id = $1`, [agreementId]);
    await payments.deliverEvents();
    expect(await payments.order(agreementId)).toMatchObject({ status: 'open' });
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ paymentIntentId: intentId }),
      'paid though its order had let go of it; send it back',
    );
  });

  it('for an order that is not here, is reported once, and keeps the recording until it went back', async () => {
    const { agreementId, intentId } = await payments.open();
    await payments.pay(intentId);
    await payments.rows.query('delete from orders where agreement_id = $1', [agreementId]);
    expect(await isPaidOrPending(agreementId)).toBe(false);
    await payments.deliverEvents();
    const facts = { paymentIntentId: intentId, agreementId, userId: String(anna.id), cents: 500 };
    expect(reported(facts)).toHaveLength(1);
    expect(await supportHeard(intentId)).toMatchObject([{ notice: 1 }]);
    expect(await isPaidOrPending(agreementId)).toBe(true);

    await payments.sdk.refunds.create({ payment_intent: intentId });
    await payments.deliverEvents();
    const isDone = async () => expect(await jobOf(intentId)).toMatchObject({ status: 'done' });
    await eventually(isDone, 20_000, 'the end of the report');
    expect(await isPaidOrPending(agreementId)).toBe(false);
    expect(await supportHeard(intentId)).toHaveLength(1);
  }, 60_000);

  it('for an escrow that is not here, is reported once', async () => {
    const mine = await escrows.open(await escrows.readySeller());
    await payments.pay(mine.intentId);
    await payments.rows.query('delete from escrow_steps where escrow_id = $1', [mine.id]);
    await payments.rows.query('delete from escrows where id = $1', [mine.id]);
    await payments.deliverEvents();
    const facts = { paymentIntentId: mine.intentId, agreementId: mine.agreementId, userId: String(anna.id) };
    expect(reported({ ...facts, cents: 10_000 })).toHaveLength(1);
    expect(await supportHeard(mine.intentId)).toMatchObject([{ notice: 1 }]);
  }, 60_000);

  it('for something that is none of ours is nobody’s to report', async () => {
    const metadata = { orderId: '0198b2d0-7b0a-7000-8000-000000000001', shop: 'another' };
    const { id } = await payments.sdk.paymentIntents.create({ amount: 700, currency: 'usd', metadata });
    await payments.pay(id);
    await payments.deliverEvents();
    expect(await jobOf(id)).toBeUndefined();
  });
});
