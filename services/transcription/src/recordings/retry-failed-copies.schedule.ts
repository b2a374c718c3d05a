import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource, IsNull } from 'typeorm';
import { JobEntity, type ScheduleHandler } from '#jobs';
import { Outbox } from '#outbox';
import { hasPassedSince, LOGGER } from '#platform';
import { RecordingEntity } from './recording.entity.js';
import { completeRecording, RecordingsService } from './recordings.service.js';

/**
 * Of each recording: the first pause is an hour, the longest a day, and thirty jobs are four weeks. They are counted by
 * their rows, which stay longer than that.
 */
const RULES = { firstPauseSeconds: 3600, longestPauseSeconds: 24 * 3600, jobs: 30, limit: 20 };

interface Uncopied {
  id: string;
  agreementId: string;
  /** When the last of its jobs was given up. */
  failedAt: Date;
}

/**
 * Makes the copies of paid recordings anew whose job was given up, because a file was refused or a program was killed.
 * Only a paid recording has such a job. One that is unusable is left alone: nobody can decode it, and its transcript has failed.
 */
@Injectable()
export class RetryFailedCopies implements ScheduleHandler {
  readonly schedule = { name: 'retry-failed-copies', everyMs: 5 * 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly recordings: RecordingsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    for (const { id, agreementId, failedAt } of await this.findUncopied()) {
      if (signal.aborted) return;
      this.logger.error({ agreementId, recordingId: id }, 'copies of a paid recording are made anew');
      await this.outbox.transaction((manager) =>
        this.recordings.completeAgain(manager, { id, agreementId }, failedAt),
      );
    }
  }

  /** Those whose turn it is, which depends on how many of their jobs were given up and when the last one was. */
  private findUncopied(): Promise<Uncopied[]> {
    const { manager } = this.dataSource;
    const pause =
      'make_interval(secs => least(:firstPauseSeconds * 2.0 ^ (f.jobs - 1), :longestPauseSeconds))';
    const ofJob = `j.payload ->> 'recordingId'`;
    const open = manager
      .createQueryBuilder(JobEntity, 'j')
      .where(`j.name = :name and j.status in ('queued', 'running') and ${ofJob} = r.id::text`);
    return manager
      .createQueryBuilder(RecordingEntity, 'r')
      .select(['r.id as id', 'r.agreementId as "agreementId"', 'f.failed_at as "failedAt"'])
      .innerJoin(
        (failed) =>
          failed
            .select([`${ofJob} as recording`, 'count(*) as jobs', 'max(j.finishedAt) as failed_at'])
            .from(JobEntity, 'j')
            .where(`j.name = :name and j.status = 'failed'`)
            .groupBy('recording'),
        'f',
        'f.recording = r.id::text',
      )
      .where({ mp3Key: IsNull(), unusableAt: IsNull(), deletedAt: IsNull() })
      .andWhere('f.jobs < :jobs')
      .andWhere(hasPassedSince('f.failed_at', pause))
      .andWhere(`not exists (${open.getQuery()})`)
      .setParameters({ ...RULES, name: completeRecording.name })
      .orderBy('f.failed_at')
      .limit(RULES.limit)
      .getRawMany<Uncopied>();
  }
}
