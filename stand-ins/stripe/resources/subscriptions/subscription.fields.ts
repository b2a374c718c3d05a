import type Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';
import { newId } from '../../object-ids.js';
import { periodEnd } from './billing.period.js';

export interface OrderedPrice {
  price: Stripe.Price;
  recurring: Stripe.Price.Recurring;
  quantity: number;
}

interface SubscriptionTerms {
  customer: string;
  testClock: string | null;
  items: readonly [OrderedPrice, ...OrderedPrice[]];
  defaultPaymentMethod: string | null;
  savesPaymentMethod: boolean;
  description: string | null;
  metadata: Record<string, string>;
}

/** The price in the older form, which every item still carries. */
function planOf({ price, recurring }: OrderedPrice): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

function newItem(ordered: OrderedPrice, subscription: string, created: number): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: periodEnd(created, ordered.recurring, created),
    current_period_start: created,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(ordered),
    price: ordered.price,
    quantity: ordered.quantity,
    subscription,
    tax_rates: [],
  };
}

/** A subscription that waits for its first payment. */
export function newSubscription(terms: SubscriptionTerms, { now }: ApiContext): Stripe.Subscription {
  const id = newId('sub');
  const created = now();
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    currency: terms.items[0].price.currency,
    customer: terms.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: terms.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: terms.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: terms.items.map((item) => newItem(item, id, created)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: terms.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: terms.savesPaymentMethod ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: 'incomplete',
    test_clock: terms.testClock,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  };
}

/** When the running period ends, in epoch seconds. */
export function currentPeriodEnd({ items }: Stripe.Subscription): number {
  return Math.min(...items.data.map((item) => item.current_period_end));
}

export function currentPeriodStart({ items }: Stripe.Subscription): number {
  return Math.max(...items.data.map((item) => item.current_period_start));
}

/** The subscription in its next period. */
export function inNextPeriod(subscription: Stripe.Subscription): Stripe.Subscription {
  const { items, billing_cycle_anchor: anchor } = subscription;
  const data = items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(anchor, item.plan, item.current_period_end),
  }));
  return { ...subscription, items: { ...items, data } };
}
