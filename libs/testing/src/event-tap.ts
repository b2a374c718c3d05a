import { type ChannelModel, connect } from 'amqplib';
import type { EventDefinition, EventEnvelope } from '#contracts';
import { EXCHANGE } from '#messaging';

/** Listens to the broker as another service would, and keeps what it hears. */
export class EventTap {
  readonly heard: EventEnvelope[] = [];

  private constructor(private readonly connection: ChannelModel) {}

  static async open(amqpUrl: string, definitions: readonly EventDefinition[]): Promise<EventTap> {
    const connection = await connect(amqpUrl);
    const tap = new EventTap(connection);
    const channel = await connection.createChannel();
    await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
    const { queue } = await channel.assertQueue('', { exclusive: true });
    for (const { routingKey } of definitions) await channel.bindQueue(queue, EXCHANGE, routingKey);
    await channel.consume(
      queue,
      (message) => {
        if (message) tap.heard.push(JSON.parse(message.content.toString('utf8')) as EventEnvelope);
      },
      { noAck: true },
    );
    return tap;
  }

  /** What was told about one agreement, in order; other tests may share the broker. */
  about(agreementId: string): EventEnvelope[] {
    return this.heard.filter((event) => event.subject === agreementId);
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
