import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { allEvents, createEnvelope, type EventDefinition, type EventEnvelope, jobGivenUp } from '#contracts';
import { Publisher } from '#messaging';
import { HealthRegistry, type Principal, type RunningService, ServiceTokens, startService } from '#platform';
import {
  createMigratedDatabase,
  EventTap,
  eventually,
  Failpoints,
  PATIENCE,
  type Servers,
  startServers,
  type TestDatabase,
} from '#testing';
import { Deliveries } from '../../../libs/outbox/test/deliveries.js';
import { testEnv, uniqueName } from '../../../libs/platform/test/test-service.js';
import { RunDeadlines } from '../src/agreements/run-deadlines.schedule.js';
import { EventLog, findBreak } from '../src/event-log/event-log.js';
import type { LogHead } from '../src/event-log/log-seal.js';
import { migrate } from '../src/migrate.js';
import { AudioCheck, type CheckedAudio } from '../src/recordings/recordings.module.js';
import { agreementsService } from '../src/service.js';
import { FakePayments } from './fake-payments.js';

export const LOG_SEAL_SECRET = 'logs-of-this-test-are-sealed-with-this';
export const SEAL_SIGNING_KEY = 'agreements-of-this-test-are-sealed-with-it';
export const LINK_SECRET = 'links-of-this-test-are-signed-with-this';
const PUBLIC_URL = 'http://localhost:8080';
const DEATH_WITHIN_MS = PATIENCE * 60_000;

export const user = (id: number): Principal => ({ kind: 'user', id, sessionId: null });

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** The agreements service in this process on servers, a database and folders of its own. */
export class AgreementsUnderTest {
  private readonly replicas: RunningService[] = [];

  private constructor(
    public service: RunningService,
    readonly queuePrefix: string,
    private readonly env: Record<string, string>,
    private readonly servers: Servers,
    private readonly database: TestDatabase,
    private readonly folder: string,
    readonly tokens: ServiceTokens,
    private readonly pool: pg.Pool,
    private readonly tap: EventTap,
    private readonly deliveries: Deliveries,
    readonly payments: FakePayments,
    private readonly prepare: Prepare,
  ) {}

  /**
   * @param overrides of the service's environment
   * @param decodesAnew for tests of how recordings are checked: otherwise each is decoded once ({@link rememberChecks})
   * @param hasRounds false for tests that move the clock and look after deadlines themselves (`round` of
   * deadlines.fixture): the schedule, which comes every 15 seconds, finds nothing to do
   */
  static async start(
    overrides: Record<string, string> = {},
    { decodesAnew = false, hasRounds = true } = {},
  ): Promise<AgreementsUnderTest> {
    const servers = await startServers({ ephemeral: true });
    const folder = await mkdtemp(join(tmpdir(), 'ssc-agreements-'));
    const database = await createMigratedDatabase(servers.databaseUrl, 'agreements', migrate);
    const payments = await FakePayments.start();
    const env = testEnv({
      AMQP_URL: servers.amqpUrl,
      REDIS_URL: servers.redisUrl,
      DATABASE_URL: database.url,
      PUBLIC_URL,
      LINK_SECRET,
      LOG_SEAL_SECRET,
      SEAL_SIGNING_KEY,
      PAYMENTS_URL: payments.url,
      STORAGE_DISK_ROOT: join(folder, 'objects'),
      SPOOL_DIR: join(folder, 'spool'),
      EVENT_RETRY_DELAYS: '50,50',
      CLOCK_FILE: join(folder, 'clock'),
      TRANSCRIPTION_URL: 'http://127.0.0.1:1',
      ...overrides,
    });
    const own = allEvents.filter(({ name }) => name.startsWith('agreements.') || name === jobGivenUp.name);
    const tap = await EventTap.open(servers.amqpUrl, own);
    // A name of its own keeps its queues apart when tests share a broker.
    const name = uniqueName();
    const deliveries = new Deliveries();
    const prepare = (started: RunningService): void => {
      deliveries.watch(started);
      if (!decodesAnew) rememberChecks(started);
      if (!hasRounds) started.app.get(RunDeadlines).round = () => Promise.resolve();
    };
    const service = await startOne(name, env, prepare);
    const tokens = new ServiceTokens(env.SERVICE_TOKEN_SECRET ?? '');
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    pool.on('error', () => undefined);
    return new AgreementsUnderTest(
      service,
      name,
      env,
      servers,
      database,
      folder,
      tokens,
      pool,
      tap,
      deliveries,
      payments,
      prepare,
    );
  }

  /** Events that the service has published, oldest first. */
  get published(): EventEnvelope[] {
    return this.tap.heard;
  }

  /**
   * Stops the service in an orderly way and starts it again on what it left.
   * @param overrides of its environment, from now on
   */
  async restart(overrides: Record<string, string> = {}): Promise<void> {
    await this.service.close();
    Object.assign(this.env, overrides);
    this.service = await startOne(this.queuePrefix, this.env, this.prepare);
  }

  /**
   * Ends the service, has a process of its own go on with what it left until that is killed at a failpoint, and starts the
   * service again.
   * @param skip how often the process passes there before
   */
  async killedAt(failpoint: string, skip = 0): Promise<void> {
    await this.service.close();
    const directory = join(this.folder, 'failpoints');
    const failpoints = new Failpoints(directory);
    await failpoints.prepare();
    // Those of jobs and events bear the service's name.
    const name = failpoint.replace(/^agreements\.(job|event|round)\./, `${this.queuePrefix}.$1.`);
    await failpoints.arm(name, { action: 'kill', skip });
    const program = fileURLToPath(new URL('./service-process.mjs', import.meta.url));
    const child = spawn(process.execPath, [program, this.queuePrefix], {
      env: { ...this.env, PATH: process.env.PATH, FAILPOINT_DIR: directory },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const tooLong = setTimeout(() => child.kill('SIGKILL'), DEATH_WITHIN_MS);
    await once(child, 'exit');
    clearTimeout(tooLong);
    const isReached = !failpoints.isArmed(name);
    // Leases end by themselves; a test need not wait for that.
    await this.query(`update jobs set lease_until = now() - interval '1 second' where status = 'running'`);
    this.service = await startOne(this.queuePrefix, this.env, this.prepare);
    if (!isReached) throw new Error(`${failpoint} was not reached`);
  }

  /** Another instance of the service on the same database, queues and objects. */
  async replica(): Promise<RunningService> {
    const service = await startOne(this.queuePrefix, this.env, this.prepare);
    this.replicas.push(service);
    return service;
  }

  /** What time all instances see from now on; it goes on from there. */
  async setClock(now: Date): Promise<void> {
    const file = this.env.CLOCK_FILE ?? '';
    await writeFile(`${file}.new`, String(now.getTime() - Date.now()));
    await rename(`${file}.new`, file);
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

  /** The number of the first row of an agreement's log that does not fit; null when the log is whole. */
  async logBreak(agreementId: string): Promise<number | null> {
    const rows = await this.service.app.get(EventLog).read(agreementId);
    const [head] = await this.query<LogHead>(
      'select log_seq as seq, log_hash as hash from agreements where agreement_id = $1',
      [agreementId],
    );
    if (!head) throw new Error(`There is no agreement ${agreementId}`);
    return findBreak(agreementId, rows, head);
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

  /** Until the consumer has come to the end of this many deliveries of the event. */
  handled(event: EventEnvelope, handler: string, times = 1): Promise<void> {
    return this.deliveries.reach(event, handler, times);
  }

  /** Everything that the service has told of an agreement, in order, once nothing of it is on its way. */
  async told(agreementId: string): Promise<EventEnvelope[]> {
    await eventually(
      async () => {
        const waiting = await this.query('select 1 from outbox where subject = $1', [agreementId]);
        if (waiting.length > 0) throw new Error('not all is published');
      },
      10_000,
      'an empty outbox',
    );
    await this.tap.caughtUp();
    return this.tap.about(agreementId);
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
    await this.payments.stop();
    await this.tap.close();
    await this.pool.end();
    await this.database.drop();
    await this.servers.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async files(part: string): Promise<string[]> {
    const entries = await readdir(join(this.folder, part), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    // The folder of what is being written stays.
    const others = entries.filter((entry) => entry.isFile() || entry.name !== '.parts');
    return others.map((entry) => join(entry.parentPath, entry.name)).filter(isOurs(this.folder));
  }
}

/** What a test does with a service that has just been started. */
type Prepare = (service: RunningService) => void;

async function startOne(
  name: string,
  env: Record<string, string>,
  prepare: Prepare,
): Promise<RunningService> {
  const service = await startService({ ...agreementsService, name }, env);
  prepare(service);
  await eventually(
    async () => {
      const health = await service.app.get(HealthRegistry).check();
      if (health.status !== 'up') throw new Error(JSON.stringify(health.checks));
    },
    20_000,
    'a healthy service',
  );
  return service;
}

/** Folders of deleted objects may stay; what is in them may not. */
const isOurs = (folder: string) => (path: string) =>
  path.startsWith(join(folder, 'spool')) || /\.[a-z0-9]+$/i.test(path);

/**
 * Has a service decode each recording once: decoding starts a program, and most tests send the same recording again and
 * again, and are about something else. What is refused is looked at each time.
 */
function rememberChecks(service: RunningService): void {
  const checks = service.app.get(AudioCheck);
  const known = new Map<string, CheckedAudio>();
  const check = checks.check.bind(checks);
  checks.check = async (audio, planType, options) => {
    const sha256 = createHash('sha256')
      .update(await readFile(audio.path))
      .digest('hex');
    const what = `${planType} ${sha256}`;
    const checked = known.get(what) ?? (await check(audio, planType, options));
    known.set(what, checked);
    return checked;
  };
}
