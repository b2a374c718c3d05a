import { type ChannelModel, type ConfirmChannel, connect, type GetMessage } from 'amqplib';
import { HealthRegistry, type RunningService, startService } from '#platform';
import { testEnv, until } from '../../platform/test/test-service.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { type Notebook, noteService } from './notes.js';

/** Milliseconds before the 2nd, 3rd, … attempt in these tests. */
const delays = [20, 40, 60, 80];

/** Services that take notes on a real broker, and a look at its queues from outside. */
export class NoteTakers {
  private readonly queues = new Set<string>();
  private readonly running = new Set<RunningService>();

  private constructor(
    private readonly servers: Servers,
    readonly raw: ChannelModel,
    readonly channel: ConfirmChannel,
  ) {}

  static async open(): Promise<NoteTakers> {
    const servers = await startServers({ ephemeral: true });
    const raw = await connect(servers.amqpUrl);
    return new NoteTakers(servers, raw, await raw.createConfirmChannel());
  }

  get amqpUrl(): string {
    return this.servers.amqpUrl;
  }

  /** Starts a service and waits until it consumes. */
  async start(name: string, notebook: Notebook, amqpUrl = this.amqpUrl): Promise<RunningService> {
    const env = testEnv({ AMQP_URL: amqpUrl, EVENT_RETRY_DELAYS: delays.join(',') });
    const started = await startService(noteService(name, notebook), env);
    this.running.add(started);
    for (const handler of ['take-note', 'hear-note']) {
      for (const suffix of ['', '.dead']) this.queues.add(`${name}.${handler}${suffix}`);
    }
    for (const delay of delays) this.queues.add(`${name}.retry.${delay}`);
    const registry = started.app.get(HealthRegistry);
    await until('consumers are connected', async () => (await registry.check()).status === 'up');
    return started;
  }

  async stop(service: RunningService): Promise<void> {
    this.running.delete(service);
    await service.close();
  }

  /** Takes the next dead letter out of its queue. */
  async dead(queue: string): Promise<GetMessage> {
    let message: GetMessage | false = false;
    await until('a dead letter', async () => {
      message = await this.channel.get(`${queue}.dead`, { noAck: true });
      return message !== false;
    });
    return message as unknown as GetMessage;
  }

  /** How many messages a service has left for a handler, or in its retry tiers, once it is closed: nothing moves then. */
  async left(name: string, handler = 'take-note'): Promise<number> {
    const queues = [...this.queues].filter((queue) =>
      [`${name}.${handler}`, `${name}.retry`].some((prefix) => queue.startsWith(prefix)),
    );
    let count = 0;
    for (const queue of queues) count += await this.waiting(queue);
    return count;
  }

  /** How many messages wait in a queue. */
  async waiting(queue: string): Promise<number> {
    return (await this.channel.checkQueue(queue)).messageCount;
  }

  /** Whether anybody takes messages out of a queue; no, when there is none. */
  async hasConsumer(queue: string): Promise<boolean> {
    const probe = await this.raw.createChannel();
    // The broker ends the channel of whoever asks for a queue that is not there.
    probe.on('error', () => undefined);
    try {
      const { consumerCount } = await probe.checkQueue(queue);
      await probe.close();
      return consumerCount > 0;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.running].map((service) => service.close()));
    for (const queue of this.queues) await this.channel.deleteQueue(queue);
    await this.raw.close();
    await this.servers.stop();
  }
}
