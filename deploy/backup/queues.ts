import { type ChannelModel, connect } from 'amqplib';
import { Redis } from 'ioredis';
import {
  assertExchanges,
  assertHandler,
  assertRetryTiers,
  deadLetterQueue,
  type HandlerTopology,
  retryQueue,
} from '#messaging';
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
    private readonly consumers: readonly ServiceConsumers[],
  ) {}

  /** @throws Error when one of them does not answer */
  static async connect(env: Values): Promise<Queues> {
    const { REDIS_URL: redisUrl } = env;
    if (!redisUrl) throw new Error('REDIS_URL is not set');
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
      return new Queues(await connectBroker(env), redis, consumersOf(env));
    } catch (error) {
      redis.disconnect();
      throw error;
    }
  }

  /** @throws Error when Redis holds something: it may be somebody else's */
  async refuseUsed(): Promise<void> {
    if ((await this.redis.dbsize()) === 0) return;
    throw new Error('Redis is not empty. If what it holds may be lost, say so: REPLACE=yes (or --replace)');
  }

  /** Removes the queues and what they hold, and all that Redis holds. */
  async clear(): Promise<void> {
    const channel = await this.broker.createChannel();
    for (const { service, retryDelays, handlers } of this.consumers) {
      // Releases before had the tiers of each handler for itself.
      const owners = [service, ...handlers.map(({ queue }) => queue)];
      const tiers = owners.flatMap((owner) => retryDelays.map((delay) => retryQueue(owner, delay)));
      const own = handlers.flatMap(({ queue }) => [queue, deadLetterQueue(queue)]);
      for (const name of [...tiers, ...own]) await channel.deleteQueue(name);
    }
    await channel.close();
    await this.redis.flushdb();
  }

  async close(): Promise<void> {
    await this.broker.close().catch(() => undefined);
    this.redis.disconnect();
  }
}

/**
 * Declares the queues of all handlers whose effects last, as the services do when they start. A broker gives an event to
 * the queues that there are: one that a service declares later would never get it.
 */
export async function declareQueues(env: Values): Promise<void> {
  const broker = await connectBroker(env);
  try {
    const channel = await broker.createConfirmChannel();
    await assertExchanges(channel);
    for (const { service, retryDelays, handlers } of consumersOf(env)) {
      await assertRetryTiers(channel, service, retryDelays);
      for (const handler of handlers) await assertHandler(channel, handler);
    }
    await channel.close();
  } finally {
    await broker.close();
  }
}

/** What the client says of a server that ends the conversation because of the name or the password. */
const REFUSED_LOGIN = /ACCESS.REFUSED/;

async function connectBroker({ AMQP_URL: url }: Values): Promise<ChannelModel> {
  if (!url) throw new Error('AMQP_URL is not set');
  try {
    const broker = await connect(url, { timeout: ANSWER_MS });
    broker.on('error', () => undefined);
    return broker;
  } catch (error) {
    const isRefused = error instanceof Error && REFUSED_LOGIN.test(error.message);
    const what = isRefused ? 'RabbitMQ refuses the login in AMQP_URL' : 'RabbitMQ does not answer';
    throw new Error(what, { cause: error });
  }
}

interface ServiceConsumers {
  readonly service: string;
  /** Milliseconds before the 2nd, 3rd, … attempt. */
  readonly retryDelays: readonly number[];
  readonly handlers: readonly HandlerTopology[];
}

/** Those of the gateway are not among them: they only tell who looks that something is new. */
function consumersOf(env: Values): ServiceConsumers[] {
  const all = [...consumers].flatMap(([{ routingKeys }, handlers]) =>
    handlers.map(({ service, name }) => ({ service, queue: `${service}.${name}`, routingKeys })),
  );
  return [...Map.groupBy(all, ({ service }) => service)].map(([service, handlers]) => ({
    service,
    retryDelays: loadConfig(BaseConfig, service, env).eventRetryDelays.split(',').map(Number),
    handlers,
  }));
}
