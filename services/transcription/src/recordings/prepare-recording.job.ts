import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { type DerivedObject, outlineLength, recordingPrepared } from '#contracts';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { type DerivedFile, deriveAudio, MediaError, outlineOf } from '#media';
import { Outbox } from '#outbox';
import { failpoint, PermanentError } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { TranscriptionConfig } from '../config.js';
import { lockAgreement } from '../transcripts/agreement-lock.js';
import { TranscriptsService } from '../transcripts/transcripts.service.js';
import { type DerivedName, derivedKey } from './derived-key.js';
import { type PrepareRecordingPayload, prepareRecording } from './prepare-recording.definition.js';
import { RecordingEntity } from './recording.entity.js';
import { RecordingsService } from './recordings.service.js';
import { withFolder } from './spool.js';

/** Makes MP3, WebM, the 5-second preview, the working copy, the waveform and finds the speech. The original is only read. */
@Injectable()
export class PrepareRecording implements JobHandler<PrepareRecordingPayload> {
  readonly job = prepareRecording;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly recordings: RecordingsService,
    private readonly transcripts: TranscriptsService,
    private readonly config: TranscriptionConfig,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async run({ payload, signal }: JobRun<PrepareRecordingPayload>): Promise<Commit> {
    const { recordingId } = payload;
    const recording = await this.dataSource.manager.findOneByOrFail(RecordingEntity, { id: recordingId });
    if (recording.deletedAt) return (manager) => this.recordings.removeFiles(manager, recordingId, 'late');
    return withFolder(this.config.spoolDir, async (folder) => {
      const original = join(folder, 'original');
      await this.store.getFile(recording.objectKey, original, signal);
      const derived = await deriveAudio(original, folder, { signal }).catch((error: unknown) => {
        const isHopeless =
          error instanceof MediaError && (error.code === 'corrupt' || error.code === 'not_media');
        throw isHopeless ? new PermanentError(`recording cannot be decoded: ${error.code}`) : error;
      });
      const mp3 = await this.keep(recordingId, 'audio.mp3', derived.mp3);
      failpoint('transcription.prepare.after-object');
      const webm = await this.keep(recordingId, 'audio.webm', derived.webm);
      const preview = await this.keep(recordingId, 'preview.mp3', derived.preview);
      const working = await this.keep(recordingId, 'working.wav', derived.working);
      failpoint('transcription.prepare.after-objects');
      const durationMs = Math.round(derived.durationSeconds * 1000);
      return async (manager) => {
        await lockAgreement(manager, recording.agreementId);
        const { affected } = await manager.update(
          RecordingEntity,
          { id: recordingId, deletedAt: IsNull() },
          {
            durationMs,
            workingKey: working.key,
            mp3Key: mp3.key,
            peaks: derived.peaks,
            speech: derived.speech,
            preparedAt: new Date(),
          },
        );
        if (affected === 0) {
          // Deleted meanwhile: what was just written must go too.
          await this.recordings.removeFiles(manager, recordingId, 'late');
          return;
        }
        await this.outbox.add(manager, recordingPrepared, {
          agreementId: recording.agreementId,
          recordingId,
          durationMs,
          mp3,
          webm,
          preview,
          outline: outlineOf(derived.peaks, outlineLength),
        });
        await this.transcripts.recordingReady(manager, recording.agreementId);
      };
    });
  }

  async giveUp({ recordingId }: PrepareRecordingPayload): Promise<Commit> {
    const { agreementId } = await this.dataSource.manager.findOneByOrFail(RecordingEntity, {
      id: recordingId,
    });
    return async (manager) => {
      await lockAgreement(manager, agreementId);
      await manager.update(RecordingEntity, { id: recordingId }, { unusableAt: new Date() });
      const [recording] = await this.recordings.inOrder(manager, [recordingId]);
      if (recording?.deletedAt) await this.recordings.removeFiles(manager, recordingId, 'late');
      await this.transcripts.recordingUnusable(manager, agreementId, recordingId);
    };
  }

  private async keep(recordingId: string, name: DerivedName, file: DerivedFile): Promise<DerivedObject> {
    const key = derivedKey(recordingId, name);
    await this.store.putFile(key, file.path, file.mime);
    return { key, mime: file.mime, bytes: file.bytes, sha256: file.sha256 };
  }
}
