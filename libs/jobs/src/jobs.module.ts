import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type Type,
} from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Outbox } from '#outbox';
import { BaseConfig, HealthRegistry, LOGGER, Outages } from '#platform';
import { type JobDefinition, type JobPace, USUAL_PACE } from './define-job.js';
import { JobBoard } from './job-board.js';
import { type JobHandler, JobRunner } from './job-runner.js';
import { JobsController } from './jobs.controller.js';
import { Jobs, PACE } from './jobs.js';
import { JobsRepository } from './jobs.repository.js';
import { assertNoEviction, EvictionError, redisConnection } from './redis.js';
import { assertInterval, isScheduleHandler, type ScheduleHandler, ScheduleRunner } from './schedules.js';

const SETUP = Symbol('jobs setup');
const REDIS = Symbol('jobs redis');
/** What a probe writes is gone soon. */
const PROBE_KEPT_MS = 10_000;

interface Setup {
  jobs: readonly JobDefinition[];
  handlers: readonly Type<JobHandler>[];
  /** Providers that look for due work in regular rounds. */
  schedules?: readonly Type<ScheduleHandler>[];
  /** What differs from the usual pace, for tests that cannot wait. */
  pace?: Partial<JobPace>;
}

/**
 * Starts the runners after checking that every job has exactly one handler, that every schedule is listed and has a
 * possible interval and a name of its own, and that Redis keeps what it is given.
 */
@Module({})
export class JobsModule implements OnApplicationBootstrap, OnModuleDestroy {
  private runners: JobRunner<object>[] = [];
  private readonly schedules: ScheduleRunner[] = [];
  private readonly connections: Redis[] = [];
  private hasStarted = false;
  private isStopped = false;

  constructor(
    @Inject(SETUP) private readonly setup: Setup,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: JobPace,
    private readonly moduleRef: ModuleRef,
    private readonly modules: ModulesContainer,
    private readonly jobs: Jobs,
    private readonly board: JobBoard,
    private readonly rows: JobsRepository,
    private readonly outbox: Outbox,
    private readonly config: BaseConfig,
    private readonly outages: Outages,
    health: HealthRegistry,
  ) {
    health.add('redis', async () => {
      // One that is full, or has become a copy, answers questions and takes no job.
      await redis.set(`ssc:health:${jobs.service}`, '1', 'PX', PROBE_KEPT_MS);
      return undefined;
    });
    health.add(
      'jobs',
      async () => {
        if (!this.hasStarted) throw new Error('jobs have not started');
        return undefined;
      },
      'redis',
    );
  }

  /** `jobs` are the kinds this service adds, `handlers` the providers that run them. */
  static for(setup: Setup): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      controllers: [JobsController],
      providers: [
        { provide: SETUP, useValue: setup },
        { provide: PACE, useValue: { ...USUAL_PACE, ...setup.pace } },
        {
          provide: REDIS,
          inject: [BaseConfig],
          useFactory: (config: BaseConfig) => redisConnection(config.redisUrl, { maxRetriesPerRequest: 1 }),
        },
        JobsRepository,
        Jobs,
        JobBoard,
      ],
      exports: [Jobs],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const handlers = this.setup.handlers.map((type) =>
      this.moduleRef.get<JobHandler>(type, { strict: false }),
    );
    for (const job of this.setup.jobs) {
      const count = handlers.filter((handler) => handler.job.name === job.name).length;
      if (count !== 1) throw new Error(`Job ${job.name} has ${count} handlers; it needs exactly one`);
    }
    this.assertSchedules();
    this.board.use(handlers);
    if (await this.isSafe()) this.startRunners(handlers);
    else this.startWhenSafe(handlers).catch((error: unknown) => this.giveUp(error));
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    await Promise.all([...this.runners, ...this.schedules].map((runner) => runner.stop()));
    await this.jobs.stop();
    for (const connection of [...this.connections, this.redis]) connection.disconnect();
  }

  /** @throws Error for one that nobody would start, one that nothing can wait for, and one whose name is taken */
  private assertSchedules(): void {
    const listed = (this.setup.schedules ?? []).map((type) =>
      this.moduleRef.get<ScheduleHandler>(type, { strict: false }),
    );
    const providers = [...this.modules.values()].flatMap((module) => [...module.providers.values()]);
    for (const { instance } of providers) {
      if (!isScheduleHandler(instance) || listed.includes(instance)) continue;
      throw new Error(`Schedule ${instance.schedule.name} is provided, but not listed among those that run`);
    }
    const names = this.setup.jobs.map(({ name }) => name);
    for (const { schedule } of listed) {
      assertInterval(schedule);
      if (names.includes(schedule.name))
        throw new Error(`${schedule.name} names two jobs or schedules; each has the queue of its name`);
      names.push(schedule.name);
    }
  }

  /** Waits for a Redis that is away: the service serves meanwhile, and rows wait. */
  private async startWhenSafe(handlers: JobHandler[]): Promise<void> {
    do {
      await new Promise((resolve) => setTimeout(resolve, 500));
    } while (!this.isStopped && !(await this.isSafe()));
    this.startRunners(handlers);
  }

  /** @throws EvictionError when Redis is there and may lose jobs. */
  private async isSafe(): Promise<boolean> {
    try {
      if ((await assertNoEviction(this.redis)) === 'unknown') {
        this.logger.warn('Redis does not tell its maxmemory-policy; the job queues need noeviction');
      }
      return true;
    } catch (error) {
      if (error instanceof EvictionError) throw error;
      return false;
    }
  }

  private startRunners(handlers: JobHandler[]): void {
    if (this.isStopped) return;
    this.runners = handlers.map((handler) => {
      const connection = redisConnection(this.config.redisUrl, { maxRetriesPerRequest: null });
      this.connections.push(connection);
      const { rows, outbox, outages, jobs, logger, pace } = this;
      return new JobRunner(handler, { rows, outbox, outages, jobs, logger, connection, pace });
    });
    this.jobs.start();
    for (const type of this.setup.schedules ?? []) {
      const handler = this.moduleRef.get<ScheduleHandler>(type, { strict: false });
      const connection = redisConnection(this.config.redisUrl, { maxRetriesPerRequest: null });
      this.connections.push(connection);
      const { jobs, logger } = this;
      const { scheduleMaxMs: maxMs } = this.config;
      const { renewSchedulesMs: renewMs } = this.pace;
      this.schedules.push(new ScheduleRunner(handler, { jobs, logger, connection, maxMs, renewMs }));
    }
    this.hasStarted = true;
  }

  /** Redis came up after us and is not fit: an orderly end, so that somebody sees it. */
  private giveUp(error: unknown): void {
    this.logger.fatal({ err: error }, 'jobs cannot run');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  }
}
