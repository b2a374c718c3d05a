import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { LOGGER } from '#platform';
import { type SpeechEngine, type SpeechEngineErrorCode, SpeechEngines } from '../speech/speech.module.js';
import type { TranscriptEntity } from './transcript.entity.js';
import { TranscriptsService, transcribeRecording, transcribeUnpaidRecording } from './transcripts.service.js';

type Failed = Pick<TranscriptEntity, 'id' | 'agreementId'> & { languages: (string | null)[] };

/** Failures that say nothing about the recording, but about what was here to hear it. */
const PASSING: readonly SpeechEngineErrorCode[] = [
  'unavailable',
  'timeout',
  'authentication',
  'quota',
  'model_unusable',
  'no_engine',
];
const BATCH = 20;
/** After the first failure, in seconds; doubles with each further one. */
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 3600;

/**
 * Makes paid transcripts anew that failed because no engine answered or none understood the language, once one does. The
 * owner was told of the failure and of what else there is; an agreement with a human transcript is left alone.
 */
@Injectable()
export class RetryFailedTranscripts implements ScheduleHandler {
  readonly schedule = { name: 'retry-failed-transcripts', everyMs: 30_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly transcripts: TranscriptsService,
    private readonly engines: SpeechEngines,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const failed = await this.dataSource.query<Failed[]>(
      `select t.id, t.agreement_id as "agreementId", array(select r.language from recordings r
         where r.id in (t.recording_id, t.consent_recording_id)) as languages from transcripts t
       join jobs j on j.name = any($1) and j.key = t.id || ':' || t.run
       where t.stage = 'failed' and t.is_paid and t.deleted_at is null and t.failure = any($2)
         and j.finished_at < now() - make_interval(secs => least($3 * 2.0 ^ least(t.run - 1, 20), $4))
         and not exists (select from manual_orders o
           where o.agreement_id = t.agreement_id and o.status in ('paid', 'delivered'))
         and not exists (select from recordings r
           where r.id in (t.recording_id, t.consent_recording_id) and r.language <> all ($5::text[]))
       order by j.finished_at limit ${BATCH}`,
      [
        [transcribeRecording.name, transcribeUnpaidRecording.name],
        ...[PASSING, FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS],
        // Nothing differs from null: then all languages will do.
        this.engines.readyFor(),
      ],
    );
    const answers = new Map<SpeechEngine, boolean>();
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
