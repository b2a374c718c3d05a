import { randomUUID } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import pg from 'pg';
import { migrateDatabases } from '../image/preparation.js';
import { ArchiveWriter } from './archive.js';
import { objectsLines } from './output.js';
import { restoreObjects } from './restore-objects.js';
import {
  BackupsUnderTest,
  CHUNK_KEY,
  chunk,
  RECORDING,
  UPLOAD,
  WORKING_KEY,
  working,
} from './test/backups-under-test.js';

/** Restores where something is missing, in use, newer or older. */

let under: BackupsUnderTest;

beforeAll(async () => {
  under = await BackupsUnderTest.start();
}, 180_000);

afterAll(() => under?.stop(), 60_000);

it('names objects that are not in the store, or have other bytes', async () => {
  const store = under.storeOf(under.source);
  const path = join(under.source.STORAGE_DISK_ROOT ?? '', CHUNK_KEY);
  await truncate(path, 100);
  await store.delete(WORKING_KEY);
  try {
    const { manifest, to } = await under.backup();
    expect(manifest.objects).toEqual({
      count: 1,
      bytes: 100,
      missing: [WORKING_KEY],
      damaged: [CHUNK_KEY],
    });
    const target = await under.emptySystem('lossy');
    await under.restore(target, to);
  } finally {
    await writeFile(path, chunk);
    await store.putBuffer(WORKING_KEY, working, 'audio/wav');
  }
}, 120_000);

describe('a restore', () => {
  let good: string;
  beforeAll(async () => {
    ({ to: good } = await under.backup());
  }, 60_000);

  it('touches nothing where somebody is connected, or something does not answer', async () => {
    const target = await under.emptySystem('connected');
    const client = new pg.Client({ connectionString: target.PAYMENTS_DATABASE_URL });
    await client.connect();
    expect(await under.fails(target, good, { isReplacing: true })).toMatch(
      'Somebody is connected to the database of payments: stop the services first',
    );
    await client.end();
    expect(await under.fails({ ...target, AMQP_URL: 'amqp://127.0.0.1:1' }, good)).toMatch(
      'RabbitMQ does not answer',
    );
    expect(await under.fails({ ...target, REDIS_URL: 'redis://127.0.0.1:1' }, good)).toMatch(
      'Redis does not answer',
    );
    expect(await under.isUntouched(target)).toBe(true);
  }, 60_000);

  it('gives up nothing where no pg_restore is there for a server', async () => {
    const target = await under.emptySystem('without-program');
    await under.query(target, 'auth', `create table kept as select 'by its owner' as text`);
    // What its version is taken from: a PostgreSQL that nobody has programs of.
    await under.query(
      target,
      'notifications',
      `create schema newer;
       create function newer.current_setting(text) returns text language sql as 'select text ''990000''';
       do $$ begin
         execute format('alter database %I set search_path = newer, pg_catalog, public', current_database());
       end $$`,
    );
    const before = await under.everything(target);
    expect(before).toEqual({ 'auth.kept': ['("by its owner")'] });
    expect(await under.fails(target, good, { isReplacing: true })).toMatch(
      'pg_restore of PostgreSQL 99 or newer is needed (Debian: postgresql-client-99)',
    );
    expect(await under.everything(target)).toEqual(before);
  }, 60_000);

  /** What Redis and RabbitMQ hold speaks of things that are not there any more. */
  async function holdingWorkOfLater(act: () => Promise<unknown>): Promise<void> {
    const queues = ['agreements.mark-paid', 'agreements.retry.5000', 'agreements.mark-paid.dead'];
    // Of a release before, where each handler had its own retry tiers.
    const former = 'agreements.mark-paid.retry.5000';
    const redis = new Redis(under.servers.redisUrl);
    const broker = await connect(under.servers.amqpUrl);
    try {
      await redis.set('job', 'of later');
      const channel = await broker.createConfirmChannel();
      for (const queue of [...queues, former]) {
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
      channel.on('error', () => undefined);
      await expect(channel.checkQueue(former)).rejects.toThrow('NOT-FOUND');
    } finally {
      await broker.close();
      redis.disconnect();
    }
  }

  it('takes the place of what is there only when told so', async () => {
    const target = await under.emptySystem('replaced');
    await under.restore(target, good);
    await under.query(target, 'agreements', 'delete from upload_chunks');
    await under.query(target, 'agreements', 'create table of_a_newer_version (x int)');
    const later = `recordings/${randomUUID()}/original.webm`;
    await under.storeOf(target).putBuffer(later, working, 'audio/webm');
    await under.storeOf(target).putBuffer(CHUNK_KEY, Buffer.from('other bytes'), 'x');
    const ofOthers = 'company/books.pdf';
    await under.storeOf(target).putBuffer(ofOthers, working, 'application/pdf');
    const before = await under.everything(target);
    expect(await under.fails(target, good)).toMatch(
      'The database of auth has tables. If they may be lost, say so',
    );
    expect(await under.everything(target)).toEqual(before);

    await holdingWorkOfLater(() => under.restore(target, good, { isReplacing: true }));
    const rows = await under.query(target, 'agreements', 'select upload_id, n from upload_chunks');
    expect(rows).toEqual([{ upload_id: UPLOAD, n: 0 }]);
    await expect(under.query(target, 'agreements', 'select from of_a_newer_version')).rejects.toThrow();
    expect(await under.storeOf(target).head(CHUNK_KEY)).toEqual({ bytes: chunk.length });
    await expect(under.storeOf(target).head(later)).rejects.toThrow();
    expect(await under.storeOf(target).head(ofOthers)).toEqual({ bytes: working.length });
  }, 120_000);

  it('brings back only objects that rows name and that are missing or damaged, when that is all', async () => {
    const store = under.storeOf(under.source);
    const unnamed = randomUUID();
    await under.query(
      under.source,
      'transcription',
      `update recordings set deleted_at = now() where id = $1`,
      [RECORDING],
    );
    const before = await under.everything(under.source);
    const input = { env: under.source, from: good, identity: under.key.identity, log: under.log };
    try {
      await store.putBuffer(CHUNK_KEY, Buffer.from(unnamed), 'x');
      await store.delete(WORKING_KEY);
      expect(await restoreObjects(input)).toMatchObject({ restored: 1 });
      expect(await store.head(CHUNK_KEY)).toEqual({ bytes: chunk.length });
      await expect(store.head(WORKING_KEY)).rejects.toThrow();
      expect(await restoreObjects(input)).toMatchObject({ restored: 0 });
      expect(await under.everything(under.source)).toEqual(before);
    } finally {
      await under.query(
        under.source,
        'transcription',
        `update recordings set deleted_at = null where id = $1`,
        [RECORDING],
      );
      await store.putBuffer(WORKING_KEY, working, 'audio/wav');
    }
  }, 60_000);

  it('never puts what is damaged in the backup in the place of what is there, and names it', async () => {
    const store = under.storeOf(under.source);
    const path = join(under.source.STORAGE_DISK_ROOT ?? '', CHUNK_KEY);
    await truncate(path, 100);
    try {
      const { manifest, to } = await under.backup();
      expect(manifest.objects.damaged).toEqual([CHUNK_KEY]);
      await writeFile(path, chunk);
      const input = { env: under.source, from: to, identity: under.key.identity, log: under.log };
      expect(await restoreObjects(input)).toMatchObject({ restored: 0, left: [CHUNK_KEY], damaged: [] });
      expect(await store.head(CHUNK_KEY)).toEqual({ bytes: chunk.length });
      // What is left of it is more than nothing, and is not called whole.
      await store.delete(CHUNK_KEY);
      const result = await restoreObjects(input);
      expect(result).toMatchObject({ restored: 1, left: [], damaged: [CHUNK_KEY] });
      expect(objectsLines(result)).toEqual([
        `  ${CHUNK_KEY} is back with other bytes than its row says: nothing else was there`,
        expect.stringMatching(/^1 objects are back/),
      ]);
    } finally {
      await writeFile(path, chunk);
    }
  }, 60_000);

  it('does not fill a store or a Redis that somebody uses', async () => {
    const target = await under.emptySystem('used');
    await under.storeOf(target).putBuffer('recordings/a/b.webm', working, 'audio/webm');
    expect(await under.fails(target, good)).toMatch('The object store has objects');
    await under.storeOf(target).delete('recordings/a/b.webm');
    const redis = new Redis(under.servers.redisUrl);
    try {
      await redis.set('somebody', 'else');
      expect(await under.fails(target, good)).toMatch('Redis is not empty');
      expect(await redis.get('somebody')).toBe('else');
      await redis.flushdb();
    } finally {
      redis.disconnect();
    }
    expect(await under.isUntouched(target)).toBe(true);
  }, 60_000);

  /** As the next release would make it. */
  async function archiveOfTomorrow(): Promise<string> {
    const { manifest } = await under.backup();
    const { payments } = manifest.databases;
    const migrations = [...payments.migrations, 'OfTomorrow9999999999999'];
    const to = join(under.folder, 'of-tomorrow.tar.age');
    const archive = await ArchiveWriter.create(to, under.key.recipient);
    const databases = { ...manifest.databases, payments: { ...payments, migrations } };
    await archive.finish({ ...manifest, databases });
    return to;
  }

  it('is refused when the backup is of a newer version, and migrates one of an older', async () => {
    const to = await archiveOfTomorrow();
    const target = await under.emptySystem('newer');
    expect(await under.fails(target, to)).toMatch(
      'of a newer version: it has OfTomorrow9999999999999 of payments',
    );
    expect(await under.isUntouched(target)).toBe(true);

    const older = await under.emptySystem('older-under.source');
    await migrateDatabases(older, under.log);
    await under.query(older, 'auth', 'drop table outbox_published');
    await under.query(older, 'auth', `delete from migrations where name like 'PublishedEvents%'`);
    const { to: old } = await under.backup(older);
    await under.restore(target, old);
    expect(await under.query(target, 'auth', 'select count(*)::int from outbox_published')).toEqual([
      { count: 0 },
    ]);
  }, 120_000);
});
