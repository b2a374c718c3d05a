import type Stripe from 'stripe';
import { firstPayment, invoiceOf, startBilling } from '../../test/billing.fixture.js';
import { refusal } from '../../test/session.js';

let billing: Awaited<ReturnType<typeof startBilling>>;
let stripe: Stripe;
let customer: Stripe.Customer;

beforeEach(async () => {
  billing = await startBilling();
  stripe = billing.stripe;
  customer = await stripe.customers.create({ email: 'ann@example.com', name: 'Ann' });
  billing.newEvents();
});

afterEach(() => billing.standIn.close());

const again = (subscription: Stripe.Subscription) => stripe.subscriptions.retrieve(subscription.id);

describe('a new subscription', () => {
  it('waits for its first payment with an open invoice', async () => {
    const subscription = await billing.subscribe(customer.id, { metadata: { userId: '7' } });
    const invoice = invoiceOf(subscription);
    const item = subscription.items.data[0];
    expect(subscription).toMatchObject({
      status: 'incomplete',
      customer: customer.id,
      metadata: { userId: '7' },
      default_payment_method: null,
    });
    expect(item).toMatchObject({ price: { id: billing.price.id }, quantity: 1 });
    const days = (Number(item?.current_period_end) - Number(item?.current_period_start)) / 86_400;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(invoice).toMatchObject({
      status: 'open',
      billing_reason: 'subscription_create',
      number: `${customer.invoice_prefix}-0001`,
      amount_due: 2000,
      amount_paid: 0,
      customer_email: 'ann@example.com',
      parent: { subscription_details: { subscription: subscription.id, metadata: { userId: '7' } } },
    });
    const intentId = String(invoice.payments?.data[0]?.payment.payment_intent);
    expect(invoice.confirmation_secret?.client_secret).toMatch(new RegExp(`^${intentId}_secret_`));
    expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({
      status: 'requires_payment_method',
      amount: 2000,
      customer: customer.id,
    });
    expect(billing.newEvents()).toEqual([
      'customer.subscription.created',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
    ]);
  });

  it('becomes active when the browser confirms the payment, and keeps the card', async () => {
    const subscription = await billing.subscribe(customer.id);
    billing.newEvents();
    expect(await billing.payFirst(subscription)).toMatchObject({ status: 'succeeded' });
    const active = await again(subscription);
    const method = String(active.default_payment_method);
    expect(active.status).toBe('active');
    const saved = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' });
    expect(saved.data.map(({ id }) => id)).toEqual([method]);
    const invoice = await stripe.invoices.retrieve(String(active.latest_invoice), {
      expand: ['payments.data.payment.payment_intent'],
    });
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 2000, amount_remaining: 0 });
    const payment = invoice.payments?.data[0];
    expect(payment).toMatchObject({
      status: 'paid',
      amount_paid: 2000,
      payment: { payment_intent: { status: 'succeeded' } },
    });
    expect(billing.newEvents()).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
      'payment_method.attached',
      'customer.subscription.updated',
    ]);
    const [update] = billing.standIn.listEvents();
    expect(update?.data.previous_attributes).toEqual({ status: 'incomplete', default_payment_method: null });
  });

  it('stays incomplete after a decline and takes another card', async () => {
    const subscription = await billing.subscribe(customer.id);
    billing.newEvents();
    const error = await refusal(billing.payFirst(subscription, 'pm_card_chargeDeclined'));
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect(billing.newEvents()).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
    ]);
    expect(await again(subscription)).toMatchObject({ status: 'incomplete' });
    await billing.payFirst(subscription);
    expect(await again(subscription)).toMatchObject({ status: 'active' });
  });

  it('becomes active after the bank asked the cardholder', async () => {
    const subscription = await billing.subscribe(customer.id);
    await billing.payFirst(subscription, 'pm_card_authenticationRequired');
    expect(await again(subscription)).toMatchObject({ status: 'incomplete' });
    const { intent, secret } = firstPayment(subscription);
    const page = `${billing.standIn.url}/authenticate/${intent}?client_secret=${secret}`;
    await fetch(page, { method: 'POST', body: new URLSearchParams({ outcome: 'authenticated' }) });
    expect(await again(subscription)).toMatchObject({ status: 'active' });
  });

  it('is charged at once to a saved method unless told to wait', async () => {
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const paid = await billing.subscribe(customer.id, {
      payment_behavior: 'allow_incomplete',
      default_payment_method: method.id,
    });
    expect(paid.status).toBe('active');
    const other = await stripe.customers.create({});
    const error = await refusal(billing.subscribe(other.id, { payment_behavior: 'allow_incomplete' }));
    expect(error.message).toMatch(/no attached payment source/);
    expect((await stripe.subscriptions.list({ customer: other.id })).data).toEqual([]);
  });

  it('is created once for one idempotency key', async () => {
    const params = { customer: customer.id, items: [{ price: billing.price.id }] };
    const first = await stripe.subscriptions.create(
      { ...params, payment_behavior: 'default_incomplete' },
      { idempotencyKey: 'subscribe-7' },
    );
    const second = await stripe.subscriptions.create(
      { ...params, payment_behavior: 'default_incomplete' },
      { idempotencyKey: 'subscribe-7' },
    );
    expect(second.id).toBe(first.id);
    expect(billing.standIn.listSubscriptions()).toHaveLength(1);
    expect(billing.standIn.listInvoices()).toHaveLength(1);
  });

  it.each([
    [{ customer: 'cus_none' }, 'customer'],
    [{ items: [{ price: 'price_none' }] }, 'items[0][price]'],
    [{ items: [] }, 'items'],
    [{ default_payment_method: 'pm_none' }, 'default_payment_method'],
  ] as [Partial<Stripe.SubscriptionCreateParams>, string][])('is refused with %j', async (change, param) => {
    const error = await refusal(billing.subscribe(customer.id, change));
    expect(error).toMatchObject({ statusCode: 400, param });
    expect(billing.standIn.listSubscriptions()).toEqual([]);
  });
});

describe('a subscription', () => {
  it('is canceled at the end of its period, or not after all', async () => {
    const subscription = await billing.subscribe(customer.id);
    await billing.payFirst(subscription);
    const ending = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: ending.items.data[0]?.current_period_end,
      cancellation_details: { reason: 'cancellation_requested' },
    });
    const kept = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  });

  it('is canceled now, once and for good', async () => {
    const subscription = await billing.subscribe(customer.id);
    await billing.payFirst(subscription);
    billing.newEvents();
    const canceled = await stripe.subscriptions.cancel(subscription.id);
    expect(canceled).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) });
    expect(billing.newEvents()).toEqual(['customer.subscription.deleted']);
    expect(await refusal(stripe.subscriptions.cancel(subscription.id))).toMatchObject({
      code: 'resource_missing',
    });
    const change = stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect((await refusal(change)).message).toMatch(/^A canceled subscription can only update/);
  });

  it('canceled before its first payment can no longer be paid', async () => {
    const subscription = await billing.subscribe(customer.id);
    await stripe.subscriptions.cancel(subscription.id);
    expect(await stripe.invoices.retrieve(invoiceOf(subscription).id)).toMatchObject({ status: 'void' });
    expect(await refusal(billing.payFirst(subscription))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('takes only saved methods as its default', async () => {
    const subscription = await billing.subscribe(customer.id);
    const other = await stripe.customers.create({});
    const foreign = await stripe.paymentMethods.attach('pm_card_visa', { customer: other.id });
    for (const id of [foreign.id, 'pm_card_visa', 'pm_none']) {
      const change = stripe.subscriptions.update(subscription.id, { default_payment_method: id });
      expect(await refusal(change)).toMatchObject({ code: 'resource_missing' });
    }
  });

  it('is listed by customer and status', async () => {
    const first = await billing.subscribe(customer.id);
    const second = await billing.subscribe(customer.id);
    await billing.subscribe((await stripe.customers.create({})).id);
    await stripe.subscriptions.cancel(first.id);
    const ids = async (params: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list({ customer: customer.id, ...params })).data.map(({ id }) => id);
    expect(await ids({})).toEqual([second.id]);
    expect(await ids({ status: 'all' })).toEqual([second.id, first.id]);
    expect(await ids({ status: 'canceled' })).toEqual([first.id]);
    expect(await ids({ status: 'active' })).toEqual([]);
  });
});
