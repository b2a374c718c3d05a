import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { type Commit, defineJob, type JobHandler, type JobRun } from '#jobs';
import { Clock, failpoint, LOGGER } from '#platform';
import {
  chargeOf,
  idOf,
  isRefundMissing,
  PaymentIntents,
  refundAttempts,
  refundKey,
  refundUnlessDisputed,
  STRIPE,
} from '../stripe/stripe.module.js';

interface RefundAfterEndPayload {
  invoiceId: string;
}

/** Gives back a month that was paid when its subscription had ended: nobody has anything of it. */
export const refundAfterEnd = defineJob<RefundAfterEndPayload>('refund-after-end', {
  attempts: 12,
  backoffMs: 2000,
  concurrency: 1,
});

/** What goes back is booked by its own event (`SubscriptionPayments`). */
@Injectable()
export class RefundAfterEnd implements JobHandler<RefundAfterEndPayload> {
  readonly job = refundAfterEnd;

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly intents: PaymentIntents,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Looks before it refunds: Stripe forgets a key after a day. */
  async run({ payload: { invoiceId } }: JobRun<RefundAfterEndPayload>): Promise<Commit> {
    const intent = await this.intents.look(await this.intentOf(invoiceId));
    const attempts = refundAttempts(chargeOf(intent)?.refunds?.data ?? []);
    if (isRefundMissing(attempts, intent.amount_received)) {
      await refundUnlessDisputed(
        this.stripe,
        { payment_intent: intent.id },
        refundKey(`ended-${invoiceId}`, attempts),
        this.clock.now(),
      );
      failpoint('payments.refund-after-end.after-stripe');
    }
    return () => Promise.resolve();
  }

  giveUp({ invoiceId }: RefundAfterEndPayload, error: unknown): Promise<Commit> {
    this.logger.error(
      { invoiceId, err: error },
      'paid after the subscription ended and not given back; it is tried again hourly',
    );
    return Promise.resolve(() => Promise.resolve());
  }

  private async intentOf(invoiceId: string): Promise<string> {
    const { data } = await this.stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid', limit: 1 });
    const id = idOf(data[0]?.payment.payment_intent);
    if (id === null) throw new Error(`invoice ${invoiceId} was paid without a PaymentIntent`);
    return id;
  }
}
