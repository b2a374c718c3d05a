import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock, failpoint, HOUR_MS, inTransaction } from '#platform';
import { Receipts } from '../ledger/ledger.module.js';
import { isRefusal } from '../stripe/stripe.module.js';
import { isSettling } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { EscrowStore } from './escrow.store.js';
import { EscrowRefunds } from './escrow-refunds.service.js';
import { assertNotLeased, SettlementLease } from './settlement-lease.js';
import { type MovedMoney, StripeSettlement } from './stripe-settlement.js';

const NO_LEASE = { settlingBy: null, settlingUntil: null };

/** Brings a decided escrow to its end: the money at Stripe, then one transaction with everything that follows. */
@Injectable()
export class Settlement {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: EscrowStore,
    private readonly atStripe: StripeSettlement,
    private readonly receipts: Receipts,
    private readonly refunds: EscrowRefunds,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves the money. Null when there is nothing to move (any more).
   * @throws StripeError, whose reason stands in the row then; LeaseTakenError while somebody else moves it
   */
  async move(escrowId: string): Promise<MovedMoney | null> {
    const lease = await inTransaction(this.dataSource, async (manager) => {
      const escrow = await this.store.lock(manager, escrowId);
      return isSettling(escrow.state) ? SettlementLease.take(this.dataSource, manager, escrow) : null;
    });
    if (lease === null) return null;
    failpoint('payments.escrow.after-lease');
    try {
      const moved = await lease.during(() => this.atStripe.carryOut(lease));
      failpoint('payments.escrow.after-moves');
      await this.endLease(lease, moved);
      return moved;
    } catch (error) {
      await this.noteRefusal(lease, error);
      throw error;
    }
  }

  /** Writes down that the money has moved, or why the buyer's part has not. */
  async close(manager: EntityManager, escrowId: string, moved: MovedMoney): Promise<void> {
    const escrow = await this.store.lock(manager, escrowId);
    if (escrow.settledAt !== null) return;
    const { refunds, transferId } = moved;
    if (this.atStripe.isComplete(escrow, refunds.doneId, transferId)) {
      await this.settled(manager, escrow, refunds.doneId, transferId);
      return;
    }
    await this.refunds.noteFailures(manager, escrow, refunds);
    await this.giveUp(manager, escrowId);
  }

  /** What Stripe has moved of an escrow whose money is on its way; null for one that is not decided or settled. */
  async find(escrowId: string): Promise<MovedMoney | null> {
    const escrow = await this.dataSource.manager.findOneBy(EscrowEntity, { id: escrowId });
    return escrow && isUnderWay(escrow) ? this.atStripe.find(escrow) : null;
  }

  /**
   * Before anything else is decided about an escrow whose money was on its way: if Stripe has moved all of it and only
   * our note of it is missing, it is written down now. The caller has locked the row.
   * @param found by `find` before
   * @throws LeaseTakenError while its money is being moved: what comes of that must be known first
   */
  async catchUp(manager: EntityManager, escrow: EscrowEntity, found: MovedMoney | null): Promise<void> {
    if (!isUnderWay(escrow)) return;
    await assertNotLeased(manager, escrow);
    // Moved after the caller's look, it stands in the row.
    const refundId = found?.refunds.doneId ?? escrow.refundId;
    const transferId = found?.transferId ?? escrow.transferId;
    if (this.atStripe.isComplete(escrow, refundId, transferId)) {
      await this.settled(manager, escrow, refundId, transferId);
    }
  }

  /** The next round looks after it in an hour. */
  async giveUp(manager: EntityManager, escrowId: string): Promise<void> {
    const nextLookAt = new Date(this.clock.now().getTime() + HOUR_MS);
    await manager.update(EscrowEntity, { id: escrowId }, { nextLookAt });
  }

  private async settled(
    manager: EntityManager,
    escrow: EscrowEntity,
    refundId: string | null,
    transferId: string | null,
  ): Promise<void> {
    await this.store.act(manager, escrow, {
      command: { do: 'settled' },
      actor: 'stripe',
      with: { refundId, transferId, lastError: null },
    });
    const { id, buyerRefundCents } = escrow;
    if (buyerRefundCents > 0) {
      await this.receipts.refunded(manager, 'held_payment', id, buyerRefundCents, this.clock.now());
    }
  }

  /** What was moved stands in the row from now on, and others may look at it. */
  private async endLease(
    { escrow, token }: SettlementLease,
    { refunds, transferId }: MovedMoney,
  ): Promise<void> {
    await this.dataSource.manager.update(
      EscrowEntity,
      { id: escrow.id, settlingBy: token },
      {
        ...(refunds.doneId === null ? {} : { refundId: refunds.doneId }),
        ...(transferId === null ? {} : { transferId }),
        ...NO_LEASE,
      },
    );
  }

  private async noteRefusal({ escrow, token }: SettlementLease, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    // After a refusal nothing was made, so the next try may have a key of its own. After silence it may not.
    await this.dataSource.manager.update(
      EscrowEntity,
      { id: escrow.id, settlingBy: token },
      {
        lastError: reason.slice(0, 500),
        ...(isRefusal(error) ? { attempt: () => 'attempt + 1' } : {}),
        ...NO_LEASE,
      },
    );
  }
}

/** It is decided and not settled, also when a bank has taken it back since. */
function isUnderWay(escrow: EscrowEntity): boolean {
  const state = escrow.state === 'disputed' ? escrow.stateBeforeChargeback : escrow.state;
  return state !== null && isSettling(state);
}
