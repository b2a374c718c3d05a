import type { Commit } from '#jobs';
import type { StripeTopic } from './stripe-topic.js';

export const STRIPE_FOLLOWERS = Symbol('stripe followers');

/** Brings our rows to what Stripe says now of one of its objects. Repeating it changes nothing. */
export interface StripeFollower {
  readonly topic: StripeTopic;
  /**
   * Asks Stripe and answers what to write. An object that is none of ours (another system on the same Stripe account)
   * gives a commit that writes nothing.
   */
  look(id: string): Promise<Commit>;
}
