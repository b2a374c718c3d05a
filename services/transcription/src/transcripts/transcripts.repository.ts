import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { JobDefinition } from '#jobs';
import { hasPassedSince, hotQuery } from '#platform';
import type { TranscriptEntity } from './transcript.entity.js';

type FailedTranscript = Pick<TranscriptEntity, 'id' | 'agreementId'> & {
  /** What is spoken in its recordings. */
  languages: (string | null)[];
};

interface RetryRules {
  /** The kinds of jobs that transcribe. */
  jobs: readonly JobDefinition[];
  /** Reasons of a failure that pass. */
  failures: readonly string[];
  /** After the first failure; doubles with each further one, up to the longest. */
  firstPauseSeconds: number;
  longestPauseSeconds: number;
  /** A transcript that has had so many is not tried again by itself. */
  runs: number;
  /** What can be understood now; null when all languages can. */
  languages: readonly string[] | null;
  limit: number;
}

/** What is asked of transcripts in SQL. */
@Injectable()
export class TranscriptsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Paid transcripts that may be tried again, those that failed first before the others. One question over four tables:
   * when the job of its last run ended, what is spoken in its recordings, and whether a person makes one. What a person
   * delivered of a transcript that is failed now is of earlier recordings: of its own it would have ended the failure.
   */
  findRetryable(rules: RetryRules): Promise<FailedTranscript[]> {
    const pause = 'make_interval(secs => least($3 * 2.0 ^ least(t.run - 1, 20), $4))';
    return this.dataSource.query<FailedTranscript[]>(
      `select t.id, t.agreement_id as "agreementId", array(select r.language from recordings r
         where r.id in (t.recording_id, t.consent_recording_id)) as languages from transcripts t
       join jobs j on j.name = any($1) and j.key = t.id || ':' || t.run
       where t.stage = 'failed' and t.is_paid and t.deleted_at is null and t.failure = any($2)
         and t.run < $7
         and ${hasPassedSince('j.finished_at', pause)}
         and not exists (select from human_orders o
           where o.agreement_id = t.agreement_id and o.status = 'paid')
         -- Nothing differs from null: then all languages will do.
         and not exists (select from recordings r
           where r.id in (t.recording_id, t.consent_recording_id) and r.language <> all ($5::text[]))
       order by j.finished_at limit $6`,
      [
        rules.jobs.map(({ name }) => name),
        ...[rules.failures, rules.firstPauseSeconds, rules.longestPauseSeconds],
        ...[rules.languages, rules.limit, rules.runs],
      ],
    );
  }

  /** Asked for at every view of a finished transcript, so it is a statement that is parsed once per connection. */
  async findFinishedText(agreementId: string, ownerId: number): Promise<string | null> {
    const [row] = await hotQuery<{ text: string | null }>(
      this.dataSource,
      'finished-transcript',
      `select text from transcripts
       where agreement_id = $1 and owner_id = $2 and is_paid and deleted_at is null and stage = 'done'`,
      [agreementId, ownerId],
    );
    return row?.text ?? null;
  }

  /** Forgets what a person wrote. By name: human transcripts are a feature that builds on this one. */
  async deleteHumanWords(manager: EntityManager, agreementId: string): Promise<void> {
    await manager.query('update human_orders set text = null, segments = null where agreement_id = $1', [
      agreementId,
    ]);
  }
}
