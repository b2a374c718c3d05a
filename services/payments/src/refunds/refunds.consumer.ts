import { Controller } from '@nestjs/common';
import { type EventEnvelope, type ManualOverdue, manualOverdue } from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { Refunds } from './refunds.service.js';

@Controller()
export class RefundsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly refunds: Refunds,
  ) {}

  @OnEvent(manualOverdue)
  refundLateTranscript(event: EventEnvelope<ManualOverdue>): Promise<boolean> {
    return this.inbox.once(event, 'refund-late-transcript', (manager) =>
      this.refunds.late(manager, event.data.paymentId),
    );
  }
}
