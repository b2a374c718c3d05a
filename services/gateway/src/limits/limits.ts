import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, type RateLimiterRedis } from 'rate-limiter-flexible';
import { AppError, addressKey, limiterConnection, sharedLimiter, takeOne } from '#platform';
import { GatewayConfig } from '../config.js';

/** What a call counts as, besides being one of all requests. */
export type CallKind =
  | 'plain'
  | 'upload'
  | 'chunk'
  | 'remote-lookup'
  | 'assistant'
  | 'certificate'
  | 'packet';

/** Limits per address. The common one is counted in this process; the costly ones are shared through Redis. */
@Injectable()
export class Limits implements OnModuleDestroy {
  private readonly redis: Redis;
  private readonly requests: RateLimiterMemory;
  /** Requests that wait for a service, by address and service. */
  private readonly open = new Map<string, number>();
  private readonly shared: Record<Exclude<CallKind, 'plain'>, RateLimiterRedis>;

  constructor(private readonly config: GatewayConfig) {
    this.redis = limiterConnection(config.redisUrl);
    this.requests = new RateLimiterMemory({ points: config.requestsPerMinute, duration: 60 });
    const perMinute = (name: string, points: number) =>
      sharedLimiter(this.redis, `limit:${name}`, { points, duration: 60 });
    this.shared = {
      upload: perMinute('upload', config.uploadsPerMinute),
      chunk: perMinute('chunk', config.chunksPerMinute),
      'remote-lookup': perMinute('remote-lookup', config.remoteLookupsPerMinute),
      assistant: perMinute('assistant', config.questionsPerMinute),
      certificate: perMinute('certificate', config.certificatesPerMinute),
      packet: perMinute('packet', config.packetsPerMinute),
    };
  }

  /** @throws AppError `too_many_requests` with the seconds to wait. */
  async take(address: string, kind: CallKind): Promise<void> {
    const key = addressKey(address);
    await takeOne(this.requests, key);
    if (kind !== 'plain') await takeOne(this.shared[kind], key);
  }

  /**
   * Counts a request as open until the function that it answers is called: nobody takes all connections of a service.
   * @throws AppError `too_many_requests` when too many of this address are
   */
  enter(address: string, service: string): () => void {
    const key = `${service} ${addressKey(address)}`;
    const open = this.open.get(key) ?? 0;
    if (open >= this.config.openRequestsPerAddress)
      throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    this.open.set(key, open + 1);
    return () => {
      const left = (this.open.get(key) ?? 1) - 1;
      if (left > 0) this.open.set(key, left);
      else this.open.delete(key);
    };
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}
