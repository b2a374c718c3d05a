import { readFileSync } from 'node:fs';
import { invoiceOf, startBilling } from './billing.fixture.js';
import { type SdkField, type SdkFields, sdkFields } from './sdk.types.js';
import type { StandInSession } from './session.js';

type Shape = Record<string, unknown>;

const fixtures = JSON.parse(readFileSync(new URL('./fixtures.json', import.meta.url), 'utf8')) as Record<
  string,
  Shape
>;

/** Each kind in the fixtures and its type in the SDK. */
const KINDS: Readonly<Record<string, string>> = {
  product: 'Product',
  price: 'Price',
  subscription: 'Subscription',
  subscription_item: 'SubscriptionItem',
  invoice: 'Invoice',
  line_item: 'InvoiceLineItem',
  invoice_payment: 'InvoicePayment',
  'test_helpers.test_clock': 'TestHelpers.TestClock',
  'deleted_test_helpers.test_clock': 'DeletedTestClock',
  customer: 'Customer',
  payment_intent: 'PaymentIntent',
  payment_method: 'PaymentMethod',
  charge: 'Charge',
  event: 'Event',
  webhook_endpoint: 'WebhookEndpoint',
  deleted_webhook_endpoint: 'DeletedWebhookEndpoint',
  refund: 'Refund',
  dispute: 'Dispute',
  account: 'Account',
  account_link: 'AccountLink',
  transfer: 'Transfer',
  transfer_reversal: 'TransferReversal',
  balance: 'Balance',
  balance_transaction: 'BalanceTransaction',
};

/** In the fixtures, but no longer in the API version that the SDK speaks. */
const WITHDRAWN: Readonly<Record<string, readonly string[]>> = { invoice: ['subscription'] };

const sdk = sdkFields(Object.values(KINDS));

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isShape = (value: unknown): value is Shape => jsonType(value) === 'object';

/** The object in a field, or the first of its list. */
function shapeIn(value: unknown): Shape | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return isShape(one) ? one : undefined;
}

/** What is wrong with the value of one field. */
function valueComplaints(
  path: string,
  fixture: unknown,
  value: unknown,
  field: SdkField | undefined,
): string[] {
  if (value === null) {
    return field?.isNullable || fixture === null ? [] : [`${path} must not be null`];
  }
  const types = [jsonType(fixture), jsonType(value)];
  // An id stands for the object it names: callers may ask for either.
  const isExpandable = types.includes('string') && types.includes('object');
  if (fixture !== undefined && fixture !== null && !isExpandable && types[0] !== types[1]) {
    return [`${path} is ${types[1]}, not ${types[0]}`];
  }
  const served = shapeIn(value);
  const nested = field?.nested();
  if (served === undefined || nested === undefined) return [];
  return fieldComplaints(`${path}.`, shapeIn(fixture) ?? {}, served, nested);
}

/**
 * Every field must be one that the fixture or the SDK's type knows, and none may be missing that the type promises or
 * the fixture shows. Inside of objects the fixtures show optional fields of other cases too; there the type decides.
 */
function fieldComplaints(prefix: string, fixture: Shape, served: Shape, fields: SdkFields): string[] {
  const names = new Set([...Object.keys(fixture), ...Object.keys(served), ...fields.keys()]);
  return [...names].flatMap((name) => {
    const field = fields.get(name);
    const wants = Object.hasOwn(fixture, name);
    if (!Object.hasOwn(served, name)) {
      const isMissing = field?.isOptional === false || (wants && prefix === '');
      return isMissing ? [`${prefix}${name} is missing`] : [];
    }
    if (!wants && field === undefined) return [`${prefix}${name} is unknown to Stripe`];
    return valueComplaints(prefix + name, fixture[name], served[name], field);
  });
}

function complaints(kind: string, object: object): string[] {
  // As on the wire: the SDK turns some texts into number objects.
  const served = JSON.parse(JSON.stringify(object)) as Shape;
  const withdrawn = WITHDRAWN[kind] ?? [];
  const shown = Object.entries(fixtures[kind] ?? {}).filter(([name]) => !withdrawn.includes(name));
  const fields = sdk.get(KINDS[kind] ?? '') ?? new Map<string, SdkField>();
  return fieldComplaints('', Object.fromEntries(shown), served, fields);
}

type Billing = Awaited<ReturnType<typeof startBilling>>;

/** One object of each kind, obtained as a client obtains it. */
async function billingObjects(billing: Billing): Promise<Record<string, object>> {
  const { stripe, price } = billing;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_780_000_000 });
  const customer = await stripe.customers.create({ email: 'ann@example.com', name: 'Ann' });
  const subscription = await billing.subscribe(customer.id);
  await billing.payFirst(subscription);
  const active = await stripe.subscriptions.retrieve(subscription.id);
  const invoice = await stripe.invoices.retrieve(invoiceOf(subscription).id);
  const payments = await stripe.invoicePayments.list({ invoice: invoice.id });
  return {
    product: await stripe.products.retrieve(String(price.product)),
    price,
    subscription: active,
    subscription_item: active.items.data[0] ?? {},
    invoice,
    line_item: invoice.lines.data[0] ?? {},
    invoice_payment: payments.data[0] ?? {},
    'test_helpers.test_clock': await stripe.testHelpers.testClocks.retrieve(clock.id),
    'deleted_test_helpers.test_clock': await stripe.testHelpers.testClocks.del(clock.id),
    customer: await stripe.customers.retrieve(customer.id),
    payment_method: await stripe.paymentMethods.retrieve(String(active.default_payment_method)),
  };
}

async function paymentObjects({ stripe }: Billing): Promise<Record<string, object>> {
  const endpoint = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/webhooks',
    enabled_events: ['payout.failed'],
  });
  const pay = (method: string) =>
    stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: method,
      confirm: true,
    });
  const intent = await pay('pm_card_visa');
  const charge = await stripe.charges.retrieve(String(intent.latest_charge));
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  await pay('pm_card_createDispute');
  const disputes = await stripe.disputes.list();
  const events = await stripe.events.list({ limit: 1 });
  return {
    payment_intent: await stripe.paymentIntents.retrieve(intent.id),
    charge,
    event: events.data[0] ?? {},
    webhook_endpoint: await stripe.webhookEndpoints.retrieve(endpoint.id),
    deleted_webhook_endpoint: await stripe.webhookEndpoints.del(endpoint.id),
    refund,
    dispute: disputes.data[0] ?? {},
    balance: await stripe.balance.retrieve(),
    balance_transaction: await stripe.balanceTransactions.retrieve(String(charge.balance_transaction)),
  };
}

async function connectObjects(session: StandInSession): Promise<Record<string, object>> {
  const { stripe } = session;
  const seller = await session.sellerAccount();
  const { charge } = await session.pay();
  const transfer = await stripe.transfers.create({
    amount: 1000,
    currency: 'usd',
    destination: seller,
    source_transaction: charge,
  });
  return {
    account: await stripe.accounts.retrieve(seller),
    account_link: await stripe.accountLinks.create({
      account: seller,
      type: 'account_onboarding',
      refresh_url: 'http://127.0.0.1/refresh',
      return_url: 'http://127.0.0.1/return',
    }),
    transfer,
    transfer_reversal: await stripe.transfers.createReversal(transfer.id, { amount: 100 }),
  };
}

describe('every object has the shape of Stripe’s', () => {
  let billing: Billing;
  let served: Record<string, object>;

  beforeAll(async () => {
    billing = await startBilling();
    served = {
      ...(await billingObjects(billing)),
      ...(await paymentObjects(billing)),
      ...(await connectObjects(billing.session)),
    };
  });

  afterAll(() => billing.standIn.close());

  it.each(Object.keys(KINDS))('%s', (kind) => {
    expect(complaints(kind, served[kind] ?? {})).toEqual([]);
  });
});
