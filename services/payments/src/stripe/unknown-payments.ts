import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { DataSource, type EntityManager, In, JsonContains } from 'typeorm';
import { AGREEMENT_ID, type JobStatus } from '#contracts';
import { type Commit, defineJob, JobEntity, type JobHandler, type JobRun, Jobs } from '#jobs';
import { LOGGER, PermanentError } from '#platform';
import { chargeOf, PaymentIntents } from './stripe.client.js';

interface UnknownPayment {
  paymentIntentId: string;
  agreementId: string;
  /** Who paid, by the metadata; null where that does not say. */
  userId: string | null;
  cents: number;
}

/**
 * Tells support of a payment of which nothing is here, because it was begun after the backup that was restored. It stays
 * failed until the payment went back.
 */
export const reportUnknownPayment = defineJob<UnknownPayment>('report-unknown-payment', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 1,
});

/** Whoever waits for people is failed. */
const UNSETTLED: readonly JobStatus[] = ['queued', 'running', 'failed'];

/** Payments at Stripe that name an order or an escrow which is not here: people must send them back. */
@Injectable()
export class UnknownPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /** Has support told of a payment, once. What is no payment for an agreement is another system's on the same account. */
  async report(manager: EntityManager, intent: Stripe.PaymentIntent): Promise<void> {
    const { id: paymentIntentId, amount_received: cents, metadata, status } = intent;
    const { agreementId = '', userId = metadata.buyerId ?? null } = metadata;
    if (status !== 'succeeded' || !AGREEMENT_ID.test(agreementId)) return;
    const payment = { paymentIntentId, agreementId, userId, cents };
    await this.jobs.add(manager, reportUnknownPayment, paymentIntentId, payment);
    if (isBack(intent)) await this.jobs.restart(manager, reportUnknownPayment, paymentIntentId);
  }

  /** Whether somebody has paid for the agreement in this way, and does not have it back. */
  hasOne(agreementId: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(JobEntity, {
      name: reportUnknownPayment.name,
      status: In(UNSETTLED),
      payload: JsonContains({ agreementId }),
    });
  }
}

@Injectable()
export class ReportUnknownPayment implements JobHandler<UnknownPayment> {
  readonly job = reportUnknownPayment;

  constructor(
    private readonly intents: PaymentIntents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws PermanentError until all of it went back */
  async run({ payload }: JobRun<UnknownPayment>): Promise<Commit> {
    if (!isBack(await this.intents.look(payload.paymentIntentId)))
      throw new PermanentError('Nothing is here of what was paid; send it back at Stripe');
    return () => Promise.resolve();
  }

  giveUp(payment: UnknownPayment): Promise<Commit> {
    this.logger.error(payment, 'nothing is here of what was paid; send it back at Stripe');
    return Promise.resolve(() => Promise.resolve());
  }
}

const isBack = (intent: Stripe.PaymentIntent): boolean => chargeOf(intent)?.refunded ?? false;
