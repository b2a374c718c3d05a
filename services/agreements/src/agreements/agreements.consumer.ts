import { Controller } from '@nestjs/common';
import {
  type EventEnvelope,
  type RecordingPrepared,
  type RecordingPreviewed,
  recordingPrepared,
  recordingPreviewed,
  type TranscriptCompleted,
  type TranscriptFailed,
  type TranscriptProgressed,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { RecordingsService } from '../recordings/recordings.service.js';
import { AgreementsService } from './agreements.service.js';
import { TranscriptNews } from './transcript-news.js';

@Controller()
export class AgreementsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly agreements: AgreementsService,
    private readonly recordings: RecordingsService,
    private readonly news: TranscriptNews,
  ) {}

  @OnEvent(recordingPrepared)
  attachDerived(event: EventEnvelope<RecordingPrepared>): Promise<boolean> {
    return this.inbox.once(event, 'attach-derived', (manager) =>
      this.recordings.prepared(manager, event.data),
    );
  }

  @OnEvent(recordingPreviewed)
  attachPreview(event: EventEnvelope<RecordingPreviewed>): Promise<boolean> {
    return this.inbox.once(event, 'attach-preview', (manager) =>
      this.recordings.previewed(manager, event.data),
    );
  }

  @OnEvent(transcriptProgressed)
  showProgress(event: EventEnvelope<TranscriptProgressed>): Promise<boolean> {
    return this.inbox.once(event, 'show-progress', (manager) => this.news.progressed(manager, event));
  }

  @OnEvent(transcriptCompleted)
  completeAgreement(event: EventEnvelope<TranscriptCompleted>): Promise<boolean> {
    return this.inbox.once(event, 'complete-agreement', (manager) =>
      this.agreements.complete(manager, event.data),
    );
  }

  @OnEvent(transcriptFailed)
  offerFallback(event: EventEnvelope<TranscriptFailed>): Promise<boolean> {
    return this.inbox.once(event, 'offer-fallback', (manager) => this.news.failed(manager, event));
  }
}
