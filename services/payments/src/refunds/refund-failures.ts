import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { type PaymentRefundFailed, paymentRefundFailed } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, LOGGER } from '#platform';

export type FailedPayment = Pick<PaymentRefundFailed, 'paymentId' | 'agreementId' | 'userId' | 'purpose'>;

/** Refunds that came to nothing: each is written down and told to an administrator, once. */
@Injectable()
export class RefundFailures {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async note(
    manager: EntityManager,
    payment: FailedPayment,
    failed: readonly Stripe.Refund[],
  ): Promise<void> {
    for (const { id: refundId, amount: amountCents, status, failure_reason } of failed) {
      const failedAt = this.clock.now();
      const reason = failure_reason ?? status ?? 'failed';
      const isNew = await manager.query<unknown[]>(
        `insert into failed_refunds (refund_id, payment_id, amount_cents, reason, failed_at)
         values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
        [refundId, payment.paymentId, amountCents, reason, failedAt],
      );
      if (isNew.length === 0) continue;
      this.logger.error({ ...payment, refundId, reason }, 'a refund did not reach the payer');
      await this.outbox.add(manager, paymentRefundFailed, {
        ...payment,
        refundId,
        amountCents,
        currency: 'usd',
        reason,
        failedAt: failedAt.toISOString(),
      });
    }
  }
}
