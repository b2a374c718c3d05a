import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DataSource } from 'typeorm';
import type { Commit } from '#jobs';
import { failpoint, PermanentError } from '#platform';
import { OrderEntity } from '../orders/order.entity.js';
import { STRIPE } from '../stripe/stripe.client.js';
import { Refunds } from './refunds.service.js';

const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled';
const wroteNothing: Commit = () => Promise.resolve();

/** Has Stripe send back what was decided. Looks first: Stripe forgets idempotency keys after a day. */
@Injectable()
export class RefundCarrier {
  constructor(
    private readonly dataSource: DataSource,
    private readonly refunds: Refunds,
    @Inject(STRIPE) private readonly stripe: Stripe,
  ) {}

  /** Refunds what is left of an order that is `refunding`, and answers what to write. Repeating it changes nothing. */
  async carryOut(orderId: string): Promise<Commit> {
    const order = await this.dataSource.manager.findOneBy(OrderEntity, { id: orderId });
    if (order?.status !== 'refunding') return wroteNothing;
    const paymentIntentId = order.paymentIntentId ?? '';
    const { data: known } = await this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
    let refundId = known.find((refund) => !hasFailed(refund))?.id ?? null;
    let charge = await this.charge(paymentIntentId);
    if (charge.amount_refunded < charge.amount) {
      const tries = known.filter(hasFailed).length + 1;
      const created = await this.stripe.refunds.create(
        { payment_intent: paymentIntentId, reason: 'requested_by_customer', metadata: { orderId } },
        { idempotencyKey: `refund-${orderId}-${tries}` },
      );
      failpoint('payments.refund.after-stripe');
      refundId = created.id;
      charge = await this.charge(paymentIntentId);
    }
    return (manager) => this.refunds.converge(manager, orderId, charge, refundId);
  }

  private async charge(paymentIntentId: string): Promise<Stripe.Charge> {
    const intent = await this.stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] });
    const charge = intent.latest_charge;
    if (charge === null || typeof charge === 'string') {
      throw new PermanentError(`PaymentIntent ${paymentIntentId} has no charge`);
    }
    return charge;
  }
}
