import { type AmqpConnectionManager, type ChannelWrapper, connect } from 'amqp-connection-manager';
import type { ConfirmChannel } from 'amqplib';
import type { Logger } from 'pino';

const HEARTBEAT_SECONDS = 5;
const RECONNECT_SECONDS = 1;

/** One connection with one confirm channel that comes back by itself. Publishing and consuming each have their own. */
export class AmqpLink {
  private readonly connection: AmqpConnectionManager;
  private readonly wrapper: ChannelWrapper;
  private channel: ConfirmChannel | null = null;

  constructor(url: string, name: string, logger: Logger, setup: (channel: ConfirmChannel) => Promise<void>) {
    this.connection = connect([url], {
      heartbeatIntervalInSeconds: HEARTBEAT_SECONDS,
      reconnectTimeInSeconds: RECONNECT_SECONDS,
      // Nagle's algorithm would hold small acks and publishes back by 40 ms.
      connectionOptions: { noDelay: true, timeout: 5000, clientProperties: { connection_name: name } },
    });
    this.connection.on('disconnect', () => {
      this.channel = null;
    });
    this.connection.on('connectFailed', ({ err }) =>
      logger.warn({ err: err.message, name }, 'broker not reachable'),
    );
    this.wrapper = this.connection.createChannel({
      name,
      confirm: true,
      setup: async (channel: ConfirmChannel) => {
        channel.once('close', () => {
          if (this.channel === channel) this.channel = null;
        });
        await setup(channel);
        this.channel = channel;
      },
    });
    // Without a listener a topology error would end the process.
    this.wrapper.on('error', (err) => logger.error({ err, name }, 'broker channel failed'));
  }

  /** The open channel, or null while the broker is away. */
  current(): ConfirmChannel | null {
    return this.connection.isConnected() ? this.channel : null;
  }

  async ready(): Promise<void> {
    await this.wrapper.waitForConnect();
  }

  async close(): Promise<void> {
    this.channel = null;
    await this.wrapper.close();
    await this.connection.close();
  }
}
