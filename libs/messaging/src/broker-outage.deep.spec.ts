import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HealthRegistry, type RunningService, startService } from '#platform';
import { testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { letTimePass } from '../../testing/src/eventually.js';
import { freePorts } from '../../testing/src/servers/ports.js';
import { type RabbitmqServer, startRabbitmq } from '../../testing/src/servers/rabbitmq.js';
import { heard, Notebook, note, noteService } from '../test/notes.js';
import { PublishError, Publisher } from './index.js';

describe('a broker that dies', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ssc-broker-'));
  const notebook = new Notebook();
  let broker: RabbitmqServer;
  let service: RunningService;
  let publisher: Publisher;

  beforeAll(async () => {
    const [port = 0, distPort = 0, epmdPort = 0] = await freePorts(3);
    broker = await startRabbitmq({ dir, port, distPort, epmdPort, password: 'broker' });
    const definition = noteService(uniqueName(), notebook);
    service = await startService(definition, testEnv({ AMQP_URL: broker.url }));
    publisher = service.app.get(Publisher);
    await publisher.ready();
    await until('consumers are connected', () => isHealthy());
  }, 120_000);

  afterAll(async () => {
    await service?.close();
    await broker?.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 60_000);

  const isHealthy = async (of = service) => (await of.app.get(HealthRegistry).check()).status === 'up';

  it('loses nothing that was confirmed, says so meanwhile, and everybody comes back alone', async () => {
    const confirmed: string[] = [];
    const refused: unknown[] = [];
    let isSending = true;
    let number = 0;
    const send = async () => {
      while (isSending) {
        const event = note('load', number++);
        void publisher.publish(event).then(
          () => confirmed.push(event.id),
          (error: unknown) => refused.push(error),
        );
        await letTimePass(4, 'a steady load');
      }
    };
    const sending = send();
    await until('load runs', () => confirmed.length > 100);
    await letTimePass(3000, 'RabbitMQ 3 forgets a queue that is younger than a second when it is killed');

    await broker.kill('SIGKILL');
    await until('the outage is noticed', () => !publisher.isConnected());
    const began = performance.now();
    await expect(publisher.publish(note('down'))).rejects.toThrow(PublishError);
    expect(performance.now() - began).toBeLessThan(1000);
    expect(await isHealthy()).toBe(false);

    await broker.restart();
    const answering = Date.now();
    await until('everybody is back', () => isHealthy(), 20_000);
    const backAfter = Date.now() - answering;
    const before = confirmed.length;
    await until('load flows again', () => confirmed.length > before + 50);
    isSending = false;
    await sending;

    const got = () => new Set(notebook.taken.map(({ event }) => event.id));
    await until('all confirmed ones have arrived', () => confirmed.every((id) => got().has(id)), 20_000);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((error) => error instanceof PublishError)).toBe(true);
    expect(backAfter).toBeLessThan(10_000);
  }, 90_000);

  it('keeps nobody waiting but the handler whose queue gives no answer', async () => {
    const name = uniqueName();
    const book = new Notebook();
    const start = () => startService(noteService(name, book), testEnv({ AMQP_URL: broker.url }));
    const before = await start();
    await until('its queues are there', () => isHealthy(before));
    await before.close();
    // The Raft process of the queue: what its leader answers, it answers.
    const queue = `whereis(list_to_atom("%2F_${name}.take-note"))`;
    await broker.evaluate(`sys:suspend(${queue}).`);
    const behind = await start();
    try {
      await publisher.publish(heard('meanwhile'));
      await until('the other handler goes on', () => book.texts(book.heard).includes('meanwhile'), 30_000);
      expect(await isHealthy(behind)).toBe(false);
    } finally {
      await broker.evaluate(`sys:resume(${queue}).`);
    }
    await publisher.publish(note('after'));
    await until('it comes back alone', () => book.texts().includes('after'), 30_000);
    await until('nothing is away', () => isHealthy(behind), 10_000);
    await behind.close();
  }, 240_000);
});
