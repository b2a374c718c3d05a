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

/**
 * Queues lose jobs when Redis may evict keys.
 * @throws Error when the server's policy is another one than `noeviction`.
 */
export async function assertNoEviction(redis: Redis): Promise<void> {
  const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
  if (policy !== 'noeviction') {
    throw new Error(`Redis has maxmemory-policy ${policy}; the job queues need noeviction`);
  }
}
