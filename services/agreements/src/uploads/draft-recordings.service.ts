import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { recordingStored, transcriptRequested } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, type Origin, type Principal } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import {
  type AgreementEntity,
  AgreementsRepository,
  lockAgreement,
} from '../agreements/agreements.module.js';
import { EventLog } from '../event-log/event-log.module.js';
import {
  AudioCheck,
  type CheckedAudio,
  currentRecording,
  isFromRecorder,
  RecordingEntity,
  type SpokenBody,
  spokenIn,
  startOf,
} from '../recordings/recordings.module.js';
import { type Sender, UnpaidQuota } from './unpaid-quota.js';
import type { UploadedFile } from './upload-reader.js';

/** The recording that counts now, and what becomes of its transcript. */
export interface ReceivedDraft {
  recordingId: string;
  /** The transcript was asked for just now; what was said of it before that counts no more. */
  isAsked: boolean;
  /** Somebody works on it: not while party B has not spoken, nor after a cancellation. */
  isInWork: boolean;
}

/** A draft recording as it was sent. */
interface SentDraft {
  audio: UploadedFile;
  spoken: SpokenBody | undefined;
  /** The same whenever it is sent again; pages of earlier versions give none. */
  key?: string | undefined;
}

@Injectable()
export class DraftRecordingsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsRepository,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    private readonly audioCheck: AudioCheck,
    private readonly quota: UnpaidQuota,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * Puts a new recording in the place of the one before and has it transcribed, as long as nothing was paid. The same
   * recording again changes nothing, nor does one that was replaced since when it is sent again.
   * @throws AppError `agreement_not_found`, `recording_sealed`, `recording_expired`, `daily_limit`, and what checking the
   * audio throws
   */
  async receive(
    agreementId: string,
    owner: Principal,
    { audio, spoken, key }: SentDraft,
    origin: Origin,
  ): Promise<ReceivedDraft> {
    const row = await this.agreements.find(agreementId);
    if (row?.ownerId !== owner.id) throw new AppError('agreement_not_found');
    if (row.contentDeletedAt !== null) throw new AppError('recording_expired');
    const sender = { caller: owner, address: origin.address };
    if (row.recordingSha256 === audio.sha256) return this.repeat(agreementId, sender);
    const known = await this.outcomeOf(this.dataSource.manager, row, key);
    if (known) return known;
    if (row.status !== 'pending') throw new AppError('recording_sealed');
    await this.quota.assertLeft(sender, { bytes: audio.bytes, durationMs: 1 });
    const checked = await this.audioCheck.check(audio, row.planType, {
      isFromRecorder: isFromRecorder(spoken),
    });
    await this.quota.assertLeft(sender, { bytes: audio.bytes, durationMs: checked.durationMs });
    const recordingId = uuidv7();
    const objectKey = `recordings/${recordingId}/original.${checked.extension}`;
    try {
      await this.store.putFile(objectKey, audio.path, checked.mime);
      failpoint('agreements.draft.after-object');
      const mime = checked.mime;
      const draft = { ...checked, ...audio, recordingId, objectKey, mime, spoken, key };
      const received = await this.replace(agreementId, draft, origin, sender);
      // The same sending was carried out meanwhile.
      if (received.recordingId !== recordingId) await this.store.delete(objectKey).catch(() => undefined);
      return received;
    } catch (error) {
      // Of another error nobody knows whether the commit happened; `RemoveOrphans` looks a day later.
      if (error instanceof AppError) await this.store.delete(objectKey).catch(() => undefined);
      throw error;
    }
  }

  /**
   * The recording that counts now.
   * @throws AppError `agreement_not_found`, `recording_expired`
   */
  async current(agreementId: string, owner: Principal): Promise<string> {
    const row = await this.agreements.find(agreementId);
    if (row?.ownerId !== owner.id) throw new AppError('agreement_not_found');
    if (row.contentDeletedAt !== null) throw new AppError('recording_expired');
    return (await currentRecording(this.dataSource.manager, agreementId, 'a')).id;
  }

  private replace(
    agreementId: string,
    draft: CheckedAudio &
      UploadedFile &
      Pick<SentDraft, 'spoken' | 'key'> & { recordingId: string; objectKey: string },
    origin: Origin,
    sender: Sender,
  ): Promise<ReceivedDraft> {
    const { recordingId, objectKey, sha256, bytes, mime, durationMs, spoken, key } = draft;
    return this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const known = await this.outcomeOf(manager, agreement, key);
      if (known) return known;
      const before = await currentRecording(manager, agreementId, 'a');
      const { ownerId } = agreement;
      if (agreement.status !== 'pending' || ownerId === null) throw new AppError('recording_sealed');
      await this.quota.count(manager, sender, { bytes, durationMs });
      await this.quota.countRecognition(manager, sender, durationMs);
      const now = this.clock.now();
      const told = spokenIn(spoken, now);
      const started = startOf(told);
      await manager.update(RecordingEntity, { id: before.id }, { replacedAt: now });
      await manager.insert(RecordingEntity, {
        ...{ id: recordingId, agreementId, party: 'a', objectKey, mime, bytes, sha256, durationMs },
        ...{ ...started.column, createdAt: now, transcriptAskedAt: now, idempotencyKey: key ?? null },
      });
      await this.log.append(manager, agreementId, {
        type: 'recorded-again',
        actor: `user:${ownerId}`,
        origin,
        detail: { sha256, bytes, durationMs, replacesSha256: before.sha256, ...started.detail },
      });
      await this.outbox.add(manager, recordingStored, {
        ...{ agreementId, recordingId, objectKey, sha256, bytes, mime, durationMs },
        party: 'a',
        lane: this.quota.laneOf(sender),
        ...told,
      });
      await this.outbox.add(manager, transcriptRequested, { agreementId, ownerId, recordingId });
      failpoint('agreements.draft.before-commit');
      return { recordingId, isAsked: true, isInWork: true };
    });
  }

  /** What counts by now where the sending with this key was carried out already; null where it was not. */
  private async outcomeOf(
    manager: EntityManager,
    { agreementId, status }: Pick<AgreementEntity, 'agreementId' | 'status'>,
    key: string | undefined,
  ): Promise<ReceivedDraft | null> {
    if (key === undefined) return null;
    const wasReceived = await manager.existsBy(RecordingEntity, { agreementId, idempotencyKey: key });
    if (!wasReceived) return null;
    const { id: recordingId } = await currentRecording(manager, agreementId, 'a');
    return { recordingId, isAsked: false, isInWork: status === 'pending' || status === 'processing' };
  }

  /** The transcript may not have been asked for yet, or may have failed: asking again is not counted again. */
  private repeat(agreementId: string, sender: Sender): Promise<ReceivedDraft> {
    return this.outbox.transaction(async (manager) => {
      const { status, ownerId } = await lockAgreement(manager, agreementId);
      const recording = await currentRecording(manager, agreementId, 'a');
      const recordingId = recording.id;
      const isAsked = status === 'pending' && ownerId !== null;
      if (isAsked) {
        if (recording.transcriptAskedAt === null) {
          await this.quota.countRecognition(manager, sender, recording.durationMs);
          await manager.update(RecordingEntity, { id: recordingId }, { transcriptAskedAt: this.clock.now() });
        }
        await this.outbox.add(manager, transcriptRequested, { agreementId, ownerId, recordingId });
      }
      return { recordingId, isAsked, isInWork: isAsked || status === 'processing' };
    });
  }
}
