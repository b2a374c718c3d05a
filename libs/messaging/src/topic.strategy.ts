import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import { isObservable, lastValueFrom } from 'rxjs';
import { type EventDefinition, parseEnvelope } from '#contracts';
import { isPermanent, PermanentError, runInContext } from '#platform';
import { AmqpLink } from './link.js';
import type { HandlerExtras } from './on-event.js';
import type { Publisher } from './publisher.js';
import {
  assertExchange,
  assertHandler,
  deadLetterQueue,
  type HandlerTopology,
  retryQueue,
} from './topology.js';

export interface TopicStrategyOptions {
  url: string;
  service: string;
  publisher: Publisher;
  logger: Logger;
  /** Milliseconds before the 2nd, 3rd, … attempt; their number + 1 is the number of attempts. */
  retryDelays: readonly number[];
  prefetch?: number;
}

interface Handler extends HandlerTopology {
  readonly definition: EventDefinition;
  readonly run: (event: unknown) => Promise<unknown>;
}

const MAX_BYTES = 1024 * 1024;
const HANDLER_TIMEOUT_MS = 30_000;
const DRAIN_MS = 10_000;

/**
 * RabbitMQ for Nest, as events need it (Nest's own transport acknowledges nothing with `noAck: false`).
 * - One quorum queue, one dead-letter queue and retry tiers per handler; a handler never sees another one's events.
 * - Acknowledged after the handler is done, on the channel that delivered.
 * - An error goes to the next retry tier; a permanent one, or the last, to the dead letters with its reason.
 * - On close: stop taking, let running handlers finish, then close.
 */
export class TopicStrategy extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private link: AmqpLink | null = null;
  private readonly consumerTags = new Map<string, ConfirmChannel>();
  private readonly running = new Set<Promise<void>>();
  private isClosing = false;

  constructor(private readonly options: TopicStrategyOptions) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    const handlers = this.collectHandlers();
    this.link = new AmqpLink(
      this.options.url,
      `${this.options.service}.consume`,
      this.options.logger,
      (channel) => this.subscribe(channel, handlers),
    );
    // A broker that is away must not keep the service from starting: the link comes back by itself.
    callback();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    for (const [tag, channel] of this.consumerTags) await channel.cancel(tag).catch(() => undefined);
    await Promise.race([
      Promise.allSettled([...this.running]),
      new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref()),
    ]);
    await this.link?.close();
  }

  isConnected(): boolean {
    return this.link === null || this.link.current() !== null;
  }

  ready(): Promise<void> {
    return this.link ? this.link.ready() : Promise.resolve();
  }

  on(): never {
    throw new Error('The topic strategy has no events of its own');
  }

  unwrap<T>(): T {
    return this.link as T;
  }

  private collectHandlers(): Handler[] {
    return [...this.messageHandlers].map(([pattern, handler]) => {
      const extras = handler.extras as HandlerExtras | undefined;
      if (!extras?.definition) throw new Error(`${pattern}: subscribe with @OnEvent`);
      if (handler.next) throw new Error(`${this.options.service} handles ${pattern} more than once`);
      return {
        definition: extras.definition,
        queue: `${this.options.service}.${extras.handler}`,
        routingKey: extras.definition.routingKey,
        retryDelays: this.options.retryDelays,
        run: async (event: unknown) => {
          const result: unknown = await handler(event);
          return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
        },
      };
    });
  }

  private async subscribe(channel: ConfirmChannel, handlers: Handler[]): Promise<void> {
    await assertExchange(channel);
    await channel.prefetch(this.options.prefetch ?? 10);
    this.consumerTags.clear();
    for (const handler of handlers) {
      await assertHandler(channel, handler);
      const { consumerTag } = await channel.consume(handler.queue, (message) => {
        if (message === null || this.isClosing) return;
        const work = this.receive(channel, handler, message).finally(() => this.running.delete(work));
        this.running.add(work);
      });
      this.consumerTags.set(consumerTag, channel);
    }
  }

  private async receive(channel: ConfirmChannel, handler: Handler, message: ConsumeMessage): Promise<void> {
    const log = { queue: handler.queue, messageId: message.properties.messageId };
    try {
      await this.handle(handler, message);
      channel.ack(message);
    } catch (error) {
      try {
        await this.retryOrBury(handler, message, error);
        channel.ack(message);
      } catch (cause) {
        // Neither handled nor moved: leave it unacknowledged; the broker delivers it again when the channel closes.
        this.options.logger.error({ ...log, err: cause }, 'event could not be moved on');
        await this.giveBack(channel, message);
      }
    }
  }

  private async handle(handler: Handler, message: ConsumeMessage): Promise<void> {
    if (message.content.length > MAX_BYTES) throw new PermanentError('The message is too large');
    const event = parseEnvelope(handler.definition, parseJson(message.content));
    const { traceparent } = (message.properties.headers ?? {}) as { traceparent?: string };
    const context = {
      correlationId: event.correlationId,
      causationId: event.id,
      traceparent: traceparent ?? null,
    };
    await runInContext(context, () => withTimeout(handler.run(event), HANDLER_TIMEOUT_MS));
  }

  private async retryOrBury(handler: Handler, message: ConsumeMessage, error: unknown): Promise<void> {
    const headers = { ...message.properties.headers } as Record<string, unknown>;
    const attempt = (typeof headers['x-attempt'] === 'number' ? headers['x-attempt'] : 1) + 1;
    const delayMs = isPermanent(error) ? undefined : handler.retryDelays[attempt - 2];
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const target =
      delayMs === undefined ? deadLetterQueue(handler.queue) : retryQueue(handler.queue, delayMs);
    this.options.logger.warn(
      { queue: handler.queue, attempt: attempt - 1, target, reason },
      'event handler failed',
    );
    await this.options.publisher.sendToQueue(target, message.content, {
      messageId: message.properties.messageId as string | undefined,
      type: message.properties.type as string | undefined,
      correlationId: message.properties.correlationId as string | undefined,
      headers: {
        ...headers,
        'x-attempt': attempt,
        ...(delayMs === undefined
          ? { 'x-reason': reason.slice(0, 500), 'x-died-at': new Date().toISOString() }
          : {}),
      },
    });
  }

  /** Returns the message after a pause, so that a broken broker is not met with a tight loop. */
  private async giveBack(channel: ConfirmChannel, message: ConsumeMessage): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    try {
      channel.nack(message, false, true);
    } catch {
      // The channel is gone; the broker has the message anyway.
    }
  }
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw new PermanentError('The message is not JSON');
  }
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The handler took more than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
