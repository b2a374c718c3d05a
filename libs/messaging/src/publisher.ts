import type { ConfirmChannel, Options } from 'amqplib';
import type { Logger } from 'pino';
import type { EventEnvelope } from '#contracts';
import { AmqpLink } from './link.js';
import { assertExchange, EXCHANGE } from './topology.js';

/** The broker is away, did not confirm in time, or refused. The message may or may not have arrived. */
export class PublishError extends Error {
  override readonly name: string = 'PublishError';
}

/** Nobody has a queue for this event (yet). */
export class UnroutableError extends PublishError {
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
      await assertExchange(channel);
      channel.on('return', (message) => this.returned.add(String(message.properties.messageId)));
    });
  }

  /** Resolves when the broker has the event safely in every bound queue; throws PublishError otherwise. */
  async publish(envelope: EventEnvelope, headers: Record<string, string> = {}): Promise<void> {
    const routingKey = `${envelope.type}.v${envelope.version}`;
    await this.send(EXCHANGE, routingKey, Buffer.from(JSON.stringify(envelope)), {
      messageId: envelope.id,
      type: routingKey,
      correlationId: envelope.correlationId,
      headers,
    });
  }

  /** Puts a message straight into a queue: retry tiers and dead letters. */
  async sendToQueue(queue: string, content: Buffer, options: Options.Publish): Promise<void> {
    await this.send('', queue, content, options);
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
    const channel = this.link.current();
    if (!channel) throw new PublishError('The broker is not connected');
    await this.confirmed(channel, exchange, key, content, {
      ...options,
      persistent: true,
      mandatory: true,
      contentType: 'application/json',
    });
    // A returned message comes before its confirm, so by now we know.
    if (options.messageId && this.returned.delete(options.messageId)) {
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
      const settle = (error: unknown) => {
        clearTimeout(timer);
        if (error) reject(new PublishError(`The broker refused ${key}`, { cause: error }));
        else resolve();
      };
      try {
        channel.publish(exchange, key, content, options, settle);
      } catch (error) {
        settle(error);
      }
    });
  }
}
