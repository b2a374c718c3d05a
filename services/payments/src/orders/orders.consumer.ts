import { Controller } from '@nestjs/common';
import {
  type AgreementCancelled,
  agreementCancelled,
  type EventEnvelope,
  type ManualOrdered,
  manualOrdered,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { HeldCancellations } from '../held/held-cancellations.js';
import { OrdersService } from './orders.service.js';

@Controller()
export class OrdersConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly orders: OrdersService,
    private readonly held: HeldCancellations,
  ) {}

  @OnEvent(manualOrdered)
  openManualOrder(event: EventEnvelope<ManualOrdered>): Promise<boolean> {
    const { agreementId, ownerId } = event.data;
    return this.inbox.once(event, 'open-manual-order', async (manager) => {
      await this.orders.openManual(manager, agreementId, ownerId);
    });
  }

  @OnEvent(agreementCancelled)
  closeOrders(event: EventEnvelope<AgreementCancelled>): Promise<boolean> {
    return this.inbox.once(event, 'close-orders', async (manager) => {
      await this.orders.contractCancelled(manager, event.data);
      await this.held.contractCancelled(manager, event.data.agreementId);
    });
  }
}
