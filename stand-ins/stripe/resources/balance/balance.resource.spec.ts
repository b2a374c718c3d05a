import { openSession, refusal, type StandInSession } from '../../test/session.js';

let session: StandInSession;

beforeEach(async () => {
  session = await openSession();
});

afterEach(() => session.close());

describe('the balance', () => {
  it('is zero before anything moves', async () => {
    const { data } = await session.stripe.balanceTransactions.list();
    expect(data).toEqual([]);
    expect(await session.stripe.balance.retrieve()).toMatchObject({
      object: 'balance',
      available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
      pending: [{ amount: 0, currency: 'usd' }],
      livemode: false,
    });
  });

  it('adds up what was booked, for each currency', async () => {
    const { stripe, standIn } = session;
    const seller = await session.sellerAccount();
    const { charge } = await session.pay({ amount: 10_000 });
    await session.pay({ amount: 700, currency: 'eur' });
    await refusal(session.pay({ payment_method: 'pm_card_chargeDeclined' }));
    await stripe.refunds.create({ charge, amount: 1000 });
    const transfer = await stripe.transfers.create({ amount: 4000, currency: 'usd', destination: seller });
    await stripe.transfers.createReversal(transfer.id, { amount: 500 });
    const second = await session.pay();
    standIn.dispute(second.charge);
    const { available } = await stripe.balance.retrieve();
    expect(available).toEqual([
      { amount: 10_000 - 1000 - 4000 + 500 + 2000 - 3500, currency: 'usd', source_types: { card: 4000 } },
      { amount: 700, currency: 'eur', source_types: { card: 700 } },
    ]);
    expect((await stripe.balance.retrieve({}, { stripeAccount: seller })).available).toEqual([
      { amount: 3500, currency: 'usd', source_types: { card: 3500 } },
    ]);
    const { data } = await stripe.balanceTransactions.list({ currency: 'usd' });
    expect(data.reduce((sum, { net }) => sum + net, 0)).toBe(4000);
    expect(data.map(({ reporting_category: category }) => category)).toEqual([
      'dispute',
      'charge',
      'transfer_reversal',
      'transfer',
      'refund',
      'charge',
    ]);
  });
});

describe('balance transactions', () => {
  it('are read by id, and through the charge they belong to', async () => {
    const { stripe } = session;
    const { charge, intent } = await session.pay({ description: 'Agreement 12' });
    const expanded = await stripe.paymentIntents.retrieve(intent, {
      expand: ['latest_charge.balance_transaction'],
    });
    const [booked] = (await stripe.balanceTransactions.list({ source: charge })).data;
    expect(expanded.latest_charge).toMatchObject({ balance_transaction: booked });
    expect(await stripe.balanceTransactions.retrieve(String(booked?.id))).toMatchObject({
      amount: 2000,
      fee: 0,
      net: 2000,
      type: 'charge',
      description: 'Agreement 12',
      status: 'available',
    });
  });

  it('stay with their owner', async () => {
    const { stripe } = session;
    const seller = await session.sellerAccount();
    await session.pay();
    await stripe.transfers.create({ amount: 1000, currency: 'usd', destination: seller });
    const { data } = await stripe.balanceTransactions.list({}, { stripeAccount: seller });
    expect(data).toMatchObject([{ amount: 1000, type: 'payment', source: expect.stringMatching(/^py_/) }]);
    expect(await refusal(stripe.balanceTransactions.retrieve(String(data[0]?.id)))).toMatchObject({
      code: 'resource_missing',
    });
    expect((await stripe.balanceTransactions.list({ type: 'transfer' })).data).toHaveLength(1);
  });
});

describe('payouts', () => {
  it('empty the balance of a connected account', async () => {
    const { stripe } = session;
    const seller = await session.sellerAccount();
    await session.pay();
    await stripe.transfers.create({ amount: 1000, currency: 'usd', destination: seller });
    const inItsName = { stripeAccount: seller };
    const payout = await stripe.payouts.create({ amount: 1000, currency: 'usd' }, inItsName);
    expect(payout).toMatchObject({ object: 'payout', amount: 1000, status: 'paid' });
    expect((await stripe.payouts.list({}, inItsName)).data.map(({ id }) => id)).toEqual([payout.id]);
    expect((await stripe.payouts.list()).data).toEqual([]);
    const more = await refusal(stripe.payouts.create({ amount: 1, currency: 'usd' }, inItsName));
    expect(more.code).toBe('balance_insufficient');
    const events = session.standIn.listEvents().filter(({ type }) => type.startsWith('payout.'));
    expect(events.map(({ type, account }) => [type, account])).toEqual([
      ['payout.paid', seller],
      ['payout.created', seller],
    ]);
  });
});
