import { Controller } from '@nestjs/common';
import { type EventEnvelope, type MessageDeadLettered, messageDeadLettered } from '#contracts';
import { OnEvent } from '#messaging';
import { OwedMails } from '../mails/owed-mails.js';

/** Mails to whoever runs the product. */
@Controller()
export class OperationsConsumer {
  constructor(private readonly owed: OwedMails) {}

  @OnEvent(messageDeadLettered)
  async sendDeadLetter(event: EventEnvelope<MessageDeadLettered>): Promise<void> {
    const { letterId, handler, notice } = event.data;
    const subject = { subjectId: letterId, details: { kind: handler, version: notice } };
    await this.owed.owe(event, 'send-dead-letter', 'dead-letter', subject);
  }
}
