import { defineJob } from '#jobs';

export interface SettleHeldPaymentPayload {
  heldPaymentId: string;
}

/** Moves a decided payment at Stripe: to the seller, back to the buyer, or a part to each. */
export const settleHeldPayment = defineJob<SettleHeldPaymentPayload>('settle-held-payment', {
  attempts: 12,
  backoffMs: 2000,
  concurrency: 2,
});
