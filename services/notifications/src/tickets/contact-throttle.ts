import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { addressKey, limiterConnection, sharedLimiter, takeOne } from '#platform';
import { NotificationsConfig } from '../config.js';

const WINDOW_SECONDS = 3600;

/** Counts messages to support per IP address. While Redis is away each process counts for itself. */
@Injectable()
export class ContactThrottle implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly perAddress: RateLimiterRedis;

  constructor(config: NotificationsConfig) {
    this.redis = limiterConnection(config.redisUrl);
    const allowance = { points: config.contactsPerHour, duration: WINDOW_SECONDS };
    this.perAddress = sharedLimiter(this.redis, 'contact:address', allowance);
  }

  /** Takes one try. @throws AppError `too_many_requests` while the address has used up its messages. */
  async take(address: string): Promise<void> {
    await takeOne(this.perAddress, addressKey(address));
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}
