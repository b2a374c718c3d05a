import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { Jobs } from '#jobs';
import { Clock } from '#platform';
import { Ledger } from '../ledger/ledger.js';
import { type RefundLatePaymentPayload, refundLatePayment } from '../moves/refund-late-payment.definition.js';
import { hasTakenMoney } from '../orders/order-chargeback.js';
import { Receipts } from '../receipts/receipts.service.js';
import { type RefundAttempts, refundAttempts, refundProblem } from '../refunds/refund-attempts.js';
import { RefundFailures } from '../refunds/refund-failures.js';
import { chargeOf } from '../stripe/seen-intent.js';
import type { HeldPaymentEntity } from './held-payment.entity.js';
import { isMoving } from './held-payment.facts.js';
import { HeldPaymentsStore } from './held-payments.store.js';

const BACK = 'late-payment-refund';
const BACK_FAILED = 'late-payment-refund-failed';
const TAKEN = 'late-payment-chargeback';
const TAKEN_WON = 'late-payment-chargeback-won';

/** What the buyer of a held payment gets back, as Stripe tells of it. The callers have locked the row. */
@Injectable()
export class HeldRefunds {
  constructor(
    private readonly jobs: Jobs,
    private readonly ledger: Ledger,
    private readonly receipts: Receipts,
    private readonly failures: RefundFailures,
    private readonly store: HeldPaymentsStore,
    private readonly clock: Clock,
  ) {}

  /** Looks after the refund that was decided: it may succeed days later, and fail days after that. */
  async follow(manager: EntityManager, held: HeldPaymentEntity, intent: Stripe.PaymentIntent): Promise<void> {
    const attempts = refundAttempts(chargeOf(intent)?.refunds?.data ?? []);
    const { newest, doneCents, failed } = attempts;
    if (newest === null || held.buyerRefundCents === 0) return;
    if (isMoving(held.state)) {
      // One that failed is tried again by the round, not at once: the bank's reason hardly passes in seconds.
      if (newest.status === 'succeeded') await this.store.settleSoon(manager, held, newest.id);
      else await this.noteFailures(manager, held, attempts);
      return;
    }
    const wasBack = held.state === 'refunded' || held.state === 'resolved';
    if (!wasBack || failed.length === 0 || doneCents >= held.buyerRefundCents) return;
    await this.noteFailures(manager, held, attempts);
    await this.receipts.refunded(manager, 'held_payment', held.id, 0, this.clock.now());
    await this.store.act(manager, held, {
      command: { do: 'refund-failed' },
      actor: 'stripe',
      with: { refundId: null, lastError: held.lastError },
    });
  }

  /** Failures that nobody was told of, and the newest one's reason. */
  async noteFailures(
    manager: EntityManager,
    held: HeldPaymentEntity,
    attempts: RefundAttempts,
  ): Promise<void> {
    const { id: paymentId, agreementId, buyerId: userId } = held;
    const payment = { paymentId, agreementId, userId, purpose: 'held_payment' as const };
    await this.failures.note(manager, payment, attempts.failed);
    held.lastError = refundProblem(attempts);
    await manager.query('update held_payments set last_error = $2 where id = $1', [held.id, held.lastError]);
  }

  /** Money that came for a payment that is closed, or twice: it is the buyer's. */
  async sendBack(
    manager: EntityManager,
    held: HeldPaymentEntity,
    intent: Stripe.PaymentIntent,
  ): Promise<void> {
    const { id: paymentIntentId, amount_received: cents } = intent;
    const late = { heldPaymentId: held.id, paymentIntentId, cents };
    const entries = [
      ['stripe', cents],
      [`held:${held.id}`, -cents],
    ] as const;
    const came = { kind: 'late-payment', ref: paymentIntentId, entries };
    if (await this.ledger.post(manager, came, 'stripe')) {
      await this.jobs.add(manager, refundLatePayment, paymentIntentId, late);
    } else {
      await this.followLate(manager, held, late, chargeOf(intent)?.refunds?.data ?? []);
    }
  }

  /** Writes down what has become of the refund of a late payment. Repeating it changes nothing. */
  async followLate(
    manager: EntityManager,
    held: HeldPaymentEntity,
    { paymentIntentId, cents }: RefundLatePaymentPayload,
    refunds: readonly Stripe.Refund[],
  ): Promise<void> {
    const attempts = refundAttempts(refunds);
    const isBack = attempts.doneCents >= cents;
    if (isBack !== (await this.wasBack(manager, paymentIntentId))) {
      const { length: failed } = attempts.failed;
      const backCents = isBack ? cents : -cents;
      await this.ledger.post(
        manager,
        {
          kind: isBack ? BACK : BACK_FAILED,
          // What went back and failed goes back once more: a posting for each time.
          ref: failed === 0 ? paymentIntentId : `${paymentIntentId}:${failed}`,
          entries: [
            [`held:${held.id}`, backCents],
            ['stripe', -backCents],
          ],
        },
        'stripe',
      );
    }
    if (attempts.failed.length > 0) await this.noteFailures(manager, held, attempts);
  }

  /**
   * The payer's bank takes a late payment back before it was refunded; when it gives it up, the refund is still owed.
   * Repeating it changes nothing.
   */
  async chargedBackLate(
    manager: EntityManager,
    held: HeldPaymentEntity,
    intent: Stripe.PaymentIntent,
    dispute: Stripe.Dispute,
  ): Promise<void> {
    const { id: paymentIntentId, amount_received: cents } = intent;
    if (!hasTakenMoney(dispute) || !(await this.cameLate(manager, paymentIntentId))) return;
    const ref = `${paymentIntentId}:${dispute.id}`;
    const posting = (kind: string, takenCents: number) => ({
      ...{ kind, ref },
      entries: [
        [`held:${held.id}`, takenCents],
        ['stripe', -takenCents],
      ] as [`held:${string}` | 'stripe', number][],
    });
    await this.ledger.post(manager, posting(TAKEN, dispute.amount), 'stripe');
    if (dispute.status !== 'won') return;
    if (await this.ledger.post(manager, posting(TAKEN_WON, -dispute.amount), 'stripe')) {
      await this.jobs.add(manager, refundLatePayment, ref, {
        heldPaymentId: held.id,
        paymentIntentId,
        cents,
      });
    }
  }

  private async cameLate(manager: EntityManager, paymentIntentId: string): Promise<boolean> {
    const sql = `select 1 from ledger_transactions where kind = 'late-payment' and ref = $1`;
    return (await manager.query<unknown[]>(sql, [paymentIntentId])).length > 0;
  }

  private async wasBack(manager: EntityManager, paymentIntentId: string): Promise<boolean> {
    const [row] = await manager.query<{ times: number }[]>(
      `select coalesce(sum(case kind when '${BACK}' then 1 else -1 end), 0)::int as times from ledger_transactions
       where kind in ('${BACK}', '${BACK_FAILED}') and (ref = $1 or starts_with(ref, $1 || ':'))`,
      [paymentIntentId],
    );
    return (row?.times ?? 0) > 0;
  }
}
