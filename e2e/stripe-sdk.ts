import Stripe from 'stripe';
import type { TestSystem } from '#testing';

/** The official SDK, against the Stripe that a system uses. */
export function stripeOf({ env }: Pick<TestSystem, 'env'>): Stripe {
  const { hostname, port } = new URL(env.STRIPE_API_BASE ?? '');
  return new Stripe(env.STRIPE_SECRET_KEY ?? '', { host: hostname, port, protocol: 'http' });
}
