import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { limiterConnection } from '#platform';
import { GatewayConfig } from '../config.js';

/** What the gateways tell each other, through Redis. */
@Injectable()
export class LiveChannels implements OnApplicationShutdown {
  /** What is told while Redis is away reaches this gateway's own browsers alone. */
  readonly publisher: Redis;
  /** Whatever it listens to, it hears again when Redis is back; what the other gateways told meanwhile, it has missed. */
  readonly subscriber: Redis;

  constructor({ redisUrl }: GatewayConfig) {
    this.publisher = unawaited(limiterConnection(redisUrl));
    this.subscriber = unawaited(new Redis(redisUrl, { maxRetriesPerRequest: null }));
    this.subscriber.on('error', () => undefined);
  }

  /** Last of all: the events that are still taken while the gateway stops are for the browsers of the others. */
  onApplicationShutdown(): void {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}

/** The adapter of Socket.IO awaits none of its commands: without this, one that fails would end the process. */
function unawaited(redis: Redis): Redis {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (...command: Parameters<typeof send>) => {
    const answer = send(...command);
    Promise.resolve(answer).catch(() => undefined);
    return answer;
  };
  return redis;
}
