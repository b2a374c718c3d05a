import { createHash, randomUUID } from 'node:crypto';
import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import pg from 'pg';
import { DiskStore, type ObjectStore } from '#storage';
import { SeededRandom } from '../../libs/testing/src/seed.js';
import {
  createMigratedDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../libs/testing/src/servers/databases.js';
import { type Servers, startServers } from '../../libs/testing/src/servers/servers.js';
import { knownMigrations, migrateDatabases, serviceNames } from '../image/preparation.js';
import { type Manifest, newKey } from './archive.js';
import { createBackup } from './create-backup.js';
import { restoreBackup, restoreObjects } from './restore-backup.js';

/** What was backed up is what is restored, and nothing is touched where it cannot or must not be. */

type Service = (typeof serviceNames)[number];
type Env = Record<string, string>;

const random = new SeededRandom('backup');
const UPLOAD = randomUUID();
const RECORDING = randomUUID();
const DELETED = randomUUID();
const EVENT = randomUUID();
const chunk = random.bytes(300_000);
const working = random.bytes(20_000);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const CHUNK_KEY = `uploads/${UPLOAD}/0.${sha256(chunk)}`;
const WORKING_KEY = `recordings/${RECORDING}/working.wav`;

let servers: Servers;
let folder: string;
let key: { identity: string; recipient: string };
let source: Env;
const databases: TestDatabase[] = [];
const said: string[] = [];
const log = (line: string): void => void said.push(line);

/** The variables of a system with databases and objects of its own. */
async function system(name: string, make: (service: Service) => Promise<TestDatabase>): Promise<Env> {
  const env: Env = {
    ...{ PROFILE: 'test', PORT: '0', AMQP_URL: servers.amqpUrl, REDIS_URL: servers.redisUrl },
    ...{
      SERVICE_TOKEN_SECRET: 'x'.repeat(40),
      LINK_SECRET: 'x'.repeat(40),
      LOG_SEAL_SECRET: 'x'.repeat(40),
      TRANSCRIPTION_URL: 'http://x',
    },
    // A queue takes its time to be made, and every handler has one for each delay.
    EVENT_RETRY_DELAYS: '5000',
    STORAGE_DISK_ROOT: join(folder, name),
  };
  for (const service of serviceNames) {
    const database = await make(service);
    databases.push(database);
    env[`${service.toUpperCase()}_DATABASE_URL`] = database.url;
  }
  return env;
}
const emptySystem = (name: string) => system(name, () => createTestDatabase(servers.databaseUrl));
const storeOf = (env: Env): ObjectStore => new DiskStore(env.STORAGE_DISK_ROOT ?? '');
async function query<Row extends object>(
  env: Env,
  service: Service,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: env[`${service.toUpperCase()}_DATABASE_URL`] });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
/** All rows of all tables, but for the outbox: what was published is in there again after a restore. */
async function everything(env: Env): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const service of serviceNames) {
    const tables = await query<{ name: string }>(
      env,
      service,
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'outbox'`,
    );
    for (const { name } of tables) {
      const rows = await query<{ row: string }>(env, service, `select t::text as row from ${name} t`);
      found[`${service}.${name}`] = rows.map(({ row }) => row).sort();
    }
  }
  return found;
}
const restore = (env: Env, from: string, more: { identity?: string; isReplacing?: boolean } = {}) =>
  restoreBackup({ env, from, identity: key.identity, isReplacing: false, log, ...more });
async function fails(env: Env, from: string, more: Parameters<typeof restore>[2] = {}): Promise<string> {
  return restore(env, from, more).then(
    () => 'it was restored',
    (error: unknown) => String(error),
  );
}
let count = 0;
async function backup(env = source): Promise<{ to: string; manifest: Manifest }> {
  count += 1;
  const to = join(folder, `backups/${count}.tar.age`);
  return { to, manifest: await createBackup({ env, to, recipient: key.recipient, log }) };
}

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  folder = await mkdtemp(join(tmpdir(), 'ssc-backup-test-'));
  key = await newKey();
  source = await system('source', (service) =>
    createMigratedDatabase(servers.databaseUrl, service, (url) => migrateOne(service, url)),
  );
  await query(source, 'agreements', `insert into uploads values ($1, 'hash', now(), null)`, [UPLOAD]);
  await query(source, 'agreements', 'insert into upload_chunks values ($1, 0, $2, $3)', [
    ...[UPLOAD, chunk.length, sha256(chunk)],
  ]);
  const recording = `insert into recordings (id, agreement_id, object_key, mime, duration_ms, working_key, deleted_at)
    values ($1, '1234567890123456', 'x', 'audio/webm', 1, $2, $3)`;
  await query(source, 'transcription', recording, [RECORDING, WORKING_KEY, null]);
  await query(source, 'transcription', recording, [DELETED, `recordings/${DELETED}/working.wav`, new Date()]);
  await query(
    source,
    'payments',
    `insert into outbox_published (id, seq, routing_key, subject, envelope, headers, added_at)
     values ($1, 7, 'payments.payment.succeeded.v1', 'a', '{"id": 1}', '{}', now())`,
    [EVENT],
  );
  await query(
    source,
    'agreements',
    `insert into inbox values ('old', $1, now() - interval '29 days'), ('new', $1, now())`,
    [EVENT],
  );
  const store = storeOf(source);
  await store.putBuffer(CHUNK_KEY, chunk, 'application/octet-stream');
  await store.putBuffer(WORKING_KEY, working, 'audio/wav');
  // What nobody knows is not in a backup.
  await store.putBuffer(`recordings/${randomUUID()}/original.webm`, working, 'audio/webm');
}, 180_000);

afterAll(async () => {
  for (const database of databases) await database.drop();
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function migrateOne(service: Service, url: string): Promise<void> {
  const modules = {
    auth: () => import('../../services/auth/src/migrate.js'),
    agreements: () => import('../../services/agreements/src/migrate.js'),
    payments: () => import('../../services/payments/src/migrate.js'),
    transcription: () => import('../../services/transcription/src/migrate.js'),
    notifications: () => import('../../services/notifications/src/migrate.js'),
  };
  const { migrate } = await modules[service]();
  await migrate(url);
}

describe('a backup', () => {
  it('says what it holds', async () => {
    const { manifest, to } = await backup();
    expect(manifest.objects).toEqual({ count: 2, bytes: 320_000, missing: [], damaged: [] });
    expect(manifest.databases.agreements.rows).toMatchObject({ uploads: 1, upload_chunks: 1, inbox: 2 });
    for (const service of serviceNames) {
      const { migrations } = manifest.databases[service];
      expect(migrations.sort()).toEqual((await knownMigrations(service)).sort());
    }
    expect((await readdir(join(folder, 'backups'))).every((name) => !name.endsWith('.part'))).toBe(true);
    expect((await readFile(to)).includes(UPLOAD)).toBe(false);
  }, 60_000);

  it('restored into an empty system is the same system, where what was published is told again', async () => {
    const { to } = await backup();
    const target = await emptySystem('target');
    await restore(target, to);
    const [before, after] = [await everything(source), await everything(target)];
    // What an inbox remembers must outlive what is told again.
    const old = (text: string): boolean => text.startsWith('(old,');
    expect(after['agreements.inbox']?.filter(old)).not.toEqual(before['agreements.inbox']?.filter(old));
    const [young] = await query<{ is: boolean }>(
      target,
      'agreements',
      `select processed_at > now() - interval '1 hour' as is from inbox where consumer = 'old'`,
    );
    expect(young?.is).toBe(true);
    for (const all of [before, after]) delete all['agreements.inbox'];
    expect(after).toEqual(before);
    const waiting = await query(target, 'payments', 'select id, seq, routing_key, envelope from outbox');
    expect(waiting).toEqual([
      { id: EVENT, seq: '7', routing_key: 'payments.payment.succeeded.v1', envelope: { id: 1 } },
    ]);

    const keys: string[] = [];
    for await (const object of storeOf(target).list('')) keys.push(object);
    expect(keys.sort()).toEqual([CHUNK_KEY, WORKING_KEY].sort());
    const stored = await storeOf(target).get(CHUNK_KEY);
    expect(Buffer.concat((await stored.toArray()) as Buffer[]).equals(chunk)).toBe(true);
    // Rules and rights of the database are there, too.
    await expect(
      query(target, 'payments', `set role ssc_payments_runtime; delete from ledger_entries`),
    ).rejects.toThrow(/permission denied/);
    await query(target, 'agreements', `set role ssc_agreements_runtime; select count(*) from agreements`);
    // A place in the outbox is not given twice.
    const [next] = await query<{ seq: string }>(
      target,
      'payments',
      `insert into outbox (id, routing_key, subject, envelope) values (gen_random_uuid(), 'x', 'a', '{}') returning seq`,
    );
    expect(Number(next?.seq)).toBeGreaterThan(0);
  }, 120_000);

  it('names objects that are not in the store, or have other bytes', async () => {
    const store = storeOf(source);
    const path = join(source.STORAGE_DISK_ROOT ?? '', CHUNK_KEY);
    await truncate(path, 100);
    await store.delete(WORKING_KEY);
    try {
      const { manifest, to } = await backup();
      expect(manifest.objects).toEqual({
        count: 1,
        bytes: 100,
        missing: [WORKING_KEY],
        damaged: [CHUNK_KEY],
      });
      const target = await emptySystem('lossy');
      await restore(target, to);
    } finally {
      await writeFile(path, chunk);
      await store.putBuffer(WORKING_KEY, working, 'audio/wav');
    }
  }, 120_000);

  it('is not there when something does not answer', async () => {
    const to = join(folder, 'backups/none.tar.age');
    const env = { ...source, AUTH_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' };
    const failing = createBackup({ env, to, recipient: key.recipient, log });
    await expect(failing).rejects.toThrow('The database of auth cannot be read');
    expect((await readdir(join(folder, 'backups'))).filter((name) => name.startsWith('none'))).toEqual([]);
    await expect(createBackup({ env: {}, to, recipient: key.recipient, log })).rejects.toThrow();
  });
});

describe('a restore', () => {
  let good: string;
  beforeAll(async () => {
    ({ to: good } = await backup());
  }, 60_000);

  /** Whether the system is as it was, with nothing in it. */
  async function isUntouched(env: Env): Promise<boolean> {
    for await (const _key of storeOf(env).list('')) return false;
    return Object.keys(await everything(env)).length === 0;
  }

  it('touches nothing when the archive is changed, cut short, or for another key', async () => {
    const target = await emptySystem('untouched');
    const [changed, short] = [join(folder, 'changed'), join(folder, 'short')];
    const bytes = await readFile(good);
    const middle = Math.floor(bytes.length / 2);
    await writeFile(changed, Buffer.from(bytes).fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1));
    await copyFile(good, short);
    await truncate(short, bytes.length - 1);
    expect(await fails(target, changed)).toMatch('was changed or cut short');
    expect(await fails(target, short)).toMatch('was changed or cut short');
    await appendFile(short, 'xy');
    expect(await fails(target, short)).toMatch('was changed or cut short');
    const { identity } = await newKey();
    expect(await fails(target, good, { identity })).toMatch('was made for another key');
    expect(await isUntouched(target)).toBe(true);
  }, 60_000);

  it('touches nothing where somebody is connected, or something does not answer', async () => {
    const target = await emptySystem('connected');
    const client = new pg.Client({ connectionString: target.PAYMENTS_DATABASE_URL });
    await client.connect();
    expect(await fails(target, good, { isReplacing: true })).toMatch(
      'Somebody is connected to the database of payments: stop the services first',
    );
    await client.end();
    expect(await fails({ ...target, AMQP_URL: 'amqp://127.0.0.1:1' }, good)).toMatch(
      'RabbitMQ does not answer',
    );
    expect(await fails({ ...target, REDIS_URL: 'redis://127.0.0.1:1' }, good)).toMatch(
      'Redis does not answer',
    );
    expect(await isUntouched(target)).toBe(true);
  }, 60_000);

  /** What Redis and RabbitMQ hold speaks of things that are not there any more. */
  async function holdingWorkOfLater(act: () => Promise<unknown>): Promise<void> {
    const queues = ['agreements.mark-paid', 'agreements.mark-paid.retry.5000', 'agreements.mark-paid.dead'];
    const redis = new Redis(servers.redisUrl);
    const broker = await connect(servers.amqpUrl);
    try {
      await redis.set('job', 'of later');
      const channel = await broker.createConfirmChannel();
      for (const queue of queues) {
        await channel.deleteQueue(queue);
        await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
        channel.sendToQueue(queue, Buffer.from('of later'));
      }
      await channel.waitForConfirms();
      await act();
      expect(await redis.dbsize()).toBe(0);
      for (const queue of queues) {
        // They are there before anybody publishes: one that came later would miss what is told again.
        const { messageCount } = await channel.checkQueue(queue);
        expect([queue, messageCount]).toEqual([queue, 0]);
      }
    } finally {
      await broker.close();
      redis.disconnect();
    }
  }

  it('takes the place of what is there only when told so', async () => {
    const target = await emptySystem('replaced');
    await restore(target, good);
    await query(target, 'agreements', 'delete from upload_chunks');
    await query(target, 'agreements', 'create table of_a_newer_version (x int)');
    const later = `recordings/${randomUUID()}/original.webm`;
    await storeOf(target).putBuffer(later, working, 'audio/webm');
    await storeOf(target).putBuffer(CHUNK_KEY, Buffer.from('other bytes'), 'x');
    const before = await everything(target);
    expect(await fails(target, good)).toMatch('The database of auth has tables. If they may be lost, say so');
    expect(await everything(target)).toEqual(before);

    await holdingWorkOfLater(() => restore(target, good, { isReplacing: true }));
    const rows = await query(target, 'agreements', 'select upload_id, n from upload_chunks');
    expect(rows).toEqual([{ upload_id: UPLOAD, n: 0 }]);
    await expect(query(target, 'agreements', 'select from of_a_newer_version')).rejects.toThrow();
    expect(await storeOf(target).head(CHUNK_KEY)).toEqual({ bytes: chunk.length });
    await expect(storeOf(target).head(later)).rejects.toThrow();
  }, 120_000);

  it('brings back only objects that rows name and that are missing or damaged, when that is all', async () => {
    const store = storeOf(source);
    const unnamed = randomUUID();
    await query(source, 'transcription', `update recordings set deleted_at = now() where id = $1`, [
      RECORDING,
    ]);
    const before = await everything(source);
    const input = { env: source, from: good, identity: key.identity, log };
    try {
      await store.putBuffer(CHUNK_KEY, Buffer.from(unnamed), 'x');
      await store.delete(WORKING_KEY);
      expect(await restoreObjects(input)).toBe(1);
      expect(await store.head(CHUNK_KEY)).toEqual({ bytes: chunk.length });
      await expect(store.head(WORKING_KEY)).rejects.toThrow();
      expect(await restoreObjects(input)).toBe(0);
      expect(await everything(source)).toEqual(before);
    } finally {
      await query(source, 'transcription', `update recordings set deleted_at = null where id = $1`, [
        RECORDING,
      ]);
      await store.putBuffer(WORKING_KEY, working, 'audio/wav');
    }
  }, 60_000);

  it('does not fill a store or a Redis that somebody uses', async () => {
    const target = await emptySystem('used');
    await storeOf(target).putBuffer('recordings/a/b.webm', working, 'audio/webm');
    expect(await fails(target, good)).toMatch('The object store has objects');
    await storeOf(target).delete('recordings/a/b.webm');
    const redis = new Redis(servers.redisUrl);
    try {
      await redis.set('somebody', 'else');
      expect(await fails(target, good)).toMatch('Redis is not empty');
      expect(await redis.get('somebody')).toBe('else');
      await redis.flushdb();
    } finally {
      redis.disconnect();
    }
    expect(await isUntouched(target)).toBe(true);
  }, 60_000);

  it('is refused when the backup is of a newer version, and migrates one of an older', async () => {
    const migration = `insert into migrations (timestamp, name) values (9, 'OfTomorrow9999999999999') returning id`;
    const [row] = await query<{ id: number }>(source, 'payments', migration);
    const { to } = await backup();
    await query(source, 'payments', 'delete from migrations where id = $1', [row?.id]);
    const target = await emptySystem('newer');
    expect(await fails(target, to)).toMatch('of a newer version: it has OfTomorrow9999999999999 of payments');
    expect(await isUntouched(target)).toBe(true);

    const older = await emptySystem('older-source');
    await migrateDatabases(older, log);
    await query(older, 'auth', 'drop table outbox_published');
    await query(older, 'auth', `delete from migrations where name like 'PublishedEvents%'`);
    const { to: old } = await backup(older);
    await restore(target, old);
    expect(await query(target, 'auth', 'select count(*)::int from outbox_published')).toEqual([{ count: 0 }]);
  }, 120_000);
});
