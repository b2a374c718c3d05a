import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
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

/** Longest wait for a connection, and for an answer on it, in milliseconds. */
const CONNECT_MS = 3000;
const ANSWER_MS = 1000;

/**
 * A connection on which no call waits for a Redis that is away or does not answer: the limiters then count in their own
 * process. Whoever opens it disconnects it.
 */
export function limiterConnection(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_MS,
    // A connection on which nothing is answered is closed: until there is another one, calls fail at once.
    socketTimeout: ANSWER_MS,
    // After that, so that the call that follows does not go out on the same connection.
    commandTimeout: ANSWER_MS + 200,
    autoResendUnfulfilledCommands: false,
  });
  // Health says that Redis is away; without a listener each error would be printed.
  redis.on('error', () => undefined);
  return redis;
}

/** Counts for all processes of a service together. While Redis is away each process counts for itself. */
export function sharedLimiter(storeClient: Redis, keyPrefix: string, allowance: Allowance): RateLimiterRedis {
  const insuranceLimiter = new RateLimiterMemory(allowance);
  return new RateLimiterRedis({ storeClient, keyPrefix, ...allowance, insuranceLimiter });
}

/**
 * What limits count instead of an address: of IPv6 the network (/64), because whoever has one address has all of it.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
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

/**
 * Answers only at whole multiples of `stepMs` after the call, so that how long the work took cannot be read from the
 * answer.
 */
export async function inEvenTime<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await sleep(stepMs - ((performance.now() - began) % stepMs));
  }
}
