import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock, HOUR_MS } from '#platform';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { isMoving } from '../held/held-payment.facts.js';
import { HeldPaymentsStore } from '../held/held-payments.store.js';
import { Receipts } from '../receipts/receipts.service.js';
import { MoneyMoves, type Moves } from './money-moves.js';

/** Brings a decided payment to its end: the money at Stripe, then one transaction with everything that follows. */
@Injectable()
export class Settlement {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: HeldPaymentsStore,
    private readonly moves: MoneyMoves,
    private readonly receipts: Receipts,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves the money. Null when there is nothing to move (any more).
   * @throws StripeError; the reason stands in the row then
   */
  async move(heldPaymentId: string): Promise<Moves | null> {
    const answer = await this.dataSource.transaction(async (manager) => {
      // Locked while Stripe works: a chargeback that comes now waits, and then sees what was moved.
      const held = await this.store.lock(manager, heldPaymentId);
      if (!isMoving(held.state)) return { moves: null };
      try {
        return { moves: await this.moves.carryOut(manager, held) };
      } catch (error) {
        await this.noteRefusal(manager, held, error);
        return { error };
      }
    });
    if ('error' in answer) throw answer.error;
    return answer.moves;
  }

  /** Writes down that the money has moved. */
  async close(manager: EntityManager, heldPaymentId: string, moves: Moves): Promise<void> {
    const held = await this.store.lock(manager, heldPaymentId);
    if (held.settledAt !== null) return;
    await this.settled(manager, held, moves);
  }

  /**
   * Before anything else is decided about a payment whose money was on its way: if Stripe has moved all of it and only
   * our note of it is missing, it is written down now. The caller has locked the row.
   */
  async catchUp(manager: EntityManager, held: HeldPaymentEntity): Promise<void> {
    const state = held.state === 'disputed' ? held.stateBeforeChargeback : held.state;
    if (state === null || !isMoving(state)) return;
    const moves = await this.moves.find(held);
    if (this.moves.isComplete(held, moves)) await this.settled(manager, held, moves);
  }

  /** The next round looks after it in an hour. */
  async giveUp(manager: EntityManager, heldPaymentId: string): Promise<void> {
    const nextLookAt = new Date(this.clock.now().getTime() + HOUR_MS);
    await manager.query('update held_payments set next_look_at = $2 where id = $1', [
      heldPaymentId,
      nextLookAt,
    ]);
  }

  private async settled(manager: EntityManager, held: HeldPaymentEntity, moves: Moves): Promise<void> {
    await this.store.act(manager, held, {
      command: { do: 'settled' },
      actor: 'stripe',
      with: { ...moves, lastError: null },
    });
    const { id, buyerRefundCents } = held;
    if (buyerRefundCents > 0) {
      await this.receipts.refunded(manager, 'held_payment', id, buyerRefundCents, this.clock.now());
    }
  }

  private async noteRefusal(manager: EntityManager, held: HeldPaymentEntity, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    // After a refusal nothing was made, so the next try may have a key of its own. After silence it may not.
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripePermissionError;
    await manager.query('update held_payments set last_error = $2, attempt = attempt + $3 where id = $1', [
      held.id,
      reason.slice(0, 500),
      isRefused ? 1 : 0,
    ]);
  }
}
