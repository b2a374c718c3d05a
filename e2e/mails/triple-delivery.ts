import { type ChannelModel, type ConfirmChannel, type ConsumeMessage, connect } from 'amqplib';
import type { EventEnvelope } from '#contracts';
import { EXCHANGE } from '#messaging';
import { eventually, letTimePass } from '#testing';

const DELIVERIES = 3;
/** So long that a service that was killed in between is back, or has just begun to be. */
const LAST_COPY_AFTER_MS = 1500;

/** A broker that delivers every event three times: once more at once, and once more a while later. */
export class TripleDelivery {
  /** How often each event was heard. The copies come back here as well and are told by their id. */
  private readonly heard = new Map<string, number>();
  private readonly copies = new Set<Promise<void>>();

  private constructor(
    private readonly connection: ChannelModel,
    private readonly channel: ConfirmChannel,
  ) {}

  static async open(amqpUrl: string): Promise<TripleDelivery> {
    const connection = await connect(amqpUrl);
    const channel = await connection.createConfirmChannel();
    const tripling = new TripleDelivery(connection, channel);
    const { queue } = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(queue, EXCHANGE, '#');
    await channel.consume(queue, (message) => message && tripling.hear(message), { noAck: true });
    return tripling;
  }

  get events(): number {
    return this.heard.size;
  }

  /** Tells of something as the service would that it belongs to. */
  publish(event: EventEnvelope): void {
    const routingKey = `${event.type}.v${event.version}`;
    this.channel.publish(EXCHANGE, routingKey, Buffer.from(JSON.stringify(event)), {
      contentType: 'application/json',
      messageId: event.id,
      type: routingKey,
      persistent: true,
    });
  }

  /** Until every event was delivered three times and the queues of these handlers are empty. */
  async settled(queues: readonly string[], timeoutMs = 30_000): Promise<void> {
    await eventually(
      async () => {
        await Promise.all(this.copies);
        await this.channel.waitForConfirms();
        const rare = [...this.heard.values()].filter((times) => times < DELIVERIES);
        if (rare.length > 0) throw new Error(`${rare.length} events were not delivered three times`);
        for (const queue of queues) {
          const { messageCount } = await this.channel.checkQueue(queue);
          if (messageCount > 0) throw new Error(`${queue} holds ${messageCount} messages`);
        }
      },
      timeoutMs,
      'the delivery of everything',
    );
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private hear(message: ConsumeMessage): void {
    const id = String(message.properties.messageId);
    const times = (this.heard.get(id) ?? 0) + 1;
    this.heard.set(id, times);
    if (times > 1) return;
    this.copy(message);
    const later = letTimePass(LAST_COPY_AFTER_MS, 'the last copy comes late').then(() => this.copy(message));
    this.copies.add(later);
    void later.finally(() => this.copies.delete(later));
  }

  private copy({ fields, content, properties }: ConsumeMessage): void {
    const { messageId, type, correlationId, contentType, headers } = properties;
    const kept = { messageId, type, correlationId, contentType, headers, persistent: true };
    this.channel.publish(EXCHANGE, fields.routingKey, content, kept);
  }
}
