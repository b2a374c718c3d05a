import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { type DerivedObject, outlineLength, recordingPrepared, recordingPreviewed } from '#contracts';
import type { Commit, JobHandler, JobRun } from '#jobs';
import {
  type DerivedFile,
  deriveAudio,
  isNetworkTaken,
  type MeasuredAudio,
  MediaError,
  measureAudio,
  outlineOf,
  UNPAID_NICENESS,
  WAITED_FOR_NICENESS,
} from '#media';
import { Outbox } from '#outbox';
import { failpoint, LOGGER, PermanentError, unlessBackup } from '#platform';
import { getSameFile, OBJECT_STORE, type ObjectStore, Spool } from '#storage';
import { PaidWork } from './paid-work.js';
import { type DerivedName, derivedKey, derivedNames, RecordingEntity } from './recording.entity.js';
import {
  type CompleteRecordingPayload,
  completeRecording,
  type DeleteFilesPayload,
  deleteRecordingFiles,
  lockAgreement,
  type PrepareRecordingPayload,
  prepareRecording,
  RecordingsService,
} from './recordings.service.js';

const nothing: Commit = async () => undefined;

/** What the jobs that make something of a recording have in common. */
@Injectable()
export class RecordingWork implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly recordings: RecordingsService,
    private readonly spool: Spool,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!isNetworkTaken())
      this.logger.warn('media programs keep their network: this system lets none be taken');
  }

  find(recordingId: string): Promise<RecordingEntity> {
    return this.dataSource.manager.findOneByOrFail(RecordingEntity, { id: recordingId });
  }

  /** Hands out the original and a folder, both gone afterwards. Of a recording that is deleted nothing is made. */
  async withOriginal(
    recording: RecordingEntity,
    signal: AbortSignal,
    make: (original: string, folder: string) => Promise<Commit>,
  ): Promise<Commit> {
    if (recording.deletedAt) return (manager) => this.recordings.removeFiles(manager, recording.id);
    return this.spool.during(async (folder) => {
      const original = join(folder, 'original');
      const { objectKey, sha256 } = recording;
      await getSameFile(this.objects, objectKey, original, { sha256, signal });
      return make(original, folder);
    });
  }

  /** @throws PermanentError when nobody will ever decode it. */
  async measure(
    original: string,
    options: { signal: AbortSignal; niceness?: number },
  ): Promise<MeasuredAudio> {
    return measureAudio(original, options).catch((error: unknown) => {
      const isHopeless =
        error instanceof MediaError && (error.code === 'corrupt' || error.code === 'not_media');
      throw isHopeless ? new PermanentError(`recording cannot be decoded: ${error.code}`) : error;
    });
  }

  async store(recordingId: string, name: DerivedName, file: DerivedFile): Promise<DerivedObject> {
    const key = derivedKey(recordingId, name);
    await this.objects.putFile(key, file.path, file.mime);
    return { key, mime: file.mime, bytes: file.bytes, sha256: file.sha256 };
  }

  /**
   * Writes down what was found, and goes on with the transcript that waits for it. Answers false when the recording was
   * deleted meanwhile: what was just stored goes, too.
   */
  async save(
    manager: EntityManager,
    { id, agreementId }: RecordingEntity,
    { durationSeconds, peaks, speech, gainDb, mp3Key }: MeasuredAudio & { mp3Key?: string },
  ): Promise<boolean> {
    await lockAgreement(manager, agreementId);
    const { affected } = await manager.update(
      RecordingEntity,
      { id, deletedAt: IsNull() },
      {
        ...{ peaks, speech, gainDb, unusableAt: null },
        ...(mp3Key === undefined ? {} : { mp3Key }),
        durationMs: Math.round(durationSeconds * 1000),
        preparedAt: new Date(),
      },
    );
    if (affected === 0) {
      await this.recordings.removeFiles(manager, id);
      return false;
    }
    await this.recordings.ready(manager, agreementId);
    return true;
  }

  /**
   * A recording that was measured stays as usable as it was: `RetryFailedCopies` comes back to copies that are missing. Of
   * one that is paid the job that makes everything decides, because it tries for longer.
   */
  async giveUp(recordingId: string): Promise<Commit> {
    const { agreementId } = await this.find(recordingId);
    return async (manager) => {
      await lockAgreement(manager, agreementId);
      const [recording] = await this.recordings.inOrder(manager, [recordingId]);
      if (recording?.deletedAt) await this.recordings.removeFiles(manager, recordingId);
      if (recording?.preparedAt || (await this.recordings.isBeingCompleted(manager, recordingId))) return;
      await this.recordings.unusable(manager, agreementId, recordingId);
    };
  }
}

/**
 * All that is made of a recording before it is paid: its length, the 5-second preview, the waveform and where somebody
 * speaks. It costs one decode and keeps a few kilobytes, whatever came. The original is only read.
 */
@Injectable()
export class PrepareRecording implements JobHandler<PrepareRecordingPayload> {
  readonly job = prepareRecording;

  constructor(
    private readonly outbox: Outbox,
    private readonly work: RecordingWork,
    private readonly paid: PaidWork,
  ) {}

  async run({ payload: { recordingId }, signal }: JobRun<PrepareRecordingPayload>): Promise<Commit> {
    await this.paid.idle(signal);
    const recording = await this.work.find(recordingId);
    // Whoever paid meanwhile got more than this.
    if (isComplete(recording)) return nothing;
    return this.work.withOriginal(recording, signal, async (original, folder) => {
      const options = { signal, niceness: UNPAID_NICENESS };
      // Of a paid one that may be done; the preview must not wait for its copies, which may be long in coming.
      const measured = known(recording) ?? (await this.work.measure(original, options));
      const { preview: file } = await deriveAudio(original, folder, ['preview'], options);
      const preview = await this.work.store(recordingId, 'preview.mp3', file);
      failpoint('transcription.prepare.after-object');
      return async (manager) => {
        if (!(await this.work.save(manager, recording, measured))) return;
        await this.outbox.add(manager, recordingPreviewed, {
          ...{ agreementId: recording.agreementId, recordingId, preview },
          durationMs: Math.round(measured.durationSeconds * 1000),
          outline: outlineOf(measured.peaks, outlineLength),
        });
      };
    });
  }

  giveUp({ recordingId }: PrepareRecordingPayload): Promise<Commit> {
    return this.work.giveUp(recordingId);
  }
}

/**
 * Makes what a paid contract gives: MP3 and WebM of the whole recording, and whatever its preparation has not come to yet.
 * The original is only read.
 */
@Injectable()
export class CompleteRecording implements JobHandler<CompleteRecordingPayload> {
  readonly job = completeRecording;

  constructor(
    private readonly outbox: Outbox,
    private readonly work: RecordingWork,
  ) {}

  async run(run: JobRun<CompleteRecordingPayload>): Promise<Commit> {
    const { recordingId } = run.payload;
    const { signal } = run;
    const recording = await this.work.find(recordingId);
    // Earlier versions have made everything before the payment.
    if (isComplete(recording)) return nothing;
    return this.work.withOriginal(recording, signal, async (original, folder) => {
      const measured = known(recording) ?? (await this.measureFirst(recording, original, run));
      if (measured === null) return nothing;
      const files = await deriveAudio(original, folder, ['mp3', 'webm', 'preview'], { signal });
      const mp3 = await this.work.store(recordingId, 'audio.mp3', files.mp3);
      failpoint('transcription.complete.after-object');
      const webm = await this.work.store(recordingId, 'audio.webm', files.webm);
      const preview = await this.work.store(recordingId, 'preview.mp3', files.preview);
      failpoint('transcription.complete.after-objects');
      return async (manager) => {
        if (!(await this.work.save(manager, recording, { ...measured, mp3Key: mp3.key }))) return;
        await this.outbox.add(manager, recordingPrepared, {
          ...{ agreementId: recording.agreementId, recordingId, mp3, webm, preview },
          durationMs: Math.round(measured.durationSeconds * 1000),
          outline: outlineOf(measured.peaks, outlineLength),
        });
      };
    });
  }

  giveUp({ recordingId }: CompleteRecordingPayload): Promise<Commit> {
    return this.work.giveUp(recordingId);
  }

  /**
   * The transcript waits for what is measured, and not for the copies: so it begins now. Null when the recording was
   * deleted meanwhile.
   */
  private async measureFirst(
    recording: RecordingEntity,
    original: string,
    { signal, save }: JobRun<CompleteRecordingPayload>,
  ): Promise<MeasuredAudio | null> {
    const measured = await this.work.measure(original, { signal, niceness: WAITED_FOR_NICENESS });
    let isSaved = false;
    await save(async (manager) => {
      isSaved = await this.work.save(manager, recording, measured);
    });
    failpoint('transcription.complete.after-measure');
    return isSaved ? measured : null;
  }
}

/** Whether all is made of it that ever is. */
function isComplete({ mp3Key, preparedAt, deletedAt }: RecordingEntity): boolean {
  return mp3Key !== null && preparedAt !== null && deletedAt === null;
}

/** What was measured; null before that, and of recordings that were prepared by an earlier version. */
function known({ preparedAt, durationMs, peaks, speech, gainDb }: RecordingEntity): MeasuredAudio | null {
  if (!preparedAt || !peaks || !speech || gainDb === null) return null;
  return { durationSeconds: durationMs / 1000, peaks, speech, gainDb };
}

/** Removes what was made of a recording whose content is deleted: it holds the voices too. */
@Injectable()
export class DeleteRecordingFiles implements JobHandler<DeleteFilesPayload> {
  readonly job = deleteRecordingFiles;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async run({ payload }: JobRun<DeleteFilesPayload>): Promise<Commit> {
    await unlessBackup(this.dataSource, async () => {
      for (const name of derivedNames) {
        await this.store.delete(derivedKey(payload.recordingId, name));
        failpoint('transcription.delete-files.after-object');
      }
    });
    return nothing;
  }
}
