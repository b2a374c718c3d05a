import { Controller } from '@nestjs/common';
import {
  type AgreementCompleted,
  type AgreementPaid,
  agreementCompleted,
  agreementPaid,
  type EventEnvelope,
  type LiveAgreement,
  type TranscriptFailed,
  type TranscriptProgressed,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { LiveGateway } from './live.gateway.js';

interface OwnedAgreement {
  agreementId: string;
  ownerId: number;
}

/** Facts become hints. Delivered twice is shown twice, which changes nothing. */
@Controller()
export class LiveConsumer {
  constructor(private readonly live: LiveGateway) {}

  @OnEvent(agreementPaid)
  async showPaid(event: EventEnvelope<AgreementPaid>): Promise<void> {
    this.tell(event, { status: event.data.status });
  }

  @OnEvent(transcriptProgressed)
  async showProgress(event: EventEnvelope<TranscriptProgressed>): Promise<void> {
    this.tell(event, { stage: event.data.stage, percent: event.data.percent });
  }

  @OnEvent(transcriptFailed)
  async showFailure(event: EventEnvelope<TranscriptFailed>): Promise<void> {
    this.tell(event, { stage: 'failed' });
  }

  @OnEvent(agreementCompleted)
  async showCompleted(event: EventEnvelope<AgreementCompleted>): Promise<void> {
    this.tell(event, { status: 'completed', stage: 'done', percent: 100 });
  }

  private tell(event: EventEnvelope<OwnedAgreement>, news: Partial<LiveAgreement>): void {
    const { agreementId, ownerId } = event.data;
    this.live.tell(ownerId, {
      agreementId,
      status: null,
      stage: null,
      percent: null,
      at: event.occurredAt,
      ...news,
    });
  }
}
