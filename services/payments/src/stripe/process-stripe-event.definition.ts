import { defineJob } from '#jobs';
import type { StripeSubject } from './stripe-topic.js';

export const processStripeEvent = defineJob<StripeSubject>('process-stripe-event', {
  attempts: 12,
  backoffMs: 1000,
  concurrency: 4,
});
