import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { paymentRefunded, type RefundReason } from '#contracts';
import { type Commit, defineJob, Jobs } from '#jobs';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, HOUR_MS, PermanentError } from '#platform';
import { AuditLogJobs } from '../admin/admin.module.js';
import { keptByBanksSql, Ledger, Receipts, refundTransaction } from '../ledger/ledger.module.js';
import {
  chargeOf,
  isRefundMissing,
  PaymentIntents,
  RefundFailures,
  refundAttempts,
  refundKey,
  refundProblem,
  refundUnlessDisputed,
  STRIPE,
} from '../stripe/stripe.module.js';
import { CreditEntity, OrderEntity } from './orders.entities.js';

export interface RefundOrderPayload {
  orderId: string;
  /** For whoever looks at the job: jobs of before do not name it. */
  agreementId?: string;
}

/** Has Stripe send the money of an order back. */
export const refundOrder = defineJob<RefundOrderPayload>('refund-order', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 2,
});

/** By then the job has done it or was given up. */
const JOB_PATIENCE_MS = HOUR_MS;

interface RefundOrderedBy {
  adminId: number;
  /** The reason that the administrator wrote. */
  note: string;
}

/** Orders whose money goes back: decided here, carried out by a job, written down when Stripe has done it. */
@Injectable()
export class OrderRefunds {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly ledger: Ledger,
    private readonly receipts: Receipts,
    private readonly failures: RefundFailures,
    private readonly intents: PaymentIntents,
    private readonly auditLog: AuditLogJobs,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
  ) {}

  /**
   * An administrator sends all of a payment back.
   * @throws AppError `not_found`, `already_refunded`, `invalid_transition` when it was not paid
   */
  async byAdmin(orderId: string, by: RefundOrderedBy): Promise<void> {
    await this.outbox.transaction(async (manager) => {
      const order = await lock(manager, orderId);
      if (!order) throw new AppError('not_found');
      if (order.status === 'refunding' || order.status === 'refunded') throw new AppError('already_refunded');
      if (order.status !== 'paid') {
        throw new AppError('invalid_transition', {
          message: 'Only a payment that was made can be refunded.',
        });
      }
      if (await this.isGone(manager, order)) throw new AppError('already_refunded');
      await this.begin(manager, order, 'by-admin', by);
      await this.auditLog.record(manager, {
        key: `payment-refunded:${orderId}`,
        adminId: by.adminId,
        act: 'payment-refunded',
        subject: `agreement:${order.agreementId} order:${orderId}`,
        reason: by.note,
      });
      failpoint('payments.refund.before-commit');
    });
    failpoint('payments.refund.after-decision');
  }

  /**
   * The transcript was not delivered in time. One that went back already stays as it is.
   * @throws AppError `not_found`
   */
  async late(manager: EntityManager, orderId: string): Promise<void> {
    const order = await lock(manager, orderId);
    if (order?.purpose !== 'manual_transcription') throw new AppError('not_found');
    if (order.status === 'paid') {
      await this.begin(manager, order, 'late-transcription', null);
    }
  }

  /** Begins to refund a paid order that the caller has locked. One of which banks keep all that is left is refunded so. */
  async begin(
    manager: EntityManager,
    order: OrderEntity,
    reason: RefundReason,
    by: RefundOrderedBy | null,
  ): Promise<void> {
    const { id, agreementId } = order;
    const isGone = await this.isGone(manager, order);
    const now = this.clock.now();
    order.status = isGone ? 'refunded' : 'refunding';
    order.refundedAt = isGone ? now : null;
    order.refundReason = reason;
    order.refundNote = by?.note ?? null;
    order.refundedBy = by?.adminId ?? null;
    order.nextLookAt = new Date(now.getTime() + JOB_PATIENCE_MS);
    await manager.save(order);
    await withdrawCredit(manager, id);
    if (!isGone) await this.jobs.add(manager, refundOrder, id, { orderId: id, agreementId });
  }

  /**
   * Has Stripe refund what is left of an order that is `refunding`, and answers what to write. Looks first, because
   * Stripe forgets idempotency keys after a day. Repeating it changes nothing.
   */
  async carryOut(orderId: string): Promise<Commit> {
    const order = await this.dataSource.manager.findOneBy(OrderEntity, { id: orderId });
    if (order?.status !== 'refunding') return () => Promise.resolve();
    const paymentIntentId = order.paymentIntentId ?? '';
    let charge = await this.charge(paymentIntentId);
    const attempts = refundAttempts(charge.refunds?.data ?? []);
    const keptCents = await keptByBanks(this.dataSource.manager, orderId);
    if (isRefundMissing(attempts, charge.amount - keptCents)) {
      const created = await refundUnlessDisputed(
        this.stripe,
        { payment_intent: paymentIntentId, reason: 'requested_by_customer', metadata: { orderId } },
        refundKey(`refund-${orderId}`, attempts),
        this.clock.now(),
      );
      if (created === null) return (manager) => noteDispute(manager, orderId);
      failpoint('payments.refund.after-stripe');
      charge = await this.charge(paymentIntentId);
    }
    return (manager) => this.converge(manager, orderId, charge);
  }

  /**
   * Brings a paid order to what Stripe says of its charge, whoever had it refunded and in however many parts. What came
   * back to us later is owed again. A look that is older than another one's changes nothing.
   */
  async converge(manager: EntityManager, orderId: string, charge: Stripe.Charge): Promise<void> {
    const order = await lock(manager, orderId);
    if (!order || !['paid', 'refunding', 'refunded'].includes(order.status)) return;
    const { purpose, amountCents, agreementId, userId } = order;
    const refunds = charge.refunds?.data ?? [];
    const attempts = refundAttempts(refunds);
    const { doneCents: back, doneId, failed } = attempts;
    const known = await this.receipts.refundedCents(manager, purpose, orderId);
    if (await this.failures.isOutdated(manager, refunds, back < known)) return;
    const now = this.clock.now();
    if (back !== known) {
      await this.ledger.post(
        manager,
        refundTransaction(purpose, orderId, { known, back, failures: failed.length }),
        order.refundedBy === null ? 'payments' : `admin:${order.refundedBy}`,
      );
      await this.receipts.refunded(manager, purpose, orderId, back, now);
    }
    const isLeft = back + (await keptByBanks(manager, orderId)) < amountCents;
    // What people have sent back by hand of a payment that is ours nobody owes.
    const isTriedAgain = isLeft && order.status !== 'paid';
    const payment = { paymentId: orderId, agreementId, userId, purpose, isTriedAgain };
    await this.failures.note(manager, payment, failed);
    if (isLeft) {
      if (order.status === 'refunded') owe(order, new Date(now.getTime() + JOB_PATIENCE_MS));
      if (order.status === 'refunding') order.lastError = refundProblem(attempts);
      await manager.save(order);
      return;
    }
    if (order.status === 'refunded') return;
    await withdrawCredit(manager, orderId);
    if (order.status === 'paid') {
      // What a bank has taken nobody has refunded.
      if (back < amountCents) return;
      order.refundReason = 'by-admin';
      order.refundNote = "Refunded in Stripe's dashboard";
    }
    await this.finish(manager, order, { back, known, refundId: doneId });
  }

  /**
   * Brings an order that the caller has locked to what the ledger has of its disputes: a refund waits for their end, and
   * what a bank gives back after it is owed again. Repeating it changes nothing.
   */
  async followDisputes(manager: EntityManager, order: OrderEntity): Promise<void> {
    const now = this.clock.now();
    if (await this.isGone(manager, order)) {
      await withdrawCredit(manager, order.id);
      if (order.status !== 'refunding') return;
      const back = await this.receipts.refundedCents(manager, order.purpose, order.id);
      await this.finish(manager, order, { back, known: 0, refundId: null });
    } else if (order.status === 'refunded' || order.status === 'refunding') {
      // The next round does it.
      owe(order, now);
      await manager.save(order);
    }
  }

  /** Whether money of an order that the caller has locked stays ours: it does not go back, and no bank keeps the rest. */
  async isKept(manager: EntityManager, order: OrderEntity): Promise<boolean> {
    return order.status === 'paid' && !(await this.isGone(manager, order));
  }

  /** Whether nothing of a paid order is left to send back: Stripe sends nothing that a bank keeps. */
  private async isGone(manager: EntityManager, { id, purpose, amountCents }: OrderEntity): Promise<boolean> {
    const back = await this.receipts.refundedCents(manager, purpose, id);
    return back + (await keptByBanks(manager, id)) >= amountCents;
  }

  private async charge(paymentIntentId: string): Promise<Stripe.Charge> {
    const charge = chargeOf(await this.intents.look(paymentIntentId));
    if (charge === null) throw new PermanentError(`PaymentIntent ${paymentIntentId} has no charge`);
    return charge;
  }

  /**
   * Tells what went back, unless a bank has taken all of it: its payer has that from there.
   * @param known what of it was back before
   */
  private async finish(
    manager: EntityManager,
    order: OrderEntity,
    { back: amountCents, known, refundId }: { back: number; known: number; refundId: string | null },
  ): Promise<void> {
    const refundedAt = this.clock.now();
    Object.assign(order, { status: 'refunded', refundId, refundedAt, lastError: null });
    await manager.save(order);
    if (amountCents === 0) return;
    const { id: paymentId, agreementId, userId, purpose, refundReason } = order;
    await this.outbox.add(manager, paymentRefunded, {
      paymentId,
      agreementId,
      userId,
      purpose,
      amountCents,
      ...(known > 0 && known < amountCents ? { backBeforeCents: known } : {}),
      currency: 'usd',
      reason: refundReason ?? 'by-admin',
      refundedAt: refundedAt.toISOString(),
    });
  }
}

/** A credit that was given for the money that goes back, unless it was used. */
export async function withdrawCredit(manager: EntityManager, orderId: string): Promise<void> {
  await manager.delete(CreditEntity, { orderId, usedFor: IsNull() });
}

/** Has a round send back, from then on, what is missing. */
function owe(order: OrderEntity, nextLookAt: Date): void {
  Object.assign(order, { status: 'refunding', refundId: null, refundedAt: null, nextLookAt });
}

/** Cents that banks keep for good of what was paid for an order. */
async function keptByBanks(manager: EntityManager, id: string): Promise<number> {
  const kept = manager.createQueryBuilder(OrderEntity, 'paid').select(keptByBanksSql('paid.id'), 'cents');
  return (await kept.where('paid.id = :id', { id }).getRawOne<{ cents: number }>())?.cents ?? 0;
}

function lock(manager: EntityManager, id: string): Promise<OrderEntity | null> {
  return manager.findOne(OrderEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** The order stays as it is until its dispute has ended, which is followed by itself. */
async function noteDispute(manager: EntityManager, orderId: string): Promise<void> {
  const lastError = 'The payment is disputed; its bank decides first';
  await manager.update(OrderEntity, { id: orderId, status: 'refunding' }, { lastError });
}
