import { Controller } from '@nestjs/common';
import {
  type EventEnvelope,
  type EvidenceDoubted,
  evidenceDoubted,
  type MessageDeadLettered,
  messageDeadLettered,
  VERIFICATION_LINE_LENGTH,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { OwedMails } from '../mails/owed-mails.js';
import { Verifications } from './verifications.js';

/** Mails to whoever runs the product. */
@Controller()
export class OperationsConsumer {
  constructor(
    private readonly owed: OwedMails,
    private readonly inbox: Inbox,
    private readonly verifications: Verifications,
  ) {}

  /** The check of the night found evidence that is not as it was written: for administrators, like `make verify`. */
  @OnEvent(evidenceDoubted)
  async keepDoubts(event: EventEnvelope<EvidenceDoubted>): Promise<void> {
    const { checkedAt, tookMs, problems, lines } = event.data;
    await this.inbox.once(event, 'keep-doubts', (manager) =>
      this.verifications.add(manager, {
        ...{ checkedAt, tookMs, holding: 0, violations: problems, unchecked: 0 },
        lines: lines.map((line) => `evidence: ${line}`.slice(0, VERIFICATION_LINE_LENGTH)),
      }),
    );
  }

  @OnEvent(messageDeadLettered)
  async sendDeadLetter(event: EventEnvelope<MessageDeadLettered>): Promise<void> {
    const { letterId, handler, notice } = event.data;
    const subject = { subjectId: letterId, details: { kind: handler, version: notice } };
    await this.owed.owe(event, 'send-dead-letter', 'dead-letter', subject);
  }
}
