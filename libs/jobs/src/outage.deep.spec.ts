import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Outbox } from '#outbox';
import { HealthRegistry, type RunningService, startService } from '#platform';
import { testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { letTimePass } from '../../testing/src/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import type { NativeServer } from '../../testing/src/servers/native-server.js';
import { freePort } from '../../testing/src/servers/ports.js';
import { startPostgres } from '../../testing/src/servers/postgres.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import { givenUp, kitchenService, openKitchen, order, recipes, runs } from '../test/kitchen.js';
import { Jobs } from './index.js';

/** The attempts of these jobs take less than a second together. */
const LONGER_THAN_ALL_ATTEMPTS_MS = 2500;

describe('jobs and outages', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ssc-larder-'));
  let servers: Servers;
  let database: TestDatabase;
  let dataSource: DataSource;
  let proxy: TcpProxy;
  /** A server that handlers need. */
  let larder: NativeServer;
  let service: RunningService;
  let env: Record<string, string>;
  const name = uniqueName();

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    dataSource = await openKitchen(database.url);
    proxy = await TcpProxy.to(database.url);
    larder = await startPostgres({ dir, port: await freePort(), password: 'larder', durable: false });
    env = testEnv({ DATABASE_URL: proxy.url, REDIS_URL: servers.redisUrl, AMQP_URL: servers.amqpUrl });
    service = await startService(kitchenService(name), env);
    const health = service.app.get(HealthRegistry);
    await until('the service is ready', async () => (await health.check()).status === 'up');
  }, 120_000);

  afterEach(async () => {
    if (isShut) await open();
    if (!larder.isRunning) await larder.restart();
  });

  afterAll(async () => {
    await service?.close();
    await proxy?.close();
    await larder?.stop();
    await dataSource?.destroy();
    await database?.drop();
    await servers?.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 60_000);

  let isShut = false;
  const shut = async () => {
    isShut = true;
    await proxy.close();
  };
  const open = async () => {
    isShut = false;
    await proxy.open();
  };
  const bake = (dish: string) => order(service.app.get(Outbox), service.app.get(Jobs), dish);
  const job = async (dish: string) => {
    const [row] = await dataSource.query<{ status: string; attempts: number; last_error: string | null }[]>(
      `select status, attempts, last_error from jobs where payload->>'dish' = $1`,
      [dish],
    );
    return row;
  };
  const isDone = async (dish: string) => (await job(dish))?.status === 'done';
  const runsOf = (dish: string) => runs.filter((run) => run.dish === dish).length;
  const served = async (dish: string): Promise<number> =>
    (await dataSource.query<object[]>('select 1 from served where dish = $1', [dish])).length;
  const fetchFromLarder = async () => {
    const client = new pg.Client({ connectionString: larder.url, connectionTimeoutMillis: 2000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const expectOnce = async (dish: string) => {
    expect(await job(dish)).toMatchObject({ status: 'done', attempts: 1 });
    expect([await served(dish), await served(`no ${dish}`)]).toEqual([1, 0]);
    expect(givenUp).not.toContain(dish);
  };

  it('waits for a server that its handler needs, however often it is tried meanwhile', async () => {
    recipes.set('ham', fetchFromLarder);
    await larder.stop();
    await bake('ham');
    await letTimePass(LONGER_THAN_ALL_ATTEMPTS_MS, 'an outage longer than all attempts together');
    expect(await job('ham')).toMatchObject({
      status: 'queued',
      attempts: 0,
      last_error: expect.stringMatching(/ECONNREFUSED/),
    });
    // No more often than every quarter of a second at first, and ever more rarely.
    expect(runsOf('ham')).toBeLessThan(8);
    await larder.restart();
    await until('it is done', () => isDone('ham'), 20_000);
    await expectOnce('ham');
  }, 60_000);

  it('does not count a failure for a reason that nobody knows while something is away', async () => {
    service.app.get(HealthRegistry).add('larder', async () => {
      await fetchFromLarder();
      return undefined;
    });
    recipes.set('trifle', async () => {
      if (!larder.isRunning) throw new Error('something odd');
    });
    await larder.stop();
    await bake('trifle');
    await until('it is tried', () => runsOf('trifle') > 0);
    await letTimePass(LONGER_THAN_ALL_ATTEMPTS_MS, 'an outage longer than all attempts together');
    expect(runsOf('trifle')).toBe(1);
    await larder.restart();
    await until('it is done', () => isDone('trifle'), 20_000);
    await expectOnce('trifle');
  }, 60_000);

  it.each([
    ['roast', 1500, 'an outage'],
    ['turkey', 6000, 'an outage that is longer than the lease'],
  ])(
    'writes down what it has done when its database is back, and does it only once: %s',
    async (dish, ms, why) => {
      recipes.set(dish, shut);
      await bake(dish);
      await until('it runs', () => runsOf(dish) === 1);
      await letTimePass(ms, why);
      await open();
      await until('it is done', () => isDone(dish), 20_000);
      await expectOnce(dish);
      expect(runsOf(dish)).toBe(1);
    },
    60_000,
  );

  it('keeps what a run has saved when its database is back, and goes on with that run', async () => {
    recipes.set('stew', async ({ save }) => {
      if (runsOf('stew') === 1) await shut();
      await save(async (manager) => {
        await manager.query('insert into served (dish) values ($1)', ['half of the stew']);
      });
    });
    await bake('stew');
    await until('it runs', () => runsOf('stew') === 1);
    await letTimePass(1500, 'an outage');
    await open();
    await until('it is done', () => isDone('stew'), 20_000);
    await expectOnce('stew');
    expect([runsOf('stew'), await served('half of the stew')]).toEqual([1, 1]);
  }, 60_000);

  it('leaves to another copy, for one lease after the database is back, what that still works on', async () => {
    const { promise: isBack, resolve: goOn } = Promise.withResolvers<void>();
    recipes.set('duck', () => isBack);
    await bake('duck');
    await until('it runs', () => runsOf('duck') === 1);
    // The copy has a way to the database of its own.
    const way = await TcpProxy.to(database.url);
    const copy = await startService(kitchenService(name), { ...env, DATABASE_URL: way.url });
    try {
      await Promise.all([shut(), way.close()]);
      await letTimePass(6000, 'an outage that is longer than the lease');
      await way.open();
      await letTimePass(2000, 'several looks of the copy at the rows, within one lease');
      // Which of the two workers is asked to take it is left to chance.
      expect(copy.app.get(Jobs).takesOver).toBe(false);
      await open();
      goOn();
      await until('it is done', () => isDone('duck'), 20_000);
      await expectOnce('duck');
      expect(runsOf('duck')).toBe(1);
      await until('the copy takes over what a dead worker held', async () => copy.app.get(Jobs).takesOver);
    } finally {
      goOn();
      await copy.close();
      await way.close();
    }
  }, 60_000);

  it('does not count a run that its database has cut off, also when another copy took over', async () => {
    const { promise: isServed, resolve: serve } = Promise.withResolvers<void>();
    recipes.set('goulash', async ({ attempt }) => {
      if (runsOf('goulash') > 1) return isServed;
      expect(attempt).toBe(1);
      await shut();
      throw new Error('something odd');
    });
    await bake('goulash');
    await until('it runs', () => runsOf('goulash') === 1);
    // Its way to the database is open.
    const copy = await startService(kitchenService(name), { ...env, DATABASE_URL: database.url });
    try {
      await until('the copy takes over', async () => runsOf('goulash') === 2, 30_000);
      await open();
      await until('the attempt is given back', async () => (await job('goulash'))?.attempts === 1, 20_000);
      serve();
      await until('it is done', () => isDone('goulash'), 20_000);
      await expectOnce('goulash');
    } finally {
      serve();
      await copy.close();
    }
  }, 90_000);

  it('stops at once in the middle of an outage', async () => {
    recipes.set('soup', fetchFromLarder);
    await larder.stop();
    await bake('soup');
    await until('it waits', async () => (await job('soup'))?.last_error != null);
    const began = Date.now();
    await service.close();
    expect(Date.now() - began).toBeLessThan(5000);
    expect(await job('soup')).toMatchObject({ status: 'queued', attempts: 0 });
    service = await startService(kitchenService(uniqueName()), env);
    await larder.restart();
    await until('it is done', () => isDone('soup'), 20_000);
    await expectOnce('soup');
  }, 60_000);
});
