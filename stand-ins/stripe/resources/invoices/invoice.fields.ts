import Stripe from 'stripe';
import type { ApiContext } from '../../api.route.js';
import { newId } from '../../object-ids.js';
import { idOf } from '../charges.resource.js';

export type InvoiceReason = 'subscription_create' | 'subscription_cycle';

function newLine(
  invoice: string,
  item: Stripe.SubscriptionItem,
  { store }: ApiContext,
): Stripe.InvoiceLineItem {
  const { price, quantity = 1 } = item;
  const unitAmount = price.unit_amount ?? 0;
  const product = typeof price.product === 'string' ? price.product : price.product.id;
  const name = store.in('products').get(product)?.name ?? product;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: unitAmount * quantity,
    currency: price.currency,
    description: `${quantity} × ${name}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { end: item.current_period_end, start: item.current_period_start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(unitAmount),
    },
    quantity,
    quantity_decimal: Stripe.Decimal.from(quantity),
    subscription: item.subscription,
    subtotal: unitAmount * quantity,
    taxes: [],
  };
}

/** The draft of what a subscription costs in its current period. */
export function newInvoice(
  subscription: Stripe.Subscription,
  reason: InvoiceReason,
  period: { start: number; end: number },
  context: ApiContext,
): Stripe.Invoice {
  const id = newId('in');
  const customerId = idOf(subscription.customer);
  const customer = customerId === null ? undefined : context.store.in('customers').get(customerId);
  const lines = subscription.items.data.map((item) => newLine(id, item, context));
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const created = context.now();
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: reason === 'subscription_cycle',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    custom_fields: null,
    customer: customerId,
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: idOf(subscription.test_clock),
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** What an invoice asks a customer to pay with one PaymentIntent. */
export function newInvoicePayment(
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  { now }: ApiContext,
): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}

/** The subscription that an invoice belongs to. */
export function subscriptionIdOf({ parent }: Stripe.Invoice): string | null {
  return idOf(parent?.subscription_details?.subscription ?? null);
}
