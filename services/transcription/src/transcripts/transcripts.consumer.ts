import { Controller } from '@nestjs/common';
import {
  type AgreementPaid,
  agreementPaid,
  type ConsentGiven,
  type ContentDeleted,
  consentGiven,
  contentDeleted,
  type EventEnvelope,
  type RecordingStored,
  recordingStored,
  type TranscriptRequested,
  transcriptRequested,
} from '#contracts';
import { OnEvent } from '#messaging';
import { Inbox } from '#outbox';
import { ContentRemoval } from './content-removal.js';
import { TranscriptRequests } from './transcript-requests.js';

@Controller()
export class TranscriptsConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly requests: TranscriptRequests,
    private readonly removal: ContentRemoval,
  ) {}

  @OnEvent(recordingStored)
  prepareRecording(event: EventEnvelope<RecordingStored>): Promise<boolean> {
    return this.inbox.once(event, 'prepare-recording', (manager) =>
      this.requests.recordingStored(manager, event.data, new Date(event.occurredAt)),
    );
  }

  @OnEvent(agreementPaid)
  startTranscript(event: EventEnvelope<AgreementPaid>): Promise<boolean> {
    const { agreementId, ownerId, recordingId, status } = event.data;
    const wanted = { agreementId, ownerId, recordingId, consentRecordingId: null };
    return this.inbox.once(event, 'start-transcript', (manager) =>
      // While party B has not answered, the transcript waits: it is made when both have spoken.
      status === 'processing'
        ? this.requests.paid(manager, wanted)
        : this.requests.paidAhead(manager, wanted),
    );
  }

  @OnEvent(consentGiven)
  startJoinedTranscript(event: EventEnvelope<ConsentGiven>): Promise<boolean> {
    const { agreementId, ownerId, recordingId, consentRecordingId } = event.data;
    return this.inbox.once(event, 'start-joined-transcript', (manager) =>
      this.requests.paid(manager, { agreementId, ownerId, recordingId, consentRecordingId }),
    );
  }

  @OnEvent(transcriptRequested)
  provideTranscript(event: EventEnvelope<TranscriptRequested>): Promise<boolean> {
    const { agreementId, ownerId, recordingId, consentRecordingId = null, isPaid } = event.data;
    return this.inbox.once(event, 'provide-transcript', (manager) =>
      this.requests.requested(manager, { agreementId, ownerId, recordingId, consentRecordingId, isPaid }),
    );
  }

  @OnEvent(contentDeleted)
  deleteWords(event: EventEnvelope<ContentDeleted>): Promise<boolean> {
    return this.inbox.once(event, 'delete-words', (manager) => this.removal.delete(manager, event.data));
  }
}
