import type Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';
import type { RequestOrigin } from '../../event.log.js';
import { idOf } from '../charges.resource.js';
import { attachTo } from '../payment-methods.attachment.js';
import { changeSubscription } from '../subscriptions/subscription.lifecycle.js';
import { subscriptionIdOf } from './invoice.fields.js';

interface InvoiceOfIntent {
  payment: Stripe.InvoicePayment;
  invoice: Stripe.Invoice;
}

function invoiceOf(intent: Stripe.PaymentIntent, { store }: ApiContext): InvoiceOfIntent | undefined {
  const payment = [...store.in('invoice_payments').values()].find(
    (candidate) => idOf(candidate.payment.payment_intent ?? null) === intent.id,
  );
  const invoice = payment && store.in('invoices').get(idOf(payment.invoice) ?? '');
  return payment && invoice && { payment, invoice };
}

/** What a paid PaymentIntent means for its invoice and subscription; intents without an invoice mean nothing here. */
export function settleInvoice(
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  origin: RequestOrigin,
  context: ApiContext,
): void {
  const found = invoiceOf(intent, context);
  if (found === undefined) return;
  const { store, events, now } = context;
  const at = now();
  const paid = store.in('invoices').put({
    ...found.invoice,
    amount_paid: found.invoice.amount_due,
    amount_remaining: 0,
    attempt_count: Math.max(1, found.invoice.attempt_count),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...found.invoice.status_transitions, paid_at: at },
  });
  const payment = store.in('invoice_payments').put({
    ...found.payment,
    amount_paid: found.payment.amount_requested,
    status: 'paid',
    status_transitions: { ...found.payment.status_transitions, paid_at: at },
  });
  events.emit('invoice.paid', paid, origin);
  events.emit('invoice.payment_succeeded', paid, origin);
  events.emit('invoice_payment.paid', payment, origin);
  const subscription = store.in('subscriptions').get(subscriptionIdOf(paid) ?? '');
  if (subscription !== undefined) continueSubscription(subscription, paid, paymentMethod, origin, context);
}

function continueSubscription(
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  paymentMethod: Stripe.PaymentMethod,
  origin: RequestOrigin,
  context: ApiContext,
): void {
  const isWaiting = subscription.status === 'incomplete' || subscription.status === 'past_due';
  if (!isWaiting || subscription.latest_invoice !== invoice.id) return;
  const isSaved = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const customer = idOf(subscription.customer);
  if (isSaved && customer !== null) attachTo(customer, paymentMethod, context, origin);
  const method = isSaved ? { default_payment_method: paymentMethod.id } : {};
  changeSubscription(subscription, { status: 'active', ...method }, context, origin);
}

/** Notes on its invoice that a PaymentIntent could not be paid. */
export function noteFailedPayment(
  intent: Stripe.PaymentIntent,
  origin: RequestOrigin,
  context: ApiContext,
): void {
  const found = invoiceOf(intent, context);
  if (found !== undefined) noteFailedAttempt(found.invoice, origin, context);
}

export function noteFailedAttempt(invoice: Stripe.Invoice, origin: RequestOrigin, context: ApiContext): void {
  const attempted = context.store.in('invoices').put({
    ...invoice,
    attempt_count: Math.max(1, invoice.attempt_count),
    attempted: true,
  });
  context.events.emit('invoice.payment_failed', attempted, origin);
}
