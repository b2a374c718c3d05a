import type { DataSource } from 'typeorm';
import { type JobGivenUp, jobGivenUp } from '#contracts';
import { Outbox } from '#outbox';
import { PermanentError, type RunningService, ServiceTokens, startService } from '#platform';
import { testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import {
  bakeDish,
  type Dish,
  kitchenService,
  openKitchen,
  order,
  recipes,
  runs,
  tasteDish,
} from '../test/kitchen.js';
import { type JobDefinition, Jobs, type JobView } from './index.js';

const AGREEMENT = '4207731958026614';
const NOBODY = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';

const TOLD = `select envelope -> 'data' as data from (
    select routing_key, envelope from outbox union all select routing_key, envelope from outbox_published
  ) event where routing_key = $1 order by envelope ->> 'occurredAt'`;

describe('the board of jobs', () => {
  let servers: Servers;
  let database: TestDatabase;
  let dataSource: DataSource;
  let service: RunningService;
  const name = uniqueName();

  const call = async (
    path: string,
    method: 'GET' | 'POST' = 'GET',
    kind: 'service' | 'admin' = 'service',
  ) => {
    const token = service.app.get(ServiceTokens).issue({ kind, id: 1, sessionId: null });
    const answer = await fetch(`${service.url}/internal/jobs${path}`, {
      method,
      headers: { 'x-service-token': token },
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const list = async (query = '') => (await call(query)).body as JobView[];
  const bake = async (dish: string, status: string): Promise<JobView> => {
    await order(service.app.get(Outbox), service.app.get(Jobs), dish);
    let found: JobView | undefined;
    await until(`${dish} is ${status}`, async () => {
      found = (await list()).find(({ key }) => key === dish);
      return found?.status === status;
    });
    return found as JobView;
  };

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    dataSource = await openKitchen(database.url);
    const env = testEnv({
      DATABASE_URL: database.url,
      REDIS_URL: servers.redisUrl,
      AMQP_URL: servers.amqpUrl,
    });
    service = await startService(kitchenService(name), env);
  }, 120_000);

  afterAll(async () => {
    await service?.close();
    await dataSource?.destroy();
    await database?.drop();
    await servers?.stop();
  }, 60_000);

  it('begins a failed job anew, with all its attempts and its payload', async () => {
    recipes.set('stone', () => Promise.reject(new PermanentError('not edible')));
    const failed = await bake('stone', 'failed');
    expect(failed).toMatchObject({ name: 'bake-dish', attempts: 1, lastError: 'PermanentError: not edible' });
    recipes.delete('stone');
    const [first, second] = await Promise.all([1, 2].map(() => call(`/${failed.id}/retry`, 'POST')));
    expect([first?.status, second?.status].sort()).toEqual([200, 409]);
    await until('it is done', async () => ((await call(`/${failed.id}`)).body as JobView).status === 'done');
    expect(runs.filter(({ dish }) => dish === 'stone').map(({ attempt }) => attempt)).toEqual([1, 1]);
    const served = await dataSource.query<object[]>(`select 1 from served where dish = 'stone'`);
    expect(served).toHaveLength(1);
  });

  describe('tells support that a job was given up', () => {
    const told = async (): Promise<[string, number][]> => {
      const rows = await dataSource.query<{ data: JobGivenUp }[]>(TOLD, [jobGivenUp.routingKey]);
      expect(new Set(rows.map(({ data }) => data.job))).toEqual(new Set([`${name}.bake-dish`]));
      return rows.map(({ data }) => [data.jobId, data.notice]);
    };
    const add = (job: JobDefinition<Dish>, key: string, dish: string) =>
      service.app
        .get(Outbox)
        .transaction((manager) => service.app.get(Jobs).add(manager, job, key, { dish }));
    const ends = async (key: string, status: string, act: () => Promise<unknown>): Promise<string> => {
      await act();
      let id = '';
      await until(`${key} is ${status}`, async () => {
        const job = (await list(`?q=${key}`)).find((one) => one.key === key);
        id = job?.id ?? '';
        return job?.status === status;
      });
      return id;
    };
    const byItself = (key: string) => () =>
      service.app.get(Outbox).transaction(async (manager) => {
        expect(await service.app.get(Jobs).restart(manager, bakeDish, key)).toBe(true);
      });

    afterAll(() => dataSource.query(`delete from jobs where status = 'failed'`));

    it('once, however often it is begun anew by itself, under its key or another', async () => {
      recipes.set('brick', () => Promise.reject(new PermanentError('not edible')));
      const before = await told();
      const first = await ends('brick-1', 'failed', () => add(bakeDish, 'brick-1', 'brick'));
      await ends('brick-1', 'failed', byItself('brick-1'));
      await ends('brick-2', 'failed', () => add(bakeDish, 'brick-2', 'brick'));
      expect(await told()).toEqual([...before, [first, 1]]);
    });

    it('once more after an administrator has begun it anew, and after it was done', async () => {
      recipes.set('rock', () => Promise.reject(new PermanentError('not edible')));
      const before = await told();
      const first = await ends('rock-1', 'failed', () => add(bakeDish, 'rock-1', 'rock'));
      await ends('rock-1', 'failed', () => call(`/${first}/retry`, 'POST'));
      recipes.delete('rock');
      await ends('rock-1', 'done', byItself('rock-1'));
      recipes.set('rock', () => Promise.reject(new PermanentError('not edible')));
      const second = await ends('rock-2', 'failed', () => add(bakeDish, 'rock-2', 'rock'));
      expect(await told()).toEqual([...before, [first, 1], [first, 2], [second, 1]]);
    });

    it('not where people are told in another way', async () => {
      const before = await told();
      await ends('salt', 'failed', () => add(tasteDish, 'salt', 'salt'));
      expect(await told()).toEqual(before);
    });
  });

  it('leaves alone what has not failed, or is not there', async () => {
    const done = await bake('bread', 'done');
    expect(await call(`/${done.id}/retry`, 'POST')).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_retry' },
    });
    expect((await call(`/${NOBODY}/retry`, 'POST')).status).toBe(404);
    expect((await call('/x/retry', 'POST')).status).toBe(400);
  });

  it('lists page by page, newest first, by status, with the agreement that a job names', async () => {
    await bake(`proof:${AGREEMENT}`, 'done');
    const all = await list();
    expect(all[0]).toMatchObject({ key: `proof:${AGREEMENT}`, agreementId: AGREEMENT });
    expect(all.at(-1)).toMatchObject({ agreementId: null });
    expect(all[0]).not.toHaveProperty('payload');
    expect(await list('?limit=1')).toEqual(all.slice(0, 1));
    expect(await list(`?limit=2&beforeId=${all[0]?.id}`)).toEqual(all.slice(1, 3));
    expect(await list('?status=failed')).toEqual([]);
    expect((await call('?status=lost')).status).toBe(400);
    expect((await call('', 'GET', 'admin')).status).toBe(403);
  });

  it('finds jobs by the agreement that their payload names', async () => {
    const agreementId = '4207731958026615';
    await service.app.get(Outbox).transaction((manager) => {
      const payload = { dish: 'naan', agreementId };
      return service.app.get(Jobs).add(manager, bakeDish, 'naan-of-somebody', payload);
    });
    for (const q of [agreementId, `#${agreementId.slice(0, 4)} ${agreementId.slice(4)}`]) {
      const found = await list(`?q=${encodeURIComponent(q)}`);
      expect(found).toMatchObject([{ key: 'naan-of-somebody', agreementId }]);
    }
    expect(await list('?q=4207731958026')).not.toContainEqual(
      expect.objectContaining({ key: 'naan-of-somebody' }),
    );
  });

  it('finds jobs by a part of their name or key, page by page', async () => {
    const first = await bake(`proof:${AGREEMENT}:rye_100%`, 'done');
    const second = await bake('roll:rye_100%', 'done');
    const found = async (q: string, more = '') =>
      (await list(`?q=${encodeURIComponent(q)}${more}`)).map(({ id }) => id);
    expect(await found('Rye_100%')).toEqual([second.id, first.id]);
    expect(await found('rye_100%', '&limit=1')).toEqual([second.id]);
    expect(await found('rye_100%', `&beforeId=${second.id}`)).toEqual([first.id]);
    expect(await found('rye_100%', '&status=failed')).toEqual([]);
    expect(await found(`#${AGREEMENT.slice(0, 4)} ${AGREEMENT.slice(4)}`)).toContain(first.id);
    expect(await found('BAKE-d', '&limit=2')).toEqual([second.id, first.id]);
    for (const q of ['rye%100', 'ryex100%', '\\']) expect(await found(q)).toEqual([]);
    expect((await call(`?q=${'x'.repeat(201)}`)).status).toBe(400);
  });
});
