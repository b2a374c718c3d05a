import type Stripe from 'stripe';
import { firstPayment, invoiceOf, startBilling } from '../../test/billing.fixture.js';
import { refusal } from '../../test/session.js';

let billing: Awaited<ReturnType<typeof startBilling>>;
let stripe: Stripe;
let customer: Stripe.Customer;
let subscription: Stripe.Subscription;
let invoice: Stripe.Invoice;

beforeEach(async () => {
  billing = await startBilling();
  stripe = billing.stripe;
  customer = await stripe.customers.create({});
  subscription = await billing.subscribe(customer.id);
  invoice = invoiceOf(subscription);
  billing.newEvents();
});

afterEach(() => billing.standIn.close());

describe('invoices', () => {
  it('are listed by customer, subscription and status', async () => {
    const other = await billing.subscribe(customer.id);
    await billing.payFirst(other);
    const ids = async (params: Stripe.InvoiceListParams) =>
      (await stripe.invoices.list(params)).data.map(({ id }) => id);
    expect(await ids({ customer: customer.id })).toEqual([invoiceOf(other).id, invoice.id]);
    expect(await ids({ subscription: subscription.id })).toEqual([invoice.id]);
    expect(await ids({ customer: customer.id, status: 'paid' })).toEqual([invoiceOf(other).id]);
    expect(invoiceOf(other).number).toBe(`${customer.invoice_prefix}-0002`);
    expect(await refusal(stripe.invoices.retrieve('in_none'))).toMatchObject({ code: 'resource_missing' });
  });

  it('show secret and payments only to those who ask', async () => {
    const plain = await stripe.invoices.retrieve(invoice.id);
    expect(plain).not.toHaveProperty('confirmation_secret');
    expect(plain).not.toHaveProperty('payments');
    const list = await stripe.invoices.list({ expand: ['data.confirmation_secret'] });
    expect(list.data[0]?.confirmation_secret?.client_secret).toBe(firstPayment(subscription).secret);
  });

  it('are paid with a given method, once', async () => {
    const paid = await stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'paid', attempt_count: 1, amount_remaining: 0 });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
    const again = stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_visa' });
    expect(await refusal(again)).toMatchObject({ statusCode: 400, code: 'invoice_already_paid' });
    expect(billing.standIn.listCharges()).toHaveLength(1);
  });

  it('stay open when the card is declined or its holder has to act', async () => {
    const declined = stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_chargeDeclined' });
    expect(await refusal(declined)).toMatchObject({ statusCode: 402, code: 'card_declined' });
    const asked = stripe.invoices.pay(invoice.id, { payment_method: 'pm_card_authenticationRequired' });
    expect(await refusal(asked)).toMatchObject({
      statusCode: 402,
      code: 'invoice_payment_intent_requires_action',
    });
    expect(await refusal(stripe.invoices.pay(invoice.id))).toMatchObject({ statusCode: 400 });
    expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({ status: 'open' });
  });

  it('are paid with the customer’s default method', async () => {
    const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id });
    await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: method.id },
    });
    expect(await stripe.invoices.pay(invoice.id)).toMatchObject({ status: 'paid' });
    expect(billing.standIn.listCharges()[0]?.payment_method).toBe(method.id);
  });

  it('are voided with the payment they asked for', async () => {
    expect(await stripe.invoices.voidInvoice(invoice.id)).toMatchObject({ status: 'void' });
    expect(billing.newEvents()).toEqual([
      'invoice.voided',
      'payment_intent.canceled',
      'customer.subscription.updated',
    ]);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'incomplete_expired',
    });
    expect(await refusal(stripe.invoices.voidInvoice(invoice.id))).toMatchObject({ statusCode: 400 });
    const { intent } = firstPayment(subscription);
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'void_invoice',
    });
  });

  it('are found from their PaymentIntent', async () => {
    const { intent } = firstPayment(subscription);
    await billing.subscribe(customer.id);
    const found = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
      expand: ['data.invoice'],
    });
    expect(found.data.map((payment) => payment.invoice)).toMatchObject([{ id: invoice.id }]);
    const id = String(found.data[0]?.id);
    expect(await stripe.invoicePayments.retrieve(id)).toMatchObject({ status: 'open', is_default: true });
  });
});

describe('saved payment methods', () => {
  it('are attached, listed and detached', async () => {
    const saved = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect(saved).toMatchObject({ customer: customer.id, card: { last4: '4242' } });
    await stripe.paymentMethods.attach('pm_card_visa', { customer: (await stripe.customers.create({})).id });
    const list = await stripe.paymentMethods.list({ customer: customer.id });
    expect(list.data.map(({ id }) => id)).toEqual([saved.id]);
    expect(await stripe.paymentMethods.detach(saved.id)).toMatchObject({ customer: null });
    expect((await stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([]);
  });

  it('are refused when the bank declines them, except the card made to fail later', async () => {
    const attach = (name: string) => stripe.paymentMethods.attach(name, { customer: customer.id });
    expect(await refusal(attach('pm_card_chargeDeclined'))).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    });
    const { id } = await attach('pm_card_chargeCustomerFail');
    const charged = stripe.invoices.pay(invoice.id, { payment_method: id });
    expect(await refusal(charged)).toMatchObject({ statusCode: 402, code: 'card_declined' });
  });
});
