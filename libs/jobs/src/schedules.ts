import { Injectable } from '@nestjs/common';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  CLOCKS_APART_MS,
  failpoint,
  HOUR_MS,
  LONGEST_INTERVAL_MS,
  type PruneRule,
  pruneRows,
  runInContext,
} from '#platform';
import type { Jobs } from './jobs.js';

/** Regular rounds, such as looking for deadlines that have passed. The rows say what is due, the round only looks. */
export interface ScheduleDefinition {
  /** Imperative kebab-case, such as `run-deadlines`. */
  readonly name: string;
  /** Milliseconds between two rounds; at most `LONGEST_INTERVAL_MS`. */
  readonly everyMs: number;
}

export interface ScheduleHandler {
  readonly schedule: ScheduleDefinition;
  /** One round. May be cut short, repeated, or run beside another one: it must lock what it changes. */
  round(signal: AbortSignal): Promise<void>;
}

export function isScheduleHandler(provider: unknown): provider is ScheduleHandler {
  return typeof provider === 'object' && provider !== null && 'schedule' in provider && 'round' in provider;
}

/** @throws Error for an interval that nothing can wait for. */
export function assertInterval({ name, everyMs }: ScheduleDefinition): void {
  if (Number.isInteger(everyMs) && everyMs > 0 && everyMs <= LONGEST_INTERVAL_MS) return;
  throw new Error(
    `Schedule ${name} comes every ${everyMs} ms; an interval has 1 to ${LONGEST_INTERVAL_MS} ms (almost 25 days)`,
  );
}

interface Parts {
  jobs: Jobs;
  logger: Logger;
  connection: Redis;
  /** For tests: a longer interval is cut down to this. */
  maxMs: number;
  /** A Redis that lost everything gets its schedule back after this. */
  renewMs: number;
}

/** Runs the rounds of one schedule. However many replicas there are, a round is started once. */
export class ScheduleRunner {
  private readonly queue: Queue;
  private readonly worker: Worker;
  private readonly stopping = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly handler: ScheduleHandler,
    private readonly parts: Parts,
  ) {
    const { connection, jobs, logger, renewMs } = parts;
    const name = jobs.queueName(handler.schedule.name);
    this.queue = new Queue(name, { connection });
    this.queue.on('error', () => undefined);
    // Waiting for rounds goes on a connection of the worker's own; this one is its owner's to close.
    this.worker = new Worker(name, () => this.round(), { connection, concurrency: 1 });
    this.worker.on('error', (error) => logger.warn({ err: error.message }, 'schedule worker'));
    this.timer = setInterval(() => this.renew(), renewMs);
    this.renew();
  }

  /** Ends the running round and takes no other. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.worker.close();
    await this.queue.close();
  }

  private renew(): void {
    this.set().catch((error: unknown) =>
      this.parts.logger.warn({ err: error }, 'schedule will be set again'),
    );
  }

  private async set(): Promise<void> {
    const { name, everyMs } = this.handler.schedule;
    const every = Math.min(everyMs, this.parts.maxMs);
    const { next = 0, every: before } = (await this.queue.getJobScheduler(name)) ?? {};
    if (before === every && next > Date.now() + every + CLOCKS_APART_MS) {
      // Set while the clock was ahead, that round would only come when it is there again. Without it one comes at once.
      this.parts.logger.warn(
        { schedule: name, next: new Date(next) },
        'the clock was put back: round is due',
      );
      await this.queue.removeJobScheduler(name);
    }
    const options = { removeOnComplete: true, removeOnFail: true };
    await this.queue.upsertJobScheduler(name, { every }, { name, opts: options });
  }

  private async round(): Promise<void> {
    const context = { correlationId: uuidv7(), causationId: null, traceparent: null };
    try {
      failpoint(`${this.parts.jobs.service}.round.${this.handler.schedule.name}.before-run`);
      await runInContext(context, () => this.handler.round(this.stopping.signal));
    } catch (error) {
      // The next round looks again; nothing is lost.
      this.parts.logger.error({ err: error, schedule: this.handler.schedule.name }, 'round failed');
    }
  }
}

const JOB_RULES: readonly PruneRule[] = [
  // The key recognises an event that comes again, which the inbox does for 30 days.
  { table: 'jobs', isOver: `status = 'done'`, since: 'finished_at', days: 35 },
  // People look into these.
  { table: 'jobs', isOver: `status = 'failed'`, since: 'finished_at', days: 180 },
];

/** Deletes old jobs, and what else a service's own rules name. */
@Injectable()
export class PruneJobs implements ScheduleHandler {
  readonly schedule = { name: 'prune-rows', everyMs: HOUR_MS };
  protected readonly rules: readonly PruneRule[] = [];

  constructor(private readonly dataSource: DataSource) {}

  async round(signal: AbortSignal): Promise<void> {
    for (const rule of [...JOB_RULES, ...this.rules]) await pruneRows(this.dataSource, rule, { signal });
  }
}
