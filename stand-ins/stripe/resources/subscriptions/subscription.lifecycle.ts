import type Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';
import type { RequestOrigin } from '../../event.log.js';
import { changedValues } from '../../event.log.js';
import { idOf } from '../charges.resource.js';
import { voidInvoice } from '../invoices/invoice.void.js';

/** The origin of what happens by itself, without a request. */
export const BY_ITSELF: RequestOrigin = { requestId: null, idempotencyKey: null };

/** Keeps a changed subscription and tells about it; nothing happens when nothing changed. */
export function changeSubscription(
  before: Stripe.Subscription,
  change: Partial<Stripe.Subscription>,
  context: ApiContext,
  origin: RequestOrigin,
): Stripe.Subscription {
  const after = { ...before, ...change };
  const changed = changedValues(before, after);
  if (Object.keys(changed).length === 0) return before;
  context.store.in('subscriptions').put(after);
  context.events.emit('customer.subscription.updated', after, origin, changed);
  return after;
}

/** The invoices of a subscription that still ask for money. */
function openInvoices(subscription: Stripe.Subscription, { store }: ApiContext): Stripe.Invoice[] {
  return [...store.in('invoices').values()].filter(
    ({ parent, status }) =>
      status === 'open' && idOf(parent?.subscription_details?.subscription ?? null) === subscription.id,
  );
}

/** Ends a subscription for good. A first invoice goes with it; a later one stays owed but is not collected. */
export function cancelSubscription(
  before: Stripe.Subscription,
  details: Partial<Stripe.Subscription.CancellationDetails>,
  context: ApiContext,
  origin: RequestOrigin,
): Stripe.Subscription {
  const { store, events, now } = context;
  for (const invoice of openInvoices(before, context)) {
    if (before.status === 'incomplete') voidInvoice(invoice, context, origin);
    else store.in('invoices').put({ ...invoice, auto_advance: false, next_payment_attempt: null });
  }
  const canceled = store.in('subscriptions').put({
    ...before,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...before.cancellation_details,
      ...details,
    },
    canceled_at: before.canceled_at ?? now(),
    ended_at: now(),
    status: 'canceled',
  });
  events.emit('customer.subscription.deleted', canceled, origin);
  return canceled;
}

/** Gives up a subscription whose first payment never came. */
export function expireSubscription(before: Stripe.Subscription, context: ApiContext): void {
  const change = { status: 'incomplete_expired', canceled_at: context.now(), ended_at: context.now() };
  for (const invoice of openInvoices(before, context)) voidInvoice(invoice, context, BY_ITSELF);
  changeSubscription(before, change, context, BY_ITSELF);
}
