import type Stripe from 'stripe';
import { errors } from '../../api.errors.js';
import type { ApiContext, ApiRoute } from '../../api.route.js';
import { pageReader } from '../../list.view.js';
import { mergeMetadata, type Params } from '../../request.params.js';
import { idOf } from '../charges.resource.js';
import { billFor, collectInvoice, defaultMethodOf, issueInvoice } from '../invoices/invoice.collection.js';
import { savedPaymentMethod } from '../payment-methods.attachment.js';
import { timelineOf } from './billing.period.js';
import { currentPeriodEnd, newSubscription, type OrderedPrice } from './subscription.fields.js';
import { cancelSubscription, changeSubscription } from './subscription.lifecycle.js';

const STATUSES = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
const ENDED: readonly string[] = ['canceled', 'incomplete_expired'];

function subscriptionAt(id: string, { store }: ApiContext): Stripe.Subscription {
  const subscription = store.in('subscriptions').get(id);
  if (subscription === undefined) throw errors.notFound('subscription', id);
  return subscription;
}

function readItems(params: Params): { price: string; quantity: number; name: string }[] {
  const items = params.hashes('items');
  if (items === undefined || items.length === 0) throw errors.missingParam('items');
  return items.map((item) => {
    const quantity = item.integer('quantity') ?? 1;
    if (quantity < 1) throw errors.invalid(item.nameOf('quantity'), 'Invalid positive integer');
    return { price: item.requiredText('price'), quantity, name: item.nameOf('price') };
  });
}

function orderedPrices(items: ReturnType<typeof readItems>, { store }: ApiContext) {
  const ordered = items.map(({ price: id, quantity, name }): OrderedPrice => {
    const price = store.in('prices').get(id);
    if (price === undefined) throw errors.noSuchReference('price', id, name);
    if (!price.active) {
      throw errors.invalid(name, 'The price specified is inactive. This field only accepts active prices.');
    }
    if (price.recurring === null) {
      throw errors.invalid(
        name,
        'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      );
    }
    return { price, recurring: price.recurring, quantity };
  });
  const [first, ...rest] = ordered;
  if (first === undefined) throw errors.missingParam('items');
  if (rest.some(({ price }) => price.currency !== first.price.currency)) {
    throw errors.invalid('items', 'All prices on a subscription must have the same `currency`.');
  }
  return [first, ...rest] as const;
}

function readSavesMethod(params: Params): boolean | undefined {
  const sent = params.hash('payment_settings');
  const choice = sent?.choice('save_default_payment_method', ['off', 'on_subscription']);
  const other = sent?.texts('payment_method_types')?.find((type) => type !== 'card');
  if (other !== undefined) {
    throw errors.invalid(
      'payment_settings[payment_method_types]',
      `The payment method type "${other}" is invalid.`,
    );
  }
  return choice === undefined ? undefined : choice === 'on_subscription';
}

const create: ApiRoute = {
  method: 'POST',
  path: '/v1/subscriptions',
  prepare({ params, origin }, context) {
    const customerId = params.requiredText('customer');
    const items = readItems(params);
    const behavior =
      params.choice('payment_behavior', ['allow_incomplete', 'default_incomplete']) ?? 'allow_incomplete';
    const savesPaymentMethod = readSavesMethod(params) ?? false;
    const defaultPaymentMethod = params.filledText('default_payment_method') ?? null;
    const description = params.text('description', 500) ?? null;
    const metadata = mergeMetadata({}, params.metadata());
    params.choice('collection_method', ['charge_automatically']);
    params.flag('off_session');
    return () => {
      const { store, events } = context;
      const customer = store.in('customers').get(customerId);
      if (customer === undefined) throw errors.noSuchReference('customer', customerId, 'customer');
      if (defaultPaymentMethod !== null) {
        savedPaymentMethod(defaultPaymentMethod, customerId, context, 'default_payment_method');
      }
      const own = timelineOf(customerId, context);
      const terms = {
        customer: customerId,
        testClock: idOf(customer.test_clock ?? null),
        items: orderedPrices(items, context),
        defaultPaymentMethod,
        savesPaymentMethod,
        description,
        metadata,
      };
      const waiting = newSubscription(terms, own);
      const start = { start: waiting.created, end: waiting.created };
      const bill = billFor(waiting, 'subscription_create', start, own);
      const created = { ...waiting, latest_invoice: bill.draft.id };
      const isChargedNow = behavior === 'allow_incomplete';
      if (isChargedNow && defaultMethodOf(created, context) === null) {
        throw errors.refused(
          'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
          'resource_missing',
        );
      }
      store.in('subscriptions').put(created);
      events.emit('customer.subscription.created', created, origin);
      const invoice = issueInvoice(bill, own, origin);
      if (isChargedNow) collectInvoice(invoice, own);
      return subscriptionAt(created.id, context);
    };
  },
};

const retrieve: ApiRoute = {
  method: 'GET',
  path: '/v1/subscriptions/:id',
  prepare: (call, context) => () => subscriptionAt(call.id, context),
};

const list: ApiRoute = {
  method: 'GET',
  path: '/v1/subscriptions',
  prepare(call, { store }) {
    const page = pageReader(call);
    const customer = call.params.filledText('customer');
    const price = call.params.filledText('price');
    const clock = call.params.filledText('test_clock');
    const status = call.params.choice('status', [...STATUSES, 'ended', 'all']);
    const hasStatus = (subscription: Stripe.Subscription): boolean => {
      if (status === 'all') return true;
      if (status === 'ended') return ENDED.includes(subscription.status);
      // Without the parameter Stripe leaves out only what was canceled.
      return status === undefined ? subscription.status !== 'canceled' : subscription.status === status;
    };
    return () =>
      page(
        store.in('subscriptions').newestFirst(),
        (subscription) =>
          hasStatus(subscription) &&
          (customer === undefined || subscription.customer === customer) &&
          (clock === undefined || subscription.test_clock === clock) &&
          (price === undefined || subscription.items.data.some((item) => item.price.id === price)),
      );
  },
};

/** Cancellation planned for the end of the period, or taken back. */
function plannedEnd(
  subscription: Stripe.Subscription,
  isWanted: boolean | undefined,
  { now }: ApiContext,
): Partial<Stripe.Subscription> {
  if (isWanted === undefined || isWanted === subscription.cancel_at_period_end) return {};
  const details = subscription.cancellation_details ?? {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: null,
  };
  return {
    cancel_at: isWanted ? currentPeriodEnd(subscription) : null,
    cancel_at_period_end: isWanted,
    canceled_at: isWanted ? now() : null,
    cancellation_details: { ...details, reason: isWanted ? 'cancellation_requested' : null },
  };
}

const update: ApiRoute = {
  method: 'POST',
  path: '/v1/subscriptions/:id',
  prepare({ id, params, origin }, context) {
    const endsWithPeriod = params.flag('cancel_at_period_end');
    const defaultMethod = params.text('default_payment_method');
    const savesMethod = readSavesMethod(params);
    const description = params.text('description', 500);
    const metadata = params.metadata();
    return () => {
      const before = subscriptionAt(id, context);
      const isTermSent = [endsWithPeriod, defaultMethod, savesMethod, description].some(
        (value) => value !== undefined,
      );
      if (isTermSent && ENDED.includes(before.status)) {
        throw errors.refused(
          'A canceled subscription can only update its cancellation_details and metadata.',
        );
      }
      const customer = idOf(before.customer) ?? '';
      if (typeof defaultMethod === 'string') {
        savedPaymentMethod(defaultMethod, customer, context, 'default_payment_method');
      }
      const settings = before.payment_settings;
      const change: Partial<Stripe.Subscription> = {
        ...plannedEnd(before, endsWithPeriod, timelineOf(customer, context)),
        ...(defaultMethod !== undefined && { default_payment_method: defaultMethod }),
        ...(description !== undefined && { description }),
        ...(savesMethod !== undefined &&
          settings !== null && {
            payment_settings: {
              ...settings,
              save_default_payment_method: savesMethod ? 'on_subscription' : 'off',
            },
          }),
        metadata: mergeMetadata(before.metadata, metadata),
      };
      return changeSubscription(before, change, context, origin);
    };
  },
};

const cancel: ApiRoute = {
  method: 'DELETE',
  path: '/v1/subscriptions/:id',
  prepare({ id, params, origin }, context) {
    const sent = params.hash('cancellation_details');
    const comment = sent?.text('comment') ?? null;
    const feedback = sent?.filledText('feedback') ?? null;
    params.flag('invoice_now');
    params.flag('prorate');
    return () => {
      const before = subscriptionAt(id, context);
      // As with Stripe, what has ended is no longer found by a cancellation.
      if (ENDED.includes(before.status)) throw errors.notFound('subscription', id);
      const details = { comment, feedback, reason: 'cancellation_requested' };
      return cancelSubscription(before, details, timelineOf(idOf(before.customer), context), origin);
    };
  },
};

export const subscriptionRoutes: readonly ApiRoute[] = [create, retrieve, list, update, cancel];
