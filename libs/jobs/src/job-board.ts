import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { JobFacts, JobStatus } from '#contracts';
import { AppError } from '#platform';
import type { JobRow } from './job-rows.js';
import { Jobs } from './jobs.js';

/** What is told of a job. */
export interface JobView extends Omit<JobFacts, 'createdAt' | 'finishedAt'> {
  createdAt: Date;
  finishedAt: Date | null;
}

const VIEW = `id, name, key, status, attempts, last_error as "lastError", created_at as "createdAt",
  finished_at as "finishedAt", substring(key || ' ' || payload::text from '\\m[0-9]{16}\\M') as "agreementId"`;

/** The jobs of this service, and how to begin a failed one anew. */
@Injectable()
export class JobBoard {
  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: Jobs,
  ) {}

  /** Newest first, those older than the job `beforeId`. */
  async list(limit: number, status: JobStatus | null, beforeId: string | null): Promise<JobView[]> {
    return this.dataSource.query<JobView[]>(
      `select ${VIEW} from jobs
       where ($2::text is null or status = $2) and ($3::uuid is null or id < $3::uuid)
       order by id desc limit $1`,
      [limit, status, beforeId],
    );
  }

  /** @throws AppError `not_found`. */
  async get(id: string): Promise<JobView> {
    const [job] = await this.dataSource.query<JobView[]>(`select ${VIEW} from jobs where id = $1`, [id]);
    if (!job) throw new AppError('not_found');
    return job;
  }

  /**
   * Begins a failed job anew, with all its attempts and the payload as it was.
   * @throws AppError `not_found`; `nothing_to_retry` when it has not failed.
   */
  async retry(id: string): Promise<JobView> {
    const [[row]] = await this.dataSource.query<
      [Pick<JobRow, 'id' | 'name' | 'attempts' | 'fence'>[], number]
    >(
      `update jobs set status = 'queued', attempts = 0, finished_at = null, lease_until = null, available_at = now()
       where id = $1 and status = 'failed' returning id, name, attempts, fence`,
      [id],
    );
    const job = await this.get(id);
    if (!row) throw new AppError('nothing_to_retry');
    // Only a hurry-up: the reconciler finds the row, too.
    await this.jobs.enqueue(row, 0).catch(() => undefined);
    return job;
  }
}
