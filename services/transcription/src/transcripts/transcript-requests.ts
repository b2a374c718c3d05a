import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RecordingStored } from '#contracts';
import { lockAgreement, type RecordingEntity, RecordingsService } from '../recordings/recordings.module.js';
import {
  lockTranscript,
  recordingIds,
  type TranscribedRecordings,
  TranscriptRequestEntity,
  type WantedTranscript,
} from './transcript.entity.js';
import { TranscriptEvents } from './transcript-events.js';
import { TranscriptsService } from './transcripts.service.js';

/**
 * What becomes of a request for a transcript, given what exists already. The same request again makes nothing twice; one
 * that comes before the events of its recordings is kept until they are known.
 */
@Injectable()
export class TranscriptRequests {
  constructor(
    private readonly transcripts: TranscriptsService,
    private readonly recordings: RecordingsService,
    private readonly events: TranscriptEvents,
  ) {}

  /** A recording is known: prepares it, and fulfils the requests that wait for it, in the order in which they came. */
  async recordingStored(manager: EntityManager, event: RecordingStored, at: Date): Promise<void> {
    await lockAgreement(manager, event.agreementId);
    await this.recordings.stored(manager, event, at);
    const { agreementId } = event;
    const removal = manager
      .createQueryBuilder()
      .delete()
      .from(TranscriptRequestEntity)
      .where({ agreementId });
    const { raw } = await removal.returning(['id', 'kind', 'wanted']).execute();
    const waiting = raw as Pick<TranscriptRequestEntity, 'id' | 'kind' | 'wanted'>[];
    waiting.sort((one, other) => Number(one.id) - Number(other.id));
    for (const { kind, wanted } of waiting) {
      if (kind === 'paid') await this.paid(manager, wanted);
      else if (kind === 'paid-ahead') await this.paidAhead(manager, wanted);
      else await this.requested(manager, wanted);
    }
  }

  /**
   * The agreement is paid and, if it needs to be, consented to. A transcript of the same recordings that was made before
   * is told now; one that failed gets another try.
   */
  async paid(manager: EntityManager, wanted: WantedTranscript): Promise<void> {
    await lockAgreement(manager, wanted.agreementId);
    if (!(await this.recordings.areKnown(manager, recordingIds(wanted))))
      return keep(manager, 'paid', wanted);
    const recordings = await this.recordings.inOrder(manager, recordingIds(wanted));
    if (recordings.some((recording) => recording.deletedAt)) return;
    for (const recording of recordings) await this.recordings.complete(manager, recording);
    const known = await lockTranscript(manager, { agreementId: wanted.agreementId });
    if (!known || !isOfSame(known, wanted)) {
      // A paid agreement's recordings do not change, so neither does its transcript.
      if (!known?.isPaid)
        await this.transcripts.make(manager, { ...wanted, isPaid: true }, recordings, known);
      return;
    }
    const wasPaid = known.isPaid;
    Object.assign(known, { isPaid: true, ownerId: wanted.ownerId });
    await manager.save(known);
    if (known.stage === 'failed' && !wasPaid) return this.transcripts.resume(manager, known, recordings);
    if (!wasPaid) await this.transcripts.hasten(manager, known);
    await this.events.announce(manager, known);
  }

  /** It is paid, and party B has not spoken yet: what can be heard and downloaded is made already. */
  async paidAhead(manager: EntityManager, wanted: WantedTranscript): Promise<void> {
    await lockAgreement(manager, wanted.agreementId);
    if (!(await this.recordings.areKnown(manager, [wanted.recordingId]))) {
      return keep(manager, 'paid-ahead', wanted);
    }
    const { recordingId: id, agreementId } = wanted;
    await this.recordings.complete(manager, { id, agreementId });
  }

  /**
   * A transcript is wanted now, paid or not. One that is done is published again, in case the event got lost; one that stands
   * still is started again; one of an earlier recording gives way while it is not paid.
   */
  async requested(manager: EntityManager, wanted: WantedTranscript): Promise<void> {
    await lockAgreement(manager, wanted.agreementId);
    if (!(await this.recordings.areKnown(manager, recordingIds(wanted)))) {
      return keep(manager, 'requested', wanted);
    }
    const recordings = await this.recordings.inOrder(manager, recordingIds(wanted));
    if (recordings.some((recording) => recording.deletedAt)) return;
    const known = await lockTranscript(manager, { agreementId: wanted.agreementId });
    if (!known) {
      await this.transcripts.make(manager, { ...wanted, isPaid: wanted.isPaid ?? false }, recordings, null);
    } else if (wanted.isPaid && !known.isPaid) {
      await this.paid(manager, wanted);
    } else if (!isOfSame(known, wanted)) {
      // Requests may overtake each other: only a later recording replaces an earlier one.
      const isLater =
        newest(recordings) > newest(await this.recordings.inOrder(manager, recordingIds(known)));
      if (!known.isPaid && isLater) {
        await this.transcripts.make(manager, { ...wanted, isPaid: false }, recordings, known);
      }
    } else if (known.stage === 'done') {
      await this.events.announce(manager, known);
    } else if (known.stage !== 'failed' && !(await this.transcripts.isUnderWay(manager, known, recordings))) {
      await this.transcripts.resume(manager, known, recordings);
    }
  }
}

async function keep(
  manager: EntityManager,
  kind: TranscriptRequestEntity['kind'],
  wanted: WantedTranscript,
): Promise<void> {
  await manager.insert(TranscriptRequestEntity, { agreementId: wanted.agreementId, kind, wanted });
}

function isOfSame(one: TranscribedRecordings, other: TranscribedRecordings): boolean {
  return one.recordingId === other.recordingId && one.consentRecordingId === other.consentRecordingId;
}

function newest(recordings: readonly RecordingEntity[]): number {
  return Math.max(...recordings.map((recording) => recording.createdAt.getTime()));
}
