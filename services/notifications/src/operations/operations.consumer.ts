import { Controller } from '@nestjs/common';
import {
  type EventEnvelope,
  type EvidenceDoubted,
  evidenceDoubted,
  VERIFICATION_LINE_LENGTH,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { Verifications } from './verifications.js';

/** What services find out about the product, for whoever runs it. */
@Controller()
export class OperationsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly verifications: Verifications,
  ) {}

  /**
   * The check of the night found evidence that is not as it was written, or could not look at some: for administrators,
   * like `make verify`.
   */
  @OnEvent(evidenceDoubted)
  async keepDoubts(event: EventEnvelope<EvidenceDoubted>): Promise<void> {
    const { checkedAt, tookMs, problems, unchecked = 0, lines } = event.data;
    const result = {
      ...{ checkedAt, tookMs, holding: 0, violations: problems, unchecked },
      lines: lines.map((line) => `evidence: ${line}`.slice(0, VERIFICATION_LINE_LENGTH)),
    };
    // Also when nothing but that was found: whoever makes a file unreadable must not go unnoticed.
    const isMailed = true;
    await this.inbox.once(event, 'keep-doubts', (manager) =>
      this.verifications.add(manager, result, isMailed),
    );
  }
}
