import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, type RateLimiterRedis } from 'rate-limiter-flexible';
import { limiterConnection, sharedLimiter, takeOne } from '#platform';
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
    this.redis = limiterConnection(config.redisUrl);
    this.requests = new RateLimiterMemory({ points: config.requestsPerMinute, duration: 60 });
    const perMinute = (name: string, points: number) =>
      sharedLimiter(this.redis, `limit:${name}`, { points, duration: 60 });
    this.shared = {
      upload: perMinute('upload', config.uploadsPerMinute),
      'remote-lookup': perMinute('remote-lookup', config.remoteLookupsPerMinute),
      assistant: perMinute('assistant', config.questionsPerMinute),
    };
  }

  /** @throws AppError `too_many_requests` with the seconds to wait. */
  async take(address: string, kind: CallKind): Promise<void> {
    await takeOne(this.requests, address);
    if (kind !== 'plain') await takeOne(this.shared[kind], address);
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}
