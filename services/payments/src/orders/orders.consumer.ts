import { Controller } from '@nestjs/common';
import {
  type EventEnvelope,
  type HumanTranscriptOrdered,
  type HumanTranscriptOverdue,
  humanTranscriptOrdered,
  humanTranscriptOverdue,
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

  @OnEvent(humanTranscriptOrdered, 'open-manual-order')
  openHumanOrder(event: EventEnvelope<HumanTranscriptOrdered>): Promise<boolean> {
    const { agreementId, ownerId } = event.data;
    return this.inbox.once(event, 'open-manual-order', async (manager) => {
      await this.orders.openHumanTranscript(manager, agreementId, ownerId);
    });
  }

  @OnEvent(humanTranscriptOverdue)
  refundLateTranscript(event: EventEnvelope<HumanTranscriptOverdue>): Promise<boolean> {
    return this.inbox.once(event, 'refund-late-transcript', (manager) =>
      this.refunds.late(manager, event.data.paymentId),
    );
  }
}
