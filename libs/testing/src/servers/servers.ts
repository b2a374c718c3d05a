import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDockerEngine } from './binaries.js';
import { type NativeServers, type Servers, startContainers } from './containers.js';
import type { NativeServer } from './native-server.js';
import { freePorts } from './ports.js';
import { startPostgres } from './postgres.js';
import { startRabbitmq } from './rabbitmq.js';
import { startRedis } from './redis.js';
import { claimShare } from './shared-servers.js';

export type { NativeServers, Servers } from './containers.js';

export interface NativeServersOptions {
  dir: string;
  host?: string;
  ports: { postgres: number; redis: number; rabbitmq: number; rabbitmqDist: number; epmd: number };
  passwords: { postgres: string; redis: string; rabbitmq: string };
  durable?: boolean;
  /** Role passwords by service name; each gets a role and a database. */
  databases?: Record<string, string>;
  /** Told when one of the three answers, with the seconds it took. */
  onReady?: (name: string, seconds: number) => void;
}

export interface ServersOptions {
  /** Temporary data on free ports, gone after `stop`. */
  ephemeral: true;
  /** Ask for servers of our own that can be killed, whatever else there is. */
  native?: boolean;
}

/**
 * Servers for tests: a share of those that all specs of a run share, those named by TEST_DATABASE_URL, TEST_REDIS_URL
 * and TEST_AMQP_URL, containers when a Docker engine answers (unless INFRA=native), else native ones of their own.
 */
export async function startServers(options: ServersOptions): Promise<Servers> {
  if (!options.native) {
    const share = claimShare(process.env);
    if (share) return { provider: 'shared', ...share, stop: async () => undefined };
    const given = serversFromEnvironment(process.env);
    if (given) return given;
    if (process.env.INFRA !== 'native' && (await hasDockerEngine())) {
      try {
        return await startContainers();
      } catch (error) {
        if (process.env.INFRA === 'docker') throw error;
      }
    }
  }
  return startEphemeral();
}

/**
 * Starts PostgreSQL, Redis and RabbitMQ at the same time.
 * @throws Error of the first that fails; the others are stopped.
 */
export async function startNativeServers(options: NativeServersOptions): Promise<NativeServers> {
  const { dir, host, ports, passwords, durable, databases, onReady } = options;
  const timed = async <Server extends NativeServer>(start: Promise<Server>): Promise<Server> => {
    const began = Date.now();
    const server = await start;
    onReady?.(server.name, (Date.now() - began) / 1000);
    return server;
  };
  const results = await Promise.allSettled([
    timed(
      startPostgres({
        dir: join(dir, 'postgres'),
        host,
        port: ports.postgres,
        password: passwords.postgres,
        durable,
        databases,
      }),
    ),
    timed(
      startRedis({ dir: join(dir, 'redis'), host, port: ports.redis, password: passwords.redis, durable }),
    ),
    timed(
      startRabbitmq({
        dir: join(dir, 'rabbitmq'),
        host,
        port: ports.rabbitmq,
        distPort: ports.rabbitmqDist,
        epmdPort: ports.epmd,
        password: passwords.rabbitmq,
      }),
    ),
  ]);
  const [postgres, redis, rabbitmq] = results;
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled' && rabbitmq.status === 'fulfilled') {
    return { postgres: postgres.value, redis: redis.value, rabbitmq: rabbitmq.value };
  }
  await Promise.all(
    results.map((result) => (result.status === 'fulfilled' ? result.value.stop() : undefined)),
  );
  throw results.find((result) => result.status === 'rejected')?.reason;
}

/** Stops all three at the same time. */
export async function stopNativeServers(servers: NativeServers): Promise<void> {
  await Promise.all([servers.postgres.stop(), servers.redis.stop(), servers.rabbitmq.stop()]);
}

/** The servers named in the environment; undefined unless all three are. Whoever started them stops them. */
function serversFromEnvironment(env: NodeJS.ProcessEnv): Servers | undefined {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl, TEST_AMQP_URL: amqpUrl } = env;
  if (!databaseUrl || !redisUrl || !amqpUrl) return undefined;
  return { provider: 'environment', databaseUrl, redisUrl, amqpUrl, stop: async () => undefined };
}

async function startEphemeral(): Promise<Servers> {
  const dir = mkdtempSync(join(tmpdir(), 'ssc-servers-'));
  // PostgreSQL may run as another user, who has to get through.
  chmodSync(dir, 0o711);
  const [postgres = 0, redis = 0, rabbitmq = 0, rabbitmqDist = 0, epmd = 0] = await freePorts(5);
  const password = randomBytes(12).toString('hex');
  const remove = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  try {
    const native = await startNativeServers({
      dir,
      ports: { postgres, redis, rabbitmq, rabbitmqDist, epmd },
      passwords: { postgres: password, redis: password, rabbitmq: password },
      durable: false,
    });
    return {
      provider: 'native',
      databaseUrl: native.postgres.url,
      redisUrl: native.redis.url,
      amqpUrl: native.rabbitmq.url,
      native,
      stop: async () => {
        await stopNativeServers(native);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
