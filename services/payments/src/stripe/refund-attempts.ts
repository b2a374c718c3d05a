import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import Stripe from 'stripe';
import { Column, Entity, type EntityManager, In, PrimaryColumn } from 'typeorm';
import { type PaymentRefundFailed, paymentRefundFailed } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, insertIfNew, LOGGER } from '#platform';
import { createAtStripe, hasTakenMoney, isRefusal, isRepeated } from './stripe.client.js';

/** After as many failed refunds of one payment people must find another way; they were told of each. */
const MOST_FAILED_REFUNDS = 5;

/** What the refunds of one payment come to. */
export interface RefundAttempts {
  /** What the payer has back. Only what succeeded counts, and it may fail as late as 30 days afterwards. */
  doneCents: number;
  /** What is on its way or waits for the payer to act. */
  waitingCents: number;
  /** The newest one that succeeded. */
  doneId: string | null;
  /** The newest of all. */
  newest: Stripe.Refund | null;
  /** Failed or cancelled: their money is ours again. */
  failed: readonly Stripe.Refund[];
  /** The newest first. */
  all: readonly Stripe.Refund[];
}

/** @param refunds of one charge, the newest first as Stripe lists them */
export function refundAttempts(refunds: readonly Stripe.Refund[]): RefundAttempts {
  const done = refunds.filter(({ status }) => status === 'succeeded');
  const failed = refunds.filter(({ status }) => status === 'failed' || status === 'canceled');
  const waiting = refunds.filter((refund) => !done.includes(refund) && !failed.includes(refund));
  return {
    doneCents: sum(done),
    waitingCents: sum(waiting),
    doneId: done[0]?.id ?? null,
    newest: refunds[0] ?? null,
    failed,
    all: refunds,
  };
}

const sum = (refunds: readonly Stripe.Refund[]): number =>
  refunds.reduce((total, { amount }) => total + amount, 0);

/** Whether some of the money is neither back nor on its way, and refunds were not given up. */
export function isRefundMissing(
  { doneCents, waitingCents, failed }: RefundAttempts,
  owedCents: number,
): boolean {
  return doneCents + waitingCents < owedCents && failed.length < MOST_FAILED_REFUNDS;
}

/** Why the money is not on its way, if the newest attempt has come to nothing. */
export function refundProblem({ newest, failed }: RefundAttempts): string | null {
  if (newest === null || !failed.includes(newest)) return null;
  const { id, status, failure_reason: reason } = newest;
  return `Refund ${id} ${status}${reason ? `: ${reason}` : ''}`;
}

/**
 * The idempotency key of the next try: under one that it knows Stripe repeats the refund that it made, whether that failed
 * or more has become owed since.
 */
export const refundKey = (key: string, { all }: RefundAttempts): string =>
  all.length === 0 ? key : `${key}-${all.length + 1}`;

/** What is refunded: without an amount, so that Stripe gives back what is left and never more than was paid. */
type RefundOfTheRest = Omit<Stripe.RefundCreateParams, 'amount'> & { payment_intent: string };

/** Stripe's most for one page; no payment has as many disputes. */
const MOST_DISPUTES = 100;

/** The disputes over a PaymentIntent by which the payer's bank has taken money. @throws StripeError */
export async function disputesOf(stripe: Stripe, intentId: string): Promise<Stripe.Dispute[]> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: MOST_DISPUTES });
  return data.filter(hasTakenMoney);
}

/**
 * Refunds what is left of a PaymentIntent. Null while the payer's bank has the money, or when it keeps it: there is
 * nothing to refund until the dispute has ended. Whoever calls has looked at the refunds before.
 * @throws StripeError
 */
export async function refundUnlessDisputed(
  stripe: Stripe,
  params: RefundOfTheRest,
  key: string,
  now: Date,
): Promise<Stripe.Refund | null> {
  const disputes = await disputesOf(stripe, params.payment_intent);
  const ended = disputes.filter(({ status }) => status === 'won' || status === 'lost').length;
  if (ended < disputes.length) return null;
  // After a dispute that has ended the key is another one: under the same Stripe repeats that it refused.
  try {
    return await createAtStripe({
      key: ended === 0 ? key : `${key}-after-${ended}`,
      now,
      create: (idempotencyKey) => stripe.refunds.create(params, { idempotencyKey }),
      // Should the first have been made though Stripe says that it failed, there is nothing left that a second one takes.
      isOver: (error) => isRefusal(error) || isRepeated(error),
    });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_disputed') return null;
    throw error;
  }
}

/** A refund that came to nothing. */
@Entity('failed_refunds')
export class FailedRefundEntity {
  @PrimaryColumn('text')
  refundId: string;

  /** An order, an escrow or a subscription. */
  @Column('uuid')
  paymentId: string;

  @Column('int')
  amountCents: number;

  @Column('text')
  reason: string;

  @Column('timestamptz')
  failedAt: Date;
}

type FailedPayment = Required<
  Pick<PaymentRefundFailed, 'paymentId' | 'agreementId' | 'userId' | 'purpose' | 'isTriedAgain'>
>;

/** Refunds that came to nothing: each is written down once. */
@Injectable()
export class RefundFailures {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Whether a look at the refunds of one payment is older than what is written down. A refund succeeds before it fails,
   * if it does, and stays failed: less than before is back only through a failure that is new, and what is known to have
   * failed does not count again.
   * @param isLess whether less is back by this look than is written down
   */
  async isOutdated(
    manager: EntityManager,
    refunds: readonly Stripe.Refund[],
    isLess: boolean,
  ): Promise<boolean> {
    if (refunds.length === 0) return isLess;
    const refundId = In(refunds.map(({ id }) => id));
    const rows = await manager.find(FailedRefundEntity, { select: { refundId: true }, where: { refundId } });
    const known = new Set(rows.map((row) => row.refundId));
    const { failed } = refundAttempts(refunds);
    if (refunds.some((refund) => known.has(refund.id) && !failed.includes(refund))) return true;
    return isLess && failed.every(({ id }) => known.has(id));
  }

  /** Writes failures down, and tells an administrator of each. */
  async note(
    manager: EntityManager,
    payment: FailedPayment,
    failed: readonly Stripe.Refund[],
  ): Promise<void> {
    const added = await this.keep(manager, payment.paymentId, failed);
    for (const { refundId, amountCents, reason, failedAt } of added) {
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

  /** Writes failures down. Answers those that are new. */
  async keep(
    manager: EntityManager,
    paymentId: string,
    failed: readonly Stripe.Refund[],
  ): Promise<FailedRefundEntity[]> {
    const added: FailedRefundEntity[] = [];
    for (const { id: refundId, amount: amountCents, status, failure_reason } of failed) {
      const reason = failure_reason ?? status ?? 'failed';
      const row = { refundId, paymentId, amountCents, reason, failedAt: this.clock.now() };
      if (await insertIfNew(manager, FailedRefundEntity, row)) added.push(row);
    }
    return added;
  }
}
