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

  /** @throws AppError `too_many_attempts` while the account or the address has used up its tries. */
  async assertAllowed(email: string, address: string): Promise<void> {
    const used = await Promise.all([this.perAccount.get(email), this.perAddress.get(address)]);
    for (const [index, limiter] of [this.perAccount, this.perAddress].entries()) {
      const state = used[index];
      if (state && state.consumedPoints >= limiter.points) throw tooMany(state);
    }
  }

  async failed(email: string, address: string): Promise<void> {
    await Promise.all([this.perAccount.penalty(email), this.perAddress.penalty(address)]);
  }

  async succeeded(email: string): Promise<void> {
    await this.perAccount.delete(email);
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}

function tooMany(state: RateLimiterRes): AppError {
  return new AppError('too_many_attempts', {
    retryAfterSeconds: Math.max(1, Math.ceil(state.msBeforeNext / 1000)),
  });
}
