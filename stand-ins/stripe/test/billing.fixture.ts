import Stripe from 'stripe';
import type { StripeStandIn, StripeStandInOptions } from '../stripe.stand-in.js';
import { openSession } from './session.js';

export const EXPANDED = ['latest_invoice.confirmation_secret', 'latest_invoice.payments'];

/** A stand-in with a $20 monthly price, and the official SDK in front of it. */
export async function startBilling(options: Partial<StripeStandInOptions> = {}) {
  const session = await openSession(options);
  const { standIn, stripe } = session;
  const browser = new Stripe('pk_test_local', {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 2000,
    recurring: { interval: 'month' },
    lookup_key: 'monthly',
    product_data: { name: 'Monthly Unlimited' },
  });
  const subscribe = (customer: string, params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: EXPANDED,
      ...params,
    });
  const payFirst = (subscription: Stripe.Subscription, method = 'pm_card_visa') =>
    confirmFirst(browser, subscription, method);
  return { session, standIn, stripe, price, subscribe, payFirst, newEvents: newEventsOf(standIn) };
}

/** The client secret of the first payment, and the PaymentIntent it belongs to. */
export function firstPayment(subscription: Stripe.Subscription): { secret: string; intent: string } {
  const secret = invoiceOf(subscription).confirmation_secret?.client_secret ?? '';
  return { secret, intent: secret.split('_secret_', 1)[0] ?? '' };
}

/** Confirms the first payment as a browser does: with the publishable key and the client secret. */
function confirmFirst(browser: Stripe, subscription: Stripe.Subscription, method: string): Promise<unknown> {
  const { secret, intent } = firstPayment(subscription);
  const params = { client_secret: secret, payment_method: method };
  return browser.rawRequest('POST', `/v1/payment_intents/${intent}/confirm`, params);
}

/** The types of the events since the last call. */
function newEventsOf(standIn: StripeStandIn): () => string[] {
  let seen = standIn.listEvents().length;
  return () => {
    const types = standIn.listEvents().map((event) => event.type);
    const fresh = types.slice(0, types.length - seen).reverse();
    seen = types.length;
    return fresh;
  };
}

export function invoiceOf({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice {
  if (invoice === null || typeof invoice === 'string') throw new Error('latest_invoice is not expanded');
  return invoice;
}
