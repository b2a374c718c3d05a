import type { ConfirmChannel } from 'amqplib';

/** All events go through one topic exchange. */
export const EXCHANGE = 'ssc.events';

/**
 * What is tried again later goes through here: a header names the retry tier, so that the routing key is free to name the
 * queue that the message comes back to. The names of headers that may choose a queue must not begin with `x-`.
 */
export const RETRY_EXCHANGE = 'ssc.retries';
export const RETRY_TIER_HEADER = 'retry-tier';

/** Events carry ids and small facts; a larger one is somebody's mistake or attack. */
export const MAX_EVENT_BYTES = 1024 * 1024;

/** A handler that kills its process is redelivered by the broker this often before it is dead-lettered. */
export const DELIVERY_LIMIT = 10;

export interface HandlerTopology {
  /** `<service>.<handler>` */
  readonly queue: string;
  /** The keys of its event: of today's name first, then of the former one. */
  readonly routingKeys: readonly [string, ...string[]];
}

export const deadLetterQueue = (queue: string): string => `${queue}.dead`;
/** The retry tier of a delay, which all handlers of a service share. */
export const retryQueue = (service: string, delayMs: number): string => `${service}.retry.${delayMs}`;

/** Quorum queues that dead-letter at least once: a message that moves between queues survives the broker's death. */
const SAFE_QUEUE = {
  'x-queue-type': 'quorum',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
} as const;

export async function assertExchanges(channel: ConfirmChannel): Promise<void> {
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
  await channel.assertExchange(RETRY_EXCHANGE, 'headers', { durable: true });
}

/**
 * Declares the retry tiers of a service: a queue per delay, so that a long wait never blocks a short one. What has waited
 * goes to the queue that its routing key names. Repeating it changes nothing.
 * @param retryDelays milliseconds before the 2nd, 3rd, … attempt
 */
export async function assertRetryTiers(
  channel: ConfirmChannel,
  service: string,
  retryDelays: readonly number[],
): Promise<void> {
  for (const delayMs of new Set(retryDelays)) {
    const tier = retryQueue(service, delayMs);
    await channel.assertQueue(tier, {
      durable: true,
      arguments: { ...SAFE_QUEUE, 'x-message-ttl': delayMs, 'x-dead-letter-exchange': '' },
    });
    await channel.bindQueue(tier, RETRY_EXCHANGE, '', { 'x-match': 'all', [RETRY_TIER_HEADER]: tier });
  }
}

/** Declares queue and dead-letter queue of one handler. Repeating it changes nothing. */
export async function assertHandler(channel: ConfirmChannel, handler: HandlerTopology): Promise<void> {
  const { queue, routingKeys } = handler;
  await channel.assertQueue(deadLetterQueue(queue), {
    durable: true,
    arguments: { 'x-queue-type': 'quorum' },
  });
  await channel.assertQueue(queue, {
    durable: true,
    arguments: {
      ...SAFE_QUEUE,
      'x-delivery-limit': DELIVERY_LIMIT,
      'x-dead-letter-exchange': '',
      'x-dead-letter-routing-key': deadLetterQueue(queue),
    },
  });
  for (const key of routingKeys) await channel.bindQueue(queue, EXCHANGE, key);
}
