import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, HOUR_MS, LOGGER } from '#platform';
import { RefundCarrier } from '../refunds/refund-carrier.js';
import { FIRST_LOOK_MS, OrderIntents } from './order-intents.js';
import { OrdersService } from './orders.service.js';

const BATCH = 100;

interface DueOrder {
  id: string;
  status: 'open' | 'refunding';
  paymentIntentId: string;
  isClosing: boolean;
}

/** Asks Stripe about orders whose news may have got lost, and about refunds whose job was given up. */
@Injectable()
export class FollowOrders implements ScheduleHandler {
  readonly schedule = { name: 'follow-orders', everyMs: 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly orders: OrdersService,
    private readonly intents: OrderIntents,
    private readonly refunds: RefundCarrier,
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
        await this.lookAgainAfter(order.id, HOUR_MS);
      }
    }
  }

  private due(): Promise<DueOrder[]> {
    return this.dataSource.query<DueOrder[]>(
      `select id, status, payment_intent_id as "paymentIntentId", contract_cancelled_at is not null as "isClosing"
       from orders where status in ('open', 'refunding') and payment_intent_id is not null and next_look_at <= $1
       order by next_look_at limit ${BATCH}`,
      [this.clock.now()],
    );
  }

  private async follow({ id, status, paymentIntentId, isClosing }: DueOrder): Promise<void> {
    if (status === 'refunding') {
      const commit = await this.refunds.carryOut(id);
      await this.outbox.transaction(commit);
      await this.lookAgainAfter(id, HOUR_MS);
      return;
    }
    const intent = isClosing
      ? await this.intents.retire(paymentIntentId)
      : await this.intents.look(paymentIntentId);
    await this.outbox.transaction((manager) => this.orders.settle(manager, intent));
    // As long again as it is old: the waits double.
    const age = this.clock.now().getTime() - intent.created * 1000;
    await this.lookAgainAfter(id, Math.min(Math.max(age, FIRST_LOOK_MS), HOUR_MS));
  }

  private async lookAgainAfter(id: string, ms: number): Promise<void> {
    const at = new Date(this.clock.now().getTime() + ms);
    await this.dataSource.query(
      `update orders set next_look_at = $2 where id = $1 and status in ('open', 'refunding')`,
      [id, at],
    );
  }
}
