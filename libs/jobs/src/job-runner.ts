import { setMaxListeners } from 'node:events';
import { DelayedError, type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { jobGivenUp } from '#contracts';
import type { Outbox } from '#outbox';
import {
  type Circuit,
  type Dependency,
  failpoint,
  isPermanent,
  type Outages,
  outageOf,
  runInContext,
} from '#platform';
import type { JobDefinition, JobPace } from './define-job.js';
import type { Jobs } from './jobs.js';
import { type JobRow, type JobsRepository, LeaseLostError, LONGEST_WAIT_MS } from './jobs.repository.js';

/** What a handler gets. */
export interface JobRun<Payload extends object> {
  readonly payload: Payload;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Whether an earlier run began, be it one that an outage ended: it may have done what leaves no trace in the database. */
  readonly isRepeated: boolean;
  /** Aborted when the lease is lost or the service stops. */
  readonly signal: AbortSignal;
  /**
   * Writes what is done so far in a transaction of its own, so that a later run need not repeat it. While the database is
   * away it waits for it, and then does it again.
   * @throws LeaseLostError when another run has taken over: nothing is written.
   */
  save(commit: Commit): Promise<void>;
}

/** It is too early for this job: it is put back, and the attempt is not counted. Whoever throws it says when to stop waiting. */
export class TryLaterError extends Error {
  override readonly name = 'TryLaterError';

  /** @param delayMs until it is tried again, or `LONGEST_WAIT_MS` if that is less: then it says so again */
  constructor(
    message: string,
    readonly delayMs: number,
  ) {
    super(message);
  }
}

/** The effects of a run, written in the transaction that also closes the job: all of it, once, or nothing. */
export type Commit = (manager: EntityManager) => Promise<void>;

export interface JobHandler<Payload extends object = object> {
  readonly job: JobDefinition<Payload>;
  /** Does the long work outside any transaction and answers what to write at the end. */
  run(run: JobRun<Payload>): Promise<Commit>;
  /** What to write when every attempt has failed. */
  giveUp?(payload: Payload, error: unknown): Promise<Commit>;
  /**
   * For an administrator who begins a failed job anew, where the same job again would change nothing: has its work done
   * by another job. Answers false when there is nothing to do any more.
   */
  beginAnew?(payload: Payload): Promise<boolean>;
}

interface Parts {
  rows: JobsRepository;
  outbox: Outbox;
  jobs: Jobs;
  logger: Logger;
  outages: Outages;
  connection: Redis;
  pace: JobPace;
}

const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5000;
const MAX_BACKOFF_MS = 120_000;

/**
 * Runs the jobs of one kind: lease, fence, heartbeat, attempts with back-off, one commit.
 *
 * An outage of something that a job needs stops the whole kind until it is over, and the job goes back into its queue
 * with the attempt uncounted, however often that happens.
 */
export class JobRunner<Payload extends object> {
  private readonly worker: Worker;
  private readonly stopping = new AbortController();
  /** What keeps jobs of this kind from running. */
  private stoppedBy: Circuit | null = null;

  constructor(
    private readonly handler: JobHandler<Payload>,
    private readonly parts: Parts,
  ) {
    // Every run listens for the end; how many there are is no leak.
    setMaxListeners(0, this.stopping.signal);
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
    const { pace } = this.parts;
    const { signal } = this.stopping;
    let row: JobRow | 'busy' | 'closed';
    try {
      row = await this.claim(job.data.id, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      // The row is still open: another process goes on with it.
      row = 'busy';
    }
    if (row === 'closed') return;
    if (row === 'busy') {
      // Somebody still holds the lease, or the lane: look again when it could have ended.
      await job.moveToDelayed(Date.now() + pace.leaseMs / 4, token);
      throw new DelayedError();
    }
    const context = { correlationId: row.correlationId, causationId: null, traceparent: null };
    await runInContext(context, () => this.attempt(row));
  }

  /** A job that this process works on is never taken again, even if its lease has ended while the database was away. */
  private async claim(id: string, signal: AbortSignal): Promise<JobRow | 'busy' | 'closed'> {
    const { rows, outages, jobs, pace } = this.parts;
    if (jobs.running.has(id)) return 'busy';
    await this.stoppedBy?.answers(signal);
    const { hasLanes } = this.handler.job;
    return outages.persist(async () => {
      if (jobs.running.has(id)) return 'busy';
      return rows.claim(id, pace.leaseMs, { takesOver: jobs.takesOver, hasLanes });
    }, signal);
  }

  private async attempt(row: JobRow): Promise<void> {
    const { rows, outbox, outages, jobs, logger, pace } = this.parts;
    jobs.running.add(row.id);
    const place = `${jobs.service}.job.${row.name}`;
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.stopping.signal]);
    const heartbeat = setInterval(() => {
      rows.renewLease(row, pace.leaseMs).catch((error: unknown) => {
        if (error instanceof LeaseLostError) lost.abort(error);
      });
    }, pace.leaseMs / 4);
    try {
      // Its workers died without a word, time after time: another run would only take the next one down.
      if (row.attempts > this.handler.job.attempts) {
        throw new Error(row.lastError ?? 'The worker ended in the middle of every attempt');
      }
      failpoint(`${place}.after-claim`);
      const commit = await this.handler.run({
        payload: row.payload as Payload,
        attempt: row.attempts,
        isLastAttempt: row.attempts >= this.handler.job.attempts,
        isRepeated: row.fence > 1,
        signal,
        save: (commit) => {
          const write = () =>
            outbox.transaction(async (manager) => {
              await rows.assertLease(manager, row);
              await commit(manager);
            });
          return outages.persist(write, signal);
        },
      });
      const end = () =>
        outbox.transaction(async (manager) => {
          await rows.close(manager, row, 'done', null);
          await commit(manager);
          failpoint(`${place}.before-commit`);
        });
      // What the run found out is not thrown away because the database is away now.
      await outages.persist(end, signal);
      failpoint(`${place}.after-commit`);
      this.stoppedBy?.close();
    } catch (error) {
      if (error instanceof LeaseLostError || lost.signal.aborted) {
        logger.warn({ job: row.name, id: row.id }, 'job was taken over');
        return;
      }
      if (error instanceof TryLaterError) {
        await this.putBack(row, error.delayMs, `${error.name}: ${error.message}`);
        return;
      }
      await this.fail(row, error);
    } finally {
      clearInterval(heartbeat);
      jobs.running.delete(row.id);
    }
  }

  private async fail(row: JobRow, error: unknown): Promise<void> {
    const { rows, outbox, outages, jobs, logger } = this.parts;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const isStopping = this.stopping.signal.aborted;
    // A run that was cut short by a shutdown is not a failed attempt either.
    const outage = isStopping ? null : await this.outageBehind(error);
    logger.warn(
      { job: row.name, id: row.id, attempt: row.attempts, reason, isStopping, outage },
      'job attempt failed',
    );
    if (outage !== null) return this.postpone(row, outage, reason);
    if (!isStopping && (row.attempts >= this.handler.job.attempts || isPermanent(error))) {
      const end = async () => {
        const commit = await this.handler.giveUp?.(row.payload as Payload, error);
        await outbox.transaction(async (manager) => {
          await rows.close(manager, row, 'failed', reason);
          await commit?.(manager);
          if (this.handler.job.isFailureTold) await this.tellSupport(manager, row);
        });
      };
      return outages.persist(end, this.stopping.signal);
    }
    const delayMs = isStopping ? 0 : this.backoff(row.attempts);
    await rows.requeue(row, delayMs, reason, isStopping);
    await jobs.enqueue(row, delayMs).catch(() => undefined);
  }

  private async tellSupport(manager: EntityManager, row: JobRow): Promise<void> {
    const { rows, outbox, jobs } = this.parts;
    const notice = await rows.noteTold(manager, row);
    if (notice === null) return;
    const { id: jobId, name } = row;
    await outbox.add(manager, jobGivenUp, { jobId, job: `${jobs.service}.${name}`, notice });
  }

  /** The dependency whose outage excuses the failure; null when the attempt counts. */
  private async outageBehind(error: unknown): Promise<Dependency | null> {
    const { counts } = this.handler.job;
    const named = outageOf(error);
    if (named !== null && counts.includes(named)) return null;
    return this.parts.outages.explain(error);
  }

  /** Puts a job back for after the outage. The database may be what is away: then this waits for it, too. */
  private async postpone(row: JobRow, dependency: Dependency, reason: string): Promise<void> {
    const { outages } = this.parts;
    const circuit = outages.circuit(dependency);
    circuit.open();
    this.stoppedBy = circuit;
    await this.putBack(row, circuit.pauseMs, reason);
  }

  private async putBack(row: JobRow, waitMs: number, reason: string): Promise<void> {
    const { rows, outages, jobs } = this.parts;
    const delayMs = Math.min(waitMs, LONGEST_WAIT_MS);
    await outages.persist(() => rows.requeue(row, delayMs, reason, true), this.stopping.signal);
    await jobs.enqueue(row, delayMs).catch(() => undefined);
  }

  private backoff(attempt: number): number {
    const full = Math.min(this.handler.job.backoffMs * 2 ** (attempt - 1), MAX_BACKOFF_MS);
    return Math.round(full / 2 + (Math.random() * full) / 2);
  }
}
