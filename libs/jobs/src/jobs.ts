import { Inject, Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BaseConfig, currentContext, LOGGER, SERVICE_NAME } from '#platform';
import type { JobDefinition } from './define-job.js';
import { findIdleJobs, insertJob, type JobRow } from './job-rows.js';
import { redisConnection } from './redis.js';

const RECONCILE_EVERY_MS = 3000;
const RECONCILE_BATCH = 200;

/** Puts jobs into their queue. The row comes first, in the caller's transaction; Redis may lose everything. */
@Injectable()
export class Jobs {
  private readonly queues = new Map<string, Queue>();
  private timer: NodeJS.Timeout | undefined;
  private reconciling: Promise<void> | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: BaseConfig,
    @Inject(SERVICE_NAME) private readonly service: string,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Adds a job to the caller's transaction. The same name and key a second time changes nothing.
   * After the commit call the returned function to have it start at once; without it the reconciler does.
   */
  async add<Payload extends object>(
    manager: EntityManager,
    definition: JobDefinition<Payload>,
    key: string,
    payload: Payload,
  ): Promise<() => void> {
    const id = uuidv7();
    const { correlationId } = currentContext();
    const isNew = await insertJob(manager, { id, name: definition.name, key, payload, correlationId });
    return () => {
      if (isNew) this.enqueue({ id, name: definition.name, attempts: 0, fence: 0 }, 0).catch(() => undefined);
    };
  }

  /** Puts an open row into its queue; the same row twice is one job. */
  async enqueue(row: Pick<JobRow, 'id' | 'name' | 'attempts' | 'fence'>, delayMs: number): Promise<void> {
    await this.queue(row.name).add(
      row.name,
      { id: row.id },
      // Each run has an id of its own, so that a retry is not taken for the run that still ends.
      { jobId: `${row.id}-${row.fence}`, delay: delayMs, removeOnComplete: true, removeOnFail: true },
    );
  }

  start(): void {
    const tick = () => {
      this.reconciling ??= this.reconcile()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'job reconciler will try again'))
        .finally(() => {
          this.reconciling = null;
        });
    };
    this.timer = setInterval(tick, RECONCILE_EVERY_MS);
    tick();
  }

  /** Refills the queues from the rows: what Redis forgot, or what a dead worker held. Answers how many. */
  async reconcile(): Promise<void> {
    const rows = await findIdleJobs(this.dataSource, RECONCILE_BATCH);
    for (const row of rows) await this.enqueue(row, 0);
  }

  queueName(name: string): string {
    return `${this.service}.${name}`;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.reconciling;
    for (const queue of this.queues.values()) await queue.close();
  }

  private queue(name: string): Queue {
    let queue = this.queues.get(name);
    if (!queue) {
      // Adding must fail at once while Redis is away: the row waits for the reconciler.
      const connection = redisConnection(this.config.redisUrl, {
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
      });
      queue = new Queue(this.queueName(name), { connection });
      queue.on('error', () => undefined);
      this.queues.set(name, queue);
    }
    return queue;
  }
}
