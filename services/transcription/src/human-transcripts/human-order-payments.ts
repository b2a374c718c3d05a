import { Controller, Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, In, IsNull, LessThanOrEqual, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  type EventEnvelope,
  type HumanTranscriptPaid,
  humanTranscriptHours,
  humanTranscriptOverdue,
  humanTranscriptPaid,
  type PaymentRefunded,
  paymentRefunded,
} from '#contracts';
import type { ScheduleHandler } from '#jobs';
import { OnEvent } from '#messaging';
import { Inbox, Outbox } from '#outbox';
import { Clock, HOUR_MS, LOGGER } from '#platform';
import { lockAgreement } from '../recordings/recordings.module.js';
import { canMove, currentOrder, ensureOrder, HumanOrderEntity } from './human-order.entity.js';

/** What paying does to the orders of transcripts by people, and what a missed hour does. */
@Injectable()
export class HumanOrderPayments {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * The clock of the order runs from now on. One that was delivered before it was paid is only marked as paid. An order
   * keeps its payment: another payment, after the money of the first went back or while it does, is of another order.
   */
  async paid(manager: EntityManager, payment: HumanTranscriptPaid): Promise<void> {
    const { agreementId, paymentId, userId } = payment;
    const paidAt = new Date(payment.paidAt);
    await lockAgreement(manager, agreementId);
    const order =
      (await manager.findOneBy(HumanOrderEntity, { agreementId, paymentId })) ??
      (await this.orderToPay(manager, { agreementId, ownerId: userId, requestedAt: paidAt }));
    Object.assign(order, { paymentId, paidAt });
    if (canMove(order.status, 'paid')) {
      order.status = 'paid';
      order.dueAt = new Date(paidAt.getTime() + humanTranscriptHours * HOUR_MS);
    }
    await manager.save(order);
  }

  /**
   * The clock of the order that this payment is of stops, and nobody transcribes it any more. What was delivered stays so.
   * @throws Error when its payment is not known yet, which its own event tells
   */
  async refunded(manager: EntityManager, refund: PaymentRefunded): Promise<void> {
    const { agreementId, paymentId, purpose } = refund;
    if (purpose !== 'manual_transcription') return;
    await lockAgreement(manager, agreementId);
    const order =
      (await manager.findOneBy(HumanOrderEntity, { agreementId, paymentId })) ??
      (await currentOrder(manager, agreementId));
    if (!order || (order.paymentId ?? paymentId) !== paymentId) {
      throw new Error(`agreement ${agreementId}: what went back is not known to be paid`);
    }
    if (!canMove(order.status, 'refunded')) return;
    Object.assign(order, { status: 'refunded', paymentId });
    await manager.save(order);
  }

  /** Pays a late order back. Answers false when it was delivered, or paid back, in the meantime. */
  payBack(orderId: string, agreementId: string): Promise<boolean> {
    return this.outbox.transaction(async (manager) => {
      await lockAgreement(manager, agreementId);
      const order = await manager.findOneByOrFail(HumanOrderEntity, { id: orderId });
      const isLate = order.status === 'paid' && order.dueAt !== null && order.dueAt <= this.clock.now();
      if (!isLate || order.paymentId === null) return false;
      order.status = 'refunded';
      await manager.save(order);
      const { ownerId, paymentId } = order;
      await this.outbox.add(manager, humanTranscriptOverdue, { agreementId, ownerId, orderId, paymentId });
      return true;
    });
  }

  private async orderToPay(
    manager: EntityManager,
    made: Pick<HumanOrderEntity, 'agreementId' | 'ownerId' | 'requestedAt'>,
  ): Promise<HumanOrderEntity> {
    const now = this.clock.now();
    const isOver = ({ status, paidAt }: HumanOrderEntity) =>
      status === 'refunded' || (paidAt !== null && paidAt < made.requestedAt);
    const { order } = await ensureOrder(manager, made, { now, isOver });
    if (order.paidAt === null) return order;
    // A payment of before, told only now: the order that counts has a newer one.
    const before = { id: uuidv7(), ...made, status: 'requested', replacedAt: now } as const;
    return manager.create(HumanOrderEntity, before);
  }
}

@Controller()
export class HumanOrderPaymentsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly payments: HumanOrderPayments,
  ) {}

  @OnEvent(humanTranscriptPaid, 'start-manual-clock')
  startHumanClock(event: EventEnvelope<HumanTranscriptPaid>): Promise<boolean> {
    return this.inbox.once(event, 'start-manual-clock', (manager) => this.payments.paid(manager, event.data));
  }

  @OnEvent(paymentRefunded)
  stopHumanClock(event: EventEnvelope<PaymentRefunded>): Promise<boolean> {
    return this.inbox.once(event, 'stop-human-clock', (manager) =>
      this.payments.refunded(manager, event.data),
    );
  }
}

const BATCH = 50;

/** Looks for paid orders whose day is over. */
@Injectable()
export class PayBackLateOrders implements ScheduleHandler {
  readonly schedule = { name: 'pay-back-late-orders', everyMs: 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: HumanOrderPayments,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Each late order is tried once in a round; one that fails waits for the next and holds up nobody. */
  async round(signal: AbortSignal): Promise<void> {
    const skipped: string[] = [];
    for (;;) {
      const late = await this.dataSource.manager.find(HumanOrderEntity, {
        select: { id: true, agreementId: true },
        where: {
          ...{ status: 'paid', dueAt: LessThanOrEqual(this.clock.now()) },
          ...{ paymentId: Not(IsNull()), id: Not(In(skipped)) },
        },
        order: { dueAt: 'ASC', id: 'ASC' },
        take: BATCH,
      });
      if (late.length === 0) return;
      for (const { id, agreementId } of late) {
        if (signal.aborted) return;
        const isDone = await this.payments.payBack(id, agreementId).catch((error: unknown) => {
          this.logger.error({ err: error, orderId: id }, 'late order will be paid back in the next round');
          return false;
        });
        if (!isDone) skipped.push(id);
      }
    }
  }
}
