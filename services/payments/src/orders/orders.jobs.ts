import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type { Commit, JobHandler, JobRun, ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, dueBy, failpoint, HOUR_MS, LOGGER } from '#platform';
import { PaymentIntents } from '../stripe/stripe.module.js';
import { FIRST_LOOK_MS } from './order-intents.js';
import { OrderRefunds, type RefundOrderPayload, refundOrder } from './order-refunds.service.js';
import { OrderEntity } from './orders.entities.js';
import { type CloseOrderPayload, closeOrder, isWithdrawn, OrdersService } from './orders.service.js';

@Injectable()
export class CloseOrder implements JobHandler<CloseOrderPayload> {
  readonly job = closeOrder;

  constructor(
    private readonly orders: OrdersService,
    private readonly intents: PaymentIntents,
  ) {}

  async run({ payload }: JobRun<CloseOrderPayload>): Promise<Commit> {
    const { paymentIntentId } = await this.orders.find(payload.orderId);
    if (paymentIntentId === null) return () => Promise.resolve();
    const intent = await this.intents.retireIfKnown(paymentIntentId);
    failpoint('payments.order.after-retire');
    if (intent === null) return (manager) => this.orders.closeUnknown(manager, paymentIntentId);
    return (manager) => this.orders.settle(manager, intent);
  }
}

@Injectable()
export class RefundOrder implements JobHandler<RefundOrderPayload> {
  readonly job = refundOrder;

  constructor(private readonly refunds: OrderRefunds) {}

  run({ payload }: JobRun<RefundOrderPayload>): Promise<Commit> {
    return this.refunds.carryOut(payload.orderId);
  }
}

const BATCH = 100;
/** No order is looked at later than after this, here and where its refund is asked for. */
const LONGEST_LOOK_MS = HOUR_MS;

/** Asks Stripe about orders whose events may have got lost, and about refunds whose job was given up. */
@Injectable()
export class FollowOrders implements ScheduleHandler {
  readonly schedule = { name: 'follow-orders', everyMs: 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly orders: OrdersService,
    private readonly intents: PaymentIntents,
    private readonly refunds: OrderRefunds,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    for (const order of await this.due()) {
      if (signal.aborted) return;
      try {
        await this.follow(order);
      } catch (error) {
        // One that cannot be asked about must not keep the others waiting.
        this.logger.warn({ err: error, orderId: order.id }, 'order will be followed again');
        await this.lookAgainAfter(order.id, LONGEST_LOOK_MS);
      }
    }
  }

  private due(): Promise<OrderEntity[]> {
    return this.dataSource.manager.find(OrderEntity, {
      where: {
        status: In(['open', 'refunding']),
        paymentIntentId: Not(IsNull()),
        nextLookAt: dueBy(this.clock.now(), { longestMs: LONGEST_LOOK_MS }),
      },
      order: { nextLookAt: 'asc' },
      take: BATCH,
    });
  }

  private async follow(order: OrderEntity): Promise<void> {
    const { id, status, paymentIntentId } = order;
    if (status === 'refunding') {
      const commit = await this.refunds.carryOut(id);
      await this.outbox.transaction(commit);
      await this.lookAgainAfter(id, LONGEST_LOOK_MS);
      return;
    }
    if (paymentIntentId === null) return;
    const intent = isWithdrawn(order)
      ? await this.intents.retireIfKnown(paymentIntentId)
      : await this.intents.look(paymentIntentId);
    if (intent === null) {
      await this.outbox.transaction((manager) => this.orders.closeUnknown(manager, paymentIntentId));
      return;
    }
    await this.outbox.transaction((manager) => this.orders.settle(manager, intent));
    // As long again as it is old: the waits double.
    const age = this.clock.now().getTime() - intent.created * 1000;
    await this.lookAgainAfter(id, Math.min(Math.max(age, FIRST_LOOK_MS), LONGEST_LOOK_MS));
  }

  private async lookAgainAfter(id: string, ms: number): Promise<void> {
    const nextLookAt = new Date(this.clock.now().getTime() + ms);
    const { manager } = this.dataSource;
    await manager.update(OrderEntity, { id, status: In(['open', 'refunding']) }, { nextLookAt });
  }
}
