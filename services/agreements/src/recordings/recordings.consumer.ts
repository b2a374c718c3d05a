import { Controller } from '@nestjs/common';
import {
  type EventEnvelope,
  type RecordingPrepared,
  type RecordingPreviewed,
  recordingPrepared,
  recordingPreviewed,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { RecordingsService } from './recordings.service.js';

/** What transcription has made of a recording. */
@Controller()
export class RecordingsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly recordings: RecordingsService,
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
}
