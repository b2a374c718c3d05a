import type Stripe from 'stripe';
import { openSession, refusal, type StandInSession } from '../../test/session.js';

let session: StandInSession;
let seller: string;

beforeEach(async () => {
  session = await openSession();
  seller = await session.sellerAccount();
});

afterEach(() => session.close());

const transfer = (overrides: Partial<Stripe.TransferCreateParams> = {}, idempotencyKey?: string) =>
  session.stripe.transfers.create(
    { amount: 1000, currency: 'usd', destination: seller, ...overrides },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

const available = async (stripeAccount?: string): Promise<number | undefined> =>
  (await session.stripe.balance.retrieve({}, stripeAccount === undefined ? {} : { stripeAccount }))
    .available[0]?.amount;

describe('transfers', () => {
  it('move money from the platform to the seller', async () => {
    const { charge } = await session.pay();
    const made = await transfer({
      source_transaction: charge,
      transfer_group: 'agreement-12',
      description: 'Agreement 12',
      metadata: { agreementId: '12' },
      expand: ['balance_transaction'],
    });
    expect(made).toMatchObject({
      id: expect.stringMatching(/^tr_\w{24}$/),
      object: 'transfer',
      amount: 1000,
      amount_reversed: 0,
      reversed: false,
      destination: seller,
      source_transaction: charge,
      transfer_group: 'agreement-12',
      metadata: { agreementId: '12' },
      balance_transaction: { amount: -1000, type: 'transfer', source: made.id },
    });
    expect(await available()).toBe(1000);
    expect(await available(seller)).toBe(1000);
    expect(session.eventTypes().at(-1)).toBe('transfer.created');
  });

  it('give a charge without a group the one of its transfer', async () => {
    const { charge, intent } = await session.pay();
    const { transfer_group: group } = await transfer({ source_transaction: charge });
    expect(group).toBe(`group_${intent}`);
    expect((await session.stripe.charges.retrieve(charge)).transfer_group).toBe(group);
  });

  it('are refused before the seller has onboarded', async () => {
    await session.pay();
    const { id } = await session.stripe.accounts.create({ type: 'express' });
    expect(await refusal(transfer({ destination: id }))).toMatchObject({
      statusCode: 400,
      code: 'insufficient_capabilities_for_transfer',
    });
    expect(session.standIn.listTransfers()).toEqual([]);
  });

  it('without a source stay within the platform’s balance', async () => {
    expect(await refusal(transfer())).toMatchObject({ statusCode: 400, code: 'balance_insufficient' });
    await session.pay({ amount: 1000 });
    await transfer();
    expect(await refusal(transfer({ amount: 1 }))).toMatchObject({ code: 'balance_insufficient' });
    expect(await available()).toBe(0);
  });

  it('from one charge stay within its amount, all together', async () => {
    const { charge } = await session.pay();
    await session.pay();
    await transfer({ source_transaction: charge, amount: 1900 });
    const error = await refusal(transfer({ source_transaction: charge, amount: 101 }));
    expect(error).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(error.message).toBe(
      'Transfers using this transaction as a source must not exceed the source amount of $20.00. (There is already a transfer using this source, amounting to $19.00.)',
    );
    await transfer({ source_transaction: charge, amount: 100 });
  });

  it.each([
    [{ destination: 'acct_none' }, 'resource_missing', 'destination'],
    [{ source_transaction: 'ch_none' }, 'resource_missing', 'source_transaction'],
    [{ amount: undefined }, 'parameter_missing', 'amount'],
    [{ amount: -1 }, 'parameter_invalid_integer', 'amount'],
    [{ currency: 'xxq' }, undefined, 'currency'],
  ])('refuse %j', async (overrides, code, param) => {
    await session.pay();
    const error = await refusal(transfer(overrides));
    expect(error.code).toBe(code);
    expect(error.param).toBe(param);
  });

  it('refuse a charge that failed or was made in another currency', async () => {
    const euros = await session.pay({ currency: 'eur' });
    expect(await refusal(transfer({ source_transaction: euros.charge }))).toMatchObject({
      param: 'currency',
    });
    await refusal(session.pay({ payment_method: 'pm_card_chargeDeclined' }));
    const declined = String(session.standIn.listCharges()[0]?.id);
    expect(await refusal(transfer({ source_transaction: declined }))).toMatchObject({
      param: 'source_transaction',
    });
  });

  it('happen once for one idempotency key, refusals included', async () => {
    const first = await refusal(transfer({}, 'release-12'));
    await session.pay();
    expect((await refusal(transfer({}, 'release-12'))).message).toBe(first.message);
    const second = await transfer({}, 'release-12-again');
    expect((await transfer({}, 'release-12-again')).id).toBe(second.id);
    expect(session.standIn.listTransfers()).toHaveLength(1);
  });

  it('are read, noted on, and listed by destination and group', async () => {
    const { stripe } = session;
    await session.pay();
    const first = await transfer({ amount: 100, transfer_group: 'a' });
    await transfer({ amount: 200, transfer_group: 'b' });
    const changed = await stripe.transfers.update(first.id, { metadata: { case: '4' } });
    expect(await stripe.transfers.retrieve(first.id)).toEqual(changed);
    expect(session.eventTypes().at(-1)).toBe('transfer.updated');
    const amounts = async (by: object) => (await stripe.transfers.list(by)).data.map(({ amount }) => amount);
    expect(await amounts({ destination: seller })).toEqual([200, 100]);
    expect(await amounts({ transfer_group: 'a' })).toEqual([100]);
    expect(await amounts({ destination: 'acct_none' })).toEqual([]);
  });
});

describe('reversals', () => {
  it('bring money back, in parts up to the whole', async () => {
    const { stripe } = session;
    await session.pay();
    const { id } = await transfer();
    const part = await stripe.transfers.createReversal(id, { amount: 400, metadata: { case: '4' } });
    expect(part).toMatchObject({
      id: expect.stringMatching(/^trr_\w{24}$/),
      object: 'transfer_reversal',
      amount: 400,
      transfer: id,
      metadata: { case: '4' },
    });
    expect(await available()).toBe(1400);
    expect(await available(seller)).toBe(600);
    const tooMuch = await refusal(stripe.transfers.createReversal(id, { amount: 601 }));
    expect(tooMuch).toMatchObject({ param: 'amount' });
    expect((await stripe.transfers.createReversal(id)).amount).toBe(600);
    expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 1000, reversed: true });
    expect((await refusal(stripe.transfers.createReversal(id))).message).toContain('already fully reversed');
    expect(session.eventTypes().slice(-2)).toEqual(['transfer.reversed', 'transfer.reversed']);
  });

  it('are listed with their transfer and read one by one', async () => {
    const { stripe } = session;
    await session.pay();
    const { id } = await transfer();
    const other = await transfer({ amount: 500 });
    const made = await stripe.transfers.createReversal(id, { amount: 400 });
    await stripe.transfers.createReversal(other.id);
    expect((await stripe.transfers.listReversals(id)).data.map((one) => one.id)).toEqual([made.id]);
    expect(await stripe.transfers.retrieveReversal(id, made.id)).toMatchObject({ id: made.id, amount: 400 });
    expect((await stripe.transfers.retrieve(id)).reversals.data).toEqual([
      expect.objectContaining({ id: made.id }),
    ]);
    expect(await refusal(stripe.transfers.retrieveReversal(other.id, made.id))).toMatchObject({
      code: 'resource_missing',
    });
  });

  it('are refused when the seller no longer has the money', async () => {
    const { stripe } = session;
    await session.pay();
    const { id } = await transfer();
    await stripe.payouts.create({ amount: 700, currency: 'usd' }, { stripeAccount: seller });
    expect(await refusal(stripe.transfers.createReversal(id))).toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    });
    expect((await stripe.transfers.retrieve(id)).amount_reversed).toBe(0);
    expect((await stripe.transfers.createReversal(id, { amount: 300 })).amount).toBe(300);
    expect(await available(seller)).toBe(0);
  });

  it('do not let a charge be drawn on again', async () => {
    const { charge } = await session.pay();
    const { id } = await transfer({ source_transaction: charge, amount: 2000 });
    await session.stripe.transfers.createReversal(id);
    expect(await refusal(transfer({ source_transaction: charge }))).toMatchObject({ param: 'amount' });
    expect((await transfer()).amount).toBe(1000);
  });
});
