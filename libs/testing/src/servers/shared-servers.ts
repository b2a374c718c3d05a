import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './ports.js';
import { startPostgres } from './postgres.js';
import { startRabbitmq } from './rabbitmq.js';
import { startRedis } from './redis.js';

/** Where whoever shares the servers is told of them. */
const VARIABLE = 'TEST_SHARED_SERVERS';

export interface SharedServers {
  /** For the processes that share them. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** One of the parts into which the shared servers are divided; nobody else has or will have it. */
export interface Share {
  /** Address of a database administrator: each spec makes databases of its own. */
  databaseUrl: string;
  /** With a database number of its own. */
  redisUrl: string;
  /** With a virtual host of its own. */
  amqpUrl: string;
}

interface Told extends Share {
  claims: string;
  names: string[];
}

/**
 * One PostgreSQL, one Redis and one RabbitMQ for many specs, each in databases, a Redis database number and a virtual
 * host of its own: a server takes seconds of processor time to start, a share of one next to none.
 *
 * @param shares how many specs can share them; those after them start their own
 */
export async function startSharedServers(shares: number): Promise<SharedServers> {
  const dir = mkdtempSync(join(tmpdir(), 'ssc-shared-'));
  // PostgreSQL may run as another user, who has to get through.
  chmodSync(dir, 0o711);
  const claims = join(dir, 'claims');
  mkdirSync(claims);
  const names = Array.from({ length: shares }, (_, index) => `spec-${index}`);
  const [postgresPort = 0, redisPort = 0, port = 0, distPort = 0, epmdPort = 0] = await freePorts(5);
  const password = randomBytes(12).toString('hex');
  const results = await Promise.allSettled([
    startPostgres({ dir: join(dir, 'postgres'), port: postgresPort, password, durable: false }),
    startRedis({
      ...{ dir: join(dir, 'redis'), port: redisPort, password, durable: false },
      // Number 0 belongs to nobody.
      databases: shares + 1,
    }),
    startRabbitmq({
      ...{ dir: join(dir, 'rabbitmq'), port, distPort, epmdPort, password },
      virtualHosts: names,
    }),
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all(results.map((result) => (result.status === 'fulfilled' ? result.value.stop() : null)));
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  const [postgres, redis, rabbitmq] = results;
  if (postgres.status !== 'fulfilled' || redis.status !== 'fulfilled' || rabbitmq.status !== 'fulfilled') {
    await stop();
    throw results.find((result) => result.status === 'rejected')?.reason;
  }
  const told: Told = {
    databaseUrl: postgres.value.url,
    redisUrl: redis.value.url,
    amqpUrl: rabbitmq.value.url,
    claims,
    names,
  };
  return { env: { [VARIABLE]: JSON.stringify(told) }, stop };
}

/** A share that nobody else has or will have; undefined without shared servers, and when all shares are taken. */
export function claimShare(env: NodeJS.ProcessEnv): Share | undefined {
  const text = env[VARIABLE];
  if (text === undefined) return undefined;
  const { databaseUrl, redisUrl, amqpUrl, claims, names } = JSON.parse(text) as Told;
  const index = names.findIndex((name) => {
    try {
      // Only one of two processes can make a directory.
      mkdirSync(join(claims, name));
      return true;
    } catch {
      return false;
    }
  });
  if (index < 0) return undefined;
  return { databaseUrl, redisUrl: `${redisUrl}/${index + 1}`, amqpUrl: `${amqpUrl}/${names[index]}` };
}
