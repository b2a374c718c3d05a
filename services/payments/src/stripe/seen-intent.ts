import type Stripe from 'stripe';

/** Stripe's most for one page; no payment has as many refunds. */
const MOST = 100;

/** A PaymentIntent as it is at Stripe, with its latest charge and all refunds of that. */
export async function lookAtIntent(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] });
  const charge = chargeOf(intent);
  if (!charge?.refunds?.has_more) return intent;
  const refunds = await stripe.refunds.list({ charge: charge.id, limit: MOST });
  return Object.assign(intent, { latest_charge: { ...charge, refunds } });
}

/** The charge of a PaymentIntent that was looked at; null while nobody tried to pay it. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof charge === 'string' ? null : charge;
}
