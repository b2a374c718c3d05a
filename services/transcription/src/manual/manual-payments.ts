import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type ManualTranscriptionPaid, manualOverdue, manualTranscriptionHours } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, HOUR_MS } from '#platform';
import { lockAgreement } from '../transcripts/agreement-lock.js';
import { ManualOrderEntity } from './manual-order.entity.js';
import { canMove } from './manual-order.state.js';

/** What paying does to the orders of transcripts by people, and what a missed hour does. */
@Injectable()
export class ManualPayments {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The clock of the order runs from now on. One that was delivered before it was paid is only marked as paid. */
  async paid(manager: EntityManager, payment: ManualTranscriptionPaid): Promise<void> {
    const { agreementId, paymentId, userId } = payment;
    const paidAt = new Date(payment.paidAt);
    await lockAgreement(manager, agreementId);
    await manager.query(
      `insert into manual_orders (id, agreement_id, owner_id, requested_at) values ($1, $2, $3, $4)
       on conflict (agreement_id) do nothing`,
      [uuidv7(), agreementId, userId, paidAt],
    );
    const order = await manager.findOneByOrFail(ManualOrderEntity, { agreementId });
    Object.assign(order, { paymentId, paidAt });
    if (canMove(order.status, 'paid')) {
      order.status = 'paid';
      order.dueAt = new Date(paidAt.getTime() + manualTranscriptionHours * HOUR_MS);
    }
    await manager.save(order);
  }

  /** Pays a late order back. Answers false when it was delivered, or paid back, in the meantime. */
  payBack(orderId: string, agreementId: string): Promise<boolean> {
    return this.outbox.transaction(async (manager) => {
      await lockAgreement(manager, agreementId);
      const order = await manager.findOneByOrFail(ManualOrderEntity, { id: orderId });
      const isLate = order.status === 'paid' && order.dueAt !== null && order.dueAt <= this.clock.now();
      if (!isLate || order.paymentId === null) return false;
      order.status = 'refunded';
      await manager.save(order);
      const { ownerId, paymentId } = order;
      await this.outbox.add(manager, manualOverdue, { agreementId, ownerId, orderId, paymentId });
      return true;
    });
  }
}
