import type { ConfirmChannel } from 'amqplib';

/** All events go through one topic exchange. */
export const EXCHANGE = 'ssc.events';

/** Events carry ids and small facts; a larger one is somebody's mistake or attack. */
export const MAX_EVENT_BYTES = 1024 * 1024;

/** A handler that kills its process is redelivered by the broker this often before it is dead-lettered. */
export const DELIVERY_LIMIT = 10;

export interface HandlerTopology {
  /** `<service>.<handler>` */
  readonly queue: string;
  /** The keys of its event: of today's name first, then of the former one. */
  readonly routingKeys: readonly [string, ...string[]];
  /** Milliseconds before the 2nd, 3rd, … attempt. One queue per delay, so that a long wait never blocks a short one. */
  readonly retryDelays: readonly number[];
}

export const deadLetterQueue = (queue: string): string => `${queue}.dead`;
export const retryQueue = (queue: string, delayMs: number): string => `${queue}.retry.${delayMs}`;

/** Quorum queues that dead-letter at least once: a message that moves between queues survives the broker's death. */
const SAFE_QUEUE = {
  'x-queue-type': 'quorum',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
} as const;

export async function assertExchange(channel: ConfirmChannel): Promise<void> {
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
}

/** Declares queue, dead-letter queue and retry tiers of one handler. Repeating it changes nothing. */
export async function assertHandler(channel: ConfirmChannel, handler: HandlerTopology): Promise<void> {
  const { queue, routingKeys, retryDelays } = handler;
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
  for (const delayMs of new Set(retryDelays)) {
    await channel.assertQueue(retryQueue(queue, delayMs), {
      durable: true,
      arguments: {
        ...SAFE_QUEUE,
        'x-message-ttl': delayMs,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': queue,
      },
    });
  }
  for (const key of routingKeys) await channel.bindQueue(queue, EXCHANGE, key);
}
