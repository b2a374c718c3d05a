import pg from 'pg';
import {
  createMigratedDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../libs/testing/src/servers/databases.js';
import { type Servers, startServers } from '../../libs/testing/src/servers/servers.js';
import { migrate } from '../../services/transcription/src/migrate.js';
import { serviceNames } from '../image/preparation.js';
import { closeAll, connectAll, type Databases } from './databases.js';
import type { System } from './invariant.js';
import { messagingInvariants } from './messaging.js';

/** Work that waits for its turn is no violation; work that stands still is one. */

let servers: Servers;
const made: TestDatabase[] = [];
let databases: Databases;
let client: pg.Client;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  const env: Record<string, string> = {};
  for (const name of serviceNames) {
    const database =
      name === 'transcription'
        ? await createMigratedDatabase(servers.databaseUrl, name, migrate)
        : await createTestDatabase(servers.databaseUrl);
    made.push(database);
    env[`${name.toUpperCase()}_DATABASE_URL`] = database.url;
  }
  client = new pg.Client({ connectionString: env.TRANSCRIPTION_DATABASE_URL });
  await client.connect();
  // The table is the same in every service.
  databases = await connectAll({
    ...env,
    ...Object.fromEntries(
      ['AGREEMENTS', 'PAYMENTS', 'NOTIFICATIONS'].map((name) => [
        `${name}_DATABASE_URL`,
        env.TRANSCRIPTION_DATABASE_URL ?? '',
      ]),
    ),
  });
}, 180_000);

afterEach(() => client.query('delete from jobs'));

afterAll(async () => {
  if (databases) await closeAll(databases);
  await client?.end();
  for (const database of made) await database.drop();
  await servers?.stop();
}, 60_000);

/** A job in SQL: how long it has waited in minutes, and for how many more its lease lasts. */
async function add(
  key: string,
  { name = 'transcribe-take', waited = 0, lease }: { name?: string; waited?: number; lease?: number },
): Promise<void> {
  await client.query(
    `insert into jobs (id, name, key, payload, correlation_id, status, available_at, lease_until)
     values (gen_random_uuid(), $1, $2, '{}', 'c', $3, now() - make_interval(mins => $4),
       now() + make_interval(mins => $5))`,
    [name, key, lease === undefined ? 'queued' : 'running', waited, lease ?? null],
  );
}

/** What is found in transcription: keys of jobs that are violations, and the notes without their times. */
async function look(): Promise<{ violations: string[]; notes: string[]; checked: number }> {
  const found = { violations: [] as string[], notes: [] as string[], checked: 0 };
  const system = { databases, settledSeconds: 120 } as System;
  await messagingInvariants
    .find(({ name }) => name === 'job-is-not-overdue')
    ?.check(system, {
      checked: (count) => {
        found.checked += count / 4;
      },
      violation: (text) => {
        const key = /^transcription: job \S+ (\S+) \(/.exec(text)?.[1];
        if (key) found.violations.push(key);
      },
      note: (text) => {
        if (text.startsWith('transcription: ')) found.notes.push(text.replace(/ since .*Z$/, ''));
      },
    });
  return { ...found, violations: found.violations.sort() };
}

it('a job that waits behind one of its kind that runs is a note', async () => {
  await add('runs', { waited: 20, lease: 1 });
  await add('waits', { waited: 10 });
  await add('waits-too', { waited: 5 });
  await add('young', { waited: 1 });
  expect(await look()).toEqual({
    violations: [],
    notes: ['transcription: 2 jobs transcribe-take wait behind others, the first of them'],
    checked: 4,
  });
});

it('a job of whose kind nobody works on any is a violation', async () => {
  await add('waits', { waited: 10 });
  await add('young', { waited: 1 });
  expect(await look()).toMatchObject({ violations: ['waits'], notes: [] });
  // Somebody works, and on another kind.
  await add('other', { name: 'prepare-recording', waited: 10, lease: 1 });
  expect(await look()).toMatchObject({ violations: ['waits'], notes: [] });
});

it('a lease that has ended is no work', async () => {
  await add('dead', { waited: 20, lease: -10 });
  await add('waits', { waited: 10 });
  expect(await look()).toMatchObject({ violations: ['dead', 'waits'], notes: [] });
  // One that is kept beyond its lease stays a violation beside one that runs.
  await add('runs', { waited: 5, lease: 1 });
  expect(await look()).toMatchObject({
    violations: ['dead'],
    notes: ['transcription: 1 jobs transcribe-take wait behind others, the first of them'],
  });
});
