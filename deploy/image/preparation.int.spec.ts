import pg from 'pg';
import { runMigrations } from '#platform';
import { createTestDatabase, type TestDatabase } from '../../libs/testing/src/servers/databases.js';
import { type Servers, startServers } from '../../libs/testing/src/servers/servers.js';
import { LogSeal } from '../../services/agreements/src/event-log/log-seal.js';
import { migrations } from '../../services/agreements/src/migrate.js';
import { LogSeals1763991600000 } from '../../services/agreements/src/migrations/20261124-1340-log-seals.js';
import { migrateDatabases, serviceNames } from './preparation.js';

/** What was there before there were signatures is signed once, however often the run that does so dies. */

const AGREEMENT = '4207731958026614';
const RECORDING = '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a20';
const HASH = 'ab'.repeat(32);
const MP3 = { key: `recordings/${RECORDING}/audio.mp3`, mime: 'audio/mpeg', bytes: 9, sha256: HASH };

let servers: Servers;
const databases: TestDatabase[] = [];
const secrets = { LOG_SEAL_SECRET: 'x'.repeat(40), SEAL_SIGNING_KEY: 'y'.repeat(40) };
let env: Record<string, string>;
const said: string[] = [];
const log = (line: string): number => said.push(line);

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
}, 180_000);

beforeEach(async () => {
  said.length = 0;
  env = { ...secrets };
  for (const name of serviceNames) {
    const database = await createTestDatabase(servers.databaseUrl);
    databases.push(database);
    env[`${name.toUpperCase()}_DATABASE_URL`] = database.url;
  }
}, 60_000);

afterAll(async () => {
  for (const database of databases) await database.drop();
  await servers?.stop();
}, 60_000);

async function query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: env.AGREEMENTS_DATABASE_URL });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** An agreement with a copy of its recording, as the release before there were seals has left it. */
async function addOldAgreement(): Promise<void> {
  await query(
    `insert into agreements (agreement_id, claim_hash, party_a_name, party_a_email, party_b_name, party_b_email,
       plan_type, expires_at, log_seq, log_hash)
     values ($1, 'h', 'Anna', 'a@example.test', 'Ben', 'b@example.test', 'solo', now(), 3, $2)`,
    [AGREEMENT, HASH],
  );
  await query(
    `insert into recordings (id, agreement_id, party, object_key, mime, bytes, sha256, duration_ms, mp3)
     values ($1, $2, 'a', 'x', 'audio/webm', 9, $3, 1, $4)`,
    [RECORDING, AGREEMENT, HASH, MP3],
  );
}

const sealOf = async (): Promise<string | null | undefined> =>
  (await query<{ seal: string | null }>('select log_seal as seal from agreements'))[0]?.seal;
const copies = () => query('select recording_id as id, format, sha256 from recording_copies');
const copy = { id: RECORDING, format: 'mp3', sha256: HASH };

describe('a database of before there were seals', () => {
  beforeEach(async () => {
    const before = migrations.slice(0, migrations.indexOf(LogSeals1763991600000));
    await runMigrations(env.AGREEMENTS_DATABASE_URL ?? '', before);
    await addOldAgreement();
  }, 60_000);

  it('is signed by the run that comes after one that failed', async () => {
    // In the way of a migration that comes later.
    await query('create table transcript_copies (x int)');
    await expect(migrateDatabases(env, log)).rejects.toThrow('"transcript_copies" already exists');
    expect([await sealOf(), await copies()]).toEqual([null, []]);

    await query('drop table transcript_copies');
    await migrateDatabases(env, log);
    const seal = await sealOf();
    expect(new LogSeal(secrets.LOG_SEAL_SECRET).isSeal(AGREEMENT, { seq: 3, hash: HASH }, seal ?? null)).toBe(
      true,
    );
    expect(await copies()).toEqual([copy]);
    expect(said).toEqual(
      expect.arrayContaining([
        'agreements: 1 logs of before are sealed',
        'agreements: copies of 1 recordings of before are signed',
      ]),
    );
  }, 120_000);

  it('is not touched where a secret that it takes is not set', async () => {
    for (const name of ['LOG_SEAL_SECRET', 'SEAL_SIGNING_KEY', 'NOTIFICATIONS_DATABASE_URL']) {
      await expect(migrateDatabases({ ...env, [name]: '' }, log)).rejects.toThrow(`${name} is not set`);
    }
    expect(said).toEqual([]);
    await expect(sealOf()).rejects.toThrow('column "log_seal" does not exist');
    await migrateDatabases({ ...env, LOG_SEAL_SECRET: '', AGREEMENTS_LOG_SEAL_SECRET: 'z'.repeat(40) }, log);
    expect(await sealOf()).toHaveLength(86);
  }, 120_000);
});

it('a database that owes nothing stays as it is: who takes signatures away gets none anew', async () => {
  await migrateDatabases(env, log);
  await addOldAgreement();
  expect(await query('select name from owed_signings')).toEqual([]);
  await migrateDatabases(env, log);
  expect([await sealOf(), await copies()]).toEqual([null, []]);
  // One that was migrated when migrations did not note it yet is as good as signed.
  await query('drop table owed_signings');
  await query(`delete from migrations where name like 'OwedSignings%'`);
  await migrateDatabases(env, log);
  expect([await sealOf(), await copies()]).toEqual([null, []]);
  await expect(
    query(`set role ssc_agreements_runtime; insert into owed_signings values ('logs')`),
  ).rejects.toThrow('permission denied for table owed_signings');
}, 120_000);

it('says of a database with other passwords what keeps them, before any database is touched', async () => {
  const url = new URL(env.PAYMENTS_DATABASE_URL ?? '');
  url.password = 'of-before-the-trial';
  await expect(migrateDatabases({ ...env, PAYMENTS_DATABASE_URL: url.href }, log)).rejects.toThrow(
    /^PostgreSQL refuses the password in PAYMENTS_DATABASE_URL\. Its volume has been made with other passwords/,
  );
  expect(said).toEqual([]);
}, 60_000);
