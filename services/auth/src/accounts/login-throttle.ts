import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#platform';
import { AuthConfig } from '../config.js';

const WINDOW_SECONDS = 600;

/** Counts wrong logins per account and per address. While Redis is away each process counts for itself. */
@Injectable()
export class LoginThrottle implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly perAccount: RateLimiterRedis;
  private readonly perAddress: RateLimiterRedis;

  constructor(config: AuthConfig) {
    this.redis = new Redis(config.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    this.redis.on('error', () => undefined);
    const limiter = (keyPrefix: string, points: number) =>
      new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix,
        points,
        duration: WINDOW_SECONDS,
        insuranceLimiter: new RateLimiterMemory({ points, duration: WINDOW_SECONDS }),
      });
    this.perAccount = limiter('login:account', config.loginFailuresPerAccount);
    this.perAddress = limiter('login:address', config.loginFailuresPerAddress);
  }

  /**
   * Takes one try before the password is looked at, so that many at the same moment count, too.
   * @throws AppError `too_many_attempts` while the account or the address has used up its tries.
   */
  async take(email: string, address: string): Promise<void> {
    await consume(this.perAddress, address);
    await consume(this.perAccount, email);
  }

  /** The password was right: the account starts anew, and the address gets its try back. */
  async succeeded(email: string, address: string): Promise<void> {
    await Promise.all([this.perAccount.delete(email), this.perAddress.reward(address)]);
  }

  /** Nobody could look at the password: the try does not count. */
  async giveBack(email: string, address: string): Promise<void> {
    await Promise.all([this.perAccount.reward(email), this.perAddress.reward(address)]);
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}

async function consume(limiter: RateLimiterRedis, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new AppError('too_many_attempts', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    });
  }
}
