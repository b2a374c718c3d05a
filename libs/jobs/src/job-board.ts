import { Injectable } from '@nestjs/common';
import { DataSource, ILike, JsonContains, LessThan } from 'typeorm';
import type { JobFacts, JobStatus } from '#contracts';
import { AppError, numberDigits, partPattern } from '#platform';
import { JobEntity } from './job.entity.js';
import type { JobHandler } from './job-runner.js';
import { Jobs } from './jobs.js';
import { JobsRepository } from './jobs.repository.js';

/** What is told of a job. */
export interface JobView extends Omit<JobFacts, 'createdAt' | 'finishedAt'> {
  createdAt: Date;
  finishedAt: Date | null;
}

/** A page of jobs. */
interface JobsAsked {
  limit: number;
  status?: JobStatus | undefined;
  beforeId?: string | undefined;
  q?: string | undefined;
}

/** The jobs of this service, and how to begin a failed one anew. */
@Injectable()
export class JobBoard {
  private handlers: readonly JobHandler[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: JobsRepository,
    private readonly jobs: Jobs,
  ) {}

  /** Names who runs the jobs. */
  use(handlers: readonly JobHandler[]): void {
    this.handlers = handlers;
  }

  /** Newest first, those older than the job `beforeId`; `q` is a part of the name or the key, or the number of its agreement. */
  async list({ limit, status, beforeId, q }: JobsAsked): Promise<JobView[]> {
    const narrowed = { ...(status ? { status } : {}), ...(beforeId ? { id: LessThan(beforeId) } : {}) };
    const agreementId = q ? numberDigits(q) : null;
    const part = q ? ILike(partPattern(q)) : null;
    const found = await this.dataSource.manager.find(JobEntity, {
      where: part
        ? [
            { ...narrowed, name: part },
            { ...narrowed, key: part },
            ...(agreementId ? [{ ...narrowed, payload: JsonContains({ agreementId }) }] : []),
          ]
        : narrowed,
      order: { id: 'DESC' },
      take: limit,
    });
    return found.map(viewOf);
  }

  /** @throws AppError `not_found`. */
  async get(id: string): Promise<JobView> {
    return viewOf(await this.find(id));
  }

  /**
   * Begins a failed job anew, with all its attempts and the payload as it was; or has another job do its work, where its
   * handler says so: then it stays failed. If it is given up again, support is told once more.
   * @throws AppError `not_found`; `nothing_to_retry` when it has not failed, or its work is done or under way.
   */
  async retry(id: string): Promise<JobView> {
    const failed = await this.find(id);
    const handler = this.handlers.find(({ job: { name } }) => name === failed.name);
    if (handler?.beginAnew) {
      if (failed.status !== 'failed' || !(await handler.beginAnew(failed.payload)))
        throw new AppError('nothing_to_retry');
      await this.rows.forgetTold(failed);
      return viewOf(failed);
    }
    const row = await this.rows.restart(this.dataSource.manager, { id });
    const job = await this.find(id);
    if (!row) throw new AppError('nothing_to_retry');
    await this.rows.forgetTold(job);
    // Only a hurry-up: the reconciler finds the row, too.
    await this.jobs.enqueue(row, 0).catch(() => undefined);
    return viewOf(job);
  }

  private async find(id: string): Promise<JobEntity> {
    const job = await this.dataSource.manager.findOneBy(JobEntity, { id });
    if (!job) throw new AppError('not_found');
    return job;
  }
}

function viewOf(job: JobEntity): JobView {
  const { id, name, key, status, attempts, lastError, createdAt, finishedAt } = job;
  const [agreementId = null] = `${key} ${JSON.stringify(job.payload)}`.match(/\b[0-9]{16}\b/) ?? [];
  return { id, name, key, status, attempts, lastError, createdAt, finishedAt, agreementId };
}
