import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { Ledger } from '../ledger/ledger.js';
import { STRIPE } from '../stripe/stripe.client.js';
import { type RefundLatePaymentPayload, refundLatePayment } from './refund-late-payment.definition.js';

@Injectable()
export class RefundLatePayment implements JobHandler<RefundLatePaymentPayload> {
  readonly job = refundLatePayment;

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly ledger: Ledger,
  ) {}

  async run({ payload }: JobRun<RefundLatePaymentPayload>): Promise<Commit> {
    const { heldPaymentId, paymentIntentId, cents } = payload;
    const { data } = await this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: 1 });
    if (data.length === 0) {
      await this.stripe.refunds.create(
        { payment_intent: paymentIntentId, metadata: { heldPaymentId } },
        { idempotencyKey: `late-${paymentIntentId}-refund` },
      );
    }
    return async (manager) => {
      await this.ledger.post(
        manager,
        {
          kind: 'late-payment-refund',
          ref: paymentIntentId,
          entries: [
            [`held:${heldPaymentId}`, cents],
            ['stripe', -cents],
          ],
        },
        'stripe',
      );
    };
  }
}
