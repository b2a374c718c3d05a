import { type ChannelModel, connect } from 'amqplib';
import { Redis } from 'ioredis';
import { deadLetterQueue, retryQueue } from '#messaging';
import { BaseConfig, loadConfig } from '#platform';
import { consumers } from '../verify/messaging.js';
import type { Values } from './create-backup.js';

const ANSWER_MS = 10_000;

/**
 * RabbitMQ and Redis of a system that is restored. Neither is in a backup: events are told again from the rows of those
 * who published them, and jobs are rows. What they still hold is of after the backup and speaks of things that are not
 * there any more.
 */
export class Queues {
  private constructor(
    private readonly broker: ChannelModel,
    private readonly redis: Redis,
    private readonly queues: readonly string[],
  ) {}

  /** @throws Error when one of them does not answer */
  static async connect(env: Values): Promise<Queues> {
    const { AMQP_URL: amqpUrl, REDIS_URL: redisUrl } = env;
    if (!amqpUrl || !redisUrl) throw new Error('AMQP_URL and REDIS_URL are needed');
    const redis = new Redis(redisUrl, {
      lazyConnect: true,
      maxRetriesPerRequest: 1,
      connectTimeout: ANSWER_MS,
    });
    redis.on('error', () => undefined);
    await redis.connect().catch((error: unknown) => {
      redis.disconnect();
      throw new Error('Redis does not answer', { cause: error });
    });
    try {
      const broker = await connect(amqpUrl, { timeout: ANSWER_MS });
      broker.on('error', () => undefined);
      return new Queues(broker, redis, queueNames(env));
    } catch (error) {
      redis.disconnect();
      throw new Error('RabbitMQ does not answer', { cause: error });
    }
  }

  /** @throws Error when Redis holds something: it may be somebody else's */
  async refuseUsed(): Promise<void> {
    if ((await this.redis.dbsize()) === 0) return;
    throw new Error('Redis is not empty. If what it holds may be lost, say so: REPLACE=yes (or --replace)');
  }

  /** Services declare their queues anew when they start. */
  async clear(): Promise<void> {
    const channel = await this.broker.createChannel();
    for (const queue of this.queues) await channel.deleteQueue(queue);
    await channel.close();
    await this.redis.flushdb();
  }

  async close(): Promise<void> {
    await this.broker.close().catch(() => undefined);
    this.redis.disconnect();
  }
}

/** Of all handlers whose effects last; those of the gateway only tell who looks that something is new. */
function queueNames(env: Values): string[] {
  return [...consumers.values()].flat().flatMap(({ service, name }) => {
    const queue = `${service}.${name}`;
    const delays = loadConfig(BaseConfig, service, env).eventRetryDelays.split(',').map(Number);
    return [queue, deadLetterQueue(queue), ...delays.map((delay) => retryQueue(queue, delay))];
  });
}
