import { randomUUID } from 'node:crypto';
import type { ConfirmChannel, Options } from 'amqplib';
import type { Logger } from 'pino';
import type { EventEnvelope } from '#contracts';
import { assertOutsideTransaction, type Dependency } from '#platform';
import { AmqpLink, answered } from './link.js';
import { assertExchanges, EXCHANGE, MAX_EVENT_BYTES, RETRY_EXCHANGE, RETRY_TIER_HEADER } from './topology.js';

/** The broker is away, did not confirm in time, or refused. The message may or may not have arrived. */
export class PublishError extends Error {
  override readonly name: string = 'PublishError';
  readonly outage: Dependency | null = 'rabbitmq';
}

/** The broker is there and will not have this message: trying again may not help. */
export class RefusedError extends PublishError {
  override readonly name: string = 'RefusedError';
  override readonly outage = null;
}

/** Nobody has a queue for this event (yet). */
export class UnroutableError extends RefusedError {
  override readonly name = 'UnroutableError';
}

const CONFIRM_TIMEOUT_MS = 5000;

/** Publishes with confirms, persistent and mandatory, on a connection of its own. Only the outbox relay may use it. */
export class Publisher {
  private readonly link: AmqpLink;
  private readonly returned = new Set<string>();

  constructor(
    url: string,
    service: string,
    logger: Logger,
    private readonly confirmTimeoutMs = CONFIRM_TIMEOUT_MS,
  ) {
    this.link = new AmqpLink(url, `${service}.publish`, logger, async (channel) => {
      await answered('the exchanges', assertExchanges(channel));
      this.returned.clear();
      channel.on('return', ({ fields, properties }) => {
        this.returned.add(token(fields.exchange, fields.routingKey, String(properties.messageId)));
      });
    });
  }

  /** Resolves when the broker has the event safely in every bound queue; throws PublishError otherwise. */
  async publish(envelope: EventEnvelope, headers: Record<string, string> = {}): Promise<void> {
    const routingKey = `${envelope.type}.v${envelope.version}`;
    const content = Buffer.from(JSON.stringify(envelope));
    if (content.length > MAX_EVENT_BYTES) throw new RefusedError(`${routingKey} is larger than 1 MB`);
    await this.send(EXCHANGE, routingKey, content, {
      messageId: envelope.id,
      type: routingKey,
      correlationId: envelope.correlationId,
      headers,
    });
  }

  /** Puts a message straight into a queue. */
  async sendToQueue(queue: string, content: Buffer, options: Options.Publish): Promise<void> {
    await this.send('', queue, content, options);
  }

  /** Puts a message into a retry tier, from which it comes to the queue. */
  async sendThroughTier(
    tier: string,
    queue: string,
    content: Buffer,
    options: Options.Publish,
  ): Promise<void> {
    const headers = { ...(options.headers as Record<string, unknown>), [RETRY_TIER_HEADER]: tier };
    await this.send(RETRY_EXCHANGE, queue, content, { ...options, headers });
  }

  isConnected(): boolean {
    return this.link.current() !== null;
  }

  ready(): Promise<void> {
    return this.link.ready();
  }

  close(): Promise<void> {
    return this.link.close();
  }

  private async send(
    exchange: string,
    key: string,
    content: Buffer,
    options: Options.Publish,
  ): Promise<void> {
    assertOutsideTransaction(`publishing to ${exchange}${key}`);
    const channel = this.link.current();
    if (!channel) throw new PublishError('The broker is not connected');
    // A message without an id of its own (from a stranger, on its way to the dead letters) must not get lost either.
    const messageId = options.messageId ?? randomUUID();
    await this.confirmed(channel, exchange, key, content, {
      contentType: 'application/json',
      ...options,
      messageId,
      persistent: true,
      mandatory: true,
    });
    // A returned message comes before its confirm, so by now we know.
    if (this.returned.delete(token(exchange, key, messageId))) {
      throw new UnroutableError(`No queue is bound for ${key}`);
    }
  }

  private confirmed(
    channel: ConfirmChannel,
    exchange: string,
    key: string,
    content: Buffer,
    options: Options.Publish,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new PublishError(`No confirm for ${key} within ${this.confirmTimeoutMs} ms`)),
        this.confirmTimeoutMs,
      );
      const fail = (cause: unknown) => {
        clearTimeout(timer);
        // A channel that closes rejects whatever it holds; only an answer about this message is a refusal.
        const isAway = this.link.current() !== channel || /closed/i.test(String(cause));
        reject(
          isAway
            ? new PublishError(`The broker went away before it confirmed ${key}`, { cause })
            : new RefusedError(`The broker refused ${key}`, { cause }),
        );
      };
      try {
        channel.publish(exchange, key, content, options, (error: unknown) => {
          if (error) return fail(error);
          clearTimeout(timer);
          resolve();
        });
      } catch (error) {
        fail(error);
      }
    });
  }
}

const token = (exchange: string, key: string, messageId: string): string => `${exchange} ${key} ${messageId}`;
