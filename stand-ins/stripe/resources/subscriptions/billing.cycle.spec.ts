import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { eventually } from '#testing';
import { invoiceOf, startBilling } from '../../test/billing.fixture.js';
import { refusal } from '../../test/session.js';
import { startReceiver } from '../../webhook.receiver.js';

type Billing = Awaited<ReturnType<typeof startBilling>>;

const DAY_S = 86_400;
const START = Date.parse('2026-01-31T12:00:00Z') / 1000;
const iso = (seconds: number | undefined): string => new Date(Number(seconds) * 1000).toISOString();

const RENEWAL = ['customer.subscription.updated', 'invoice.created', 'invoice.finalized'];

describe('on a test clock', () => {
  let billing: Billing;
  let stripe: Stripe;
  let clock: Stripe.TestHelpers.TestClock;
  let customer: Stripe.Customer;
  let subscription: Stripe.Subscription;

  const advanceTo = (seconds: number) =>
    stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds });
  const advanceToText = (text: string) => advanceTo(Date.parse(text) / 1000);
  const current = () => stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] });
  const periodOf = ({ items }: Stripe.Subscription) =>
    [items.data[0]?.current_period_start, items.data[0]?.current_period_end].map(iso);

  async function useFailingCard(): Promise<void> {
    const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: id });
    billing.newEvents();
  }

  beforeEach(async () => {
    billing = await startBilling();
    stripe = billing.stripe;
    clock = await stripe.testHelpers.testClocks.create({ frozen_time: START, name: 'renewals' });
    customer = await stripe.customers.create({ test_clock: clock.id });
    subscription = await billing.subscribe(customer.id);
    billing.newEvents();
  });

  afterEach(() => billing.standIn.close());

  it('everything has the time of the clock', async () => {
    expect(customer.created).toBe(START);
    expect(subscription).toMatchObject({ created: START, test_clock: clock.id });
    expect(periodOf(subscription)).toEqual(['2026-01-31T12:00:00.000Z', '2026-02-28T12:00:00.000Z']);
    await billing.payFirst(subscription);
    const [charge] = billing.standIn.listCharges();
    expect(charge?.created).toBe(START);
  });

  it('a subscription without a first payment expires after 23 hours', async () => {
    await advanceTo(START + 23 * 3600 - 1);
    expect((await current()).status).toBe('incomplete');
    billing.newEvents();
    await advanceTo(START + 23 * 3600);
    const expired = await current();
    expect(expired.status).toBe('incomplete_expired');
    expect(invoiceOf(expired).status).toBe('void');
    expect(billing.newEvents()).toEqual([
      'test_helpers.test_clock.advancing',
      'invoice.voided',
      'payment_intent.canceled',
      'customer.subscription.updated',
      'test_helpers.test_clock.ready',
    ]);
    expect(await refusal(billing.payFirst(subscription))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('a paid subscription renews month by month, also over several in one leap', async () => {
    await billing.payFirst(subscription);
    billing.newEvents();
    await advanceToText('2026-02-28T13:00:00Z');
    const renewed = await current();
    expect(periodOf(renewed)).toEqual(['2026-02-28T12:00:00.000Z', '2026-03-31T12:00:00.000Z']);
    expect(invoiceOf(renewed)).toMatchObject({
      billing_reason: 'subscription_cycle',
      status: 'paid',
      number: `${customer.invoice_prefix}-0002`,
      period_start: START,
    });
    expect(iso(invoiceOf(renewed).created)).toBe('2026-02-28T12:00:00.000Z');
    expect(billing.newEvents().slice(1, -1)).toEqual([
      ...RENEWAL,
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
    ]);
    await advanceToText('2026-06-15T00:00:00Z');
    expect(periodOf(await current())).toEqual(['2026-05-31T12:00:00.000Z', '2026-06-30T12:00:00.000Z']);
    const paid = await stripe.invoices.list({ subscription: subscription.id, status: 'paid' });
    expect(paid.data.map(({ created }) => iso(created).slice(0, 10))).toEqual([
      '2026-05-31',
      '2026-04-30',
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
    ]);
  });

  it('a renewal is a draft for an hour, which is charged even when the subscription ends meanwhile', async () => {
    await billing.payFirst(subscription);
    await advanceToText('2026-02-28T12:00:00Z');
    const renewed = await current();
    expect(periodOf(renewed)).toEqual(['2026-02-28T12:00:00.000Z', '2026-03-31T12:00:00.000Z']);
    expect(invoiceOf(renewed)).toMatchObject({
      status: 'draft',
      number: null,
      auto_advance: true,
      automatically_finalizes_at: Date.parse('2026-02-28T13:00:00Z') / 1000,
    });
    await stripe.subscriptions.cancel(subscription.id);
    await advanceToText('2026-02-28T13:00:00Z');
    expect(invoiceOf(await current())).toMatchObject({ status: 'paid' });
    expect(await current()).toMatchObject({ status: 'canceled' });
  });

  it('a draft that is finalized without advancing can be voided, and is never charged', async () => {
    await billing.payFirst(subscription);
    await advanceToText('2026-02-28T12:00:00Z');
    const { id } = invoiceOf(await current());
    expect(await refusal(stripe.invoices.voidInvoice(id))).toMatchObject({ statusCode: 400 });
    await stripe.subscriptions.cancel(subscription.id);
    const open = await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
    expect(open).toMatchObject({ status: 'open', auto_advance: false, attempt_count: 0 });
    expect(await refusal(stripe.invoices.finalizeInvoice(id))).toMatchObject({ statusCode: 400 });
    expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void' });
    await advanceToText('2026-03-28T12:00:00Z');
    expect(billing.standIn.listCharges()).toHaveLength(1);
  });

  it('a failing card makes it past due, is tried three times more, then it is canceled', async () => {
    await billing.payFirst(subscription);
    await useFailingCard();
    const renewal = Date.parse('2026-02-28T13:00:00Z') / 1000;
    await advanceTo(renewal);
    const pastDue = await current();
    expect(pastDue.status).toBe('past_due');
    expect(invoiceOf(pastDue)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: renewal + 3 * DAY_S,
    });
    expect(billing.newEvents().slice(1, -1)).toEqual([
      ...RENEWAL,
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ]);
    await advanceTo(renewal + 7 * DAY_S - 1);
    expect(invoiceOf(await current())).toMatchObject({ attempt_count: 3 });
    billing.newEvents();
    await advanceTo(renewal + 7 * DAY_S);
    const canceled = await current();
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      ended_at: renewal + 7 * DAY_S,
    });
    expect(invoiceOf(canceled)).toMatchObject({
      status: 'open',
      attempt_count: 4,
      next_payment_attempt: null,
      auto_advance: false,
    });
    expect(billing.newEvents().slice(1, -1)).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ]);
    await advanceTo(renewal + 90 * DAY_S);
    expect(billing.standIn.listInvoices()).toHaveLength(2);
  });

  it('a better card ends the arrears at the next attempt', async () => {
    await billing.payFirst(subscription);
    const good = String((await current()).default_payment_method);
    await useFailingCard();
    await advanceToText('2026-02-28T13:00:00Z');
    await stripe.subscriptions.update(subscription.id, { default_payment_method: good });
    await advanceToText('2026-03-03T13:00:00Z');
    const active = await current();
    expect(active.status).toBe('active');
    expect(invoiceOf(active)).toMatchObject({ status: 'paid', attempt_count: 2 });
    expect(periodOf(active)).toEqual(['2026-02-28T12:00:00.000Z', '2026-03-31T12:00:00.000Z']);
  });

  it('a card that asks its holder cannot renew alone', async () => {
    await billing.payFirst(subscription);
    const { id } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: customer.id,
    });
    await stripe.subscriptions.update(subscription.id, { default_payment_method: id });
    billing.newEvents();
    await advanceToText('2026-02-28T13:00:00Z');
    expect((await current()).status).toBe('past_due');
    expect(billing.newEvents()).toEqual(
      expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed']),
    );
  });

  it('ends with its period when that was asked for', async () => {
    await billing.payFirst(subscription);
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    billing.newEvents();
    await advanceToText('2026-02-28T11:59:59Z');
    expect((await current()).status).toBe('active');
    await advanceToText('2026-02-28T12:00:00Z');
    expect(await current()).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect(billing.standIn.listInvoices()).toHaveLength(1);
    expect(billing.newEvents().at(-2)).toBe('customer.subscription.deleted');
  });

  it('the clock only goes forward, answers as Stripe does, and takes its customers with it', async () => {
    expect(await advanceTo(START + 60)).toMatchObject({
      status: 'advancing',
      status_details: { advancing: { target_frozen_time: START + 60 } },
    });
    const ready = await stripe.testHelpers.testClocks.retrieve(clock.id);
    expect(ready).toMatchObject({ status: 'ready', frozen_time: START + 60 });
    expect(await refusal(advanceTo(START + 60))).toMatchObject({ param: 'frozen_time' });
    expect(await stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true });
    expect(await refusal(stripe.customers.retrieve(customer.id))).toMatchObject({ code: 'resource_missing' });
    expect(await refusal(stripe.subscriptions.retrieve(subscription.id))).toMatchObject({
      code: 'resource_missing',
    });
    expect(await refusal(stripe.customers.create({ test_clock: clock.id }))).toMatchObject({
      param: 'test_clock',
    });
  });
});

describe('with the product’s clock file', () => {
  const SECRET = 'whsec_clock';
  let folder: string;
  let clockFile: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stripe-clock-'));
    clockFile = join(folder, 'ahead');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('subscriptions renew when it is moved, and webhooks still verify', async () => {
    const receiver = await startReceiver();
    const billing = await startBilling({ clockFile, webhooks: [{ url: receiver.url, secret: SECRET }] });
    try {
      const { stripe, standIn } = billing;
      const customer = await stripe.customers.create({});
      const subscription = await billing.subscribe(customer.id);
      await billing.payFirst(subscription);
      await writeFile(clockFile, String(40 * DAY_S * 1000));
      await eventually(async () => expect(standIn.listInvoices()).toHaveLength(2), 10_000, 'the renewal');
      await standIn.drain();
      const [renewal] = standIn.listInvoices();
      expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' });
      expect((await stripe.customers.create({})).created).toBeGreaterThan(Date.now() / 1000 + 39 * DAY_S);
      await standIn.drain();
      const types = receiver.received.map(
        ({ body, signature }) => stripe.webhooks.constructEvent(body, signature, SECRET, 300).type,
      );
      expect(types.filter((type) => type === 'invoice.paid')).toHaveLength(2);
    } finally {
      await billing.standIn.close();
      await receiver.close();
    }
  });
});
