import type Stripe from 'stripe';

/** What we follow at Stripe. Events only say which of these to look at again. */
export type StripeTopic = 'payment_intent' | 'dispute' | 'account' | 'subscription';

export interface StripeSubject {
  topic: StripeTopic;
  /** Id of the object at Stripe. */
  id: string;
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** What an event is about, or null when it concerns nothing of ours. */
export function subjectOf(event: Stripe.Event): StripeSubject | null {
  const about = (topic: StripeTopic, id: string | null): StripeSubject | null => (id ? { topic, id } : null);
  const { object } = event.data;
  switch (object.object) {
    case 'payment_intent':
      return about('payment_intent', object.id);
    case 'charge':
    case 'refund':
      return about('payment_intent', idOf(object.payment_intent));
    case 'dispute':
      return about('dispute', object.id);
    case 'account':
      return about('account', object.id);
    case 'subscription':
      return about('subscription', object.id);
    case 'invoice':
      return about('subscription', idOf(object.parent?.subscription_details?.subscription));
    default:
      return null;
  }
}
