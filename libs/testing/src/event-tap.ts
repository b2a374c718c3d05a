import { type ChannelModel, type ConfirmChannel, type ConsumeMessage, connect } from 'amqplib';
import type { EventDefinition, EventEnvelope } from '#contracts';
import { EXCHANGE } from '#messaging';

/** Type of the messages that a tap sends to itself. */
const MARK = 'tap.mark';

/** Listens to the broker as another service would, and keeps what it hears. */
export class EventTap {
  readonly heard: EventEnvelope[] = [];

  private marks = 0;
  private readonly awaited = new Map<string, () => void>();

  private constructor(
    private readonly connection: ChannelModel,
    private readonly channel: ConfirmChannel,
    private readonly queue: string,
  ) {}

  static async open(amqpUrl: string, definitions: readonly EventDefinition[]): Promise<EventTap> {
    const connection = await connect(amqpUrl);
    const channel = await connection.createConfirmChannel();
    await channel.assertExchange(EXCHANGE, 'topic', { durable: true });
    const { queue } = await channel.assertQueue('', { exclusive: true });
    for (const key of definitions.flatMap(({ routingKeys }) => routingKeys)) {
      await channel.bindQueue(queue, EXCHANGE, key);
    }
    const tap = new EventTap(connection, channel, queue);
    await channel.consume(
      queue,
      (message) => {
        if (message) tap.hear(message);
      },
      { noAck: true },
    );
    return tap;
  }

  /** What was told about one agreement, in order; other tests may share the broker. */
  about(agreementId: string): EventEnvelope[] {
    return this.heard.filter((event) => event.subject === agreementId);
  }

  /** Until everything is heard that the broker has confirmed before this call. */
  async caughtUp(): Promise<void> {
    this.marks += 1;
    const mark = String(this.marks);
    const heard = new Promise<void>((resolve) => this.awaited.set(mark, resolve));
    // A queue keeps its order: what was confirmed before stands in it before this.
    this.channel.sendToQueue(this.queue, Buffer.alloc(0), { type: MARK, messageId: mark });
    await heard;
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private hear({ content, properties }: ConsumeMessage): void {
    if (properties.type === MARK) this.awaited.get(String(properties.messageId))?.();
    else this.heard.push(JSON.parse(content.toString('utf8')) as EventEnvelope);
  }
}
