import type { Socket } from 'node:net';
import { type AmqpConnectionManager, type ChannelWrapper, connect } from 'amqp-connection-manager';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import type { Logger } from 'pino';

const HEARTBEAT_SECONDS = 5;
const RECONNECT_SECONDS = 1;
const CLOSE_TIMEOUT_MS = 3000;
/** RabbitMQ itself gives up on a queue's leader after 60 s. */
const ANSWER_TIMEOUT_MS = 20_000;

/** The broker is connected and does not answer: a queue whose leader is gone, or a broker that stands still. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * Waits for the broker's answer to what a connection is set up with.
 * @param what named in the error
 * @throws NoAnswerError after 20 seconds: the channel is of no use then, as it takes one request after another
 */
export async function answered<T>(what: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const error = new NoAnswerError(`${what}: no answer from the broker for ${ANSWER_TIMEOUT_MS / 1000} s`);
    timer = setTimeout(() => reject(error), ANSWER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** One connection with one confirm channel that comes back by itself. Publishing and consuming each have their own. */
export class AmqpLink {
  private readonly connection: AmqpConnectionManager;
  private readonly wrapper: ChannelWrapper;
  private channel: ConfirmChannel | null = null;
  private isBlocked = false;
  private isClosing = false;

  constructor(
    url: string,
    private readonly name: string,
    private readonly logger: Logger,
    setup: (channel: ConfirmChannel) => Promise<void>,
  ) {
    this.connection = connect([url], {
      heartbeatIntervalInSeconds: HEARTBEAT_SECONDS,
      reconnectTimeInSeconds: RECONNECT_SECONDS,
      // Nagle's algorithm would hold small acks and publishes back by 40 ms.
      connectionOptions: { noDelay: true, timeout: 5000, clientProperties: { connection_name: name } },
    });
    this.connection.on('disconnect', () => {
      this.channel = null;
      this.isBlocked = false;
    });
    this.connection.on('blocked', ({ reason }) => {
      this.isBlocked = true;
      logger.warn({ reason, name }, 'broker takes no messages');
    });
    this.connection.on('unblocked', () => {
      this.isBlocked = false;
    });
    this.connection.on('connectFailed', ({ err }) =>
      logger.warn({ err: err.message, name }, 'broker not reachable'),
    );
    this.wrapper = this.connection.createChannel({
      name,
      confirm: true,
      setup: async (channel: ConfirmChannel) => {
        channel.once('close', () => {
          if (this.channel === channel) this.restart('channel closed');
        });
        // Every reason for a channel error is told by the `close` that follows; without a listener it ends the process.
        channel.on('error', (err: Error) =>
          logger.error({ err: err.message, name }, 'broker channel failed'),
        );
        try {
          await setup(channel);
          this.channel = channel;
        } catch (error) {
          logger.error({ err: error, name }, 'broker channel could not be set up');
          this.restart('setup failed');
        }
      },
    });
    this.wrapper.on('error', (err) => logger.error({ err, name }, 'broker channel failed'));
  }

  /** The open channel, or null while the broker is away or takes no messages (out of disk or memory). */
  current(): ConfirmChannel | null {
    return this.connection.isConnected() && !this.isBlocked ? this.channel : null;
  }

  /** Ends the connection so that everything is set up anew after a second: the library never replaces a lone channel. */
  restart(reason: string): void {
    this.channel = null;
    const { connection } = this.connection;
    if (this.isClosing || !connection) return;
    this.logger.warn({ name: this.name, reason }, 'broker connection starts anew');
    // A broker that waits for one of its queues answers no farewell either. An ended socket can be ended again.
    const timer = setTimeout(() => endSocket(connection), CLOSE_TIMEOUT_MS).unref();
    connection
      .close()
      // It rejects when the connection is closing already, which is what is wanted.
      .catch(() => undefined)
      .finally(() => clearTimeout(timer));
  }

  async ready(): Promise<void> {
    while (!this.isClosing) {
      await this.wrapper.waitForConnect();
      if (this.channel) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Answers within three seconds even when the broker does not. */
  async close(): Promise<void> {
    this.isClosing = true;
    this.channel = null;
    const closed = this.wrapper
      .close()
      .catch(() => undefined)
      .then(() => this.connection.close());
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())]);
    // A channel that gets no answer would keep this from being called, and the library would connect again for ever.
    void this.connection.close().catch(() => undefined);
  }
}

/** The library's types leave out the socket. With an error, it tells the connection manager, which connects again. */
function endSocket(connection: ChannelModel): void {
  const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection;
  stream.destroy(new Error('The broker did not answer the end of the connection'));
}
