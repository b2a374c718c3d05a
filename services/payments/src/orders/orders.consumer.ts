import { Controller } from '@nestjs/common';
import {
  type EventEnvelope,
  type HumanTranscriptDelivered,
  type HumanTranscriptOrdered,
  type HumanTranscriptOverdue,
  humanTranscriptDelivered,
  humanTranscriptOrdered,
  humanTranscriptOverdue,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { OrderRefunds } from './order-refunds.service.js';
import { OrdersService } from './orders.service.js';

/** What becomes of transcripts by a person. */
@Controller()
export class OrdersConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly orders: OrdersService,
    private readonly refunds: OrderRefunds,
  ) {}

  @OnEvent(humanTranscriptOrdered, 'open-manual-order')
  openHumanOrder(event: EventEnvelope<HumanTranscriptOrdered>): Promise<boolean> {
    const { agreementId, ownerId: userId, replacesDeliveredAt } = event.data;
    const ordered = {
      at: new Date(event.occurredAt),
      replacesDeliveredAt: replacesDeliveredAt === undefined ? null : new Date(replacesDeliveredAt),
    };
    return this.inbox.once(event, 'open-manual-order', async (manager) => {
      await this.orders.openHumanTranscript(manager, { agreementId, userId, ordered });
    });
  }

  @OnEvent(humanTranscriptDelivered)
  noteTranscriptDelivery(event: EventEnvelope<HumanTranscriptDelivered>): Promise<boolean> {
    return this.inbox.once(event, 'note-transcript-delivery', (manager) =>
      this.orders.transcriptDelivered(manager, event.data.agreementId, new Date(event.occurredAt)),
    );
  }

  @OnEvent(humanTranscriptOverdue)
  refundLateTranscript(event: EventEnvelope<HumanTranscriptOverdue>): Promise<boolean> {
    return this.inbox.once(event, 'refund-late-transcript', (manager) =>
      this.refunds.late(manager, event.data.paymentId),
    );
  }
}
