import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { defineJob, Jobs } from '#jobs';
import { Clock } from '#platform';
import { Ledger, type LedgerTransaction, Receipts } from '../ledger/ledger.module.js';
import {
  chargeOf,
  hasTakenMoney,
  keptCents,
  type RefundAttempts,
  RefundFailures,
  refundAttempts,
  refundProblem,
  withdrawnCents,
} from '../stripe/stripe.module.js';
import { backCents, isSettling, isUndecided } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { BUYER_ID, ESCROW_ID, type LatePayment } from './escrow.repository.js';
import { EscrowStore } from './escrow.store.js';
import { isOver, waitsIn } from './settlement.state.js';

/** Gives back what was paid for an escrow that was closed already. */
export const refundLatePayment = defineJob<LatePayment>('refund-late-payment', {
  attempts: 12,
  backoffMs: 2000,
  concurrency: 1,
});

const CAME = 'late-payment';
const BACK = 'late-payment-refund';
const BACK_FAILED = 'late-payment-refund-failed';
const TAKEN = 'late-payment-chargeback';
const TAKEN_WON = 'late-payment-chargeback-won';

/** What the buyer of an escrow gets back, as Stripe tells of it. The callers have locked the row. */
@Injectable()
export class EscrowRefunds {
  constructor(
    private readonly jobs: Jobs,
    private readonly ledger: Ledger,
    private readonly receipts: Receipts,
    private readonly failures: RefundFailures,
    private readonly store: EscrowStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks after the refund that was decided: it may succeed days later, and fail days after that. One that somebody has
   * made at Stripe before anything was decided counts, too; one that goes beyond what was decided is for the job that
   * moves the money, which knows whether the seller was paid, and our loss once nothing is held any more.
   */
  async follow(manager: EntityManager, escrow: EscrowEntity, intent: Stripe.PaymentIntent): Promise<void> {
    const attempts = refundAttempts(chargeOf(intent)?.refunds?.data ?? []);
    const { newest, doneCents, doneId } = attempts;
    if (newest === null) return;
    const isDecided = waitsIn(escrow) !== null || isOver(escrow);
    if (!isDecided) return this.followByHand(manager, escrow, attempts);
    if (!isOver(escrow) && escrow.buyerRefundCents === 0 && doneCents === 0) return;
    if (await this.isOutdated(manager, escrow, attempts)) return;
    await this.noteExcess(manager, escrow, attempts);
    if (doneCents < backCents(escrow)) {
      const cents = backCents(escrow) - doneCents;
      await this.store.act(manager, escrow, {
        command: { do: 'refund-returned', cents },
        actor: 'stripe',
        with: { refundId: doneId },
      });
      await this.noteFailures(manager, escrow, attempts);
      await this.receipts.refunded(manager, 'held_payment', escrow.id, toldCents(escrow), this.clock.now());
    } else if (isSettling(escrow.state)) {
      // One that failed is tried again by the round, not at once: the bank's reason hardly passes in seconds.
      if (newest.status === 'succeeded') await this.store.settleSoon(manager, escrow, newest.id);
      else await this.noteFailures(manager, escrow, attempts);
    } else if (isOver(escrow)) {
      // Sent by hand beyond what was decided: nothing of it is owed.
      await this.tellFailures(manager, escrow, attempts, false);
    }
  }

  /** People make refunds at Stripe, which may fail, before anything is decided. */
  private async followByHand(
    manager: EntityManager,
    escrow: EscrowEntity,
    attempts: RefundAttempts,
  ): Promise<void> {
    const { all, doneCents } = attempts;
    if (!isUndecided(escrow.state)) return;
    if (await this.failures.isOutdated(manager, all, doneCents < escrow.byHandCents)) return;
    const command = { do: 'refunded-by-hand', cents: doneCents } as const;
    await this.store.act(manager, escrow, { command, actor: 'stripe' });
    await this.tellFailures(manager, escrow, attempts, false);
  }

  /**
   * What has gone back by hand beyond what was decided, once nothing is held any more. By a look at Stripe that is not
   * outdated.
   */
  async noteExcess(
    manager: EntityManager,
    escrow: EscrowEntity,
    { doneCents }: RefundAttempts,
  ): Promise<void> {
    const { id, buyerRefundCents, excessRefundCents } = escrow;
    const cents = Math.max(0, doneCents - buyerRefundCents);
    if (!isOver(escrow) || cents === excessRefundCents) return;
    await this.store.act(manager, escrow, { command: { do: 'refunded-beyond', cents }, actor: 'stripe' });
    await this.receipts.refunded(manager, 'held_payment', id, buyerRefundCents + cents, this.clock.now());
  }

  /** Whether a look at the refunds of a decided escrow is older than what is written down. */
  isOutdated(
    manager: EntityManager,
    escrow: EscrowEntity,
    { all, doneCents }: RefundAttempts,
  ): Promise<boolean> {
    const toldCents = backCents(escrow) + escrow.excessRefundCents;
    return this.failures.isOutdated(manager, all, doneCents < toldCents);
  }

  /**
   * Failures that nobody was told of, and the newest one's reason.
   * @param owedCents what goes back in all
   */
  async noteFailures(
    manager: EntityManager,
    escrow: EscrowEntity,
    attempts: RefundAttempts,
    owedCents = escrow.buyerRefundCents,
  ): Promise<void> {
    await this.tellFailures(manager, escrow, attempts, attempts.doneCents < owedCents);
    escrow.lastError = refundProblem(attempts);
    await manager.update(EscrowEntity, { id: escrow.id }, { lastError: escrow.lastError });
  }

  private async tellFailures(
    manager: EntityManager,
    { id: paymentId, agreementId, buyerId: userId }: EscrowEntity,
    { failed }: RefundAttempts,
    isTriedAgain: boolean,
  ): Promise<void> {
    const payment = { paymentId, agreementId, userId, purpose: 'held_payment' as const, isTriedAgain };
    await this.failures.note(manager, payment, failed);
  }

  /** Money that came for an escrow that is closed, or twice: it is the buyer's. */
  async sendBack(manager: EntityManager, escrow: EscrowEntity, intent: Stripe.PaymentIntent): Promise<void> {
    const { id: paymentIntentId, amount_received: cents } = intent;
    const entries = [
      ['stripe', cents],
      [`held:${escrow.id}`, -cents],
    ] as const;
    const came = { kind: CAME, ref: paymentIntentId, entries };
    if (await this.ledger.post(manager, came, 'stripe')) {
      const late = { [ESCROW_ID]: escrow.id, agreementId: escrow.agreementId, paymentIntentId, cents };
      await this.jobs.add(manager, refundLatePayment, paymentIntentId, late);
    } else {
      await this.followLate(manager, escrow, intent, chargeOf(intent)?.refunds?.data ?? []);
    }
  }

  /**
   * Writes down what has become of the refund of a late payment, and tells its payer. Repeating it changes nothing, nor
   * does a look that is older than another one's.
   */
  async followLate(
    manager: EntityManager,
    escrow: EscrowEntity,
    intent: Stripe.PaymentIntent,
    refunds: readonly Stripe.Refund[],
  ): Promise<void> {
    const { id: paymentIntentId } = intent;
    const attempts = refundAttempts(refunds);
    const { doneCents, failed } = attempts;
    const account = `held:${escrow.id}` as const;
    const known = { kinds: [BACK, BACK_FAILED], ref: paymentIntentId };
    const cents = doneCents - (await this.ledger.sum(manager, account, known));
    if (await this.failures.isOutdated(manager, refunds, cents < 0)) return;
    if (cents !== 0) {
      const isPosted = await this.ledger.post(
        manager,
        {
          kind: cents > 0 ? BACK : BACK_FAILED,
          // Between two failures more and more goes back.
          ref: `${paymentIntentId}:${failed.length}:${doneCents}`,
          entries: [
            [account, cents],
            ['stripe', -cents],
          ],
        },
        'stripe',
      );
      // Another buyer may have taken their place meanwhile: mails about an escrow go to its own.
      if (cents > 0 && isPosted && isOfBuyer(escrow, intent))
        await this.store.act(manager, escrow, { command: { do: 'late-refunded', cents }, actor: 'stripe' });
    }
    if (failed.length > 0) await this.noteFailures(manager, escrow, attempts, intent.amount_received);
  }

  /**
   * The payer's bank takes a late payment back; what of it the bank does not keep is still owed, unless it was refunded
   * before. Repeating it changes nothing.
   */
  async chargedBackLate(
    manager: EntityManager,
    escrow: EscrowEntity,
    intent: Stripe.PaymentIntent,
    dispute: Stripe.Dispute,
  ): Promise<void> {
    const { id: paymentIntentId, amount_received: cents } = intent;
    if (!hasTakenMoney(dispute) || !(await this.ledger.isPosted(manager, CAME, paymentIntentId))) return;
    const account = `held:${escrow.id}` as const;
    const ref = `${paymentIntentId}:${dispute.id}`;
    const taking = (kind: string, takenCents: number, times = ref): LedgerTransaction => ({
      ...{ kind, ref: times },
      entries: [
        [account, takenCents],
        ['stripe', -takenCents],
      ],
    });
    await this.ledger.post(manager, taking(TAKEN, withdrawnCents(dispute)), 'stripe');
    if (dispute.status !== 'won' && dispute.status !== 'lost') return;
    const taken = await this.ledger.sum(manager, account, { kinds: [TAKEN, TAKEN_WON], ref });
    const kept = keptCents(dispute);
    // Less and less is kept.
    if (kept < taken)
      await this.ledger.post(manager, taking(TAKEN_WON, kept - taken, `${ref}:${kept}`), 'stripe');
    const late = { [ESCROW_ID]: escrow.id, agreementId: escrow.agreementId, paymentIntentId, cents };
    await this.jobs.add(manager, refundLatePayment, `${ref}:${kept}`, late);
  }
}

/** Whether who pays it is the buyer, as the row has it now. Those of the release before do not say who pays. */
export const isOfBuyer = ({ buyerId }: EscrowEntity, { metadata }: Stripe.PaymentIntent): boolean =>
  (metadata[BUYER_ID] ?? String(buyerId)) === String(buyerId);

/** What its receipt says has gone back: nothing before all has. */
const toldCents = ({ settledAt, buyerRefundCents }: EscrowEntity): number =>
  settledAt === null ? 0 : buyerRefundCents;
