import type Stripe from 'stripe';
import { errors } from '../api.errors.js';
import type { ApiContext } from '../api.route.js';
import type { RequestOrigin } from '../event.log.js';

/** Saves a payment method for a customer, once. */
export function attachTo(
  customer: string,
  paymentMethod: Stripe.PaymentMethod,
  { store, events }: ApiContext,
  origin: RequestOrigin,
): Stripe.PaymentMethod {
  if (paymentMethod.customer === customer) return paymentMethod;
  const attached = store.in('payment_methods').put({ ...paymentMethod, customer });
  events.emit('payment_method.attached', attached, origin);
  return attached;
}

/**
 * A payment method that may become a default: saved, and for this customer.
 * @throws StripeApiError 400 `resource_missing`
 */
export function savedPaymentMethod(
  id: string,
  customer: string,
  { store }: ApiContext,
  param: string,
): Stripe.PaymentMethod {
  const found = store.in('payment_methods').get(id);
  if (found?.customer === customer) return found;
  throw errors.invalid(
    param,
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'resource_missing',
  );
}
