import { DataSource, type QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import { until } from '../test/test-service.js';
import { databaseOptions, inTransaction, runMigrations } from './database.js';
import { isOutage } from './outage.js';

class CreateCounters1700000000000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table counters (name text primary key, value int not null)');
    await runner.query(`insert into counters values ('a', 0), ('b', 0)`);
  }
  async down(): Promise<void> {}
}

const ANSWER_MS = 3000;

describe('database', () => {
  let servers: Servers;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let dataSource: DataSource;

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    proxy = await TcpProxy.to(database.url);
    dataSource = await new DataSource(
      databaseOptions(proxy.url, 5, [], undefined, { answerMs: ANSWER_MS }),
    ).initialize();
  }, 120_000);

  afterAll(async () => {
    await dataSource?.destroy();
    await proxy?.close();
    await database?.drop();
    await servers?.stop();
  }, 60_000);

  it('is migrated once by replicas that start together', async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(() => runMigrations(database.url, [CreateCounters1700000000000])),
    );
    expect(runs.flat()).toEqual(['CreateCounters1700000000000']);
  });

  it('tries a deadlock again until both are done', async () => {
    let begun = 0;
    const both = Promise.withResolvers<void>();
    const swap = (first: string, second: string) =>
      inTransaction(dataSource, async (manager) => {
        await manager.query('update counters set value = value + 1 where name = $1', [first]);
        // Each holds a row that the other one wants next.
        begun += 1;
        if (begun >= 2) both.resolve();
        await both.promise;
        await manager.query('update counters set value = value + 1 where name = $1', [second]);
      });
    await Promise.all([swap('a', 'b'), swap('b', 'a')]);
    const rows = await dataSource.query('select value from counters');
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it('survives an outage in the middle of transactions and uses no broken connection after it', async () => {
    const work = Promise.allSettled(
      [1, 2, 3].map(() => inTransaction(dataSource, (manager) => manager.query('select pg_sleep(2)'))),
    );
    await until('they run', async () => {
      const rows = await dataSource.query<object[]>(
        `select 1 from pg_stat_activity where query like 'select pg_sleep(2)%' and datname = current_database()`,
      );
      return rows.length === 3;
    });
    await proxy.close();
    const results = await work;
    const reasons = results.map((result) => (result.status === 'rejected' ? result.reason : null));
    expect(reasons.filter((reason) => !isOutage(reason)).map(String)).toEqual([]);
    const refused = await dataSource.query('select 1').catch((error: unknown) => error);
    expect(isOutage(refused)).toBe(true);
    await proxy.open();
    const answers = await Promise.all(Array.from({ length: 10 }, () => dataSource.query('select 1 as one')));
    expect(answers).toEqual(Array.from({ length: 10 }, () => [{ one: 1 }]));
  });

  it('gives up a connection that answers nothing, so that nobody after it works in its transaction', async () => {
    const begun = Promise.withResolvers<void>();
    const frozen = Promise.withResolvers<void>();
    const changing = inTransaction(dataSource, async (manager) => {
      await manager.query(`update counters set value = 100 where name = 'a'`);
      begun.resolve();
      await frozen.promise;
      await manager.query(`update counters set value = 100 where name = 'b'`);
    });
    await begun.promise;
    proxy.freeze();
    frozen.resolve();
    const reason = await changing.catch((error: unknown) => error);
    expect(isOutage(reason)).toBe(true);
    proxy.thaw();
    const counts = Array.from({ length: 10 }, (_, index) => index);
    await Promise.all(
      counts.map((index) =>
        dataSource.query('insert into counters values ($1, $2)', [`after ${index}`, index]),
      ),
    );
    const beside = await new DataSource(databaseOptions(database.url, 1, [])).initialize();
    const rows = await beside.query<{ name: string; value: number }[]>('select name, value from counters');
    await beside.destroy();
    expect(rows.filter(({ value }) => value === 100)).toEqual([]);
    expect(rows.filter(({ name }) => name.startsWith('after')).length).toBe(counts.length);
  });
});
