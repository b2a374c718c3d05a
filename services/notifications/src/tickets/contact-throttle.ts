import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#platform';
import { NotificationsConfig } from '../config.js';

const WINDOW_SECONDS = 3600;

/** Counts messages to support per IP address. While Redis is away each process counts for itself. */
@Injectable()
export class ContactThrottle implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly perAddress: RateLimiterRedis;

  constructor(config: NotificationsConfig) {
    this.redis = new Redis(config.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    this.redis.on('error', () => undefined);
    const limits = { points: config.contactsPerHour, duration: WINDOW_SECONDS };
    this.perAddress = new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix: 'contact:address',
      ...limits,
      insuranceLimiter: new RateLimiterMemory(limits),
    });
  }

  /** Takes one try. @throws AppError `too_many_requests` while the address has used up its messages. */
  async take(address: string): Promise<void> {
    try {
      await this.perAddress.consume(address);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new AppError('too_many_requests', {
        retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
      });
    }
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}
