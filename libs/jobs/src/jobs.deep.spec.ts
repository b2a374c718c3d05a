import type { DataSource } from 'typeorm';
import { type RunningService, startService } from '#platform';
import { testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { BakeDish, kitchenService, openKitchen, startKitchen } from '../test/kitchen.js';

describe('jobs at their usual pace', () => {
  let servers: Servers;
  let database: TestDatabase;
  let dataSource: DataSource;
  let service: RunningService | undefined;

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    dataSource = await openKitchen(database.url);
  }, 120_000);

  afterAll(async () => {
    await service?.close();
    await dataSource?.destroy();
    await database?.drop();
    await servers?.stop();
  }, 60_000);

  it('resume within 20 seconds what a killed process had begun', async () => {
    const name = uniqueName();
    const { redisUrl, amqpUrl } = servers;
    const env = testEnv({ DATABASE_URL: database.url, REDIS_URL: redisUrl, AMQP_URL: amqpUrl });
    const child = startKitchen([name, 'usual'], env);
    try {
      const begun = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
      await dataSource.query(
        `insert into jobs (id, name, key, payload, correlation_id)
         values (gen_random_uuid(), 'bake-dish', 'slow', '{"dish":"slow"}', 'test-test')`,
      );
      await begun;
    } finally {
      child.kill('SIGKILL');
    }
    const killed = Date.now();
    service = await startService(kitchenService(name, [BakeDish], {}), env);
    const isDone = async () =>
      (await dataSource.query<object[]>(`select 1 from jobs where status = 'done' and attempts = 2`))
        .length === 1;
    await until('it is served', isDone, 30_000);
    expect(Date.now() - killed).toBeLessThan(20_000);
    expect(await dataSource.query('select dish from served')).toEqual([{ dish: 'slow' }]);
  }, 90_000);
});
