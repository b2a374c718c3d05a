import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Commit, JobHandler, JobRun } from '#jobs';
import { PermanentError } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { TranscriptionConfig } from '../config.js';
import { RecordingEntity } from '../recordings/recording.entity.js';
import { fetchObject, withFolder } from '../recordings/spool.js';
import { type SpeechEngine, SpeechEngineError, type Transcript } from '../speech/speech-engine.js';
import { type TranscribeRecordingPayload, transcribeRecording } from './transcribe-recording.definition.js';
import { TranscriptEntity } from './transcript.entity.js';
import { TranscriptsService } from './transcripts.service.js';

export const SPEECH_ENGINE = Symbol('speech engine');

const PROGRESS_EVERY_MS = 1000;

/** Turns a prepared recording into its transcript. */
@Injectable()
export class TranscribeRecording implements JobHandler<TranscribeRecordingPayload> {
  readonly job = transcribeRecording;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transcripts: TranscriptsService,
    private readonly config: TranscriptionConfig,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(SPEECH_ENGINE) private readonly engine: SpeechEngine,
  ) {}

  async run({ payload, signal }: JobRun<TranscribeRecordingPayload>): Promise<Commit> {
    const { transcriptId } = payload;
    const { recordingId } = await this.dataSource.manager.findOneByOrFail(TranscriptEntity, {
      id: transcriptId,
    });
    const recording = await this.dataSource.manager.findOneByOrFail(RecordingEntity, { id: recordingId });
    await this.transcripts.progress(transcriptId, 'transcribing', 0);
    const result = await this.transcribe(recording, transcriptId, signal);
    return (manager) => this.transcripts.complete(manager, transcriptId, result, this.engine);
  }

  async giveUp({ transcriptId }: TranscribeRecordingPayload, error: unknown): Promise<Commit> {
    const cause = error instanceof PermanentError ? error.cause : error;
    const reason = cause instanceof SpeechEngineError ? cause.code : 'failed';
    return (manager) => this.transcripts.fail(manager, transcriptId, reason);
  }

  private async transcribe(
    recording: RecordingEntity,
    transcriptId: string,
    signal: AbortSignal,
  ): Promise<Transcript> {
    const { workingKey, mp3Key } = recording;
    if (!workingKey || !mp3Key) throw new Error('the recording is not prepared');
    return withFolder(this.config.spoolDir, async (folder) => {
      const wavPath = join(folder, 'working.wav');
      const originalPath = join(folder, 'audio.mp3');
      await fetchObject(this.store, workingKey, wavPath, signal);
      await fetchObject(this.store, mp3Key, originalPath, signal);
      const progress = new ThrottledProgress((percent) =>
        this.transcripts.progress(transcriptId, 'transcribing', percent),
      );
      try {
        return await this.engine.transcribe(
          { wavPath, originalPath, durationSeconds: recording.durationMs / 1000 },
          { signal, onProgress: (percent) => progress.report(percent) },
        );
      } catch (error) {
        if (error instanceof SpeechEngineError && !error.isRetryable) {
          throw new PermanentError(`speech engine: ${error.code}`, { cause: error });
        }
        throw error;
      } finally {
        await progress.settled();
      }
    });
  }
}

/** At most one report a second, one at a time; what comes between is dropped. A report that fails is only a hint lost. */
class ThrottledProgress {
  private last = 0;
  private current: Promise<void> = Promise.resolve();
  private isBusy = false;

  constructor(private readonly send: (percent: number) => Promise<void>) {}

  report(percent: number): void {
    const now = Date.now();
    if (this.isBusy || percent >= 100 || now - this.last < PROGRESS_EVERY_MS) return;
    this.last = now;
    this.isBusy = true;
    this.current = this.send(Math.floor(percent))
      .catch(() => undefined)
      .finally(() => {
        this.isBusy = false;
      });
  }

  settled(): Promise<void> {
    return this.current;
  }
}
