import type Stripe from 'stripe';
import { StripeApiError } from '../../api.errors.js';
import type { ApiContext } from '../../api.route.js';
import type { RequestOrigin } from '../../event.log.js';
import { Params } from '../../request.params.js';
import { idOf } from '../charges.resource.js';
import { confirmIntent } from '../payment-intent.confirmation.js';
import { newIntent, readCreationFields } from '../payment-intent.fields.js';
import { BY_ITSELF } from '../subscriptions/subscription.lifecycle.js';
import { type InvoiceReason, newInvoice, newInvoicePayment, subscriptionIdOf } from './invoice.fields.js';
import { noteFailedAttempt } from './invoice.settlement.js';
import { intentOfInvoice } from './invoice.void.js';

const HOUR_S = 3600;
const DAY_S = 86_400;

/** Days from a failed automatic attempt to the next; after the last one the subscription ends. */
const RETRY_WAITS_DAYS = [3, 2, 2];

/** An invoice that is written but not yet sent, and the PaymentIntent that will pay it. */
interface Bill {
  draft: Stripe.Invoice;
  intent: Stripe.PaymentIntent;
}

/**
 * What a subscription costs in its current period.
 * @throws StripeApiError 400 for an amount that cannot be charged
 */
export function billFor(
  subscription: Stripe.Subscription,
  reason: InvoiceReason,
  period: { start: number; end: number },
  context: ApiContext,
): Bill {
  const draft = newInvoice(subscription, reason, period, context);
  return { draft, intent: intentFor(draft, context) };
}

function intentFor(draft: Stripe.Invoice, context: ApiContext): Stripe.PaymentIntent {
  const isFirst = draft.billing_reason === 'subscription_create';
  const terms = {
    amount: String(draft.amount_due),
    currency: draft.currency,
    customer: idOf(draft.customer) ?? '',
    description: isFirst ? 'Subscription creation' : 'Subscription update',
    payment_method_types: ['card'],
    setup_future_usage: 'off_session',
  };
  return newIntent(readCreationFields(new Params(terms)), context);
}

/** The first invoice of a subscription is finalized at once. */
export function issueInvoice(
  { draft, intent }: Bill,
  context: ApiContext,
  origin: RequestOrigin,
): Stripe.Invoice {
  context.events.emit('invoice.created', draft, origin);
  return finalize(draft, intent, context, origin);
}

/** A renewal's invoice is a draft for an hour, in which nobody is charged. */
export function keepDraft({ draft }: Bill, context: ApiContext, origin: RequestOrigin): void {
  const { store, events, now } = context;
  const kept = store.in('invoices').put({ ...draft, automatically_finalizes_at: now() + HOUR_S });
  events.emit('invoice.created', kept, origin);
}

/** Finalizes a draft: it is numbered and open, and its PaymentIntent can be confirmed. */
export function finalizeDraft(
  draft: Stripe.Invoice,
  context: ApiContext,
  origin: RequestOrigin,
): Stripe.Invoice {
  return finalize(draft, intentFor(draft, context), context, origin);
}

function finalize(
  draft: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  context: ApiContext,
  origin: RequestOrigin,
): Stripe.Invoice {
  const { store, events, now } = context;
  const invoice = store.in('invoices').put({
    ...draft,
    automatically_finalizes_at: null,
    effective_at: now(),
    number: nextNumber(idOf(draft.customer) ?? '', context),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now() },
  });
  store.in('payment_intents').put(intent);
  store.in('invoice_payments').put(newInvoicePayment(invoice, intent, context));
  events.emit('invoice.finalized', invoice, origin);
  events.emit('payment_intent.created', intent, origin);
  return invoice;
}

/** Invoices are numbered without a gap per customer. */
function nextNumber(customerId: string, { store }: ApiContext): string | null {
  const customer = store.in('customers').get(customerId);
  if (customer === undefined) return null;
  const sequence = customer.next_invoice_sequence ?? 1;
  store.in('customers').put({ ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

/** What a subscription is charged to when nobody says otherwise: its own saved method, else the customer's. */
export function defaultMethodOf(subscription: Stripe.Subscription, { store }: ApiContext): string | null {
  const customer = store.in('customers').get(idOf(subscription.customer) ?? '');
  const candidates = [
    idOf(subscription.default_payment_method),
    idOf(customer?.invoice_settings.default_payment_method ?? null),
  ];
  const isSaved = (id: string | null) =>
    id !== null && customer !== undefined && store.in('payment_methods').get(id)?.customer === customer.id;
  return candidates.find(isSaved) ?? null;
}

export function methodFor(invoice: Stripe.Invoice, context: ApiContext): string | null {
  const subscription = context.store.in('subscriptions').get(subscriptionIdOf(invoice) ?? '');
  return subscription === undefined ? null : defaultMethodOf(subscription, context);
}

/**
 * Charges an invoice while the customer is not there.
 * @returns whether it is paid now
 */
export function collectInvoice(invoice: Stripe.Invoice, context: ApiContext): boolean {
  const { store, events, now } = context;
  const wait = RETRY_WAITS_DAYS[invoice.attempt_count];
  const attempted = store.in('invoices').put({
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    auto_advance: wait !== undefined,
    next_payment_attempt: wait === undefined ? null : now() + wait * DAY_S,
  });
  const intent = intentOfInvoice(attempted, context);
  const method = methodFor(attempted, context);
  if (intent === undefined || method === null) {
    noteFailedAttempt(attempted, BY_ITSELF, context);
    return false;
  }
  try {
    const confirmation = { paymentMethod: method, returnUrl: undefined, isClient: false, origin: BY_ITSELF };
    if (confirmIntent(intent, confirmation, context).status === 'succeeded') return true;
  } catch (error) {
    // The decline is on the intent and in the events; there is no caller to tell.
    if (error instanceof StripeApiError && error.status === 402) return false;
    throw error;
  }
  events.emit('invoice.payment_action_required', attempted, BY_ITSELF);
  noteFailedAttempt(attempted, BY_ITSELF, context);
  return false;
}

/** Whether the last automatic attempt is used up. */
export function isGivenUp(invoice: Stripe.Invoice): boolean {
  return invoice.attempt_count > RETRY_WAITS_DAYS.length;
}
