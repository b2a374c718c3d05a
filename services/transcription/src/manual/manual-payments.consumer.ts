import { Controller } from '@nestjs/common';
import { type EventEnvelope, type ManualTranscriptionPaid, manualTranscriptionPaid } from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { ManualPayments } from './manual-payments.js';

@Controller()
export class ManualPaymentsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly payments: ManualPayments,
  ) {}

  @OnEvent(manualTranscriptionPaid)
  startManualClock(event: EventEnvelope<ManualTranscriptionPaid>): Promise<boolean> {
    return this.inbox.once(event, 'start-manual-clock', (manager) => this.payments.paid(manager, event.data));
  }
}
