import { Controller } from '@nestjs/common';
import {
  type AgreementPaid,
  agreementPaid,
  type EventEnvelope,
  type RecordingStored,
  recordingStored,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { TranscriptsService } from './transcripts.service.js';

@Controller()
export class TranscriptsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly transcripts: TranscriptsService,
  ) {}

  @OnEvent(recordingStored)
  prepareRecording(event: EventEnvelope<RecordingStored>): Promise<boolean> {
    return this.inbox.once(event, 'prepare-recording', (manager) =>
      this.transcripts.recordingStored(manager, event.data),
    );
  }

  @OnEvent(agreementPaid)
  async startTranscript(event: EventEnvelope<AgreementPaid>): Promise<void> {
    // Party B has not answered yet: the transcript is made when both have spoken.
    if (event.data.status !== 'processing') return;
    await this.inbox.once(event, 'start-transcript', (manager) =>
      this.transcripts.agreementPaid(manager, event.data),
    );
  }
}
