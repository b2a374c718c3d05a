import { Redis, type RedisOptions } from 'ioredis';

/** A Redis connection that comes back by itself within a second or two. */
export function redisConnection(url: string, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    retryStrategy: (times) => Math.min(times * 100, 1000),
    connectTimeout: 3000,
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
 * @throws EvictionError when the server's policy is another one than `noeviction`.
 */
export async function assertNoEviction(redis: Redis): Promise<void> {
  const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
  if (policy !== 'noeviction') {
    throw new EvictionError(`Redis has maxmemory-policy ${policy}; the job queues need noeviction`);
  }
}
