import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { listJobs } from '#contracts';
import { Outbox } from '#outbox';
import {
  DAY_MS,
  HealthRegistry,
  HOUR_MS,
  PermanentError,
  type RunningService,
  ServiceClient,
  ServiceTokens,
  startService,
} from '#platform';
import { testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { letTimePass } from '../../testing/src/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import type { NativeServer } from '../../testing/src/servers/native-server.js';
import { freePort } from '../../testing/src/servers/ports.js';
import { startRedis } from '../../testing/src/servers/redis.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import {
  BakeDish,
  bakeDish,
  givenUp,
  kitchenService,
  openKitchen,
  order,
  recipes,
  runs,
  startKitchen,
} from '../test/kitchen.js';
import {
  assertNoEviction,
  EvictionError,
  Jobs,
  JobsRepository,
  LONGEST_WAIT_MS,
  TryLaterError,
} from './index.js';

describe('jobs', () => {
  let servers: Servers;
  let database: TestDatabase;
  let dataSource: DataSource;
  let proxy: TcpProxy;
  let redis: Redis;
  let service: RunningService;
  let env: Record<string, string>;
  const name = uniqueName();
  const children = new Set<ChildProcess>();

  const bake = (dish: string, key?: string) =>
    order(service.app.get(Outbox), service.app.get(Jobs), dish, key);
  const served = async (dish: string): Promise<number> => {
    const rows = await dataSource.query<object[]>('select 1 from served where dish = $1', [dish]);
    return rows.length;
  };
  const jobOf = async (dish: string) => {
    const [row] = await dataSource.query<{ status: string; attempts: number; last_error: string | null }[]>(
      `select status, attempts, last_error from jobs where payload->>'dish' = $1`,
      [dish],
    );
    return row;
  };
  const isClosed = (dish: string, status: string) => async () => (await jobOf(dish))?.status === status;
  const runsOf = (dish: string) => runs.filter((run) => run.dish === dish);

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    dataSource = await openKitchen(database.url);
    // Its own database number, which may be emptied.
    redis = new Redis(servers.redisUrl);
    proxy = await TcpProxy.to(servers.redisUrl);
    env = testEnv({ DATABASE_URL: database.url, REDIS_URL: proxy.url, AMQP_URL: servers.amqpUrl });
    service = await startService(kitchenService(name), env);
  }, 120_000);

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await service?.close();
    const keys = await redis?.keys(`bull:${name}*`);
    if (keys?.length) await redis.del(...keys);
    redis?.disconnect();
    await proxy?.close();
    await dataSource?.destroy();
    await database?.drop();
    await servers?.stop();
  }, 60_000);

  it('runs a job once, soon after the commit', async () => {
    // Without the reconciler, which would find it a little later.
    const reconciler = jest.spyOn(service.app.get(Jobs), 'reconcile').mockResolvedValue();
    for (const dish of ['bread', 'rolls', 'toast']) {
      await bake(dish);
      await until('it is served', isClosed(dish, 'done'));
      expect(await served(dish)).toBe(1);
      expect(runsOf(dish)).toMatchObject([{ attempt: 1 }]);
    }
    reconciler.mockRestore();
  });

  it('takes the same key twice as one job, also at the same time', async () => {
    await Promise.all(Array.from({ length: 6 }, () => bake('cake', 'one-cake')));
    await until('it is served', isClosed('cake', 'done'));
    await bake('cake', 'one-cake');
    // A second run would have begun before that of a job that is added later.
    await bake('coffee');
    await until('the next one is served', isClosed('coffee', 'done'));
    expect(await served('cake')).toBe(1);
    expect(runsOf('cake').length).toBe(1);
  });

  it('runs one of a lane at a time, and lets the others pass', async () => {
    const { promise: isFed, resolve: feed } = Promise.withResolvers<void>();
    const lane = 'the-hungry-guest';
    let atOnce = 0;
    let most = 0;
    const guests = ['antipasto', 'risotto', 'gelato'];
    for (const dish of guests) {
      recipes.set(dish, async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await isFed;
        atOnce -= 1;
      });
      await order(service.app.get(Outbox), service.app.get(Jobs), dish, dish, lane);
    }
    await until('the first of the lane is begun', async () => runs.some(({ dish }) => guests.includes(dish)));
    // As many as run at once in all, so that each of the others was looked at.
    for (const dish of ['broth', 'salad']) {
      await bake(dish);
      await until('it is served', isClosed(dish, 'done'));
    }
    expect(runs.filter(({ dish }) => guests.includes(dish))).toHaveLength(1);
    feed();
    for (const dish of guests) await until('the lane is done', isClosed(dish, 'done'));
    expect(most).toBe(1);
  });

  it('takes back a job that has not begun, once', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    recipes.set('roast', () => isOver);
    const at = (dish: string) =>
      order(service.app.get(Outbox), service.app.get(Jobs), dish, dish, 'one-oven');
    const withdraw = (dish: string) =>
      service.app
        .get(Outbox)
        .transaction((manager) => service.app.get(Jobs).withdraw(manager, bakeDish, dish));
    await at('roast');
    await until('it is begun', async () => runsOf('roast').length === 1);
    await at('trifle');
    expect(await withdraw('trifle')).toBe(true);
    expect(await withdraw('trifle')).toBe(false);
    expect(await withdraw('roast')).toBe(false);
    end();
    await until('the roast is served', isClosed('roast', 'done'));
    await bake('espresso');
    await until('the next one is served', isClosed('espresso', 'done'));
    expect(await served('trifle')).toBe(0);
    expect(runsOf('trifle')).toEqual([]);
  });

  it('leaves nothing to run after a rollback', async () => {
    const failing = service.app.get(Outbox).transaction(async (manager) => {
      await service.app.get(Jobs).add(manager, bakeDish, 'ghost', { dish: 'ghost' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await jobOf('ghost')).toBeUndefined();
  });

  it('refuses one in a transaction after which nobody would start it', async () => {
    const add = () =>
      dataSource.transaction((manager) =>
        service.app.get(Jobs).add(manager, bakeDish, 'leftover', { dish: 'leftover' }),
      );
    await expect(add()).rejects.toThrow('inside a transaction of the outbox');
    await bake('leftover');
    await expect(add()).rejects.toThrow('inside a transaction of the outbox');
    await until('it is served', isClosed('leftover', 'done'));
  });

  it('tries again with growing pauses, then gives up once', async () => {
    recipes.set('souffle', () => Promise.reject(new Error('collapsed')));
    await bake('souffle');
    await until('it is given up', isClosed('souffle', 'failed'));
    expect(await jobOf('souffle')).toEqual({ status: 'failed', attempts: 3, last_error: 'Error: collapsed' });
    expect(runsOf('souffle').map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    const [first = 0, second = 0, third = 0] = runsOf('souffle').map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(50);
    expect(third - second).toBeGreaterThanOrEqual(100);
    expect(givenUp).toEqual(['souffle']);
    expect([await served('souffle'), await served('no souffle')]).toEqual([0, 1]);
  });

  it('puts back what came too early, as often as it takes, and counts no attempt', async () => {
    let early = 5;
    recipes.set('dough', async () => {
      early -= 1;
      if (early >= 0) throw new TryLaterError('it rises', 20);
    });
    await bake('dough');
    await until('it is done', isClosed('dough', 'done'));
    expect(runsOf('dough').map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1]);
    expect([await served('dough'), await jobOf('dough')]).toEqual([
      1,
      expect.objectContaining({ attempts: 1 }),
    ]);
  });

  it('gives up at once when trying again cannot help', async () => {
    recipes.set('stone', () => Promise.reject(new PermanentError('not edible')));
    await bake('stone');
    await until('it is given up', isClosed('stone', 'failed'));
    expect(runsOf('stone').length).toBe(1);
  });

  it('waits while another service refuses the token that it asks with, and counts no attempt', async () => {
    const secrets = ['another-secret-of-at-least-thirty-two-characters', env.SERVICE_TOKEN_SECRET ?? ''];
    const clients = secrets.map(
      (secret) => new ServiceClient(service.url, new ServiceTokens(secret), name, 'agreements'),
    );
    recipes.set('tapas', async () => {
      // Both services have the new secret when it is tried again.
      const client = clients[Math.min(runsOf('tapas').length, clients.length) - 1];
      await client?.call(listJobs, { query: { limit: 1 } });
    });
    await bake('tapas');
    await until('it has ended', async () =>
      ['done', 'failed'].includes((await jobOf('tapas'))?.status ?? ''),
    );
    for (const client of clients) await client.close();
    expect(await jobOf('tapas')).toMatchObject({ status: 'done', attempts: 1 });
    expect(runsOf('tapas').map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  it('writes nothing of a run whose lease another one has', async () => {
    recipes.set('stolen', async ({ attempt }) => {
      if (attempt > 1) return;
      await dataSource.query(
        `update jobs set fence = fence + 1, lease_until = now() + interval '1 second' where key = 'stolen'`,
      );
    });
    await bake('stolen');
    await until('another run takes it', isClosed('stolen', 'done'), 15_000);
    expect(runsOf('stolen').length).toBe(2);
    expect(await served('stolen')).toBe(1);
  });

  it('keeps what a run saves on the way, even if the run fails then', async () => {
    recipes.set('layers', async ({ attempt, save }) => {
      await save(async (manager) => {
        await manager.query('insert into served (dish) values ($1)', [`layer ${attempt}`]);
      });
      if (attempt === 1) throw new Error('collapsed');
    });
    await bake('layers');
    await until('it is served', isClosed('layers', 'done'));
    expect([await served('layer 1'), await served('layer 2'), await served('layers')]).toEqual([1, 1, 1]);
  });

  it('saves nothing for a run whose lease another one has', async () => {
    const refusals: string[] = [];
    recipes.set('zombie', async ({ attempt, save }) => {
      if (attempt > 1) return;
      await dataSource.query(
        `update jobs set fence = fence + 1, lease_until = now() + interval '1 second' where key = 'zombie'`,
      );
      await save(async (manager) => {
        await manager.query(`insert into served (dish) values ('zombie layer')`);
      }).catch((error: Error) => {
        refusals.push(error.name);
        throw error;
      });
    });
    await bake('zombie');
    await until('another run takes it', isClosed('zombie', 'done'), 15_000);
    expect(refusals).toEqual(['LeaseLostError']);
    expect([await served('zombie layer'), await served('zombie')]).toEqual([0, 1]);
  });

  it('does not run a job again whose worker died in every attempt', async () => {
    await dataSource.query(
      `insert into jobs (id, name, key, payload, status, attempts, fence, lease_until, correlation_id)
       values (gen_random_uuid(), 'bake-dish', 'deadly', '{"dish":"deadly"}', 'running', 3, 3, now(), 'test-test')`,
    );
    await until('it is given up', isClosed('deadly', 'failed'));
    expect(runsOf('deadly')).toEqual([]);
    expect(await served('no deadly')).toBe(1);
  });

  describe('after a clock that was ahead is put back', () => {
    const insert = (key: string, columns: Record<string, string> = {}): Promise<unknown> => {
      const payload = `'{"dish": "${key}", "lane": "slow-clock"}'`;
      const row = { id: 'gen_random_uuid()', name: `'bake-dish'`, key: `'${key}'`, payload, ...columns };
      const [names, values] = [Object.keys(row).join(), Object.values(row).join()];
      return dataSource.query(`insert into jobs (correlation_id, ${names}) values ('test', ${values})`);
    };

    it('takes over what a dead worker holds for hours, and its lane', async () => {
      await insert('muffins', {
        ...{ status: `'running'`, attempts: '1', fence: '1' },
        lease_until: `now() + interval '5 hours'`,
      });
      await insert('scones');
      for (const dish of ['muffins', 'scones']) {
        await until(`${dish} are served`, isClosed(dish, 'done'), 15_000);
        expect(await served(dish)).toBe(1);
      }
    });

    it('leaves a lease alone that can be', async () => {
      await insert('pavlova', {
        ...{ status: `'running'`, attempts: '1', fence: '1' },
        lease_until: `now() + interval '30 seconds'`,
      });
      const found = await service.app.get(JobsRepository).findIdle(10, 0, {
        ...{ leaseMs: 4000, takesOver: true, running: [] },
      });
      expect(found.map(({ key }) => key)).not.toContain('pavlova');
      await dataSource.query(`update jobs set lease_until = now() where key = 'pavlova'`);
      await until('it is served', isClosed('pavlova', 'done'), 15_000);
    });

    it('runs what waits for hours, in its row and in the queue', async () => {
      const queue = new Queue(service.app.get(Jobs).queueName('bake-dish'), { connection: redis });
      const delay = 5 * HOUR_MS;
      for (const [dish, availableAt] of [
        ['waffles', `now() + interval '5 hours'`],
        ['crumpets', 'now()'],
      ] as const) {
        const id = randomUUID();
        await queue.add('bake-dish', { id }, { jobId: `${id}-0`, delay, removeOnComplete: true });
        await insert(dish, { id: `'${id}'`, available_at: availableAt });
        await until(`${dish} are served`, isClosed(dish, 'done'));
        expect(await served(dish)).toBe(1);
      }
      await queue.close();
    });
  });

  it('puts off what is to wait for a day by as much as a job may, so that a longer wait tells of a wrong clock', async () => {
    recipes.set('jerky', () => Promise.reject(new TryLaterError('it dries', DAY_MS)));
    await bake('jerky');
    const queue = new Queue(service.app.get(Jobs).queueName('bake-dish'), { connection: redis });
    await until('it waits', async () => {
      const delayed = await queue.getDelayed();
      return delayed.some(({ delay }) => delay === LONGEST_WAIT_MS);
    });
    const [row] = await dataSource.query<{ waits: number }[]>(
      `select extract(epoch from available_at - now())::float as waits from jobs where key = 'jerky'`,
    );
    expect((row?.waits ?? 0) * 1000).toBeLessThanOrEqual(LONGEST_WAIT_MS);
    expect(await jobOf('jerky')).toMatchObject({ status: 'queued', attempts: 0 });
    await queue.close();
  });

  it('finishes every job, each once, although Redis is emptied in the middle', async () => {
    const dishes = Array.from({ length: 24 }, (_, number) => `flush${number}`);
    const flushed = Promise.withResolvers<void>();
    for (const dish of dishes) recipes.set(dish, () => flushed.promise);
    await Promise.all(dishes.map((dish) => bake(dish)));
    await until('some are running', () => runs.some(({ dish }) => dish.startsWith('flush')));
    await redis.flushdb();
    flushed.resolve();
    for (const dish of dishes) await until(`${dish} is done`, isClosed(dish, 'done'), 20_000);
    for (const dish of dishes) expect(await served(dish)).toBe(1);
  });

  it('refills the queue of one kind although many of another kind are stuck', async () => {
    // Nobody works on these: as after a release that has dropped the kind.
    await dataSource.query(
      `insert into jobs (id, name, key, payload, correlation_id, available_at)
       select gen_random_uuid(), 'boil-stone', n::text, '{}', 'test', now() - interval '1 day'
       from generate_series(1, 450) n`,
    );
    // What the queue has never heard of.
    await dataSource.query(
      `insert into jobs (id, name, key, payload, correlation_id)
       values (gen_random_uuid(), $1, 'soup', '{"dish": "soup"}', 'test')`,
      [bakeDish.name],
    );
    await until('it is served', isClosed('soup', 'done'));
    const stuck = await dataSource.query<object[]>(
      `delete from jobs where name = 'boil-stone' and status = 'queued' returning key`,
    );
    expect(stuck[0]).toHaveLength(450);
  });

  it('keeps a job that is added while Redis is away', async () => {
    await proxy.close();
    await bake('patience');
    expect(await jobOf('patience')).toMatchObject({ status: 'queued' });
    await proxy.open();
    await until('it is served', isClosed('patience', 'done'), 15_000);
    expect(await served('patience')).toBe(1);
  });

  it('waits for no Redis that does not answer, and goes on when it does', async () => {
    proxy.freeze();
    try {
      const row = { id: randomUUID(), name: 'bake-dish', attempts: 0, fence: 0 };
      await expect(service.app.get(Jobs).enqueue(row, 0)).rejects.toThrow('Redis is away');
      await bake('ice');
    } finally {
      proxy.thaw();
    }
    await until('it is served', isClosed('ice', 'done'), 15_000);
    expect(await served('ice')).toBe(1);
  });

  it('hands running jobs back when it stops, and the attempt does not count', async () => {
    const other = uniqueName();
    recipes.set(
      'stew',
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    // The other service works for the same rows, and would take it.
    const reconcile = jest.spyOn(service.app.get(Jobs), 'reconcile').mockResolvedValue();
    try {
      const first = await startService(kitchenService(other), env);
      await order(first.app.get(Outbox), first.app.get(Jobs), 'stew');
      await until('it runs', () => runsOf('stew').length === 1);
      await first.close();
      expect(await jobOf('stew')).toMatchObject({ status: 'queued', attempts: 0 });
      recipes.delete('stew');
      const second = await startService(kitchenService(other), env);
      await until('it is served', isClosed('stew', 'done'), 15_000);
      expect(await served('stew')).toBe(1);
      await second.close();
    } finally {
      reconcile.mockRestore();
    }
  });

  it('resumes what a killed process had begun', async () => {
    const other = uniqueName();
    await service.close();
    const child = startKitchen([other], env);
    children.add(child);
    const begun = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    await dataSource.query(
      `insert into jobs (id, name, key, payload, correlation_id)
       values (gen_random_uuid(), 'bake-dish', 'slow', '{"dish":"slow"}', 'test-test')`,
    );
    await begun;
    child.kill('SIGKILL');
    service = await startService(kitchenService(other), env);
    await until('it is served', isClosed('slow', 'done'), 25_000);
    expect(await served('slow')).toBe(1);
    expect(await jobOf('slow')).toMatchObject({ attempts: 2 });
  }, 60_000);

  it('is quiet when there is nothing to do', async () => {
    const used: number[] = [];
    for (let second = 0; second < 3; second += 1) {
      const before = process.cpuUsage();
      await letTimePass(1000, 'the time in which next to nothing is computed');
      const { user, system } = process.cpuUsage(before);
      used.push((user + system) / 1_000_000);
    }
    // Collecting what earlier tests have left may fill one of them.
    expect(Math.min(...used)).toBeLessThan(0.4);
  });

  it('refuses to start without exactly one handler per job', async () => {
    @Injectable()
    class Second extends BakeDish {}
    await expect(startService(kitchenService(uniqueName(), []), env)).rejects.toThrow('has 0 handlers');
    await expect(startService(kitchenService(uniqueName(), [BakeDish, Second]), env)).rejects.toThrow(
      'has 2 handlers',
    );
  });

  describe('on a Redis of its own', () => {
    const dir = mkdtempSync(join(tmpdir(), 'ssc-redis-'));
    let own: NativeServer;
    let client: Redis;
    let cook: RunningService | null = null;

    beforeAll(async () => {
      own = await startRedis({ dir, port: await freePort(), password: 'x' });
      client = new Redis(own.url);
      // It is stopped on purpose.
      client.on('error', () => undefined);
    });

    afterEach(async () => {
      jest.restoreAllMocks();
      await cook?.close();
      cook = null;
      if (!own.isRunning) await own.restart();
      await client.config('SET', 'maxmemory-policy', 'noeviction');
    });

    afterAll(async () => {
      client.disconnect();
      await own.stop();
      rmSync(dir, { recursive: true, force: true });
    });

    /** The address of a user who may do anything but this. */
    const without = async (...commands: string[]): Promise<string> => {
      const user = uniqueName();
      const refused = commands.map((command) => `-${command}`);
      await client.acl('SETUSER', user, 'on', '>y', '~*', '&*', '+@all', ...refused);
      return `redis://${user}:y@127.0.0.1:${own.port}`;
    };
    const healthOf = async ({ app }: RunningService) => {
      const { checks } = await app.get(HealthRegistry).check();
      return Object.fromEntries(checks.map(({ name, status }) => [name, status]));
    };

    it('refuses to start when it may evict keys', async () => {
      expect(await assertNoEviction(client)).toBe('safe');
      await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
      await expect(assertNoEviction(client)).rejects.toThrow(EvictionError);
      const started = startService(kitchenService(uniqueName()), { ...env, REDIS_URL: own.url });
      await expect(started).rejects.toThrow('maxmemory-policy allkeys-lru');
    });

    it('runs jobs although it refuses CONFIG, and still not where keys may be evicted', async () => {
      const url = await without('config');
      // The other service works for the same rows.
      jest.spyOn(service.app.get(Jobs), 'reconcile').mockResolvedValue();
      cook = await startService(kitchenService(uniqueName()), { ...env, REDIS_URL: url });
      await order(cook.app.get(Outbox), cook.app.get(Jobs), 'omelette');
      await until('it is served', isClosed('omelette', 'done'));
      expect(await healthOf(cook)).toMatchObject({ redis: 'up', jobs: 'up' });
      await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
      const started = startService(kitchenService(uniqueName()), { ...env, REDIS_URL: url });
      await expect(started).rejects.toThrow('maxmemory-policy allkeys-lru');
    });

    it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
      ['full', () => client.config('SET', 'maxmemory', '1'), () => client.config('SET', 'maxmemory', '0')],
      ['a copy', () => client.replicaof('127.0.0.1', 1), () => client.replicaof('NO', 'ONE')],
    ])('is not healthy where it is %s: it answers, and takes no jobs', async (_name, spoil, mend) => {
      cook = await startService(kitchenService(uniqueName()), { ...env, REDIS_URL: own.url });
      expect(await healthOf(cook)).toMatchObject({ redis: 'up' });
      await spoil();
      try {
        expect(await client.ping()).toBe('PONG');
        expect(await healthOf(cook)).toMatchObject({ redis: 'down' });
      } finally {
        await mend();
      }
      const { app } = cook;
      await until('it is healthy', async () => (await healthOf({ app } as RunningService)).redis === 'up');
    });

    it('goes on where the policy cannot be read at all', async () => {
      const stranger = new Redis(await without('config', 'info'), { enableReadyCheck: false });
      expect(await assertNoEviction(stranger)).toBe('unknown');
      stranger.disconnect();
    });

    it('is not healthy before jobs have started', async () => {
      await own.stop();
      const waiting = await startService(kitchenService(uniqueName()), { ...env, REDIS_URL: own.url });
      cook = waiting;
      expect(await healthOf(waiting)).toMatchObject({ redis: 'down', jobs: 'down', postgres: 'up' });
      await own.restart();
      await until('it is healthy', async () => (await healthOf(waiting)).jobs === 'up');
    });
  });
});
