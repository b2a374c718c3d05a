import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { databaseOptions } from './database.js';
import { HealthRegistry } from './health.js';
import { Outages } from './outages.js';
import {
  addStandstill,
  ClockAheadError,
  type ClockRule,
  LastRoundEntity,
  Standstills,
} from './standstill.js';

const NAME = 'boil-eggs';
const DAYS_3_MS = 259_200_000;
const HOURS_10_MS = 36_000_000;
const eggs: ClockRule = { table: 'eggs', key: 'id', column: 'done_at', is: 'end', isRunning: 'not eaten' };
const water: ClockRule = {
  table: 'eggs',
  key: 'id',
  column: 'heated_since',
  otherwise: 'filled_at',
  is: 'beginning',
  isRunning: 'not eaten',
};

let servers: Servers;
let database: TestDatabase;
let copies: DataSource[];

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  database = await createTestDatabase(servers.databaseUrl);
  copies = await Promise.all(
    [1, 2].map(() => new DataSource(databaseOptions(database.url, 2, [LastRoundEntity])).initialize()),
  );
  await query('create table last_rounds (name text primary key, at timestamptz not null)');
  await query(
    `create table eggs (id int primary key, done_at timestamptz, heated_since timestamptz, filled_at timestamptz,
       eaten boolean not null default false)`,
  );
}, 180_000);

afterEach(() => query('truncate last_rounds, eggs'));

afterAll(async () => {
  await Promise.all((copies ?? []).map((copy) => copy.destroy()));
  await database?.drop();
  await servers?.stop();
}, 60_000);

const first = (): DataSource => copies[0] as DataSource;
const query = <Row = object>(sql: string): Promise<Row[]> => first().query<Row[]>(sql);
const round = (copy = first()): Promise<number> => addStandstill(copy, NAME, [eggs, water]);
const lastRoundAt = (sql: string) =>
  query(`insert into last_rounds (name, at) values ('${NAME}', now() + interval '${sql}')
    on conflict (name) do update set at = excluded.at`);

/** Minutes from now to a time of each egg. */
async function minutesTo(column: string): Promise<(number | null)[]> {
  const rows = await query<{ minutes: number | null }>(
    `select round(extract(epoch from ${column} - now()) / 60)::int as minutes from eggs order by id`,
  );
  return rows.map(({ minutes }) => minutes);
}

it('adds time in which no round came to what ran when it began, and to nothing else', async () => {
  await lastRoundAt('-10 hours');
  await query(`insert into eggs (id, done_at, heated_since, filled_at, eaten) values
    (1, now() - interval '9 hours', null, now() - interval '20 hours', false),
    (2, now() + interval '1 hour', now() - interval '11 hours', now() - interval '20 hours', false),
    (3, now() - interval '11 hours', null, now() - interval '1 hour', false),
    (4, now() - interval '9 hours', null, null, true)`);
  expect(Math.abs((await round()) - HOURS_10_MS)).toBeLessThan(60_000);
  // The third had ended before, and its water came later; the fourth is over.
  expect(await minutesTo('done_at')).toEqual([60, 660, -660, -540]);
  expect(await minutesTo('heated_since')).toEqual([-600, -60, null, null]);
  expect(await round()).toBe(0);
  expect(await minutesTo('done_at')).toEqual([60, 660, -660, -540]);
});

it('adds nothing in the first round, nor for a few minutes', async () => {
  await query(`insert into eggs (id, done_at) values (1, now() - interval '1 minute')`);
  expect(await round()).toBe(0);
  await lastRoundAt('-14 minutes');
  expect(await round()).toBe(0);
  expect(await minutesTo('done_at')).toEqual([-1]);
});

it('adds it once with two copies of a service', async () => {
  await lastRoundAt('-10 hours');
  await query(`insert into eggs (id, done_at) values (1, now() - interval '1 hour')`);
  const added = await Promise.all(copies.map((copy) => round(copy)));
  expect(added.filter((ms) => ms > 0)).toHaveLength(1);
  expect(await minutesTo('done_at')).toEqual([540]);
});

it('adds nothing where something of it fails, and all of it in the next round', async () => {
  await lastRoundAt('-10 hours');
  await query(`insert into eggs (id, done_at) values (1, now() - interval '1 hour')`);
  const broken = { ...water, column: 'of_another_table' };
  await expect(addStandstill(first(), NAME, [eggs, broken])).rejects.toThrow('of_another_table');
  expect(await minutesTo('done_at')).toEqual([-60]);
  expect(await round()).toBeGreaterThan(0);
  expect(await minutesTo('done_at')).toEqual([540]);
});

it('follows a clock that is put back, and notices a standstill after it', async () => {
  await lastRoundAt('3 days');
  await query(`insert into eggs (id, done_at) values (1, now() + interval '1 hour')`);
  expect(await round()).toBe(0);
  const [mark] = await query<{ isNow: boolean }>(
    `select abs(extract(epoch from at - now())) < 60 as "isNow" from last_rounds`,
  );
  expect(mark?.isNow).toBe(true);
  expect(await minutesTo('done_at')).toEqual([60]);
  await query(`update last_rounds set at = at - interval '1 hour'`);
  expect(await round()).toBeGreaterThan(0);
});

it('lets nothing be done by a clock that is ahead of the database, and health tells of it', async () => {
  const health = new HealthRegistry();
  const log = { error: jest.fn(), warn: jest.fn(), info: jest.fn() };
  const standstills = new Standstills(new Outages(health, log), log as never);
  const rightNow = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => rightNow() + DAYS_3_MS);
  try {
    // Nobody has noted a round yet, and then one of a moment ago.
    await expect(round()).rejects.toThrow(ClockAheadError);
    expect(await query('select 1 from last_rounds')).toEqual([]);
    await lastRoundAt('-10 seconds');
    expect(await standstills.areOver(round)).toBe(false);
    const [told] = (await health.check()).checks;
    const detail = told?.detail as { clock?: { since: string } } | undefined;
    // By the database's clock: by the other one it would lie ahead, and support would hear of it in three days.
    expect(Math.abs(Date.parse(detail?.clock?.since ?? '') - rightNow())).toBeLessThan(60_000);
  } finally {
    clock.mockRestore();
  }
  expect(await standstills.areOver(round)).toBe(true);
  expect((await health.check()).checks).toEqual([]);
});

it('moves more rows than one statement does', async () => {
  await lastRoundAt('-10 hours');
  await query(
    `insert into eggs (id, done_at) select n, now() + interval '1 hour' from generate_series(1, 12000) n`,
  );
  await round();
  expect(await query(`select count(*)::int from eggs where done_at > now() + interval '10 hours'`)).toEqual([
    { count: 12_000 },
  ]);
});
