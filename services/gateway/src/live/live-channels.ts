import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Command, Redis } from 'ioredis';
import { limiterConnection } from '#platform';
import { GatewayConfig } from '../config.js';

/** What the gateways tell each other, through Redis. */
@Injectable()
export class LiveChannels implements OnApplicationShutdown {
  /** What is told while Redis is away reaches this gateway's own browsers alone. */
  readonly publisher: Redis;
  /** Whatever it listens to, it hears again when Redis is back; what the other gateways told meanwhile, it has missed. */
  readonly subscriber: Redis;
  /** What was told and not taken yet, and whether something never was. */
  private waiting = 0;
  private hasFailed = false;

  constructor({ redisUrl }: GatewayConfig) {
    this.publisher = unawaited(limiterConnection(redisUrl), (command, answer) => {
      if (command.name === 'publish') void this.follow(answer);
    });
    this.subscriber = unawaited(new Redis(redisUrl, { maxRetriesPerRequest: null }));
    this.subscriber.on('error', () => undefined);
  }

  /**
   * Has `tell` called when this gateway can tell the others something again, after something that it could not: their own
   * connections may have been up all the time, and then nothing says to them that they have missed it.
   */
  onMissed(tell: () => void): void {
    this.publisher.on('ready', () => {
      // Nothing goes out before a connection is ready: what still waits was lost with the one before.
      if (!this.hasFailed && this.waiting === 0) return;
      this.hasFailed = false;
      tell();
    });
  }

  /** Last of all: the events that are still taken while the gateway stops are for the browsers of the others. */
  onApplicationShutdown(): void {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  private async follow(answer: Promise<unknown>): Promise<void> {
    this.waiting += 1;
    try {
      await answer;
    } catch {
      this.hasFailed = true;
    } finally {
      this.waiting -= 1;
    }
  }
}

/** The adapter of Socket.IO awaits none of its commands: without this, one that fails would end the process. */
function unawaited(
  redis: Redis,
  onSent: (command: Command, answer: Promise<unknown>) => void = () => {},
): Redis {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (...sent: Parameters<typeof send>) => {
    const answer = send(...sent);
    const awaited = Promise.resolve(answer);
    awaited.catch(() => undefined);
    onSent(sent[0], awaited);
    return answer;
  };
  return redis;
}
