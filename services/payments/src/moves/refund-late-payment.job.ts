import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { failpoint } from '#platform';
import { HeldPaymentsStore } from '../held/held-payments.store.js';
import { HeldRefunds } from '../held/held-refunds.js';
import {
  MOST_FAILED_REFUNDS,
  noneWhenDisputed,
  refundAttempts,
  refundKey,
} from '../refunds/refund-attempts.js';
import { STRIPE } from '../stripe/stripe.client.js';
import { type RefundLatePaymentPayload, refundLatePayment } from './refund-late-payment.definition.js';

const MOST = 100;
const wroteNothing: Commit = () => Promise.resolve();

@Injectable()
export class RefundLatePayment implements JobHandler<RefundLatePaymentPayload> {
  readonly job = refundLatePayment;

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly store: HeldPaymentsStore,
    private readonly refunds: HeldRefunds,
  ) {}

  async run({ payload }: JobRun<RefundLatePaymentPayload>): Promise<Commit> {
    const { heldPaymentId, paymentIntentId, cents } = payload;
    const { data } = await this.stripe.refunds.list({ payment_intent: paymentIntentId, limit: MOST });
    const { doneCents, waitingCents, failed } = refundAttempts(data);
    if (doneCents + waitingCents < cents && failed.length < MOST_FAILED_REFUNDS) {
      // Under a key that it knows Stripe answers the refund that failed.
      const idempotencyKey = await refundKey(
        this.stripe,
        paymentIntentId,
        `late-${paymentIntentId}-refund${failed.length === 0 ? '' : `-${failed.length + 1}`}`,
      );
      // The bank has the money; should it come back with the end of the dispute, another job sends it.
      if (idempotencyKey === null) return wroteNothing;
      const created = await this.stripe.refunds
        .create({ payment_intent: paymentIntentId, metadata: { heldPaymentId } }, { idempotencyKey })
        .catch(noneWhenDisputed);
      if (created === null) return wroteNothing;
      failpoint('payments.late-refund.after-stripe');
      data.unshift(created);
    }
    return async (manager) => {
      const held = await this.store.lock(manager, heldPaymentId);
      await this.refunds.followLate(manager, held, payload, data);
    };
  }
}
