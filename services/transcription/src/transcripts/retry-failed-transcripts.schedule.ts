import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { ScheduleHandler } from '#jobs';
import { LOGGER } from '#platform';
import {
  type SpeechEngine,
  type SpeechEngineErrorCode,
  SpeechEngines,
  SpeechOutage,
} from '../speech/speech.module.js';
import { TranscriptsRepository } from './transcripts.repository.js';
import { TranscriptsService, transcribeRecording, transcribeUnpaidRecording } from './transcripts.service.js';

/** Failures that say nothing about the recording, but about what was here to hear it. */
const PASSING: readonly SpeechEngineErrorCode[] = [
  'unavailable',
  'timeout',
  'authentication',
  'quota',
  'model_unusable',
  'no_engine',
];
/** The first pause is half a minute, the longest a day, and forty runs are four weeks. */
const RULES = {
  jobs: [transcribeRecording, transcribeUnpaidRecording],
  failures: PASSING,
  ...{ firstPauseSeconds: 30, longestPauseSeconds: 24 * 3600, runs: 40, limit: 20 },
};

/**
 * Makes paid transcripts anew that failed because no engine answered or none understood the language, once one does: with
 * growing pauses, and not for ever, because one that answers may still hear nothing, and is paid for each time. The owner
 * was told of the failure and of what else there is; where a person is paid to write it down it is left alone. Engines
 * that failed are asked in any case, because support is told of them for as long as they do not answer.
 */
@Injectable()
export class RetryFailedTranscripts implements ScheduleHandler {
  readonly schedule = { name: 'retry-failed-transcripts', everyMs: 30_000 };

  constructor(
    private readonly rows: TranscriptsRepository,
    private readonly transcripts: TranscriptsService,
    private readonly engines: SpeechEngines,
    private readonly outage: SpeechOutage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const failed = await this.rows.findRetryable({ ...RULES, languages: this.engines.readyFor() });
    const answers = new Map<SpeechEngine, boolean>();
    for (const engine of this.outage.engines()) {
      answers.set(engine, await engine.answers());
      if (answers.get(engine)) this.outage.answered(engine);
    }
    for (const transcript of failed) {
      const engine = this.engines.choose(transcript.languages);
      if (engine === null) continue;
      if (!answers.has(engine)) answers.set(engine, await engine.answers());
      if (signal.aborted) return;
      if (!answers.get(engine)) continue;
      this.logger.info({ agreementId: transcript.agreementId }, 'failed transcript is made anew');
      await this.transcripts.restart(transcript);
    }
  }
}
