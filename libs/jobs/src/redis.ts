import { Redis, type RedisOptions } from 'ioredis';
import { outageOf } from '#platform';

/** A Redis connection that comes back by itself within a second or two. */
export function redisConnection(url: string, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    retryStrategy: (times) => Math.min(times * 100, 1000),
    connectTimeout: 3000,
    // A primary that was made a copy of another one keeps its connections; the address may lead to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...options,
  });
  // Errors show in health and in the calls that fail; without a listener each would be printed.
  redis.on('error', () => undefined);
  return redis;
}

/** Redis may throw keys away; nothing that it is given is safe. */
export class EvictionError extends Error {
  override readonly name = 'EvictionError';
}

/**
 * Queues lose jobs when Redis may evict keys.
 * @returns `unknown` when the server does not tell its policy.
 * @throws EvictionError when its policy is another one than `noeviction`; the error of Redis when it does not answer yet.
 */
export async function assertNoEviction(redis: Redis): Promise<'safe' | 'unknown'> {
  const policy = await readPolicy(redis);
  if (policy === null) return 'unknown';
  if (policy !== 'noeviction') {
    throw new EvictionError(`Redis has maxmemory-policy ${policy}; the job queues need noeviction`);
  }
  return 'safe';
}

/** Servers that somebody else runs often refuse CONFIG; most of them tell the policy with their memory. */
async function readPolicy(redis: Redis): Promise<string | null> {
  try {
    const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    return policy ?? null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  try {
    return /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

/** An answer, and not that it is only loading, busy or without its master. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError' && outageOf(error) === null;
}
