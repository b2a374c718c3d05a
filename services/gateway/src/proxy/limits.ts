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

/** What a call counts as, besides being one of all requests. */
export type CallKind = 'plain' | 'upload' | 'remote-lookup' | 'assistant';

/** Limits per address. The common one is counted in this process; the dear ones are shared through Redis. */
@Injectable()
export class Limits implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly requests: RateLimiterMemory;
  private readonly shared: Record<Exclude<CallKind, 'plain'>, RateLimiterRedis>;

  constructor(config: GatewayConfig) {
    this.redis = new Redis(config.redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    this.redis.on('error', () => undefined);
    this.requests = new RateLimiterMemory({ points: config.requestsPerMinute, duration: 60 });
    this.shared = {
      upload: this.throughRedis('limit:upload', config.uploadsPerMinute),
      'remote-lookup': this.throughRedis('limit:remote-lookup', config.remoteLookupsPerMinute),
      assistant: this.throughRedis('limit:assistant', config.questionsPerMinute),
    };
  }

  /** @throws AppError `too_many_requests` with the seconds to wait. */
  async take(address: string, kind: CallKind): Promise<void> {
    await consume(this.requests, address);
    if (kind !== 'plain') await consume(this.shared[kind], address);
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }

  /** While Redis is away each gateway counts for itself. */
  private throughRedis(keyPrefix: string, points: number): RateLimiterRedis {
    const insuranceLimiter = new RateLimiterMemory({ points, duration: 60 });
    return new RateLimiterRedis({
      points,
      duration: 60,
      storeClient: this.redis,
      keyPrefix,
      insuranceLimiter,
    });
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
