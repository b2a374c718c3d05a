import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from '#platform';
import { GatewayConfig } from '../config.js';

/** Limits per address. The common one is counted in this process; the one for uploads is shared through Redis. */
@Injectable()
export class Limits implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly requests: RateLimiterMemory;
  private readonly uploads: RateLimiterRedis;

  constructor(config: GatewayConfig) {
    this.redis = new Redis(config.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    this.redis.on('error', () => undefined);
    this.requests = new RateLimiterMemory({ points: config.requestsPerMinute, duration: 60 });
    const uploads = { points: config.uploadsPerMinute, duration: 60 };
    this.uploads = new RateLimiterRedis({
      ...uploads,
      storeClient: this.redis,
      keyPrefix: 'limit:upload',
      insuranceLimiter: new RateLimiterMemory(uploads),
    });
  }

  /** @throws AppError `too_many_requests` with the seconds to wait. */
  async take(address: string, isUpload: boolean): Promise<void> {
    await consume(this.requests, address);
    if (isUpload) await consume(this.uploads, address);
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}

async function consume(limiter: RateLimiterAbstract, address: string): Promise<void> {
  try {
    await limiter.consume(address);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new AppError('too_many_requests', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    });
  }
}
