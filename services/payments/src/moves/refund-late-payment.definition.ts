import { defineJob } from '#jobs';

export interface RefundLatePaymentPayload {
  heldPaymentId: string;
  paymentIntentId: string;
  cents: number;
}

/** Gives back what was paid for a held payment that was closed already. */
export const refundLatePayment = defineJob<RefundLatePaymentPayload>('refund-late-payment', {
  attempts: 12,
  backoffMs: 2000,
  concurrency: 1,
});
