import Stripe from 'stripe';
import { outsideTransactions } from '#platform';
import type { PaymentsConfig } from '../config.js';

export const STRIPE = Symbol('stripe');

const TIMEOUT_MS = 8000;

/** The official SDK. It alone repeats failed calls, with the same idempotency key. */
export function createStripe(config: PaymentsConfig): Stripe {
  const base = new URL(config.stripeApiBase);
  const httpClient = outsideTransactions('Stripe', Stripe.createNodeHttpClient());
  return new Stripe(config.stripeSecretKey, {
    host: base.hostname,
    port: base.port === '' ? (base.protocol === 'https:' ? 443 : 80) : Number(base.port),
    protocol: base.protocol === 'https:' ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 3,
    telemetry: false,
    httpClient,
  });
}
