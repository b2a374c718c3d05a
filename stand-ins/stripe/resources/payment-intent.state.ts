import type Stripe from 'stripe';
import { errors } from '../api.errors.js';

type Status = Stripe.PaymentIntent.Status;
type Action = 'update' | 'confirm' | 'cancel';

const OPEN: readonly Status[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** From which statuses an action may start. `succeeded` and `canceled` are final. */
const ALLOWED_FROM: Readonly<Record<Action, readonly Status[]>> = {
  update: OPEN,
  confirm: OPEN,
  cancel: [...OPEN, 'requires_capture', 'processing'],
};

const PARTICIPLE: Readonly<Record<Action, string>> = {
  update: 'updated',
  confirm: 'confirmed',
  cancel: 'canceled',
};

/** @throws StripeApiError 400 `payment_intent_unexpected_state`, showing the intent as `shown` */
export function assertAllows(action: Action, intent: Stripe.PaymentIntent, shown: object = intent): void {
  const allowed = ALLOWED_FROM[action];
  if (allowed.includes(intent.status)) return;
  const message =
    action === 'confirm' && intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}. ` +
        `Only a PaymentIntent with one of the following statuses may be ${PARTICIPLE[action]}: ${allowed.join(', ')}.`;
  throw errors.unexpectedState(message, shown);
}
