import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecoder } from 'fast-jwt';
import pg from 'pg';
import {
  accountChanged,
  accountCreated,
  addressConfirmed,
  createEnvelope,
  type EventDefinition,
  type EventEnvelope,
  resetRequested,
  type SessionClaims,
  type SessionState,
  sessionsEnded,
  verificationRequested,
} from '#contracts';
import { Publisher } from '#messaging';
import {
  HealthRegistry,
  type Principal,
  type RunningService,
  ServiceTokens,
  startService,
  visitor,
} from '#platform';
import {
  createMigratedDatabase,
  EventTap,
  eventually,
  type Servers,
  startServers,
  type TestDatabase,
} from '#testing';
import { testEnv, uniqueName } from '../../../libs/platform/test/test-service.js';
import { AccountsService } from '../src/accounts/accounts.service.js';
import { migrate } from '../src/migrate.js';
import { authService } from '../src/service.js';

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface LoggedIn {
  token: string;
  user: {
    id: number;
    username: string;
    email: string;
    emailVerified: boolean;
    pendingEmail: string | null;
    role: string;
  };
}

interface CallOptions {
  json?: unknown;
  principal?: Principal;
  address?: string;
  device?: string;
  cookie?: string;
  language?: string;
}

export const PASSWORD = 'three brown horses';
export const otherService: Principal = { kind: 'service', id: 0, sessionId: null, name: 'notifications' };
export const newAddress = (): string => `${randomUUID()}@example.test`;
/** An address of a person out of sixteen million: calls are counted by it, and tests may share the counters. */
export const newPlace = (): string => `10.${[...randomBytes(3)].join('.')}`;

const claimsOf = createDecoder() as (token: string) => SessionClaims;

/** The auth service in this process on servers and a database of its own. */
export class AuthUnderTest {
  private readonly tokens: ServiceTokens;
  private readonly place = newPlace();

  private constructor(
    readonly service: RunningService,
    readonly env: Record<string, string>,
    private readonly queuePrefix: string,
    private readonly servers: Servers,
    private readonly database: TestDatabase,
    private readonly folder: string,
    private readonly pool: pg.Pool,
    private readonly tap: EventTap,
  ) {
    this.tokens = new ServiceTokens(env.SERVICE_TOKEN_SECRET ?? '');
  }

  static async start(extra: Record<string, string> = {}): Promise<AuthUnderTest> {
    const servers = await startServers({ ephemeral: true });
    const folder = await mkdtemp(join(tmpdir(), 'ssc-auth-'));
    const database = await createMigratedDatabase(servers.databaseUrl, 'auth', migrate);
    const env = testEnv({
      AMQP_URL: servers.amqpUrl,
      REDIS_URL: servers.redisUrl,
      DATABASE_URL: database.url,
      SESSION_TOKEN_SECRET: 'sessions-of-this-test-are-signed-with-this',
      LINK_SECRET: 'links-of-this-test-are-signed-with-this',
      PUBLIC_URL: 'https://contracts.example.test',
      CLOCK_FILE: join(folder, 'clock'),
      EVENT_RETRY_DELAYS: '50,50',
      // Everybody in these tests signs up from the same place.
      SIGNUPS_PER_ADDRESS: '100000',
      ...extra,
    });
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    // Tests that share a broker hear of each other's accounts: ids of its own keep this one's apart.
    await pool.query(`alter table users alter column id restart with ${randomInt(1_000_000, 2_000_000_000)}`);
    const tap = await EventTap.open(servers.amqpUrl, [
      accountCreated,
      accountChanged,
      addressConfirmed,
      resetRequested,
      verificationRequested,
      sessionsEnded,
    ]);
    const name = uniqueName();
    const service = await startService({ ...authService, name }, env);
    await eventually(
      async () => {
        const health = await service.app.get(HealthRegistry).check();
        if (health.status !== 'up') throw new Error(JSON.stringify(health.checks));
      },
      20_000,
      'a healthy service',
    );
    return new AuthUnderTest(service, env, name, servers, database, folder, pool, tap);
  }

  /** One call; `address` is the person's, as the gateway tells it. */
  async call<T = { code: string; message: string }>(
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    const { json, principal = visitor, address = this.place, device, cookie, language } = options;
    const answer = await fetch(this.service.url + path, {
      method,
      headers: {
        'x-service-token': this.tokens.issue(principal),
        'x-forwarded-for': address,
        ...(device === undefined ? {} : { 'user-agent': device }),
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: (text === '' ? null : JSON.parse(text)) as T,
      headers: answer.headers,
    };
  }

  signup(email: string, extra: object = {}, language?: string): Promise<Answer<LoggedIn>> {
    const json = { username: 'Anna Miller', email, password: PASSWORD, ...extra };
    return this.call<LoggedIn>('POST', '/api/auth/signup', { json, language });
  }

  login(email: string, password = PASSWORD, address?: string): Promise<Answer<LoggedIn>> {
    return this.call<LoggedIn>('POST', '/api/auth/login', {
      json: { email, password },
      ...(address ? { address } : {}),
    });
  }

  /** A new account and its first session. */
  async member(username = 'Anna Miller'): Promise<{ email: string; id: number; principal: Principal }> {
    const email = newAddress();
    const principal = principalOf(await this.signup(email, { username }));
    return { email, id: principal.id, principal };
  }

  /** A new administrator, made as the seed makes one. */
  async admin(): Promise<{ email: string; principal: Principal }> {
    const email = newAddress();
    const account = await this.service.app
      .get(AccountsService)
      .ensure({ username: 'Administrator', email, password: PASSWORD }, 'admin');
    return { email, principal: { kind: 'admin', id: account.id, sessionId: null } };
  }

  /** The token of the newest link that was mailed to an address. */
  async verificationToken(email: string): Promise<string> {
    const [row] = await this.query<{ id: string }>(
      'select id from address_verifications where email = $1 order by requested_at desc limit 1',
      [email],
    );
    const path = `/internal/address-verifications/${row?.id}`;
    const { body } = await this.call<{ link: string }>('GET', path, { principal: otherService });
    return new URL(body.link).searchParams.get('token') ?? '';
  }

  /** Presses the button behind a mailed link, in a session of somebody, or as a visitor. */
  verify(token: string, principal: Principal = visitor): Promise<Answer<{ email: string; code: string }>> {
    return this.call('POST', '/api/auth/verify-address', { json: { token }, principal, address: newPlace() });
  }

  async isActive(principal: Principal): Promise<boolean> {
    const path = `/internal/sessions/${principal.sessionId}`;
    return (await this.call<SessionState>('GET', path, { principal: otherService })).body.isActive;
  }

  /** How far ahead the service's clock is, from now on. */
  async setClockAhead(ms: number): Promise<void> {
    // In one step: a service that looked at a file half written would see the time go back.
    await writeFile(join(this.folder, 'clock.next'), String(ms));
    await rename(join(this.folder, 'clock.next'), join(this.folder, 'clock'));
  }

  /** The newest event of an account that the broker was given, once it is there. */
  heard(userId: number, definition: EventDefinition, count = 1): Promise<EventEnvelope> {
    return eventually(
      async () => {
        const event = this.allHeard(userId, definition)[count - 1];
        if (!event) throw new Error(`no ${definition.name}`);
        return event;
      },
      10_000,
      definition.name,
    );
  }

  allHeard(userId: number, definition: EventDefinition): EventEnvelope[] {
    return this.tap.about(String(userId)).filter((event) => event.type === definition.name);
  }

  /** Every event of the account has left the service. */
  async nothingWaits(): Promise<void> {
    await eventually(
      async () => {
        if ((await this.query('select 1 from outbox')).length > 0) throw new Error('events wait');
      },
      10_000,
      'an empty outbox',
    );
  }

  event<Data extends object>(
    definition: EventDefinition<Data>,
    data: Data,
    occurredAt?: string,
  ): EventEnvelope<Data> {
    const event = createEnvelope(definition, data, { correlationId: 'test-correlation', causationId: null });
    return occurredAt === undefined ? event : { ...event, occurredAt };
  }

  /** Puts an event on the broker as its producer would, and waits until it is handled. */
  async deliver(event: EventEnvelope, consumer: string): Promise<void> {
    await this.service.app.get(Publisher).publish(event);
    await eventually(
      async () => {
        const handled = await this.query('select 1 from inbox where consumer = $1 and message_id = $2', [
          consumer,
          event.id,
        ]);
        if (handled.length === 0) throw new Error('not yet');
      },
      10_000,
      `${event.type} handled`,
    );
  }

  queue(consumer: string): string {
    return `${this.queuePrefix}.${consumer}`;
  }

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, values)).rows;
  }

  async stop(): Promise<void> {
    await this.service.close();
    await this.tap.close();
    await this.pool.end();
    await this.database.drop();
    await this.servers.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Who is asking with the token of this answer, as the gateway finds out. */
export function principalOf(answer: { body: { token: string } }): Principal {
  const { sub, sid, role } = claimsOf(answer.body.token);
  return { kind: role, id: Number(sub), sessionId: sid };
}

/** The cookie by which a device is known from this answer on. */
export function deviceOf({ headers }: { headers: Headers }): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith('ssc_device='));
  return cookie?.split(';', 1)[0] ?? '';
}

/** An answer without what is different every time. */
export function seen({ status, body }: Answer<unknown>): { status: number; rest: Record<string, unknown> } {
  const { correlationId: _own, ...rest } = body as Record<string, unknown>;
  return { status, rest };
}
