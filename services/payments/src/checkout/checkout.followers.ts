import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type Stripe from 'stripe';
import type { Commit } from '#jobs';
import { ESCROW_ID, EscrowChargebacks, EscrowPayments } from '../escrow/escrow.module.js';
import { OrdersService } from '../orders/orders.module.js';
import { idOf, PaymentIntents, STRIPE, type StripeFollower } from '../stripe/stripe.module.js';
import { SubscriptionPayments } from '../subscriptions/subscriptions.module.js';

/**
 * Payments of orders and escrows: whose they are stands in the PaymentIntent's metadata. That an invoice is paid is the
 * subscription's to see; what goes back of it comes here.
 */
@Injectable()
export class PaymentIntentFollower implements StripeFollower {
  readonly topic = 'payment_intent';

  constructor(
    private readonly intents: PaymentIntents,
    private readonly orders: OrdersService,
    private readonly escrows: EscrowPayments,
    private readonly subscriptions: SubscriptionPayments,
  ) {}

  async look(id: string): Promise<Commit> {
    const intent = await this.intents.look(id);
    if (intent.metadata[ESCROW_ID]) return (manager) => this.escrows.settleIntent(manager, intent);
    if (intent.metadata.orderId) return (manager) => this.orders.settle(manager, intent);
    const period = await this.subscriptions.find(id);
    if (period === null) return () => Promise.resolve();
    return (manager) => this.subscriptions.converge(manager, period, intent);
  }
}

/** Chargebacks: a bank takes a payment back, for the time being or for good. */
@Injectable()
export class DisputeFollower implements StripeFollower {
  readonly topic = 'dispute';

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly intents: PaymentIntents,
    private readonly orders: OrdersService,
    private readonly chargebacks: EscrowChargebacks,
    private readonly subscriptions: SubscriptionPayments,
  ) {}

  async look(id: string): Promise<Commit> {
    const dispute = await this.stripe.disputes.retrieve(id);
    const intentId = idOf(dispute.payment_intent);
    if (intentId === null) return () => Promise.resolve();
    const intent = await this.intents.look(intentId);
    if (isUUID(intent.metadata[ESCROW_ID])) return this.chargebacks.look(dispute, intent);
    if (intent.metadata.orderId) return (manager) => this.orders.chargeback(manager, dispute, intent);
    const period = await this.subscriptions.find(intentId);
    if (period === null) return () => Promise.resolve();
    return this.subscriptions.lookAtChargeback(period, dispute);
  }
}
