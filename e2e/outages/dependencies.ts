import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import S3rver from 's3rver';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { type NativeServers, TcpProxy, type TestSystem } from '#testing';

/** How something that the product needs can fail. */
export const waysToFail = {
  postgres: ['stopped', 'frozen', 'read-only'],
  rabbitmq: ['stopped', 'frozen', 'alarmed'],
  redis: ['stopped', 'frozen', 'read-only', 'full'],
  storage: ['refused', 'silent', 'slow', 'overloaded', 'replaced'],
  stripe: ['refused', 'silent', 'slow', 'overloaded', 'replaced'],
  smtp: ['refused', 'silent', 'slow', 'overloaded'],
  speech: ['refused', 'silent', 'slow', 'overloaded', 'replaced'],
} as const;
export type DependencyName = keyof typeof waysToFail;
export type WayToFail = (typeof waysToFail)[DependencyName][number];

/** What each piece of an exchange with a slow dependency is held for, in milliseconds. */
const SLOW_MS = 2000;
const WORDS = 'I sell you the blue car for two thousand dollars.';

const page = (status: string, text: string): string => {
  const html = `<!doctype html><title>${text}</title><h1>${text}</h1>`;
  const head = `content-type: text/html\r\ncontent-length: ${Buffer.byteLength(html)}\r\nconnection: close`;
  return `HTTP/1.1 ${status}\r\n${head}\r\n\r\n${html}`;
};
/** What a proxy says before a server that has too much to do. */
const OVERLOADED = page('503 Service Unavailable', 'Service Unavailable');
/** What a network says to everything until somebody has agreed to its terms. */
const REPLACED = page('200 OK', 'Welcome to our network');
const MAIL_SERVER_BUSY = '421 4.3.2 Too busy, try again later\r\n';

/** Bring it back. */
type Restore = () => Promise<void>;

/** What the services need, each of it behind something that takes it away: servers by signals, the rest by a proxy. */
export class Dependencies {
  private readonly proxies = new Map<DependencyName, TcpProxy>();

  private constructor(
    private readonly folder: string,
    private readonly store: S3rver,
    private readonly storeUrl: string,
    private readonly openai: OpenAiStandIn,
  ) {}

  static async open(): Promise<Dependencies> {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-outages-'));
    const store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder });
    const { port } = await store.run();
    const openai = await startOpenAi({ port: 0 });
    openai.respondWith({
      text: WORDS,
      duration: 12,
      segments: [{ start: 0, end: 4, text: WORDS, speaker: 'A' }],
    });
    return new Dependencies(folder, store, `http://127.0.0.1:${port}`, openai);
  }

  async close(): Promise<void> {
    for (const proxy of this.proxies.values()) await proxy.close();
    await this.openai.close();
    await this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Variables that lead through the proxies. */
  async redirect(env: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const through = async (name: DependencyName, url = ''): Promise<string> => {
      const proxy = await TcpProxy.to(url);
      this.proxies.set(name, proxy);
      return proxy.url.replace(/\/$/, '');
    };
    return {
      STORAGE_DRIVER: 's3',
      S3_ENDPOINT: await through('storage', this.storeUrl),
      S3_BUCKET: 'recordings',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
      STRIPE_API_BASE: await through('stripe', env.STRIPE_API_BASE),
      SMTP_URL: await through('smtp', env.SMTP_URL),
      SPEECH_ENGINE: 'openai',
      OPENAI_API_KEY: this.openai.apiKey,
      OPENAI_BASE_URL: await through('speech', this.openai.url),
    };
  }

  /** From now on it fails in this way. */
  async take(system: TestSystem, name: DependencyName, way: WayToFail): Promise<Restore> {
    const proxy = this.proxies.get(name);
    if (proxy !== undefined) return takeProxied(proxy, name, way);
    const { native } = system.servers;
    if (!native) throw new Error('servers of our own were asked for');
    const hurt = hurts[`${name} ${way}`];
    if (hurt) return hurt(native);
    const server = native[name as keyof NativeServers];
    if (way === 'stopped') {
      await server.stop();
      return () => server.restart();
    }
    // PostgreSQL has a process for each connection. The first one is frozen first: it starts no more of them.
    process.kill(server.pid, 'SIGSTOP');
    const frozen = [server.pid, ...childrenOf(server.pid)];
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    return async () => {
      for (const pid of frozen.toReversed()) process.kill(pid, 'SIGCONT');
    };
  }
}

/** A server that runs and answers, and does not do its work. */
const hurts: Readonly<Record<string, (servers: NativeServers) => Promise<Restore>>> = {
  // As after a failover, when it is a copy.
  'postgres read-only': async ({ postgres }) => {
    await sql(postgres.url, "alter system set default_transaction_read_only = 'on'");
    return () => sql(postgres.url, 'alter system reset default_transaction_read_only');
  },
  // A disk with less room than it wants: it takes no messages, and gives those that it has.
  'rabbitmq alarmed': async ({ rabbitmq }) => {
    await rabbitmq.evaluate('rabbit_disk_monitor:set_disk_free_limit("1000TB").');
    return async () => void (await rabbitmq.evaluate('rabbit_disk_monitor:set_disk_free_limit("64MB").'));
  },
  'redis read-only': async ({ redis }) => {
    await redisCommand(redis.url, ['replicaof', '127.0.0.1', '1']);
    return () => redisCommand(redis.url, ['replicaof', 'no', 'one']);
  },
  'redis full': async ({ redis }) => {
    await redisCommand(redis.url, ['config', 'set', 'maxmemory', '1']);
    return () => redisCommand(redis.url, ['config', 'set', 'maxmemory', '0']);
  },
};

async function sql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

async function redisCommand(url: string, [command = '', ...args]: string[]): Promise<void> {
  const client = new Redis(url);
  try {
    await client.call(command, ...args);
  } finally {
    client.disconnect();
  }
}

async function takeProxied(proxy: TcpProxy, name: DependencyName, way: WayToFail): Promise<Restore> {
  if (way === 'overloaded' || way === 'replaced') {
    const speaksFirst = name === 'smtp';
    const answer = speaksFirst ? MAIL_SERVER_BUSY : way === 'overloaded' ? OVERLOADED : REPLACED;
    proxy.impersonate({ answer, speaksFirst });
    return async () => proxy.impersonate(null);
  }
  if (way === 'refused') {
    await proxy.close();
    return () => proxy.open();
  }
  if (way === 'silent') {
    proxy.freeze();
    return async () => proxy.thaw();
  }
  proxy.slow(SLOW_MS);
  return async () => proxy.slow(0);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It has ended meanwhile.
    return null;
  }
}
