import { defineJob } from '#jobs';

export interface RetireHeldIntentPayload {
  paymentIntentId: string;
}

/** Takes back a PaymentIntent that its held payment has let go of. */
export const retireHeldIntent = defineJob<RetireHeldIntentPayload>('retire-held-intent', {
  attempts: 12,
  backoffMs: 1000,
  concurrency: 2,
});
