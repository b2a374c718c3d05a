import { setMaxListeners } from 'node:events';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import { isObservable, lastValueFrom } from 'rxjs';
import { type EventDefinition, InvalidEventError, parseEnvelope } from '#contracts';
import {
  type Dependency,
  failpoint,
  isPermanent,
  type Outages,
  PermanentError,
  runInContext,
} from '#platform';
import { DeadLetterArchive, type DeadLetterStore } from './dead-letters.js';
import { type Delivery, HandlerDeliveries } from './handler-deliveries.js';
import { AmqpLink, answered, NoAnswerError } from './link.js';
import type { HandlerExtras } from './on-event.js';
import { type Publisher, UnroutableError } from './publisher.js';
import {
  assertExchanges,
  assertHandler,
  assertRetryTiers,
  deadLetterQueue,
  type HandlerTopology,
  MAX_EVENT_BYTES,
  retryQueue,
} from './topology.js';

export interface TopicStrategyOptions {
  url: string;
  service: string;
  publisher: Publisher;
  logger: Logger;
  /** Tells a failure that the event is to blame for from an outage. */
  outages: Outages;
  /** Milliseconds before the 2nd, 3rd, … attempt; their number + 1 is the number of attempts. */
  retryDelays: readonly number[];
  /** Takes the dead letters out of their queues; without it they stay there. */
  deadLetters?: DeadLetterStore | null;
  prefetch?: number;
}

interface Handler extends HandlerTopology {
  readonly name: string;
  readonly definition: EventDefinition;
  readonly run: (event: unknown) => Promise<unknown>;
}

const HANDLER_TIMEOUT_MS = 30_000;
const DRAIN_MS = 10_000;

/**
 * RabbitMQ for Nest, as events need it (Nest's own transport acknowledges nothing with `noAck: false`).
 * - One quorum queue and one dead-letter queue per handler, which never sees another one's events; the retry tiers are
 *   shared, as nothing there waits for a handler.
 * - Acknowledged after the handler is done, on the channel that delivered.
 * - An outage of something that a handler needs stops that handler and costs its events no attempt.
 * - Any other error goes to the next retry tier; a permanent one, or the last, to the dead letters with its reason.
 * - All handlers share one connection; one whose queue does not answer gets its own, so that it is alone in waiting.
 * - On close: stop taking, let running handlers finish, then close.
 */
export class TopicStrategy extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readonly links: AmqpLink[] = [];
  /** Their queues gave no answer once. */
  private readonly apart = new Set<Handler>();
  private readonly consumerTags = new Map<string, ConfirmChannel>();
  private readonly running = new Set<Promise<unknown>>();
  private readonly closed = new WeakSet<ConfirmChannel>();
  private readonly closing = new AbortController();
  private readonly archive: DeadLetterArchive | null;
  private isClosing = false;

  constructor(private readonly options: TopicStrategyOptions) {
    super();
    const { deadLetters, logger } = options;
    // Every handler may wait for the end of an outage; how many there are is no leak.
    setMaxListeners(0, this.closing.signal);
    this.archive = deadLetters ? new DeadLetterArchive(deadLetters, logger) : null;
  }

  listen(callback: (error?: unknown) => void): void {
    const deliveries = new Map(
      this.collectHandlers().map((handler) => [handler, this.deliveriesOf(handler)]),
    );
    this.connect('consume', () => new Map([...deliveries].filter(([handler]) => !this.apart.has(handler))));
    // A broker that is away must not keep the service from starting: the link comes back by itself.
    callback();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    this.closing.abort();
    this.archive?.close();
    const drained = Promise.all(
      [...this.consumerTags].map(([tag, channel]) => channel.cancel(tag).catch(() => undefined)),
    ).then(() => Promise.allSettled([...this.running]));
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
    await Promise.all(this.links.map((link) => link.close()));
  }

  isConnected(): boolean {
    return this.links.every((link) => link.current() !== null);
  }

  async ready(): Promise<void> {
    for (const link of this.links) await link.ready();
  }

  on(): never {
    throw new Error('The topic strategy has no events of its own');
  }

  unwrap<T>(): T {
    return this.links[0] as T;
  }

  private collectHandlers(): Handler[] {
    const queues = new Set<string>();
    return [...this.messageHandlers].map(([pattern, handler]) => {
      const extras = handler.extras as HandlerExtras | undefined;
      if (!extras?.definition) throw new Error(`${pattern}: subscribe with @OnEvent`);
      if (handler.next) throw new Error(`${this.options.service} handles ${pattern} more than once`);
      const queue = `${this.options.service}.${extras.handler}`;
      if (queues.has(queue)) throw new Error(`Two handlers would share the queue ${queue}; rename a method`);
      queues.add(queue);
      return {
        name: extras.handler,
        definition: extras.definition,
        queue,
        routingKeys: extras.definition.routingKeys,
        run: async (event: unknown) => {
          const result: unknown = await handler(event);
          return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
        },
      };
    });
  }

  private deliveriesOf(handler: Handler): HandlerDeliveries {
    return new HandlerDeliveries({
      outages: this.options.outages,
      signal: this.closing.signal,
      isOpen: (channel) => !this.closed.has(channel),
      attempt: (delivery) => this.track(this.attempt(handler, delivery)),
      renew: (delivery) => this.track(this.renew(handler, delivery)),
    });
  }

  /** @param deliveries of the handlers that this connection subscribes, each time that it is set up */
  private connect(name: string, deliveries: () => ReadonlyMap<Handler, HandlerDeliveries>): void {
    const { url, service, logger } = this.options;
    const link = new AmqpLink(url, `${service}.${name}`, logger, (channel) =>
      this.subscribeAll(link, channel, deliveries()),
    );
    this.links.push(link);
  }

  private async subscribeAll(
    link: AmqpLink,
    channel: ConfirmChannel,
    deliveries: ReadonlyMap<Handler, HandlerDeliveries>,
  ): Promise<void> {
    // Every handler waits for its end; how many there are is no leak.
    channel.setMaxListeners(0);
    channel.once('close', () => this.closed.add(channel));
    const { service, retryDelays, prefetch } = this.options;
    await answered('the exchanges', assertExchanges(channel));
    await answered('the retry tiers', assertRetryTiers(channel, service, retryDelays));
    await channel.prefetch(prefetch ?? 10);
    for (const [tag, of] of this.consumerTags) if (this.closed.has(of)) this.consumerTags.delete(tag);
    for (const [handler, own] of deliveries) {
      try {
        await answered(handler.queue, this.subscribe(link, channel, handler, own));
      } catch (error) {
        if (error instanceof NoAnswerError && deliveries.size > 1) this.setApart(handler, own);
        throw error;
      }
    }
  }

  private async subscribe(
    link: AmqpLink,
    channel: ConfirmChannel,
    handler: Handler,
    own: HandlerDeliveries,
  ): Promise<void> {
    await assertHandler(channel, handler);
    // The broker ended the subscription (queue deleted, leader lost): declare and subscribe anew.
    const cancelled = () => link.restart(`${handler.queue} was cancelled by the broker`);
    const { consumerTag } = await channel.consume(handler.queue, (message) => {
      if (message === null) cancelled();
      else if (!this.isClosing) own.add({ channel, message });
    });
    this.consumerTags.set(consumerTag, channel);
    const archiveTag = await this.archive?.subscribe(
      channel,
      handler,
      (work) => void this.track(work),
      cancelled,
    );
    if (archiveTag !== undefined) this.consumerTags.set(archiveTag, channel);
  }

  /** A request without an answer holds up all that come after it on the channel: the others must not wait with it. */
  private setApart(handler: Handler, own: HandlerDeliveries): void {
    if (this.isClosing || this.apart.has(handler)) return;
    this.apart.add(handler);
    this.connect(`consume.${handler.name}`, () => new Map([[handler, own]]));
  }

  /** Work that a stop waits for. */
  private track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
    return tracked;
  }

  /** Handles a delivery and settles it. Answers the dependency that is away, if that is why it could not be handled. */
  private async attempt(handler: Handler, { channel, message }: Delivery): Promise<Dependency | null> {
    try {
      await this.handle(handler, message);
      failpoint(`${this.options.service}.event.${handler.name}.before-ack`);
    } catch (error) {
      const dependency = await this.options.outages.explain(error);
      if (dependency !== null) {
        const { messageId } = message.properties;
        const { queue } = handler;
        this.options.logger.warn(
          { queue, messageId, dependency, err: error },
          'event waits for a dependency',
        );
        return dependency;
      }
      if (!(await this.moveOn(channel, handler, message, error))) return null;
    }
    acknowledge(channel, message);
    return null;
  }

  /**
   * Puts a waiting message at the end of its queue as a new one. The broker counts how often it had to deliver a message
   * (after every lost connection, and after 30 minutes without an answer) and drops it at the limit: a long outage must
   * not bring it there.
   */
  private async renew(handler: Handler, { channel, message }: Delivery): Promise<boolean> {
    const { headers, messageId, type, correlationId } = message.properties;
    const { 'x-delivery-count': _count, ...kept } = (headers ?? {}) as Record<string, unknown>;
    try {
      await this.options.publisher.sendToQueue(handler.queue, message.content, {
        ...{ messageId: messageId as string | undefined, type: type as string | undefined },
        ...{ correlationId: correlationId as string | undefined, headers: kept },
      });
    } catch {
      // It stays where it is.
      return false;
    }
    acknowledge(channel, message);
    return true;
  }

  /** Moves a failed message to its next place, however long the broker takes; gives up only with the channel. */
  private async moveOn(
    channel: ConfirmChannel,
    handler: Handler,
    message: ConsumeMessage,
    error: unknown,
  ): Promise<boolean> {
    while (!this.closed.has(channel)) {
      try {
        await this.retryOrBury(handler, message, error);
        return true;
      } catch (cause) {
        const { messageId } = message.properties;
        this.options.logger.error(
          { queue: handler.queue, messageId, err: cause },
          'event could not be moved on',
        );
        // Unacknowledged, so it is delivered again when the channel closes.
        if (this.isClosing) return false;
        if (cause instanceof UnroutableError) this.restartAll(`a queue of ${handler.queue} is gone`);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    return false;
  }

  private restartAll(reason: string): void {
    for (const link of this.links) link.restart(reason);
  }

  private async handle(handler: Handler, message: ConsumeMessage): Promise<void> {
    if (message.content.length > MAX_EVENT_BYTES) throw new PermanentError('The message is too large');
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
    const attempt = typeof headers['x-attempt'] === 'number' ? headers['x-attempt'] : 1;
    const { service, retryDelays, publisher, logger } = this.options;
    const { queue } = handler;
    const delayMs = isPermanent(error) ? undefined : retryDelays[attempt - 1];
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const target = delayMs === undefined ? deadLetterQueue(queue) : retryQueue(service, delayMs);
    logger.warn({ queue, attempt, target, reason }, 'event handler failed');
    const options = {
      messageId: message.properties.messageId as string | undefined,
      type: message.properties.type as string | undefined,
      correlationId: message.properties.correlationId as string | undefined,
      headers: {
        ...headers,
        // How often it was tried (dead letters), or which try comes next (retry tiers).
        'x-attempt': delayMs === undefined ? attempt : attempt + 1,
        'x-reason': reason.slice(0, 500),
        ...(delayMs === undefined
          ? { 'x-died-at': new Date().toISOString(), 'x-permanent': isHopeless(error) }
          : {}),
      },
    };
    if (delayMs === undefined) await publisher.sendToQueue(target, message.content, options);
    else await publisher.sendThroughTier(target, queue, message.content, options);
  }
}

/** Not worth putting back later: what a copy of another release may understand is. */
function isHopeless(error: unknown): boolean {
  return isPermanent(error) && !(error instanceof InvalidEventError && error.mayBeNewer);
}

function acknowledge(channel: ConfirmChannel, message: ConsumeMessage): void {
  try {
    channel.ack(message);
  } catch {
    // The channel closed meanwhile: the broker delivers again, and the inbox knows the event.
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
