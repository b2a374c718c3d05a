import pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import { until } from '../test/test-service.js';
import { BACKUP_LOCK } from './advisory-locks.js';
import { databaseOptions, inTransaction } from './database.js';
import { runMigrations } from './migrations.js';
import { isOutage } from './outage.js';

class CreateCounters1700000000000 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table counters (name text primary key, value int not null)');
    await runner.query(`insert into counters values ('a', 0), ('b', 0)`);
  }
  async down(): Promise<void> {}
}

class AddNotes1700000000001 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table counters add column notes text');
  }
  async down(): Promise<void> {}
}

class AddColours1700000000002 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table counters add column colours text');
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

  describe('a migration that alters a table', () => {
    let reader: pg.Client;
    const said: string[] = [];
    const log = (line: string): number => said.push(line);
    const columns = async (): Promise<string[]> => {
      const rows = await dataSource.query<{ name: string }[]>(
        `select column_name as name from information_schema.columns where table_name = 'counters' order by 1`,
      );
      return rows.map(({ name }) => name);
    };
    /** How long whoever reads the table now waits for it, in milliseconds. */
    const read = async (): Promise<number> => {
      const began = performance.now();
      await dataSource.query('select count(*) from counters');
      return performance.now() - began;
    };
    const migrations = [CreateCounters1700000000000, AddNotes1700000000001];

    beforeEach(async () => {
      said.length = 0;
      reader = new pg.Client({ connectionString: database.url });
      await reader.connect();
    });

    afterEach(() => reader.end());

    it('waits for a backup, and nobody waits for it meanwhile', async () => {
      await reader.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
      await reader.query('begin isolation level repeatable read read only');
      await reader.query('select count(*) from counters');
      // What has nothing to do does not wait.
      expect(await runMigrations(database.url, [CreateCounters1700000000000], { log })).toEqual([]);
      expect(said).toEqual([]);
      const migrating = runMigrations(database.url, migrations, { log });
      await until('it says what it waits for', async () => said.length > 0);
      expect(said).toEqual(['a backup runs: the migration begins when it has ended, or was stopped']);
      expect(await read()).toBeLessThan(1000);
      expect(await columns()).toEqual(['name', 'value']);
      await reader.query('rollback');
      await reader.query('select pg_advisory_unlock($1)', [BACKUP_LOCK]);
      expect(await migrating).toEqual(['AddNotes1700000000001']);
      expect(await columns()).toEqual(['name', 'notes', 'value']);
    });

    it('lets no backup begin', async () => {
      await reader.query('begin');
      await reader.query('select count(*) from counters');
      const backup = new pg.Client({ connectionString: database.url });
      await backup.connect();
      const more = [...migrations, AddColours1700000000002];
      const migrating = runMigrations(database.url, more, {
        log,
        lockWaitMs: 200,
        pauseMs: 100,
        tries: 1000,
      });
      await until('it gave way', async () => said.length > 0);
      const { rows } = await backup.query('select pg_try_advisory_lock($1) as is', [BACKUP_LOCK]);
      expect(rows).toEqual([{ is: false }]);
      // Those who read wait for one try of it at most, and not for all of them.
      expect(await read()).toBeLessThan(2000);
      await reader.query('rollback');
      expect(await migrating).toEqual(['AddColours1700000000002']);
      expect(said[0]).toBe('a table that the migration alters is in use: try 1 of 1000 gave way');
      expect((await backup.query('select pg_try_advisory_lock($1) as is', [BACKUP_LOCK])).rows).toEqual([
        { is: true },
      ]);
      await backup.end();
    });

    it('is given up after its tries, and changes nothing', async () => {
      class DropColours1700000000003 {
        async up(runner: QueryRunner): Promise<void> {
          await runner.query('create table colours (name text)');
          await runner.query('alter table counters drop column colours, drop column notes');
        }
        async down(): Promise<void> {}
      }
      const more = [...migrations, AddColours1700000000002, DropColours1700000000003];
      await reader.query('begin');
      await reader.query('select count(*) from counters');
      await expect(
        runMigrations(database.url, more, { log, lockWaitMs: 100, pauseMs: 10, tries: 3 }),
      ).rejects.toThrow('given up after 3 tries: a table that it alters is in use all the time');
      expect(said).toHaveLength(2);
      expect(await columns()).toEqual(['colours', 'name', 'notes', 'value']);
      await expect(dataSource.query('select from colours')).rejects.toThrow('does not exist');
      await reader.query('rollback');
      expect(await runMigrations(database.url, more)).toEqual(['DropColours1700000000003']);
    });
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
