import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigner } from 'fast-jwt';
import { v4 as uuidv4 } from 'uuid';
import { SESSION_ISSUER } from '#contracts';
import { HealthRegistry, type Principal, type RunningService, ServiceTokens, startService } from '#platform';
import { eventually, type Servers, startServers } from '#testing';
import { testEnv, uniqueName } from '../../../libs/platform/test/test-service.js';
import { gatewayService } from '../src/service.js';

const SESSION_TOKEN_SECRET = 'sessions-of-this-test-are-signed-with-this';
export const PUBLIC_URL = 'https://contracts.example.test';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server that does what a test says. */
export class Upstream {
  readonly seen: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(handle: Handler): Promise<Upstream> {
    const server = createServer((request, response) => {
      upstream.seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
      handle(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const upstream = new Upstream(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return upstream;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** The gateway in this process, with small servers in the place of the services. */
export class GatewayUnderTest {
  /** Sessions that auth knows: id of the session → whose it is. */
  readonly sessions = new Map<string, { userId: number; role: 'user' | 'admin' }>();

  private constructor(
    readonly service: RunningService,
    readonly upstream: Upstream,
    private readonly auth: Upstream,
    private readonly servers: Servers,
  ) {}

  static async start(
    handle: Handler,
    options: { env?: Record<string, string>; name?: string; auth?: Handler } = {},
  ): Promise<GatewayUnderTest> {
    const servers = await startServers({ ephemeral: true });
    const upstream = await Upstream.start(handle);
    const auth = await Upstream.start((request, response) => {
      if (options.auth && !request.url?.startsWith('/internal/sessions/')) {
        options.auth(request, response);
        return;
      }
      const session = under.sessions.get(/[^/]+$/.exec(request.url?.split('?', 1)[0] ?? '')?.[0] ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(session ? { isActive: true, ...session } : { isActive: false }));
    });
    const away = 'http://127.0.0.1:1';
    const env = testEnv({
      AMQP_URL: servers.amqpUrl,
      REDIS_URL: servers.redisUrl,
      PUBLIC_URL,
      SESSION_TOKEN_SECRET,
      AUTH_URL: auth.url,
      AGREEMENTS_URL: upstream.url,
      PAYMENTS_URL: away,
      TRANSCRIPTION_URL: upstream.url,
      NOTIFICATIONS_URL: away,
      ...options.env,
    });
    // A name of its own keeps its queues apart when tests share a broker.
    const name = options.name ?? uniqueName();
    const service = await startService({ ...gatewayService, name }, env);
    const under = new GatewayUnderTest(service, upstream, auth, servers);
    await eventually(
      async () => {
        const health = await service.app.get(HealthRegistry).check();
        if (health.status !== 'up') throw new Error(JSON.stringify(health.checks));
      },
      20_000,
      'a healthy gateway',
    );
    return under;
  }

  get url(): string {
    return this.service.url;
  }

  /** Opens a session; answers its token and how to end it. */
  login(
    userId: number,
    role: 'user' | 'admin' = 'user',
  ): {
    token: string;
    sid: string;
    logout(): void;
  } {
    const sid = uuidv4();
    this.sessions.set(sid, { userId, role });
    const sign = createSigner({
      key: SESSION_TOKEN_SECRET,
      algorithm: 'HS256',
      iss: SESSION_ISSUER,
      expiresIn: 3_600_000,
    });
    const token = sign({ sid, sub: String(userId), role });
    return { token, sid, logout: () => this.sessions.delete(sid) };
  }

  /** Whom a service is told that a call with this token comes from. */
  async principalSeenFor(session: string): Promise<Principal | null> {
    await fetch(`${this.url}/api/agreements/1234567890123456/take`, {
      headers: { authorization: `Bearer ${session}` },
    });
    const token = this.upstream.seen.at(-1)?.headers['x-service-token'];
    return this.service.app.get(ServiceTokens).verify(String(token));
  }

  /** How auth was asked about a session, oldest first: a question with `isCall` says that the session is used. */
  askedAbout(sid: string): string[] {
    return this.auth.seen.map(({ url }) => url).filter((url) => url.includes(sid));
  }

  get redisUrl(): string {
    return this.servers.redisUrl;
  }

  stopAuth(): Promise<void> {
    return this.auth.stop();
  }

  async stop(): Promise<void> {
    await this.service.close();
    await this.upstream.stop();
    await this.auth.stop().catch(() => undefined);
    await this.servers.stop();
  }
}
