import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Commit, JobDefinition, JobHandler, JobRun } from '#jobs';
import { failpoint, PermanentError, ServiceClient } from '#platform';
import { Spool } from '#storage';
import type { HeardRecording } from '../diarization/diarization.module.js';
import { PaidWork, type RecordingEntity, RecordingsService } from '../recordings/recordings.module.js';
import {
  AudioPartsRepository,
  type SpeechEngine,
  SpeechEngineError,
  SpeechEngines,
  Transcriber,
} from '../speech/speech.module.js';
import { askDealFacts } from './deal-facts.js';
import { recordingIds, TranscriptEntity } from './transcript.entity.js';
import { TranscriptComposer } from './transcript-composer.js';
import {
  type TranscribeRecordingPayload,
  TranscriptsService,
  transcribeRecording,
  transcribeUnpaidRecording,
} from './transcripts.service.js';

const nothing: Commit = async () => undefined;

/** Nobody waits any more for what a job makes: what is left to hear is not sent away, and nothing is written. */
class RunOverError extends Error {
  override readonly name = 'RunOverError';
}

/** Turns prepared recordings into their transcript. Every try goes on from the parts that are done. */
@Injectable()
export class TranscribeRecording implements JobHandler<TranscribeRecordingPayload> {
  readonly job: JobDefinition<TranscribeRecordingPayload> = transcribeRecording;

  constructor(
    private readonly dataSource: DataSource,
    private readonly recordings: RecordingsService,
    private readonly transcripts: TranscriptsService,
    private readonly transcriber: Transcriber,
    private readonly parts: AudioPartsRepository,
    private readonly composer: TranscriptComposer,
    private readonly spool: Spool,
    private readonly engines: SpeechEngines,
    private readonly paid: PaidWork,
    private readonly agreements: ServiceClient<'agreements'>,
  ) {}

  run(run: JobRun<TranscribeRecordingPayload>): Promise<Commit> {
    return this.paid.during(() => this.transcribe(run));
  }

  protected async transcribe(run: JobRun<TranscribeRecordingPayload>): Promise<Commit> {
    const { payload, signal, isLastAttempt } = run;
    const transcript = await this.dataSource.manager.findOneByOrFail(TranscriptEntity, {
      id: payload.transcriptId,
    });
    // Begun anew with another recording, or its words are deleted.
    if (transcript.run !== payload.run || transcript.deletedAt) return nothing;
    const recordings = await this.recordings.inOrder(this.dataSource.manager, recordingIds(transcript));
    await this.transcripts.progress(payload, { percent: 0, segmentCount: 0 });
    return this.spool.during(async (folder) => {
      const found = await this.hear(recordings, run, folder, transcript).catch((error: unknown) => {
        if (error instanceof RunOverError) return null;
        throw error;
      });
      failpoint('transcription.transcribe.after-parts');
      // Composing sends the words away, too.
      if (found === null || !(await this.transcripts.isRunning(payload))) return nothing;
      const { heard, engine } = found;
      const checked = heard.map((one, index) => ({
        ...one,
        isSpeechKnown: recordings[index]?.speech != null,
      }));
      const content = await this.composer.compose(checked, transcript.agreementId, { signal, isLastAttempt });
      failpoint('transcription.transcribe.after-composing');
      return (manager) => this.transcripts.complete(manager, payload, content, engine);
    });
  }

  async giveUp(payload: TranscribeRecordingPayload, error: unknown): Promise<Commit> {
    const cause = error instanceof PermanentError ? error.cause : error;
    const reason = cause instanceof SpeechEngineError ? cause.code : 'failed';
    return (manager) => this.transcripts.fail(manager, payload, reason);
  }

  /** Its own run is over: a new one makes what it could not. */
  beginAnew(payload: TranscribeRecordingPayload): Promise<boolean> {
    return this.transcripts.beginAnew(payload);
  }

  /** By the best engine there is; one whose models turn out to be unusable is followed by the next one. */
  private async hear(
    recordings: readonly RecordingEntity[],
    run: JobRun<TranscribeRecordingPayload>,
    folder: string,
    { agreementId, isRenewing }: TranscriptEntity,
  ): Promise<{ heard: HeardRecording[]; engine: SpeechEngine }> {
    const languages = recordings.map(({ language }) => language);
    let failed: { engine: SpeechEngine; error: unknown } | null = null;
    for (;;) {
      const engine = this.engines.choose(languages);
      if (failed && (engine === null || engine === failed.engine)) throw failed.error;
      // What a draft is to be replaced by must be better.
      if (engine === null || (isRenewing && engine.isDraft)) {
        const cause = new SpeechEngineError('no_engine', false, `nothing here understands ${languages}`);
        throw new PermanentError('speech engine: no_engine', { cause });
      }
      try {
        const voices = await this.voicesIn(recordings, agreementId, engine);
        return { heard: await this.hearBy(engine, voices, recordings, run, folder), engine };
      } catch (error) {
        if (!(error instanceof SpeechEngineError) || error.code !== 'model_unusable') throw error;
        failed = { engine, error };
      }
    }
  }

  /**
   * How many people speak in each recording, for an engine that has to be told. What it hears is kept, so where the deal
   * cannot be asked it is told of no number: then the voices are told apart afterwards.
   */
  private async voicesIn(
    recordings: readonly RecordingEntity[],
    agreementId: string,
    { tellsSpeakers }: SpeechEngine,
  ): Promise<number | null> {
    if (tellsSpeakers !== 'as_told') return null;
    if (recordings.length > 1) return 1;
    const facts = await askDealFacts(this.agreements, agreementId).catch(() => null);
    return facts && (facts.isRemote ? 1 : 2);
  }

  private async hearBy(
    engine: SpeechEngine,
    voices: number | null,
    recordings: readonly RecordingEntity[],
    { payload, signal, save }: JobRun<TranscribeRecordingPayload>,
    folder: string,
  ): Promise<HeardRecording[]> {
    try {
      return await this.transcriber.transcribe(recordings, {
        ...{ engine, voices, folder, signal },
        onProgress: (done) => this.transcripts.progress(payload, done),
        onPart: async (recordingId, part, done) => {
          let isOver = false;
          await save(async (manager) => {
            isOver = !(await this.transcripts.partHeard(manager, payload, done));
            await this.parts.save(manager, recordingId, engine.name, part);
            failpoint('transcription.part.before-commit');
          });
          if (isOver) throw new RunOverError();
        },
      });
    } catch (error) {
      if (error instanceof SpeechEngineError && !error.isRetryable) {
        throw new PermanentError(`speech engine: ${error.code}`, { cause: error });
      }
      throw error;
    }
  }
}

/** The same for what is not paid yet. */
@Injectable()
export class TranscribeUnpaidRecording extends TranscribeRecording {
  override readonly job = transcribeUnpaidRecording;

  override run(run: JobRun<TranscribeRecordingPayload>): Promise<Commit> {
    return this.transcribe(run);
  }
}
