import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChannelModel, connect } from 'amqplib';
import pg from 'pg';
import { createEnvelope, type EventDefinition, type EventEnvelope } from '#contracts';
import { EXCHANGE, Publisher } from '#messaging';
import { HealthRegistry, type Principal, type RunningService, ServiceTokens, startService } from '#platform';
import { createMigratedDatabase, eventually, type Servers, startServers, type TestDatabase } from '#testing';
import { testEnv, uniqueName } from '../../../libs/platform/test/test-service.js';
import { migrate } from '../src/migrate.js';
import { agreementsService } from '../src/service.js';

export const LINK_SECRET = 'links-of-this-test-are-signed-with-this';
const PUBLIC_URL = 'http://localhost:8080';

export const user = (id: number): Principal => ({ kind: 'user', id, sessionId: null });

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** The agreements service in this process on servers, a database and folders of its own. */
export class AgreementsUnderTest {
  /** Events that the service has published, oldest first. */
  readonly published: EventEnvelope[] = [];

  private readonly replicas: RunningService[] = [];

  private constructor(
    public service: RunningService,
    readonly queuePrefix: string,
    private readonly env: Record<string, string>,
    private readonly servers: Servers,
    private readonly database: TestDatabase,
    private readonly folder: string,
    private readonly tokens: ServiceTokens,
    private readonly pool: pg.Pool,
    private readonly broker: ChannelModel,
  ) {}

  /** @param overrides of the service's environment */
  static async start(overrides: Record<string, string> = {}): Promise<AgreementsUnderTest> {
    const servers = await startServers({ ephemeral: true });
    const folder = await mkdtemp(join(tmpdir(), 'ssc-agreements-'));
    const database = await createMigratedDatabase(servers.databaseUrl, 'agreements', migrate);
    const env = testEnv({
      AMQP_URL: servers.amqpUrl,
      REDIS_URL: servers.redisUrl,
      DATABASE_URL: database.url,
      PUBLIC_URL,
      LINK_SECRET,
      STORAGE_DISK_ROOT: join(folder, 'objects'),
      SPOOL_DIR: join(folder, 'spool'),
      EVENT_RETRY_DELAYS: '50,50',
      CLOCK_FILE: join(folder, 'clock'),
      TRANSCRIPTION_URL: 'http://127.0.0.1:1',
      ...overrides,
    });
    const broker = await connect(servers.amqpUrl);
    const channel = await broker.createConfirmChannel();
    await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
    const { queue } = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(queue, EXCHANGE, 'agreements.#');
    // A name of its own keeps its queues apart when tests share a broker.
    const name = uniqueName();
    const service = await startService({ ...agreementsService, name }, env);
    const tokens = new ServiceTokens(env.SERVICE_TOKEN_SECRET ?? '');
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    const under = new AgreementsUnderTest(
      service,
      name,
      env,
      servers,
      database,
      folder,
      tokens,
      pool,
      broker,
    );
    await channel.consume(
      queue,
      (message) => {
        if (message) under.published.push(JSON.parse(message.content.toString()) as EventEnvelope);
      },
      { noAck: true },
    );
    await healthy(service);
    return under;
  }

  /** Stops the service in an orderly way and starts it again on what it left. */
  async restart(): Promise<void> {
    await this.service.close();
    this.service = await this.startOne();
  }

  /** Another instance of the service on the same database, queues and objects. */
  async replica(): Promise<RunningService> {
    const service = await this.startOne();
    this.replicas.push(service);
    return service;
  }

  /** What time all instances see from now on; it goes on from there. */
  async setClock(now: Date): Promise<void> {
    const file = this.env.CLOCK_FILE ?? '';
    await writeFile(`${file}.new`, String(now.getTime() - Date.now()));
    await rename(`${file}.new`, file);
    // They look at the file every 50 ms.
    await sleep(60);
  }

  private async startOne(): Promise<RunningService> {
    const service = await startService({ ...agreementsService, name: this.queuePrefix }, this.env);
    await healthy(service);
    return service;
  }

  /** As the database's owner, not as the role that the service works as. */
  get databaseUrl(): string {
    return this.database.url;
  }

  token(principal: Principal): string {
    return this.tokens.issue(principal);
  }

  async call<T = unknown>(
    path: string,
    principal: Principal,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Answer<T>> {
    const headers = { 'x-service-token': this.token(principal), ...init.headers };
    const answer = await fetch(this.service.url + path, { ...init, headers });
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    const body = isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, body: body as T, headers: answer.headers };
  }

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, values)).rows;
  }

  /** Files of the object store, whole or half-written. */
  objects(): Promise<string[]> {
    return this.files('objects');
  }

  spool(): Promise<string[]> {
    return this.files('spool');
  }

  /** Path of an object's file. */
  objectPath(key: string): string {
    return join(this.folder, 'objects', key);
  }

  event<Data extends object>(definition: EventDefinition<Data>, data: Data): EventEnvelope<Data> {
    return createEnvelope(definition, data, { correlationId: 'test-correlation', causationId: null });
  }

  /** Puts an event on the broker as its producer would. */
  async deliver(event: EventEnvelope): Promise<void> {
    await this.service.app.get(Publisher).publish(event);
  }

  /** Until the consumer has said what it made of the event: handled, or dead. */
  async handled(event: EventEnvelope, handler: string): Promise<void> {
    await eventually(
      async () => {
        const rows = await this.query('select 1 from inbox where consumer = $1 and message_id = $2', [
          handler,
          event.id,
        ]);
        if (rows.length === 0) throw new Error('not yet');
      },
      10_000,
      `${event.type} handled`,
    );
  }

  async deadLetters(handler: string): Promise<number> {
    const rows = await this.query('select 1 from dead_letters where handler = $1', [
      `${this.queuePrefix}.${handler}`,
    ]);
    return rows.length;
  }

  /** The published event of an agreement, once it has come. */
  publishedFor(agreementId: string, type: string): Promise<EventEnvelope> {
    return eventually(
      async () => {
        const found = this.published.find((event) => event.type === type && event.subject === agreementId);
        if (!found) throw new Error(`no ${type}`);
        return found;
      },
      10_000,
      type,
    );
  }

  async stop(): Promise<void> {
    for (const service of [this.service, ...this.replicas]) await service.close();
    await this.broker.close();
    await this.pool.end();
    await this.database.drop();
    await this.servers.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async files(part: string): Promise<string[]> {
    const entries = await readdir(join(this.folder, part), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return entries.map((entry) => join(entry.parentPath, entry.name)).filter(isOurs(this.folder));
  }
}

function healthy(service: RunningService): Promise<void> {
  return eventually(
    async () => {
      const health = await service.app.get(HealthRegistry).check();
      if (health.status !== 'up') throw new Error(JSON.stringify(health.checks));
    },
    20_000,
    'a healthy service',
  );
}

/** Folders of deleted objects may stay; what is in them may not. */
const isOurs = (folder: string) => (path: string) =>
  path.startsWith(join(folder, 'spool')) || /\.[a-z0-9]+$/i.test(path);
