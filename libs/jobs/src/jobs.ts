import { Inject, Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type EntityManager, JsonContains } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Outbox } from '#outbox';
import {
  assertOutsideTransaction,
  BaseConfig,
  CLOCKS_APART_MS,
  currentContext,
  failpoint,
  LOGGER,
  SERVICE_NAME,
} from '#platform';
import type { JobDefinition, JobPace } from './define-job.js';
import type { JobEntity } from './job.entity.js';
import { type JobRow, JobsRepository, LONGEST_WAIT_MS } from './jobs.repository.js';
import { redisConnection } from './redis.js';

/** Where the module's `JobPace` is provided. */
export const PACE = Symbol('jobs pace');

/** Of each kind in one look. */
const RECONCILE_BATCH = 200;
const ANSWER_WAIT_MS = 2000;
/** The queue sorts what waits in it by the milliseconds of its time, times this. */
const SCORE_PER_MS = 0x1000;

/** Puts jobs into their queue. The row comes first, in the caller's transaction; Redis may lose everything. */
@Injectable()
export class Jobs {
  /** Ids of the jobs that this process works on. It alone knows that they go on while the database is away. */
  readonly running = new Set<string>();
  /** When the rows were seen last, and until when leases that have ended are left alone; milliseconds of this process. */
  private seenAt = performance.now();
  private waitUntil = 0;
  private readonly queues = new Map<string, { queue: Queue; connection: Redis }>();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private reconciling: Promise<void> | null = null;

  constructor(
    private readonly rows: JobsRepository,
    private readonly outbox: Outbox,
    private readonly config: BaseConfig,
    @Inject(SERVICE_NAME) readonly service: string,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: JobPace,
  ) {}

  /**
   * Adds a job to the caller's transaction; it starts after the commit. The same name and key a second time changes
   * nothing. Should the start get lost, the reconciler makes up for it.
   * @throws Error when the manager is not that of a transaction of the outbox: the start would be lost every time.
   */
  async add<Payload extends object>(
    manager: EntityManager,
    definition: JobDefinition<Payload>,
    key: string,
    payload: Payload,
  ): Promise<void> {
    const id = uuidv7();
    const { correlationId } = currentContext();
    let isNew = false;
    this.outbox.afterCommit(manager, () => {
      if (!isNew) return;
      this.enqueue({ id, name: definition.name, attempts: 0, fence: 0 }, 0).catch(() => undefined);
    });
    isNew = await this.rows.insert(manager, { id, name: definition.name, key, payload, correlationId });
  }

  /** The jobs of these kinds that have not ended, under a key or with these parts of their payload. */
  findOpen<Payload extends object>(
    manager: EntityManager,
    definitions: readonly JobDefinition<Payload>[],
    which: readonly ({ key: string } | { payload: Partial<Payload> })[],
  ): Promise<JobEntity[]> {
    const names = definitions.map(({ name }) => name);
    const conditions = which.map((one) => ('key' in one ? one : { payload: JsonContains(one.payload) }));
    return this.rows.findOpen(manager, names, conditions);
  }

  /** Takes back a job that no run works on, in the caller's transaction. Answers whether there was one. */
  withdraw(manager: EntityManager, { name }: Pick<JobDefinition, 'name'>, key: string): Promise<boolean> {
    return this.rows.withdraw(manager, name, key);
  }

  /** Begins a failed job anew after the caller's transaction, with all its attempts. Answers whether it had failed. */
  async restart(
    manager: EntityManager,
    { name }: Pick<JobDefinition, 'name'>,
    key: string,
  ): Promise<boolean> {
    const row = await this.rows.restart(manager, { name, key });
    if (row === null) return false;
    this.outbox.afterCommit(manager, () => {
      this.enqueue(row, 0).catch(() => undefined);
    });
    return true;
  }

  /**
   * Puts an open row into its queue; the same row twice is one job.
   * @throws Error when Redis is away or does not answer within 2 s: the row waits for the reconciler.
   */
  async enqueue(row: Pick<JobRow, 'id' | 'name' | 'attempts' | 'fence'>, delayMs: number): Promise<void> {
    assertOutsideTransaction(`enqueueing ${row.name}`);
    failpoint(`${this.service}.job.${row.name}.before-enqueue`);
    const added = this.queue(row.name).queue.add(
      row.name,
      { id: row.id },
      { jobId: queuedId(row), delay: delayMs, removeOnComplete: true, removeOnFail: true },
    );
    await answered(added);
  }

  start(): void {
    this.seenAt = performance.now();
    const tick = () => {
      this.reconciling ??= this.reconcile()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'job reconciler will try again'))
        .finally(() => {
          this.reconciling = null;
        });
    };
    this.timer = setInterval(tick, this.pace.reconcileEveryMs);
    tick();
  }

  /** Refills the queues from the rows: what Redis forgot, or what a dead worker held. */
  async reconcile(): Promise<void> {
    const { leaseMs } = this.pace;
    const which = { leaseMs, takesOver: this.takesOver, running: [...this.running] };
    const rows = await this.rows.findIdle(RECONCILE_BATCH, this.pace.idleAfterMs, which);
    this.noteSeen();
    for (const row of rows) await this.enqueue(row, 0);
    for (const [name, due] of Map.groupBy(rows, (row) => row.name)) await this.hurry(name, due);
  }

  /**
   * Has the queue run now what is due by its row and lies in it for a time that only a clock that was ahead has set:
   * adding it again has changed nothing about that.
   */
  private async hurry(name: string, due: readonly JobRow[]): Promise<void> {
    const { queue, connection } = this.queue(name);
    const latest = (Date.now() + LONGEST_WAIT_MS + CLOCKS_APART_MS) * SCORE_PER_MS;
    const ids = await answered(connection.zrangebyscore(queue.toKey('delayed'), latest, '+inf'));
    if (ids.length === 0) return;
    const late = new Set(ids);
    for (const row of due.filter((one) => late.has(queuedId(one)))) {
      this.logger.warn({ job: name, id: row.id }, 'the clock was put back: job is due');
      const job = await answered(queue.getJob(queuedId(row)));
      await answered(job?.promote() ?? Promise.resolve());
    }
  }

  /**
   * Whether a lease that has ended tells of a worker that died. After an outage of the database it does not: nobody could
   * renew leases, so for as long as one lasts whoever still works on a job may renew its own.
   */
  get takesOver(): boolean {
    const now = performance.now();
    return now >= this.waitUntil && now - this.seenAt < this.longestPauseMs;
  }

  private noteSeen(): void {
    const now = performance.now();
    if (now - this.seenAt >= this.longestPauseMs) this.waitUntil = now + this.pace.leaseMs;
    this.seenAt = now;
  }

  /** Longer than between two looks at the rows, and shorter than a lease that was renewed just before lasts. */
  private get longestPauseMs(): number {
    return Math.max(this.pace.leaseMs / 2, 2 * this.pace.reconcileEveryMs);
  }

  queueName(name: string): string {
    return `${this.service}.${name}`;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.reconciling;
    for (const { queue, connection } of this.queues.values()) {
      // A connection that was handed in is not the queue's to close.
      connection.disconnect();
      await queue.close();
    }
  }

  private queue(name: string): { queue: Queue; connection: Redis } {
    if (this.isStopped) throw new Error('The service is stopping');
    let entry = this.queues.get(name);
    if (!entry) {
      // Adding must fail at once while Redis is away: the row waits for the reconciler.
      const connection = redisConnection(this.config.redisUrl, {
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
      });
      const queue = new Queue(this.queueName(name), { connection });
      queue.on('error', () => undefined);
      entry = { queue, connection };
      this.queues.set(name, entry);
    }
    return entry;
  }
}

/** Each run has an id of its own, so that a retry is not taken for the run that still ends. */
const queuedId = ({ id, fence }: Pick<JobRow, 'id' | 'fence'>): string => `${id}-${fence}`;

/**
 * The queue waits for its connection, and for an answer, without a limit of its own.
 * @throws Error when Redis is away or does not answer within 2 s
 */
async function answered<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis is away')), ANSWER_WAIT_MS);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
