import pg from 'pg';
import {
  HealthRegistry,
  type Principal,
  type RunningService,
  ServiceTokens,
  startService,
  visitor,
} from '#platform';
import { createTestDatabase, eventually, type Servers, startServers, type TestDatabase } from '#testing';
import { testEnv } from '../../../libs/platform/test/test-service.js';
import { migrate } from '../src/migrate.js';
import { authService } from '../src/service.js';

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface LoggedIn {
  token: string;
  user: { id: number; username: string; email: string; role: string };
}

/** The auth service in this process on servers and a database of its own. */
export class AuthUnderTest {
  private readonly tokens: ServiceTokens;

  private constructor(
    readonly service: RunningService,
    readonly env: Record<string, string>,
    private readonly servers: Servers,
    private readonly database: TestDatabase,
    private readonly pool: pg.Pool,
  ) {
    this.tokens = new ServiceTokens(env.SERVICE_TOKEN_SECRET ?? '');
  }

  static async start(extra: Record<string, string> = {}): Promise<AuthUnderTest> {
    const servers = await startServers({ ephemeral: true });
    const database = await createTestDatabase(servers.databaseUrl);
    await migrate(database.url);
    const env = testEnv({
      REDIS_URL: servers.redisUrl,
      DATABASE_URL: database.url,
      SESSION_TOKEN_SECRET: 'sessions-of-this-test-are-signed-with-this',
      PUBLIC_URL: 'https://contracts.example.test',
      ...extra,
    });
    const service = await startService(authService, env);
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on('error', () => undefined);
    await eventually(
      async () => {
        const health = await service.app.get(HealthRegistry).check();
        if (health.status !== 'up') throw new Error(JSON.stringify(health.checks));
      },
      20_000,
      'a healthy service',
    );
    return new AuthUnderTest(service, env, servers, database, pool);
  }

  /** One call; `address` is the person's, as the gateway tells it. */
  async call<T = { code: string; message: string }>(
    method: string,
    path: string,
    options: { json?: unknown; principal?: Principal; address?: string } = {},
  ): Promise<Answer<T>> {
    const { json, principal = visitor, address = '203.0.113.1' } = options;
    const answer = await fetch(this.service.url + path, {
      method,
      headers: {
        'x-service-token': this.tokens.issue(principal),
        'x-forwarded-for': address,
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

  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, values)).rows;
  }

  async stop(): Promise<void> {
    await this.service.close();
    await this.pool.end();
    await this.database.drop();
    await this.servers.stop();
  }
}
