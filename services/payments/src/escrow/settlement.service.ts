import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock, failpoint, HOUR_MS, inTransaction } from '#platform';
import { Receipts } from '../ledger/ledger.module.js';
import { isRefusal, isRepeated } from '../stripe/stripe.module.js';
import { isSettling } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { EscrowStore } from './escrow.store.js';
import { EscrowRefunds } from './escrow-refunds.service.js';
import { waitsIn } from './settlement.state.js';
import { assertNotLeased, hasNoLease, LeaseTakenError, SettlementLease } from './settlement-lease.js';
import { isSellerPaid, type MovedMoney, StripeSettlement } from './stripe-settlement.js';

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

  /**
   * Writes down that the money has moved, or why the buyer's part has not.
   * @throws LeaseTakenError when it may have moved since
   */
  async close(manager: EntityManager, escrowId: string, moved: MovedMoney): Promise<void> {
    const escrow = await this.store.lock(manager, escrowId);
    if (escrow.settledAt !== null) return;
    if (!(await this.refunds.isOutdated(manager, escrow, moved.refunds))) {
      if (this.atStripe.isSentBackByHand(escrow, moved)) return this.backToPeople(manager, escrow, moved);
      if (this.atStripe.isComplete(escrow, moved)) return this.settled(manager, escrow, moved);
      await this.refunds.noteFailures(manager, escrow, moved.refunds);
      await this.settledInPart(manager, escrow, moved);
    }
    await this.giveUp(manager, escrowId);
  }

  /** What Stripe has moved of an escrow, whether it is decided or not; null for one that was never to be paid. */
  async find(escrowId: string): Promise<MovedMoney | null> {
    const escrow = await this.dataSource.manager.findOneBy(EscrowEntity, { id: escrowId });
    return escrow && escrow.paymentIntentId !== null ? this.atStripe.find(escrow) : null;
  }

  /**
   * Before anything else is decided about an escrow whose money was on its way: what Stripe has moved of it, all or a
   * part, and only our note is missing of, is written down now. The caller has locked the row.
   * @param found by `find` before
   * @throws LeaseTakenError while its money is being moved, or was since the caller's look: what comes of that must be
   * known first
   */
  async catchUp(manager: EntityManager, escrow: EscrowEntity, found: MovedMoney | null): Promise<void> {
    if (waitsIn(escrow) === null) return;
    await assertNotLeased(manager, escrow);
    if (found === null || (await this.isOlder(manager, escrow, found)))
      throw new LeaseTakenError(`the money of escrow ${escrow.id} has moved since it was looked for`);
    if (this.atStripe.isComplete(escrow, found)) await this.settled(manager, escrow, found);
    else await this.settledInPart(manager, escrow, found);
  }

  /** What was moved after a look stands in the row. */
  private async isOlder(manager: EntityManager, escrow: EscrowEntity, found: MovedMoney): Promise<boolean> {
    const { refundId, transferId } = escrow;
    if (transferId !== null && !found.transfers.ids.includes(transferId)) return true;
    if (refundId !== null && !found.refunds.all.some(({ id }) => id === refundId)) return true;
    return this.refunds.isOutdated(manager, escrow, found.refunds);
  }

  /** The next round looks after it in an hour. */
  async giveUp(manager: EntityManager, escrowId: string): Promise<void> {
    const nextLookAt = new Date(this.clock.now().getTime() + HOUR_MS);
    await manager.update(EscrowEntity, { id: escrowId }, { nextLookAt });
  }

  /** The seller was not paid when the lease ended, and nobody has had it since. */
  private async backToPeople(
    manager: EntityManager,
    escrow: EscrowEntity,
    { refunds }: MovedMoney,
  ): Promise<void> {
    if (escrow.transferId !== null || !(await hasNoLease(manager, escrow)))
      throw new LeaseTakenError(`the money of escrow ${escrow.id} has moved since it was looked for`);
    await this.store.act(manager, escrow, {
      command: { do: 'refunded-by-hand', cents: refunds.doneCents },
      actor: 'stripe',
      with: { refundId: refunds.doneId, lastError: null },
    });
  }

  private async settled(
    manager: EntityManager,
    escrow: EscrowEntity,
    { refunds, transfers }: MovedMoney,
  ): Promise<void> {
    const { id, buyerRefundCents, sellerGrossCents } = escrow;
    const refundId = buyerRefundCents > 0 ? refunds.doneId : null;
    const transferId = sellerGrossCents > 0 ? (escrow.transferId ?? transfers.transferId) : null;
    await this.store.act(manager, escrow, {
      command: { do: 'settled' },
      actor: 'stripe',
      with: { refundId, transferId, lastError: null },
    });
    if (buyerRefundCents > 0) {
      await this.receipts.refunded(manager, 'held_payment', id, buyerRefundCents, this.clock.now());
    }
    await this.refunds.noteExcess(manager, escrow, refunds);
  }

  private async settledInPart(
    manager: EntityManager,
    escrow: EscrowEntity,
    { refunds: { doneCents, doneId }, transfers }: MovedMoney,
  ): Promise<void> {
    const isPaid = escrow.sellerGrossCents > 0 && isSellerPaid(escrow, transfers);
    await this.store.act(manager, escrow, {
      command: { do: 'settled-in-part', refundedCents: doneCents, isSellerPaid: isPaid },
      actor: 'stripe',
      with: {
        refundId: doneId,
        ...(isPaid ? { transferId: escrow.transferId ?? transfers.transferId } : {}),
      },
    });
  }

  /** What was moved stands in the row from now on, and others may look at it. */
  private async endLease(
    { escrow, token }: SettlementLease,
    { refunds, transfers: { transferId } }: MovedMoney,
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
    // After a refusal nothing was made, so the next try may have a key of its own; and after a failure that Stripe only
    // repeats, because that try looks first whether it was made all the same. After silence it may not: it may still be.
    await this.dataSource.manager.update(
      EscrowEntity,
      { id: escrow.id, settlingBy: token },
      {
        lastError: reason.slice(0, 500),
        ...(isRefusal(error) || isRepeated(error) ? { attempt: () => 'attempt + 1' } : {}),
        ...NO_LEASE,
      },
    );
  }
}
