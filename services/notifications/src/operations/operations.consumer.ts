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
}
