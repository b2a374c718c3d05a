import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { LOGGER } from '#platform';
import { SPEECH_ENGINE } from '../parts/speech-engine.token.js';
import type { SpeechEngine, SpeechEngineErrorCode } from '../speech/speech-engine.js';
import { transcribeRecording, transcribeTake } from './transcribe-recording.definition.js';
import type { TranscriptEntity } from './transcript.entity.js';
import { TranscriptsService } from './transcripts.service.js';

/** Failures that say nothing about the recording. */
const PASSING: readonly SpeechEngineErrorCode[] = [
  'unavailable',
  'timeout',
  'authentication',
  'quota',
  'model_unusable',
];
const BATCH = 20;
/** After the first failure, in seconds; doubles with each further one. */
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 3600;

/**
 * Makes paid transcripts anew that failed because the engine was away, once it is back. Its owner was told of the
 * failure and of what else there is; who has ordered a transcript by a person meanwhile is left alone.
 */
@Injectable()
export class RetryFailedTranscripts implements ScheduleHandler {
  readonly schedule = { name: 'retry-failed-transcripts', everyMs: 30_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly transcripts: TranscriptsService,
    @Inject(SPEECH_ENGINE) private readonly engine: SpeechEngine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const failed = await this.dataSource.query<Pick<TranscriptEntity, 'id' | 'agreementId'>[]>(
      `select t.id, t.agreement_id as "agreementId" from transcripts t
       join jobs j on j.name = any($1) and j.key = t.id || ':' || t.run
       where t.stage = 'failed' and t.is_paid and t.deleted_at is null and t.failure = any($2)
         and j.finished_at < now() - make_interval(secs => least($3 * 2.0 ^ least(t.run - 1, 20), $4))
         and not exists (select from manual_orders o
           where o.agreement_id = t.agreement_id and o.status in ('paid', 'delivered'))
       order by j.finished_at limit ${BATCH}`,
      [
        [transcribeRecording.name, transcribeTake.name],
        ...[PASSING, FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS],
      ],
    );
    if (failed.length === 0 || !(await this.engine.answers())) return;
    for (const transcript of failed) {
      if (signal.aborted) return;
      this.logger.info({ agreementId: transcript.agreementId }, 'failed transcript is made anew');
      await this.transcripts.restart(transcript);
    }
  }
}
