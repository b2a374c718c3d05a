import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { failpoint, runInContext } from '#platform';
import type { Jobs } from './jobs.js';

/** Regular rounds, such as looking for deadlines that have passed. The rows say what is due, the round only looks. */
export interface ScheduleDefinition {
  /** Imperative kebab-case, such as `run-deadlines`. */
  readonly name: string;
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
}

export interface ScheduleHandler {
  readonly schedule: ScheduleDefinition;
  /** One round. May be cut short, repeated, or run beside another one: it must lock what it changes. */
  round(signal: AbortSignal): Promise<void>;
}

interface Parts {
  jobs: Jobs;
  logger: Logger;
  connection: Redis;
  /** A longer interval is cut down to this. */
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
    const { name, everyMs } = this.handler.schedule;
    const every = Math.min(everyMs, this.parts.maxMs);
    const options = { removeOnComplete: true, removeOnFail: true };
    this.queue
      .upsertJobScheduler(name, { every }, { name, opts: options })
      .catch((error: unknown) => this.parts.logger.warn({ err: error }, 'schedule will be set again'));
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
