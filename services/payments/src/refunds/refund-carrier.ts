import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import type { Commit } from '#jobs';
import { failpoint, PermanentError } from '#platform';
import { OrderEntity } from '../orders/order.entity.js';
import { chargeOf, lookAtIntent } from '../stripe/seen-intent.js';
import { STRIPE } from '../stripe/stripe.client.js';
import { MOST_FAILED_REFUNDS, noneWhenDisputed, refundAttempts, refundKey } from './refund-attempts.js';
import { Refunds } from './refunds.service.js';

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
    let charge = await this.charge(paymentIntentId);
    const { doneCents, waitingCents, failed } = refundAttempts(charge.refunds?.data ?? []);
    if (doneCents + waitingCents < charge.amount && failed.length < MOST_FAILED_REFUNDS) {
      // Under a key that it knows Stripe answers the refund that failed.
      const idempotencyKey = await refundKey(
        this.stripe,
        paymentIntentId,
        `refund-${orderId}-${failed.length + 1}`,
      );
      if (idempotencyKey === null) return (manager) => noteDispute(manager, orderId);
      const created = await this.stripe.refunds
        .create(
          { payment_intent: paymentIntentId, reason: 'requested_by_customer', metadata: { orderId } },
          { idempotencyKey },
        )
        .catch(noneWhenDisputed);
      if (created === null) return (manager) => noteDispute(manager, orderId);
      failpoint('payments.refund.after-stripe');
      charge = await this.charge(paymentIntentId);
    }
    return (manager) => this.refunds.converge(manager, orderId, charge);
  }

  private async charge(paymentIntentId: string): Promise<Stripe.Charge> {
    const charge = chargeOf(await lookAtIntent(this.stripe, paymentIntentId));
    if (charge === null) throw new PermanentError(`PaymentIntent ${paymentIntentId} has no charge`);
    return charge;
  }
}

/** The order stays as it is until its dispute has ended, which is followed by itself. */
async function noteDispute(manager: EntityManager, orderId: string): Promise<void> {
  await manager.query(
    `update orders set last_error = 'The payment is disputed; its bank decides first' where id = $1 and status = 'refunding'`,
    [orderId],
  );
}
