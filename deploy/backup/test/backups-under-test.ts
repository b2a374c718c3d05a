import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DiskStore, type ObjectStore } from '#storage';
import { SeededRandom } from '../../../libs/testing/src/seed.js';
import { createOwnedDatabase, type TestDatabase } from '../../../libs/testing/src/servers/databases.js';
import { type Servers, startServers } from '../../../libs/testing/src/servers/servers.js';
import { migrateDatabases, serviceNames } from '../../image/preparation.js';
import { type Manifest, newKey } from '../archive.js';
import { createBackup } from '../create-backup.js';
import { restoreBackup } from '../restore-backup.js';

type Service = (typeof serviceNames)[number];
type Env = Record<string, string>;

const random = new SeededRandom('backup');
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const UPLOAD = randomUUID();
export const RECORDING = randomUUID();
const DELETED = randomUUID();
export const EVENT = randomUUID();
export const chunk = random.bytes(300_000);
export const working = random.bytes(20_000);
export const CHUNK_KEY = `uploads/${UPLOAD}/0.${sha256(chunk)}`;
export const WORKING_KEY = `recordings/${RECORDING}/working.wav`;

export const copy = random.bytes(10_000);
const COPY = { mime: 'audio/mpeg', bytes: copy.length, sha256: sha256(copy) };
type CopyFormat = 'mp3' | 'webm' | 'preview';
/** Keys of a recording and of its copies. */
interface MadeCopies extends Record<CopyFormat, string> {
  id: string;
  original: string;
  remove(): Promise<void>;
}

/** A system with a little of everything in it, and empty ones to restore it into. */
export class BackupsUnderTest {
  source: Env = {};
  readonly log = (): void => undefined;
  private readonly databases: TestDatabase[] = [];
  private count = 0;
  private agreements = 0;

  private constructor(
    readonly servers: Servers,
    readonly folder: string,
    readonly key: { identity: string; recipient: string },
  ) {}

  static async start(): Promise<BackupsUnderTest> {
    const servers = await startServers({ ephemeral: true });
    const folder = await mkdtemp(join(tmpdir(), 'ssc-backup-test-'));
    const under = new BackupsUnderTest(servers, folder, await newKey());
    await under.fillSource();
    return under;
  }

  async stop(): Promise<void> {
    for (const database of this.databases) await database.drop();
    await this.servers.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  emptySystem(name: string): Promise<Env> {
    return this.system(name, (service) => createOwnedDatabase(this.servers.databaseUrl, service));
  }

  storeOf(env: Env): ObjectStore {
    return new DiskStore(env.STORAGE_DISK_ROOT ?? '');
  }

  async query<Row extends object>(
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
  async everything(env: Env): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const service of serviceNames) {
      const tables = await this.query<{ name: string }>(
        env,
        service,
        `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'outbox'`,
      );
      for (const { name } of tables) {
        const rows = await this.query<{ row: string }>(env, service, `select t::text as row from ${name} t`);
        found[`${service}.${name}`] = rows.map(({ row }) => row).sort();
      }
    }
    return found;
  }

  async backup(env = this.source): Promise<{ to: string; manifest: Manifest }> {
    this.count += 1;
    const to = join(this.folder, `backups/${this.count}.tar.age`);
    return { to, manifest: await createBackup({ env, to, recipient: this.key.recipient, log: this.log }) };
  }

  restore(env: Env, from: string, more: { identity?: string; isReplacing?: boolean } = {}): Promise<unknown> {
    const { identity } = this.key;
    const input = { env, from, identity, isReplacing: false, isOnlyCopy: false, log: this.log };
    return restoreBackup({ ...input, ...more });
  }

  /** What a restore that must fail says. */
  fails(env: Env, from: string, more: { identity?: string; isReplacing?: boolean } = {}): Promise<string> {
    return this.restore(env, from, more).then(
      () => 'it was restored',
      (error: unknown) => String(error),
    );
  }

  /** Whether the system is as it was, with nothing in it. */
  async isUntouched(env: Env): Promise<boolean> {
    for await (const _key of this.storeOf(env).list('')) return false;
    return Object.keys(await this.everything(env)).length === 0;
  }

  /**
   * A recording of the source whose copies are made, while agreements has not handled the event that tells of them.
   * @param attached those that agreements names all the same
   */
  async addMadeCopies(attached: readonly CopyFormat[] = []): Promise<MadeCopies> {
    const [id, event, agreementId] = [randomUUID(), randomUUID(), `${++this.agreements}`.padStart(16, '7')];
    const keyOf = (name: string): string => `recordings/${id}/${name}`;
    const keys = { mp3: keyOf('audio.mp3'), webm: keyOf('audio.webm'), preview: keyOf('preview.mp3') };
    const copies = Object.fromEntries(attached.map((format) => [format, { key: keys[format], ...COPY }]));
    const { source } = this;
    await this.query(
      source,
      'agreements',
      `insert into agreements (agreement_id, claim_hash, party_a_name, party_a_email, party_b_name, party_b_email,
         plan_type, expires_at) values ($1, 'h', 'Anna', 'a@example.test', 'Ben', 'b@example.test', 'solo', now())`,
      [agreementId],
    );
    await this.query(
      source,
      'agreements',
      `insert into recordings (id, agreement_id, party, object_key, mime, bytes, sha256, duration_ms, mp3, webm, preview)
       values ($1, $2, 'a', $3, 'audio/webm', $4, $5, 1, $6, $7, $8)`,
      [
        ...[id, agreementId, keyOf('original.webm'), copy.length, COPY.sha256],
        ...[copies.mp3, copies.webm, copies.preview],
      ],
    );
    await this.query(
      source,
      'transcription',
      `insert into recordings (id, agreement_id, object_key, mime, duration_ms, mp3_key, prepared_at)
       values ($1, $2, $3, 'audio/webm', 1, $4, now())`,
      [id, agreementId, keyOf('original.webm'), keys.mp3],
    );
    await this.query(
      source,
      'transcription',
      `insert into outbox (id, routing_key, subject, envelope)
       values ($1, 'transcription.recording.prepared.v1', $2, '{}')`,
      [event, agreementId],
    );
    const store = this.storeOf(source);
    for (const key of [keyOf('original.webm'), ...Object.values(keys)]) {
      await store.putBuffer(key, copy, 'audio/webm');
    }
    const remove = async (): Promise<void> => {
      await this.query(source, 'transcription', 'delete from outbox where id = $1', [event]);
      await this.query(source, 'transcription', 'delete from recordings where id = $1', [id]);
      await this.query(source, 'agreements', 'delete from recordings where id = $1', [id]);
      await this.query(source, 'agreements', 'delete from agreements where agreement_id = $1', [agreementId]);
      for (const key of [keyOf('original.webm'), ...Object.values(keys)]) await store.delete(key);
    };
    return { id, original: keyOf('original.webm'), ...keys, remove };
  }

  /** The variables of a system with databases and objects of its own. */
  private async system(name: string, make: (service: Service) => Promise<TestDatabase>): Promise<Env> {
    const env: Env = {
      ...{ PROFILE: 'test', PORT: '0', AMQP_URL: this.servers.amqpUrl, REDIS_URL: this.servers.redisUrl },
      ...{
        SERVICE_TOKEN_SECRET: 'x'.repeat(40),
        LINK_SECRET: 'x'.repeat(40),
        LOG_SEAL_SECRET: 'x'.repeat(40),
        SEAL_SIGNING_KEY: 'y'.repeat(40),
        PAYMENTS_URL: 'http://x',
        TRANSCRIPTION_URL: 'http://x',
      },
      // A queue takes its time to be made, and every handler has one for each delay.
      EVENT_RETRY_DELAYS: '5000',
      STORAGE_DISK_ROOT: join(this.folder, name),
    };
    for (const service of serviceNames) {
      const database = await make(service);
      this.databases.push(database);
      env[`${service.toUpperCase()}_DATABASE_URL`] = database.url;
    }
    return env;
  }

  private async fillSource(): Promise<void> {
    this.source = await this.emptySystem('source');
    await migrateDatabases(this.source, this.log);
    await this.query(this.source, 'agreements', `insert into uploads values ($1, 'hash', now(), null)`, [
      UPLOAD,
    ]);
    await this.query(this.source, 'agreements', 'insert into upload_chunks values ($1, 0, $2, $3)', [
      ...[UPLOAD, chunk.length, sha256(chunk)],
    ]);
    const recording = `insert into recordings (id, agreement_id, object_key, mime, duration_ms, working_key, deleted_at)
      values ($1, '1234567890123456', 'x', 'audio/webm', 1, $2, $3)`;
    await this.query(this.source, 'transcription', recording, [RECORDING, WORKING_KEY, null]);
    await this.query(this.source, 'transcription', recording, [
      DELETED,
      `recordings/${DELETED}/working.wav`,
      new Date(),
    ]);
    await this.query(
      this.source,
      'payments',
      `insert into outbox_published (id, seq, routing_key, subject, envelope, headers, added_at)
       values ($1, 7, 'payments.payment.succeeded.v1', 'a', '{"id": 1}', '{}', now())`,
      [EVENT],
    );
    await this.query(
      this.source,
      'agreements',
      `insert into inbox values ('old', $1, now() - interval '29 days'), ('new', $1, now())`,
      [EVENT],
    );
    const store = this.storeOf(this.source);
    await store.putBuffer(CHUNK_KEY, chunk, 'application/octet-stream');
    await store.putBuffer(WORKING_KEY, working, 'audio/wav');
    // What nobody knows is not in a backup.
    await store.putBuffer(`recordings/${randomUUID()}/original.webm`, working, 'audio/webm');
  }
}
