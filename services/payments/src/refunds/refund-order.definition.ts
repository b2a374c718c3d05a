import { defineJob } from '#jobs';

export interface RefundOrderPayload {
  orderId: string;
}

/** Has Stripe send the money of an order back. */
export const refundOrder = defineJob<RefundOrderPayload>('refund-order', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 2,
});
