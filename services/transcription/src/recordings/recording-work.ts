import { join } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { DerivedObject } from '#contracts';
import type { Commit } from '#jobs';
import { type DerivedFile, isNetworkTaken, type MeasuredAudio, MediaError, measureAudio } from '#media';
import { LOGGER, PermanentError } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { TranscriptionConfig } from '../config.js';
import { lockAgreement } from '../transcripts/agreement-lock.js';
import { TranscriptsService } from '../transcripts/transcripts.service.js';
import { type DerivedName, derivedKey } from './derived-key.js';
import { RecordingEntity } from './recording.entity.js';
import { RecordingsService } from './recordings.service.js';
import { withFolder } from './spool.js';

/** What the jobs that make something of a recording have in common. */
@Injectable()
export class RecordingWork implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly recordings: RecordingsService,
    private readonly transcripts: TranscriptsService,
    private readonly config: TranscriptionConfig,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
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
  async on(
    recording: RecordingEntity,
    signal: AbortSignal,
    make: (original: string, folder: string) => Promise<Commit>,
  ): Promise<Commit> {
    if (recording.deletedAt) return (manager) => this.recordings.removeFiles(manager, recording.id, 'late');
    return withFolder(this.config.spoolDir, async (folder) => {
      const original = join(folder, 'original');
      await this.store.getFile(recording.objectKey, original, signal);
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

  async keep(recordingId: string, name: DerivedName, file: DerivedFile): Promise<DerivedObject> {
    const key = derivedKey(recordingId, name);
    await this.store.putFile(key, file.path, file.mime);
    return { key, mime: file.mime, bytes: file.bytes, sha256: file.sha256 };
  }

  /**
   * Writes down what was found, and goes on with the transcript that waits for it. Answers false when the recording was
   * deleted meanwhile: what was just stored goes, too.
   */
  async write(
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
      await this.recordings.removeFiles(manager, id, 'late');
      return false;
    }
    await this.transcripts.recordingReady(manager, agreementId);
    return true;
  }

  /** A recording that was measured stays as usable as it was. */
  async giveUp(recordingId: string): Promise<Commit> {
    const { agreementId } = await this.find(recordingId);
    return async (manager) => {
      await lockAgreement(manager, agreementId);
      const [recording] = await this.recordings.inOrder(manager, [recordingId]);
      if (recording?.deletedAt) await this.recordings.removeFiles(manager, recordingId, 'late');
      if (recording?.preparedAt) return;
      await manager.update(RecordingEntity, { id: recordingId }, { unusableAt: new Date() });
      await this.transcripts.recordingUnusable(manager, agreementId, recordingId);
    };
  }
}
