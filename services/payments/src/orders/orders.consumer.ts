import { Controller } from '@nestjs/common';
import {
  type EventEnvelope,
  type ManualOrdered,
  type ManualOverdue,
  manualOrdered,
  manualOverdue,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { OrderRefunds } from './order-refunds.service.js';
import { OrdersService } from './orders.service.js';

/** What transcription tells of transcripts by a person. */
@Controller()
export class OrdersConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly orders: OrdersService,
    private readonly refunds: OrderRefunds,
  ) {}

  @OnEvent(manualOrdered)
  openManualOrder(event: EventEnvelope<ManualOrdered>): Promise<boolean> {
    const { agreementId, ownerId } = event.data;
    return this.inbox.once(event, 'open-manual-order', async (manager) => {
      await this.orders.openManual(manager, agreementId, ownerId);
    });
  }

  @OnEvent(manualOverdue)
  refundLateTranscript(event: EventEnvelope<ManualOverdue>): Promise<boolean> {
    return this.inbox.once(event, 'refund-late-transcript', (manager) =>
      this.refunds.late(manager, event.data.paymentId),
    );
  }
}
