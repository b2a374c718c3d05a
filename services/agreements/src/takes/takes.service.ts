import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { recordingStored, transcriptRequested } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, type Origin, type Principal } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { findRow, lockAgreement } from '../agreements/agreement.queries.js';
import { EventLog } from '../event-log/event-log.js';
import { AudioCheck, type CheckedAudio } from '../recordings/audio-check.js';
import { currentRecording, RecordingEntity } from '../recordings/recording.entity.js';
import { type SpokenBody, spokenIn } from '../recordings/spoken.js';
import { Intake, type Sender } from '../uploads/intake.js';
import type { UploadedFile } from '../uploads/upload-reader.js';

/** The recording that counts now, and what becomes of its transcript. */
export interface Take {
  recordingId: string;
  /** It was asked for just now; news from before that says nothing. */
  isAsked: boolean;
  /** Somebody works on it: not while party B has not spoken, nor after a cancellation. */
  isInWork: boolean;
}

/** A take as it was sent. */
export interface SentTake {
  audio: UploadedFile;
  spoken: SpokenBody | undefined;
}

@Injectable()
export class TakesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly audioCheck: AudioCheck,
    private readonly intake: Intake,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * Puts a new take in the place of the one before and has it transcribed, as long as nothing was paid. The same take
   * again changes nothing.
   * @throws AppError `agreement_not_found`, `recording_sealed`, `recording_expired`, `too_many_requests`, and what checking the
   * audio throws
   */
  async take(
    agreementId: string,
    owner: Principal,
    { audio, spoken }: SentTake,
    origin: Origin,
  ): Promise<Take> {
    const row = await findRow(this.dataSource, agreementId);
    if (row?.ownerId !== owner.id) throw new AppError('agreement_not_found');
    if (row.contentDeletedAt !== null) throw new AppError('recording_expired');
    if (row.recordingSha256 === audio.sha256) return this.repeat(agreementId);
    if (row.status !== 'pending') throw new AppError('recording_sealed');
    const checked = await this.audioCheck.check(audio, row.planType);
    const recordingId = uuidv7();
    const objectKey = `recordings/${recordingId}/original.${checked.extension}`;
    try {
      await this.store.putFile(objectKey, audio.path, checked.mime);
      failpoint('agreements.take.after-object');
      const mime = checked.mime;
      const take = { ...checked, ...audio, recordingId, objectKey, mime, spoken };
      return await this.replace(agreementId, take, origin, { caller: owner, address: origin.address });
    } catch (error) {
      // Of another error nobody knows whether the commit happened; the sweep looks a day later.
      if (error instanceof AppError) await this.store.delete(objectKey).catch(() => undefined);
      throw error;
    }
  }

  /**
   * The recording that counts now.
   * @throws AppError `agreement_not_found`, `recording_expired`
   */
  async current(agreementId: string, owner: Principal): Promise<string> {
    const row = await findRow(this.dataSource, agreementId);
    if (row?.ownerId !== owner.id) throw new AppError('agreement_not_found');
    if (row.contentDeletedAt !== null) throw new AppError('recording_expired');
    return (await currentRecording(this.dataSource.manager, agreementId, 'a')).id;
  }

  private replace(
    agreementId: string,
    take: CheckedAudio & UploadedFile & Pick<SentTake, 'spoken'> & { recordingId: string; objectKey: string },
    origin: Origin,
    sender: Sender,
  ): Promise<Take> {
    const { recordingId, objectKey, sha256, bytes, mime, durationMs, spoken } = take;
    return this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const before = await currentRecording(manager, agreementId, 'a');
      const { ownerId } = agreement;
      if (agreement.status !== 'pending' || ownerId === null) throw new AppError('recording_sealed');
      await this.intake.count(manager, sender, { bytes, durationMs });
      await this.intake.countRecognition(manager, sender, durationMs);
      const now = this.clock.now();
      await manager.update(RecordingEntity, { id: before.id }, { replacedAt: now });
      await manager.insert(RecordingEntity, {
        ...{ id: recordingId, agreementId, party: 'a', objectKey, mime, bytes, sha256, durationMs },
        createdAt: now,
      });
      await this.log.append(manager, agreementId, {
        type: 'recorded-again',
        actor: `user:${ownerId}`,
        origin,
        detail: { sha256, bytes, durationMs, replacesSha256: before.sha256 },
      });
      await this.outbox.add(manager, recordingStored, {
        ...{ agreementId, recordingId, objectKey, sha256, bytes, mime, durationMs },
        party: 'a',
        lane: this.intake.laneOf(sender),
        ...spokenIn(spoken),
      });
      await this.outbox.add(manager, transcriptRequested, { agreementId, ownerId, recordingId });
      failpoint('agreements.take.before-commit');
      return { recordingId, isAsked: true, isInWork: true };
    });
  }

  /** The transcript may not have been asked for yet, or may have failed: asking again costs nothing. */
  private repeat(agreementId: string): Promise<Take> {
    return this.outbox.transaction(async (manager) => {
      const { status, ownerId } = await lockAgreement(manager, agreementId);
      const { id: recordingId } = await currentRecording(manager, agreementId, 'a');
      const isAsked = status === 'pending' && ownerId !== null;
      if (isAsked) await this.outbox.add(manager, transcriptRequested, { agreementId, ownerId, recordingId });
      return { recordingId, isAsked, isInWork: isAsked || status === 'processing' };
    });
  }
}
