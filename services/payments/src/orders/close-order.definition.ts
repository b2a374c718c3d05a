import { defineJob } from '#jobs';

export interface CloseOrderPayload {
  orderId: string;
}

/** Takes back the PaymentIntent of an order that there is nothing to pay for any more. */
export const closeOrder = defineJob<CloseOrderPayload>('close-order', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 2,
});
