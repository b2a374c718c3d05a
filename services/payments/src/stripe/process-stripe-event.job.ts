import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { type Commit, defineJob, type JobHandler, type JobRun } from '#jobs';
import { OrdersService } from '../orders/orders.service.js';
import { STRIPE } from './stripe.client.js';

export interface StripeEventPayload {
  paymentIntentId: string;
}

export const processStripeEvent = defineJob<StripeEventPayload>('process-stripe-event', {
  attempts: 12,
  backoffMs: 1000,
  concurrency: 4,
});

/** Looks at what the event is about as it is now at Stripe: so neither order nor repetition of events matters. */
@Injectable()
export class ProcessStripeEvent implements JobHandler<StripeEventPayload> {
  readonly job = processStripeEvent;

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly orders: OrdersService,
  ) {}

  async run({ payload }: JobRun<StripeEventPayload>): Promise<Commit> {
    const intent = await this.stripe.paymentIntents.retrieve(payload.paymentIntentId);
    return (manager) => this.orders.settle(manager, intent);
  }
}
