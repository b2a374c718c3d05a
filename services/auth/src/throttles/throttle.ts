import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { addressKey, type Origin, sharedLimiter, takeOne } from '#platform';

export const WINDOW_SECONDS = 600;
const NOWHERE = 'unknown';

/** Tries within ten minutes before more are refused. */
export interface ThrottleLimits {
  perAccount: number;
  perAddress: number;
}

/** Counts tries per account and per address. While Redis is away each process counts for itself. */
export class Throttle {
  private readonly perAccount: RateLimiterRedis;
  private readonly perAddress: RateLimiterRedis;

  /** @param name keeps the counts of one call apart from those of another */
  constructor(redis: Redis, name: string, limits: ThrottleLimits, duration = WINDOW_SECONDS) {
    const limiter = (key: string, points: number) => sharedLimiter(redis, key, { points, duration });
    this.perAccount = limiter(`${name}:account`, limits.perAccount);
    this.perAddress = limiter(`${name}:address`, limits.perAddress);
  }

  /**
   * Takes one try before anything is looked at, so that many at the same moment count, too.
   * @throws AppError `too_many_attempts` while the account or the address has used up its tries.
   */
  async take(account: string, origin: Origin): Promise<void> {
    await takeOne(this.perAddress, placeOf(origin), 'too_many_attempts');
    await takeOne(this.perAccount, hashOf(account), 'too_many_attempts');
  }

  /** The try was right: the account starts anew, and the address gets its try back. */
  async succeeded(account: string, origin: Origin): Promise<void> {
    await Promise.all([this.perAccount.delete(hashOf(account)), this.perAddress.reward(placeOf(origin))]);
  }

  /** Nobody could look at the try, or it was no guess: it does not count. */
  async giveBack(account: string, origin: Origin): Promise<void> {
    await Promise.all([this.perAccount.reward(hashOf(account)), this.perAddress.reward(placeOf(origin))]);
  }
}

/** Counts calls per address alone. */
export class AddressThrottle {
  private readonly perAddress: RateLimiterRedis;

  constructor(redis: Redis, name: string, points: number) {
    this.perAddress = sharedLimiter(redis, `${name}:address`, { points, duration: WINDOW_SECONDS });
  }

  /** @throws AppError `too_many_attempts` */
  async take(origin: Origin): Promise<void> {
    await takeOne(this.perAddress, placeOf(origin), 'too_many_attempts');
  }
}

/** What is counted instead of an address. */
export const placeOf = ({ address }: Origin): string => (address === null ? NOWHERE : addressKey(address));

/** Redis gets hashes: no one's e-mail address is kept there, not even for ten minutes. */
export function hashOf(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}
