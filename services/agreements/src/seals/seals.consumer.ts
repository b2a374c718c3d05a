import { Controller } from '@nestjs/common';
import { type EventEnvelope, type TranscriptExported, transcriptExported } from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { TranscriptCopies } from './transcript-copies.js';

/** What was made of things that are sealed, or will be. */
@Controller()
export class SealsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly copies: TranscriptCopies,
  ) {}

  @OnEvent(transcriptExported)
  noteExport(event: EventEnvelope<TranscriptExported>): Promise<boolean> {
    return this.inbox.once(event, 'note-export', (manager) =>
      this.copies.note(manager, event.data, event.occurredAt),
    );
  }
}
