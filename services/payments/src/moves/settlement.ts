import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock, failpoint, HOUR_MS, inTransaction } from '#platform';
import { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { isMoving } from '../held/held-payment.facts.js';
import { HeldPaymentsStore } from '../held/held-payments.store.js';
import { HeldRefunds } from '../held/held-refunds.js';
import { Receipts } from '../receipts/receipts.service.js';
import { MoneyMoves, type Moves } from './money-moves.js';
import { assertNobodysTurn, SettlingTurn } from './settling-turn.js';

/** Brings a decided payment to its end: the money at Stripe, then one transaction with everything that follows. */
@Injectable()
export class Settlement {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: HeldPaymentsStore,
    private readonly moves: MoneyMoves,
    private readonly receipts: Receipts,
    private readonly refunds: HeldRefunds,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves the money. Null when there is nothing to move (any more).
   * @throws StripeError, whose reason stands in the row then; TurnTakenError while somebody else moves it
   */
  async move(heldPaymentId: string): Promise<Moves | null> {
    const turn = await inTransaction(this.dataSource, async (manager) => {
      const held = await this.store.lock(manager, heldPaymentId);
      return isMoving(held.state) ? SettlingTurn.take(this.dataSource, manager, held) : null;
    });
    if (turn === null) return null;
    failpoint('payments.held.after-turn');
    try {
      const moves = await turn.during(() => this.moves.carryOut(turn));
      failpoint('payments.held.after-moves');
      await this.endTurn(turn, moves);
      return moves;
    } catch (error) {
      await this.noteRefusal(turn, error);
      throw error;
    }
  }

  /** Writes down that the money has moved, or why the buyer's part has not. */
  async close(manager: EntityManager, heldPaymentId: string, moves: Moves): Promise<void> {
    const held = await this.store.lock(manager, heldPaymentId);
    if (held.settledAt !== null) return;
    const { refunds, transferId } = moves;
    if (this.moves.isComplete(held, refunds.doneId, transferId)) {
      await this.settled(manager, held, refunds.doneId, transferId);
      return;
    }
    await this.refunds.noteFailures(manager, held, refunds);
    await this.giveUp(manager, heldPaymentId);
  }

  /** What Stripe has moved of a payment whose money is on its way; null for one that is not decided or settled. */
  async find(heldPaymentId: string): Promise<Moves | null> {
    const held = await this.dataSource.manager.findOneBy(HeldPaymentEntity, { id: heldPaymentId });
    return held && isUnderWay(held) ? this.moves.find(held) : null;
  }

  /**
   * Before anything else is decided about a payment whose money was on its way: if Stripe has moved all of it and only
   * our note of it is missing, it is written down now. The caller has locked the row.
   * @param found by `find` before
   * @throws TurnTakenError while its money is being moved: what comes of that must be known first
   */
  async catchUp(manager: EntityManager, held: HeldPaymentEntity, found: Moves | null): Promise<void> {
    if (!isUnderWay(held)) return;
    await assertNobodysTurn(manager, held);
    // Moved after the caller's look, it stands in the row.
    const refundId = found?.refunds.doneId ?? held.refundId;
    const transferId = found?.transferId ?? held.transferId;
    if (this.moves.isComplete(held, refundId, transferId)) {
      await this.settled(manager, held, refundId, transferId);
    }
  }

  /** The next round looks after it in an hour. */
  async giveUp(manager: EntityManager, heldPaymentId: string): Promise<void> {
    const nextLookAt = new Date(this.clock.now().getTime() + HOUR_MS);
    await manager.query('update held_payments set next_look_at = $2 where id = $1', [
      heldPaymentId,
      nextLookAt,
    ]);
  }

  private async settled(
    manager: EntityManager,
    held: HeldPaymentEntity,
    refundId: string | null,
    transferId: string | null,
  ): Promise<void> {
    await this.store.act(manager, held, {
      command: { do: 'settled' },
      actor: 'stripe',
      with: { refundId, transferId, lastError: null },
    });
    const { id, buyerRefundCents } = held;
    if (buyerRefundCents > 0) {
      await this.receipts.refunded(manager, 'held_payment', id, buyerRefundCents, this.clock.now());
    }
  }

  /** What was moved stands in the row from now on, and others may look at it. */
  private async endTurn({ held, token }: SettlingTurn, { refunds, transferId }: Moves): Promise<void> {
    await this.dataSource.query(
      `update held_payments set refund_id = coalesce($3, refund_id), transfer_id = coalesce($4, transfer_id),
         settling_by = null, settling_until = null where id = $1 and settling_by = $2`,
      [held.id, token, refunds.doneId, transferId],
    );
  }

  private async noteRefusal({ held, token }: SettlingTurn, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    // After a refusal nothing was made, so the next try may have a key of its own. After silence it may not.
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripePermissionError;
    await this.dataSource.query(
      `update held_payments set last_error = $3, attempt = attempt + $4, settling_by = null, settling_until = null
       where id = $1 and settling_by = $2`,
      [held.id, token, reason.slice(0, 500), isRefused ? 1 : 0],
    );
  }
}

/** It is decided and not settled, also when a bank has taken it back since. */
function isUnderWay(held: HeldPaymentEntity): boolean {
  const state = held.state === 'disputed' ? held.stateBeforeChargeback : held.state;
  return state !== null && isMoving(state);
}
