import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from './app-error.js';

/** How many calls of one key within how many seconds. */
export interface Allowance {
  points: number;
  /** Seconds. */
  duration: number;
}

/** Counts for all processes of a service together. While Redis is away each process counts for itself. */
export function sharedLimiter(storeClient: Redis, keyPrefix: string, allowance: Allowance): RateLimiterRedis {
  const insuranceLimiter = new RateLimiterMemory(allowance);
  return new RateLimiterRedis({ storeClient, keyPrefix, ...allowance, insuranceLimiter });
}

/**
 * Counts one call of a key.
 * @throws AppError `too_many_requests`, or the code that is given, with the whole seconds to wait, once none is left.
 */
export async function takeOne(
  limiter: RateLimiterAbstract,
  key: string,
  code: 'too_many_requests' | 'too_many_attempts' = 'too_many_requests',
): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new AppError(code, { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
  }
}
