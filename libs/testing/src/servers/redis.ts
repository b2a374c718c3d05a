import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findBinary, requireBinary } from './binaries.js';
import { type NativeOptions, type NativeServer, runNative } from './native-server.js';

export interface RedisOptions extends NativeOptions {
  password: string;
  /** Whether every write goes to disk, so that queues survive a kill. Default true. */
  durable?: boolean;
  /** How many database numbers there are. Default 16. */
  databases?: number;
}

/** Starts a private Redis that never evicts keys (the job queues live in it). */
export async function startRedis(options: RedisOptions): Promise<NativeServer> {
  const { dir, port, host = '127.0.0.1', password, durable = true, databases = 16 } = options;
  mkdirSync(dir, { recursive: true });
  const config = join(dir, 'redis.conf');
  const lines = [
    `bind ${host}`,
    `port ${port}`,
    `dir "${dir}"`,
    // In the file and not on the command line, where every user of the machine could read it.
    `requirepass "${password}"`,
    'maxmemory-policy noeviction',
    `databases ${databases}`,
    `appendonly ${durable ? 'yes' : 'no'}`,
    'save ""',
    'daemonize no',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  const url = `redis://:${encodeURIComponent(password)}@${host}:${port}`;
  return runNative({
    url,
    port,
    timeoutMs: 30_000,
    process: {
      name: 'Redis',
      command: requireBinary(findBinary('redis-server'), 'redis-server'),
      args: [config],
      cwd: dir,
      logFile: join(dir, 'redis.log'),
    },
    probe: () => probe(url),
  });
}

async function probe(url: string): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}
