import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { type OpenAiStandIn, startOpenAi } from '#stand-ins';
import { type NativeServers, TcpProxy, type TestSystem } from '#testing';

/** How something that the product needs can fail. */
export const waysToFail = {
  postgres: ['stopped', 'frozen'],
  rabbitmq: ['stopped', 'frozen'],
  redis: ['stopped', 'frozen'],
  storage: ['refused', 'silent', 'slow'],
  stripe: ['refused', 'silent', 'slow'],
  smtp: ['refused', 'silent', 'slow'],
  speech: ['refused', 'silent', 'slow'],
} as const;
export type DependencyName = keyof typeof waysToFail;
export type WayToFail = (typeof waysToFail)[DependencyName][number];

/** What each piece of an exchange with a slow dependency is held for, in milliseconds. */
const SLOW_MS = 2000;
const WORDS = 'I sell you the blue car for two thousand dollars.';

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
    if (proxy !== undefined) return takeProxied(proxy, way);
    const { native } = system.servers;
    if (!native) throw new Error('servers of our own were asked for');
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

async function takeProxied(proxy: TcpProxy, way: WayToFail): Promise<Restore> {
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
