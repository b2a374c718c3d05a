import { DelayedError, type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { Outbox } from '#outbox';
import { isPermanent, runInContext } from '#platform';
import type { JobDefinition, JobPace } from './define-job.js';
import {
  assertLease,
  claimJob,
  closeJob,
  type JobRow,
  LeaseLostError,
  renewLease,
  requeueJob,
} from './job-rows.js';
import type { Jobs } from './jobs.js';

/** What a handler gets. */
export interface JobRun<Payload extends object> {
  readonly payload: Payload;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the lease is lost or the service stops. */
  readonly signal: AbortSignal;
  /**
   * Writes what is done so far in a transaction of its own, so that a later run need not repeat it.
   * @throws LeaseLostError when another run has taken over: nothing is written.
   */
  save(commit: Commit): Promise<void>;
}

/** The effects of a run, written in the transaction that also closes the job: all of it, once, or nothing. */
export type Commit = (manager: EntityManager) => Promise<void>;

export interface JobHandler<Payload extends object = object> {
  readonly job: JobDefinition<Payload>;
  /** Does the long work outside any transaction and answers what to write at the end. */
  run(run: JobRun<Payload>): Promise<Commit>;
  /** What to write when every attempt has failed. */
  giveUp?(payload: Payload, error: unknown): Promise<Commit>;
}

interface Parts {
  dataSource: DataSource;
  outbox: Outbox;
  jobs: Jobs;
  logger: Logger;
  connection: Redis;
  pace: JobPace;
}

const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5000;
const MAX_BACKOFF_MS = 120_000;

/** Runs the jobs of one kind: lease, fence, heartbeat, attempts with back-off, one commit. */
export class JobRunner<Payload extends object> {
  private readonly worker: Worker;
  private readonly stopping = new AbortController();

  constructor(
    private readonly handler: JobHandler<Payload>,
    private readonly parts: Parts,
  ) {
    this.worker = new Worker(
      parts.jobs.queueName(handler.job.name),
      (job, token) => this.process(job as Job<{ id: string }>, token),
      {
        connection: parts.connection,
        concurrency: handler.job.concurrency,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_CHECK_MS,
        maxStalledCount: 3,
      },
    );
    this.worker.on('error', (error) => parts.logger.warn({ err: error.message }, 'job worker'));
  }

  /** Stops taking jobs, aborts the running ones and hands them back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.worker.close();
  }

  private async process(job: Job<{ id: string }>, token: string | undefined): Promise<void> {
    const row = await claimJob(this.parts.dataSource, job.data.id, this.parts.pace.leaseMs);
    if (row === 'closed') return;
    if (row === 'busy') {
      // Somebody still holds the lease: look again when it could have ended.
      await job.moveToDelayed(Date.now() + this.parts.pace.leaseMs / 4, token);
      throw new DelayedError();
    }
    const context = { correlationId: row.correlationId, causationId: null, traceparent: null };
    await runInContext(context, () => this.attempt(row));
  }

  private async attempt(row: JobRow): Promise<void> {
    const { dataSource, outbox, logger, pace } = this.parts;
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      renewLease(dataSource, row, pace.leaseMs).catch((error: unknown) => {
        if (error instanceof LeaseLostError) lost.abort(error);
      });
    }, pace.leaseMs / 4);
    try {
      // Its workers died without a word, time after time: another run would only take the next one down.
      if (row.attempts > this.handler.job.attempts) {
        throw new Error(row.lastError ?? 'The worker ended in the middle of every attempt');
      }
      const commit = await this.handler.run({
        payload: row.payload as Payload,
        attempt: row.attempts,
        isLastAttempt: row.attempts >= this.handler.job.attempts,
        signal: AbortSignal.any([lost.signal, this.stopping.signal]),
        save: (commit) =>
          outbox.transaction(async (manager) => {
            await assertLease(manager, row);
            await commit(manager);
          }),
      });
      await outbox.transaction(async (manager) => {
        await closeJob(manager, row, 'done', null);
        await commit(manager);
      });
    } catch (error) {
      if (error instanceof LeaseLostError || lost.signal.aborted) {
        logger.warn({ job: row.name, id: row.id }, 'job was taken over');
        return;
      }
      await this.fail(row, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async fail(row: JobRow, error: unknown): Promise<void> {
    const { dataSource, outbox, jobs, logger } = this.parts;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const isStopping = this.stopping.signal.aborted;
    logger.warn(
      { job: row.name, id: row.id, attempt: row.attempts, reason, isStopping },
      'job attempt failed',
    );
    if (!isStopping && (row.attempts >= this.handler.job.attempts || isPermanent(error))) {
      const commit = await this.handler.giveUp?.(row.payload as Payload, error);
      await outbox.transaction(async (manager) => {
        await closeJob(manager, row, 'failed', reason);
        await commit?.(manager);
      });
      return;
    }
    // A run that was cut short by a shutdown is not a failed attempt.
    const delayMs = isStopping ? 0 : this.backoff(row.attempts);
    await requeueJob(dataSource, row, delayMs, reason, isStopping);
    await jobs.enqueue(row, delayMs).catch(() => undefined);
  }

  private backoff(attempt: number): number {
    const full = Math.min(this.handler.job.backoffMs * 2 ** (attempt - 1), MAX_BACKOFF_MS);
    return Math.round(full / 2 + (Math.random() * full) / 2);
  }
}
