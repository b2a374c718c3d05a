import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { Commit } from '#jobs';
import { HeldPaymentsService } from '../held/held-payments.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { lookAtIntent } from './seen-intent.js';
import { STRIPE } from './stripe.client.js';
import type { StripeFollower } from './stripe-follower.js';

/** Payments of single things: whose they are stands in their metadata. Those of invoices belong to the subscription. */
@Injectable()
export class IntentFollower implements StripeFollower {
  readonly topic = 'payment_intent';

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly orders: OrdersService,
    private readonly held: HeldPaymentsService,
  ) {}

  async look(id: string): Promise<Commit> {
    const intent = await lookAtIntent(this.stripe, id);
    if (intent.metadata.heldPaymentId) return (manager) => this.held.settleIntent(manager, intent);
    return (manager) => this.orders.settle(manager, intent);
  }
}
