import { Injectable, Module, type Type } from '@nestjs/common';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { OutboxModule, outboxEntities } from '#outbox';
import {
  BaseConfig,
  currentContext,
  DAY_MS,
  DatabaseModule,
  HOUR_MS,
  type RunningService,
  startService,
} from '#platform';
import { testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { letTimePass } from '../../testing/src/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import { openKitchen } from '../test/kitchen.js';
import {
  defineJob,
  type JobDefinition,
  type JobHandler,
  Jobs,
  JobsModule,
  jobsEntities,
  type ScheduleHandler,
} from './index.js';

const EVERY_MS = 400;

/** What the rounds of all replicas did, and how the next ones are to behave. */
const rounds: { at: number; correlationId: string }[] = [];
/** How often the other schedule comes, and how often it came. */
let buyFlourEveryMs = DAY_MS;
let bought = 0;
let behave: (signal: AbortSignal) => Promise<void> = async () => undefined;

@Injectable()
class WipeTables implements ScheduleHandler {
  readonly schedule = { name: 'wipe-tables', everyMs: 60_000 };

  async round(signal: AbortSignal): Promise<void> {
    rounds.push({ at: Date.now(), correlationId: currentContext().correlationId });
    await behave(signal);
  }
}

@Injectable()
class BuyFlour implements ScheduleHandler {
  readonly schedule = { name: 'buy-flour', everyMs: buyFlourEveryMs };

  async round(): Promise<void> {
    bought += 1;
  }
}

@Module({
  imports: [
    DatabaseModule.forEntities([...outboxEntities, ...jobsEntities]),
    OutboxModule,
    JobsModule.for({
      jobs: [],
      handlers: [],
      schedules: [WipeTables, BuyFlour],
      pace: { renewSchedulesMs: 1000 },
    }),
  ],
  providers: [WipeTables, BuyFlour],
})
class WipingModule {}

describe('schedules', () => {
  let servers: Servers;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let redis: Redis;
  let env: Record<string, string>;
  let name: string;
  const running = new Set<RunningService>();

  const start = async (overrides: Record<string, string> = {}) => {
    const service = await startService(
      { name, config: BaseConfig, module: WipingModule },
      { ...env, ...overrides },
    );
    running.add(service);
    return service;
  };
  const stop = async (service: RunningService) => {
    running.delete(service);
    await service.close();
  };
  const pauses = () => rounds.slice(1).map(({ at }, index) => at - (rounds[index]?.at ?? 0));

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    await (await openKitchen(database.url)).destroy();
    // Its own database number, which may be emptied.
    redis = new Redis(servers.redisUrl);
    proxy = await TcpProxy.to(servers.redisUrl);
    env = testEnv({
      DATABASE_URL: database.url,
      REDIS_URL: proxy.url,
      AMQP_URL: servers.amqpUrl,
      SCHEDULE_MAX_MS: String(EVERY_MS),
    });
  }, 120_000);

  beforeEach(() => {
    name = uniqueName();
    rounds.length = 0;
    behave = async () => undefined;
  });

  afterEach(async () => {
    await Promise.all([...running].map(stop));
    const keys = await redis.keys(`bull:${name}*`);
    if (keys.length > 0) await redis.del(...keys);
  });

  afterAll(async () => {
    redis?.disconnect();
    await proxy?.close();
    await database?.drop();
    await servers?.stop();
  }, 60_000);

  it('come at their interval, each with a context of its own', async () => {
    await start();
    await until('six rounds', () => rounds.length >= 6);
    const steady = pauses().slice(1);
    // A round that is late leaves the next one less time: all together take as long as they should.
    const meanMs = steady.reduce((sum, pause) => sum + pause, 0) / steady.length;
    expect(meanMs).toBeGreaterThan(EVERY_MS / 2);
    expect(Math.min(...steady)).toBeLessThan(EVERY_MS * 1.5);
    expect(new Set(rounds.map(({ correlationId }) => correlationId)).size).toBe(rounds.length);
  });

  it('come once, however many replicas there are, and while replicas come and go', async () => {
    const [first] = await Promise.all([start(), start()]);
    await until('it began', () => rounds.length >= 2);
    rounds.length = 0;
    const began = Date.now();
    await until('it goes on', () => rounds.length >= 2);
    // Whoever starts or stops sets the schedule again: that must neither add rounds nor put them off.
    await start();
    if (first) await stop(first);
    await until('it still goes on', () => rounds.length >= 7);
    const due = (Date.now() - began) / EVERY_MS;
    expect(rounds.length).toBeLessThanOrEqual(Math.ceil(due) + 1);
    expect(Math.min(...pauses())).toBeLessThan(EVERY_MS * 2);
  });

  it('are not put off by being set again before they are due', async () => {
    const everyMs = '3000';
    await start({ SCHEDULE_MAX_MS: everyMs });
    await until('the first round', () => rounds.length >= 1);
    // Four times within one interval.
    for (let count = 0; count < 4; count++) {
      const other = await start({ SCHEDULE_MAX_MS: everyMs });
      await letTimePass(300, 'several starts within one interval');
      await stop(other);
    }
    await until('the second round', () => rounds.length >= 2);
    expect(pauses()[0]).toBeLessThan(4800);
    expect(rounds.length).toBe(2);
  });

  it('come once a day when they say so, or are refused at the start when nothing can wait for so long', async () => {
    bought = 0;
    const { SCHEDULE_MAX_MS: _, ...usual } = env;
    env = usual;
    const service = await start();
    const queue = new Queue(service.app.get(Jobs).queueName('buy-flour'), { connection: redis });
    await until('it is set', async () => (await queue.getJobSchedulers()).length > 0);
    expect(await queue.getJobSchedulers()).toMatchObject([{ every: DAY_MS }]);
    await stop(service);
    await queue.close();
    expect(bought).toBeLessThanOrEqual(1);
    buyFlourEveryMs = 30 * DAY_MS;
    await expect(start()).rejects.toThrow('Schedule buy-flour comes every 2592000000 ms');
    buyFlourEveryMs = DAY_MS;
    env = { ...usual, SCHEDULE_MAX_MS: String(EVERY_MS) };
  });

  it('are refused at the start when nobody would run them, or when their name is that of a job', async () => {
    const starting = (schedules: Type<ScheduleHandler>[], job: JobDefinition) => {
      @Injectable()
      class Handler implements JobHandler {
        readonly job = job;
        run = () => Promise.reject(new Error('never runs'));
      }
      @Module({
        imports: [
          DatabaseModule.forEntities([...outboxEntities, ...jobsEntities]),
          OutboxModule,
          JobsModule.for({ jobs: [job], handlers: [Handler], schedules }),
        ],
        providers: [WipeTables, BuyFlour, Handler],
      })
      class CarelessModule {}
      return startService({ name, config: BaseConfig, module: CarelessModule }, env);
    };
    const usual = { attempts: 1, backoffMs: 100, concurrency: 1 };
    await expect(starting([WipeTables], defineJob('bake-dish', usual))).rejects.toThrow(
      'Schedule buy-flour is provided, but not listed',
    );
    await expect(starting([WipeTables, BuyFlour], defineJob('wipe-tables', usual))).rejects.toThrow(
      'wipe-tables names two jobs or schedules',
    );
  });

  it('come back after Redis has forgotten everything', async () => {
    await start();
    await until('it began', () => rounds.length >= 2);
    await redis.flushdb();
    const forgotten = Date.now();
    await until('it goes on', () => rounds.some(({ at }) => at > forgotten + EVERY_MS), 20_000);
    expect(rounds.at(-1)?.at).toBeGreaterThan(forgotten + EVERY_MS);
  }, 60_000);

  it('come back after Redis was away', async () => {
    await start();
    await until('it began', () => rounds.length >= 2);
    await proxy.close();
    await letTimePass(EVERY_MS * 2, 'Redis is away for longer than an interval');
    await proxy.open();
    const back = Date.now();
    const since = () => rounds.filter(({ at }) => at > back);
    await until('it goes on', () => since().length >= 3, 20_000);
    expect(since().length).toBeGreaterThanOrEqual(3);
  });

  /** As a clock leaves it that was ahead and is put back: the next round is hours away. */
  const putFarAhead = async (queue: Queue): Promise<void> => {
    await queue.removeJobScheduler('wipe-tables');
    const repeat = { every: EVERY_MS, startDate: Date.now() + 5 * HOUR_MS };
    const round = await queue.upsertJobScheduler('wipe-tables', repeat, { name: 'wipe-tables' });
    expect(round?.opts.delay).toBeGreaterThan(4 * HOUR_MS);
  };

  it('are due when the clock was ahead and is put back, with the service or before its start', async () => {
    const service = await start();
    await until('it began', () => rounds.length >= 2);
    const queue = new Queue(service.app.get(Jobs).queueName('wipe-tables'), { connection: redis });
    await putFarAhead(queue);
    let back = Date.now();
    await until('it goes on', () => rounds.filter(({ at }) => at > back).length >= 3, 20_000);
    await stop(service);
    await putFarAhead(queue);
    back = Date.now();
    await start();
    await until('it goes on', () => rounds.filter(({ at }) => at > back).length >= 3, 20_000);
    // It is set anew once, and not at every look.
    expect(Math.min(...pauses())).toBeLessThan(EVERY_MS * 3);
    await queue.close();
  }, 60_000);

  it('go on after a round that failed', async () => {
    behave = () => Promise.reject(new Error('out of soap'));
    await start();
    await until('several rounds', () => rounds.length >= 4);
    expect(Math.min(...pauses())).toBeLessThan(EVERY_MS * 3);
  });

  it('end with the service: the running round is told, and no other begins', async () => {
    let ended = '';
    behave = async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended = 'told';
    };
    const service = await start();
    await until('a round runs', () => rounds.length === 1);
    await stop(service);
    expect(ended).toBe('told');
    await letTimePass(EVERY_MS * 2, 'another round would have begun');
    expect(rounds.length).toBe(1);
    // Another replica goes on.
    behave = async () => undefined;
    await start();
    await until('the next rounds', () => rounds.length >= 3, 15_000);
  });
});
