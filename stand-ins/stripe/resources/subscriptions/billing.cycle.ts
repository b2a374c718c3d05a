import type Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';
import { idOf } from '../charges.resource.js';
import {
  billFor,
  collectInvoice,
  finalizeDraft,
  isGivenUp,
  keepDraft,
} from '../invoices/invoice.collection.js';
import { onClock } from './billing.period.js';
import { currentPeriodEnd, currentPeriodStart, inNextPeriod } from './subscription.fields.js';
import {
  BY_ITSELF,
  cancelSubscription,
  changeSubscription,
  expireSubscription,
} from './subscription.lifecycle.js';

/** How long a subscription waits for its first payment. */
const FIRST_PAYMENT_S = 23 * 3600;

interface DueStep {
  /** Epoch seconds. */
  at: number;
  run(context: ApiContext): void;
}

/** What happens next to a subscription by the mere passing of time. */
function nextStep(subscription: Stripe.Subscription, { store }: ApiContext): DueStep | undefined {
  const invoice = store.in('invoices').get(idOf(subscription.latest_invoice) ?? '');
  const draft = invoice === undefined ? null : draftStep(subscription, invoice);
  switch (subscription.status) {
    case 'incomplete':
      return {
        at: subscription.created + FIRST_PAYMENT_S,
        run: (context) => expireSubscription(subscription, context),
      };
    case 'active':
    case 'past_due': {
      const end = currentPeriodEnd(subscription);
      if (draft !== null) return draft;
      const retryAt = invoice?.status === 'open' ? invoice.next_payment_attempt : null;
      if (invoice !== undefined && retryAt !== null && retryAt <= end) {
        return { at: retryAt, run: (context) => collect(subscription, invoice, context) };
      }
      return subscription.cancel_at_period_end
        ? { at: end, run: (context) => void cancelSubscription(subscription, {}, context, BY_ITSELF) }
        : { at: end, run: (context) => renew(subscription, context) };
    }
    default:
      // Its end stops the collection of invoices that are finalized, and of no draft.
      return draft ?? undefined;
  }
}

function draftStep(subscription: Stripe.Subscription, invoice: Stripe.Invoice): DueStep | null {
  const { status, auto_advance: isAdvancing, automatically_finalizes_at: at } = invoice;
  if (status !== 'draft' || !isAdvancing || at === null) return null;
  return {
    at,
    run: (context) => collect(subscription, finalizeDraft(invoice, context, BY_ITSELF), context),
  };
}

function renew(before: Stripe.Subscription, context: ApiContext): void {
  const moved = inNextPeriod(before);
  const period = { start: currentPeriodStart(before), end: currentPeriodEnd(before) };
  const bill = billFor(moved, 'subscription_cycle', period, context);
  const change = { items: moved.items, latest_invoice: bill.draft.id };
  changeSubscription(before, change, context, BY_ITSELF);
  keepDraft(bill, context, BY_ITSELF);
}

/** Charges what is owed; a failure makes the subscription past due, the last failure ends it. */
function collect(subscription: Stripe.Subscription, invoice: Stripe.Invoice, context: ApiContext): void {
  if (collectInvoice(invoice, context) || subscription.status === 'canceled') return;
  const attempted = context.store.in('invoices').get(invoice.id);
  if (attempted !== undefined && isGivenUp(attempted)) {
    cancelSubscription(subscription, { reason: 'payment_failed' }, context, BY_ITSELF);
  } else {
    changeSubscription(subscription, { status: 'past_due' }, context, BY_ITSELF);
  }
}

function earliest(clock: string | null, context: ApiContext): DueStep | undefined {
  let found: DueStep | undefined;
  for (const subscription of context.store.in('subscriptions').values()) {
    if (idOf(subscription.test_clock) !== clock) continue;
    const step = nextStep(subscription, context);
    if (step !== undefined && (found === undefined || step.at < found.at)) found = step;
  }
  return found;
}

/** Does what is due without a test clock, each step at the time it was due, so that a leap of weeks leaves none out. */
export function runDue(context: ApiContext): void {
  const until = context.now();
  for (let step = earliest(null, context); step && step.at <= until; step = earliest(null, context)) {
    const { at } = step;
    step.run({ ...context, now: () => at });
  }
}

/** Moves a test clock to `until` (epoch seconds), doing on the way what falls due. */
export function advanceClock(clockId: string, until: number, context: ApiContext): void {
  const clocks = context.store.in('test_clocks');
  const moveTo = (seconds: number): void => {
    const clock = clocks.get(clockId);
    if (clock !== undefined) clocks.put({ ...clock, frozen_time: Math.max(clock.frozen_time, seconds) });
  };
  for (let step = earliest(clockId, context); step && step.at <= until; step = earliest(clockId, context)) {
    moveTo(step.at);
    step.run(onClock(clockId, context));
  }
  moveTo(until);
}
