import { openSession, refusal, type StandInSession } from '../../test/session.js';

let session: StandInSession;

beforeEach(async () => {
  session = await openSession();
});

afterEach(() => session.close());

describe('refunds', () => {
  it('give all of a payment back, with events and a booking', async () => {
    const { stripe } = session;
    const { intent, charge } = await session.pay();
    const refund = await stripe.refunds.create({
      payment_intent: intent,
      reason: 'requested_by_customer',
      metadata: { agreementId: '12' },
      expand: ['balance_transaction'],
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 2000,
      currency: 'usd',
      charge,
      payment_intent: intent,
      reason: 'requested_by_customer',
      status: 'succeeded',
      metadata: { agreementId: '12' },
      balance_transaction: { amount: -2000, type: 'refund', source: refund.id },
    });
    expect(refund.id).toMatch(/^re_\w{24}$/);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 2000,
      refunded: true,
      refunds: { data: [{ id: refund.id }] },
    });
    expect(session.eventTypes().slice(-2)).toEqual(['refund.created', 'charge.refunded']);
    const { data } = await stripe.events.list({ type: 'charge.refunded' });
    expect(data[0]?.data).toMatchObject({
      object: { id: charge, amount_refunded: 2000 },
      previous_attributes: { amount_refunded: 0, refunded: false },
    });
  });

  it('are refused while the balance is empty, and under the same key afterwards, too', async () => {
    const { stripe, standIn } = session;
    const { charge } = await session.pay();
    const key = { idempotencyKey: 'refund-1' };
    standIn.refuseRefunds(true);
    const refused = { statusCode: 400, code: 'balance_insufficient' };
    await expect(stripe.refunds.create({ charge }, key)).rejects.toMatchObject(refused);
    standIn.refuseRefunds(false);
    await expect(stripe.refunds.create({ charge }, key)).rejects.toMatchObject(refused);
    expect(standIn.listRefunds()).toEqual([]);
    expect(await stripe.refunds.create({ charge })).toMatchObject({ status: 'succeeded', amount: 2000 });
  });

  it.each(['failed', 'canceled'] as const)(
    'can be %s at once: the charge is not refunded',
    async (status) => {
      const { stripe, standIn } = session;
      const { charge } = await session.pay();
      standIn.refundsBegin(status);
      const refund = await stripe.refunds.create({ charge });
      expect(refund).toMatchObject({ status, amount: 2000 });
      expect(await stripe.charges.retrieve(charge)).toMatchObject({
        amount_refunded: 0,
        refunded: false,
        refunds: { data: [{ id: refund.id, status }] },
      });
      standIn.refundsBegin('succeeded');
      expect(await stripe.refunds.create({ charge })).toMatchObject({ status: 'succeeded', amount: 2000 });
      const { available } = await stripe.balance.retrieve();
      expect(available).toMatchObject([{ amount: 0 }]);
    },
  );

  it('can wait and succeed, and fail days later, with events', async () => {
    const { stripe, standIn } = session;
    const { charge } = await session.pay();
    standIn.refundsBegin('pending');
    const { id } = await stripe.refunds.create({ charge });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 2000 });
    expect(standIn.endRefund(id, 'succeeded')).toMatchObject({ status: 'succeeded' });
    expect(session.eventTypes().slice(-2)).toEqual(['refund.updated', 'charge.refund.updated']);
    standIn.endRefund(id, 'failed');
    expect(await stripe.refunds.retrieve(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(session.eventTypes().at(-1)).toBe('refund.failed');
    expect(() => standIn.endRefund(id, 'succeeded')).toThrow('is failed already');
    expect(() => standIn.endRefund('re_none', 'failed')).toThrow('No such refund');
  });

  it('come in parts up to the whole', async () => {
    const { stripe } = session;
    const { charge } = await session.pay();
    await stripe.refunds.create({ charge, amount: 500 });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 500, refunded: false });
    const tooMuch = await refusal(stripe.refunds.create({ charge, amount: 1501 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount', rawType: 'invalid_request_error' });
    expect(tooMuch.message).toBe(
      'Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)',
    );
    expect((await stripe.refunds.create({ charge })).amount).toBe(1500);
    expect(await refusal(stripe.refunds.create({ charge, amount: 1 }))).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
    expect(session.standIn.listRefunds().map(({ amount }) => amount)).toEqual([1500, 500]);
  });

  it.each([
    [{ amount: 0 }, 'parameter_invalid_integer', 'amount'],
    [{ reason: 'because' }, undefined, 'reason'],
    [{ charge: 'ch_none' }, 'resource_missing', 'charge'],
    [{ payment_intent: 'pi_none' }, 'resource_missing', 'payment_intent'],
  ])('refuse %j', async (overrides, code, param) => {
    const { charge } = await session.pay();
    const error = await refusal(session.stripe.refunds.create({ charge, ...overrides }));
    expect(error.code).toBe(code);
    expect(error.param).toBe(param);
    expect(session.standIn.listRefunds()).toEqual([]);
  });

  it('need a payment that succeeded', async () => {
    const { id } = await session.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    const error = await refusal(session.stripe.refunds.create({ payment_intent: id }));
    expect(error.message).toContain('does not have a successful charge to refund');
  });

  it('happen once for one idempotency key', async () => {
    const { charge } = await session.pay();
    const options = { idempotencyKey: 'refund-12' };
    const first = await session.stripe.refunds.create({ charge, amount: 700 }, options);
    const second = await session.stripe.refunds.create({ charge, amount: 700 }, options);
    expect(second.id).toBe(first.id);
    expect(session.standIn.listCharges()[0]?.amount_refunded).toBe(700);
  });

  it('are read, changed in their metadata, and listed by payment', async () => {
    const { stripe } = session;
    const first = await session.pay();
    const second = await session.pay();
    const refund = await stripe.refunds.create({ charge: first.charge, amount: 100 });
    await stripe.refunds.create({ charge: second.charge, amount: 200 });
    const changed = await stripe.refunds.update(refund.id, { metadata: { case: '4' } });
    expect(await stripe.refunds.retrieve(refund.id)).toEqual(changed);
    expect(changed.metadata).toEqual({ case: '4' });
    expect(session.eventTypes().at(-1)).toBe('refund.updated');
    const amounts = async (by: object) => (await stripe.refunds.list(by)).data.map(({ amount }) => amount);
    expect(await amounts({ payment_intent: first.intent })).toEqual([100]);
    expect(await amounts({ charge: second.charge })).toEqual([200]);
    expect(await amounts({})).toEqual([200, 100]);
    expect(await refusal(stripe.refunds.retrieve('re_none'))).toMatchObject({ code: 'resource_missing' });
  });
});
