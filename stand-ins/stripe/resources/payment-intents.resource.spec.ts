import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { eventually } from '#testing';
import { type StripeStandIn, startStripe } from '../stripe.stand-in.js';
import { refusal } from '../test/session.js';

let standIn: StripeStandIn;
let stripe: Stripe;

const sdk = () =>
  new Stripe('sk_test_local', {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });

const intentOf = (overrides: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...overrides });

const eventTypes = (): string[] =>
  standIn
    .listEvents()
    .map((event) => event.type)
    .reverse();

beforeEach(async () => {
  standIn = await startStripe({ port: 0 });
  stripe = sdk();
});

afterEach(() => standIn.close());

describe('payment intents', () => {
  it('are created as Stripe creates them', async () => {
    const customer = await stripe.customers.create({});
    const intent = await intentOf({
      customer: customer.id,
      description: 'Agreement 12',
      receipt_email: 'ann@example.com',
      metadata: { agreementId: '12' },
      automatic_payment_methods: { enabled: true },
    });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 500,
      currency: 'usd',
      customer: customer.id,
      description: 'Agreement 12',
      receipt_email: 'ann@example.com',
      metadata: { agreementId: '12' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      status: 'requires_payment_method',
      latest_charge: null,
      last_payment_error: null,
      livemode: false,
    });
    expect(intent.id).toMatch(/^pi_\w{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
  });

  it.each([
    [{ amount: 49 }, 'amount_too_small', 'amount'],
    [{ amount: 0 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: -5 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 5.5 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 100_000_000 }, 'amount_too_large', 'amount'],
    [{ currency: 'xxq' }, undefined, 'currency'],
    [{ customer: 'cus_none' }, 'resource_missing', 'customer'],
    [{ payment_method: 'pm_none' }, 'resource_missing', 'payment_method'],
    [{ colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ metadata: { [`k${'x'.repeat(40)}`]: '1' } }, undefined, `metadata[k${'x'.repeat(40)}]`],
  ])('refuse %j', async (overrides, code, param) => {
    const error = await refusal(intentOf(overrides as Partial<Stripe.PaymentIntentCreateParams>));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, param });
    expect(error.code).toBe(code);
    expect(standIn.listPaymentIntents()).toEqual([]);
    expect(standIn.listEvents()).toEqual([]);
  });

  it.each(['amount', 'currency'] as const)('need %s', async (name) => {
    const params = { amount: 500, currency: 'usd', [name]: undefined };
    const error = await refusal(intentOf(params));
    expect(error).toMatchObject({ code: 'parameter_missing', param: name });
  });

  it.each(['pm_card_visa', 'pm_card_mastercard'])('are paid by %s', async (method) => {
    const { id } = await intentOf({ metadata: { agreementId: '12' } });
    const paid = await stripe.paymentIntents.confirm(id, {
      payment_method: method,
      return_url: 'http://localhost:8080/done',
      expand: ['latest_charge', 'payment_method'],
    });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500, last_payment_error: null });
    expect(paid.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      captured: true,
      amount: 500,
      payment_intent: id,
      metadata: { agreementId: '12' },
      payment_method_details: { card: { brand: method.replace('pm_card_', '') } },
    });
    expect(paid.payment_method).toMatchObject({ object: 'payment_method', type: 'card' });
    expect(eventTypes()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
    const stored = await stripe.paymentIntents.retrieve(id);
    const charge = await stripe.charges.retrieve(String(stored.latest_charge));
    expect(charge).toMatchObject({ status: 'succeeded', payment_method: stored.payment_method });
  });

  it('wait for the bank of pm_usBankAccount_success', async () => {
    const { id } = await intentOf();
    const waiting = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_usBankAccount_success',
      expand: ['latest_charge', 'payment_method'],
    });
    expect(waiting).toMatchObject({
      ...{ status: 'processing', amount_received: 0 },
      latest_charge: { status: 'pending', paid: false, balance_transaction: null },
      payment_method: { type: 'us_bank_account', us_bank_account: { last4: '6789' } },
    });
    await expect(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject(
      {
        code: 'payment_intent_unexpected_state',
      },
    );
    standIn.endDebit(id);
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      ...{ status: 'succeeded', amount_received: 500 },
      latest_charge: { status: 'succeeded', paid: true, captured: true, amount_captured: 500 },
    });
    expect(eventTypes()).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    expect(() => standIn.endDebit(id)).toThrow('No bank is asked');
  });

  it.each([
    ['pm_usBankAccount_insufficientFunds', 'insufficient_funds'],
    ['pm_usBankAccount_accountClosed', 'account_closed'],
    ['pm_usBankAccount_noAccount', 'no_account'],
    ['pm_usBankAccount_debitNotAuthorized', 'debit_not_authorized'],
  ])('are refused days later by the bank of %s, and may be paid otherwise', async (method, code) => {
    const { id } = await intentOf();
    await stripe.paymentIntents.confirm(id, { payment_method: method });
    standIn.endDebit(id);
    const failed = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    expect(failed).toMatchObject({
      ...{ status: 'requires_payment_method', amount_received: 0, payment_method: null },
      last_payment_error: { code },
      latest_charge: { status: 'failed', failure_code: code, paid: false },
    });
    expect(eventTypes().slice(-2)).toEqual(['charge.failed', 'payment_intent.payment_failed']);
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('hear of a bank by themselves when it has had its four days', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-debit-'));
    const clockFile = join(folder, 'clock');
    const later = await startStripe({ port: 0, clockFile });
    const { port } = later;
    const { paymentIntents } = new Stripe('sk_test_local', {
      ...{ host: '127.0.0.1', port, protocol: 'http', telemetry: false },
    });
    const DAY_MS = 24 * 3600 * 1000;
    try {
      const { id } = await paymentIntents.create({
        ...{ amount: 500, currency: 'usd', payment_method: 'pm_usBankAccount_success', confirm: true },
        return_url: 'http://localhost/done',
      });
      const status = async () => (await paymentIntents.retrieve(id)).status;
      await writeFile(clockFile, String(3 * DAY_MS));
      expect(await status()).toBe('processing');
      await writeFile(clockFile, String(4 * DAY_MS + 1000));
      await eventually(async () => expect(await status()).toBe('succeeded'), 10_000, 'the word of the bank');
    } finally {
      await later.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each([
    ['pm_card_chargeDeclined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ])('are declined by %s and may be tried again', async (method, declineCode) => {
    const { id } = await intentOf();
    const error = await refusal(stripe.paymentIntents.confirm(id, { payment_method: method }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      statusCode: 402,
      rawType: 'card_error',
      code: 'card_declined',
      decline_code: declineCode,
      charge: expect.stringMatching(/^ch_/),
      request_log_url: expect.stringContaining(String(error.requestId)),
      payment_intent: {
        id,
        status: 'requires_payment_method',
        last_payment_error: { decline_code: declineCode },
      },
    });
    expect(eventTypes()).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  it('are confirmed while created', async () => {
    const paid = await intentOf({ payment_method: 'pm_card_visa', confirm: true });
    expect(paid.status).toBe('succeeded');
    const waiting = await intentOf({ payment_method: 'pm_card_visa' });
    expect(waiting.status).toBe('requires_confirmation');
    expect((await stripe.paymentIntents.confirm(waiting.id)).status).toBe('succeeded');
  });

  it('ask for authentication and take another card instead', async () => {
    const { id } = await intentOf();
    const asked = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
    });
    expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', next_action: null });
  });

  it('are final once paid', async () => {
    const { id } = await intentOf({ payment_method: 'pm_card_visa', confirm: true });
    const again = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    for (const call of [
      again,
      stripe.paymentIntents.cancel(id),
      stripe.paymentIntents.update(id, { amount: 900 }),
    ]) {
      expect(await refusal(call)).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id, status: 'succeeded' },
      });
    }
    const noted = await stripe.paymentIntents.update(id, { metadata: { note: 'sealed' } });
    expect(noted).toMatchObject({ status: 'succeeded', amount: 500, metadata: { note: 'sealed' } });
    expect(standIn.listCharges()).toHaveLength(1);
  });

  it('are changed and cancelled while open', async () => {
    const { id } = await intentOf();
    expect(await stripe.paymentIntents.update(id, { amount: 900, description: 'More' })).toMatchObject({
      amount: 900,
      description: 'More',
    });
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(eventTypes().at(-1)).toBe('payment_intent.canceled');
    expect(
      await refusal(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('cannot be confirmed without a payment method', async () => {
    const { id } = await intentOf();
    expect(await refusal(stripe.paymentIntents.confirm(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id },
    });
  });

  it('are listed by customer', async () => {
    const customer = await stripe.customers.create({});
    const { id } = await intentOf({ customer: customer.id });
    await intentOf();
    const found = await stripe.paymentIntents.list({ customer: customer.id, expand: ['data.customer'] });
    expect(found.data.map((intent) => intent.id)).toEqual([id]);
    expect(found.data[0]?.customer).toMatchObject({ id: customer.id, object: 'customer' });
  });
});
