import { Injectable } from '@nestjs/common';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { failpoint } from '#platform';
import { type CloseOrderPayload, closeOrder } from './close-order.definition.js';
import { OrderIntents } from './order-intents.js';
import { OrdersService } from './orders.service.js';

@Injectable()
export class CloseOrder implements JobHandler<CloseOrderPayload> {
  readonly job = closeOrder;

  constructor(
    private readonly orders: OrdersService,
    private readonly intents: OrderIntents,
  ) {}

  async run({ payload }: JobRun<CloseOrderPayload>): Promise<Commit> {
    const { paymentIntentId } = await this.orders.find(payload.orderId);
    if (paymentIntentId === null) return () => Promise.resolve();
    const intent = await this.intents.retire(paymentIntentId);
    failpoint('payments.order.after-retire');
    return (manager) => this.orders.settle(manager, intent);
  }
}
