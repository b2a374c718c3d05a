import { Injectable } from '@nestjs/common';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import { validate as isUuid, v5 as uuidv5 } from 'uuid';
import { deadLetterQueue, type HandlerTopology } from './topology.js';

/** A message that a handler could not do anything with, however often it tried. */
export interface DeadLetter {
  /** The queue of the handler that gave up: `<service>.<handler>`. */
  readonly handler: string;
  readonly messageId: string;
  readonly routingKey: string;
  /** What the event is about; empty for a message that is no event. */
  readonly subject: string;
  /** The message as it came, byte for byte. */
  readonly content: Buffer;
  readonly correlationId: string | null;
  readonly reason: string;
  /** The handler said that no other attempt can help. */
  readonly isPermanent: boolean;
  readonly attempts: number;
  readonly diedAt: Date;
}

/** Where dead letters are kept. The same letter may be brought twice. */
export interface DeadLetterStore {
  keep(letter: DeadLetter): Promise<void>;
}

/** Where the dead letters of this service go; without a store they stay in their queues. */
@Injectable()
export class DeadLetterSink {
  store: DeadLetterStore | null = null;
}

/** Makes an id out of the bytes of a message that has none. */
const NAMESPACE = 'b1a0c3c6-53a5-4d0e-9c6b-5f2a7d1e9c44';
const TRY_AGAIN_MS = 1000;

/** Moves dead letters from their queues into the store: acknowledged after they are kept. */
export class DeadLetterArchive {
  private isClosing = false;

  constructor(
    private readonly store: DeadLetterStore,
    private readonly logger: Logger,
  ) {}

  /** Takes the dead letters of one handler; answers the tag of the consumer. */
  async subscribe(
    channel: ConfirmChannel,
    handler: HandlerTopology,
    began: (work: Promise<void>) => void,
    cancelled: () => void,
  ): Promise<string> {
    let isOpen = true;
    channel.once('close', () => {
      isOpen = false;
    });
    const { consumerTag } = await channel.consume(deadLetterQueue(handler.queue), (message) => {
      if (message === null) cancelled();
      else if (!this.isClosing) began(this.archive(channel, handler, message, () => isOpen));
    });
    return consumerTag;
  }

  close(): void {
    this.isClosing = true;
  }

  private async archive(
    channel: ConfirmChannel,
    handler: HandlerTopology,
    message: ConsumeMessage,
    isOpen: () => boolean,
  ): Promise<void> {
    const letter = readDeadLetter(handler, message);
    while (isOpen()) {
      try {
        await this.store.keep(letter);
        if (isOpen()) channel.ack(message);
        return;
      } catch (error) {
        this.logger.warn({ err: error, handler: handler.queue, id: letter.messageId }, 'dead letter waits');
        // Unacknowledged, it is delivered again when the channel closes.
        if (this.isClosing) return;
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
  }
}

/** What stands on a dead letter. Headers come from `TopicStrategy`, or from the broker when a process died with it. */
function readDeadLetter(handler: HandlerTopology, message: ConsumeMessage): DeadLetter {
  const { content, properties } = message;
  const headers = (properties.headers ?? {}) as Record<string, unknown>;
  const isFromHandler = typeof headers['x-died-at'] === 'string';
  const id: unknown = properties.messageId;
  return {
    handler: handler.queue,
    messageId: isUuid(id) ? String(id) : uuidv5(`${String(id)} ${content.toString('base64')}`, NAMESPACE),
    routingKey: handler.routingKeys[0],
    subject: subjectOf(content),
    content,
    correlationId: typeof properties.correlationId === 'string' ? properties.correlationId : null,
    // A reason of an earlier attempt says nothing about the end when the broker made it.
    reason: isFromHandler ? String(headers['x-reason']) : 'The process ended in the middle, time after time',
    isPermanent: isFromHandler && headers['x-permanent'] === true,
    attempts: Number(headers[isFromHandler ? 'x-attempt' : 'x-delivery-count']) || 1,
    diedAt: isFromHandler ? new Date(String(headers['x-died-at'])) : brokerTime(headers),
  };
}

function subjectOf(content: Buffer): string {
  try {
    const { subject } = JSON.parse(content.toString('utf8')) as { subject?: unknown };
    // What a database cannot store is no subject of ours.
    return typeof subject === 'string' && /^[^\p{Cc}\p{Cs}]{0,200}$/u.test(subject) ? subject : '';
  } catch {
    return '';
  }
}

/** When the broker gave up, in whole seconds. */
function brokerTime(headers: Record<string, unknown>): Date {
  const [death] = (headers['x-death'] ?? []) as { time?: { value?: number } }[];
  return death?.time?.value === undefined ? new Date() : new Date(death.time.value * 1000);
}
