import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { type ChannelModel, type ConfirmChannel, connect, type GetMessage } from 'amqplib';
import type { EventEnvelope } from '#contracts';
import { AppError, HealthRegistry, PermanentError, type RunningService, startService } from '#platform';
import { Gate } from '../../platform/test/gate.js';
import { percentile, testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import {
  heard,
  type Note,
  Notebook,
  note,
  noteHeard,
  noteService,
  noteTaken,
  serviceOf,
} from '../test/notes.js';
import { EXCHANGE, OnEvent, Publisher, RefusedError, UnroutableError } from './index.js';

const delays = [20, 40, 60, 80];
const retryDelays = { EVENT_RETRY_DELAYS: delays.join(',') };

describe('event consumers', () => {
  let servers: Servers;
  let raw: ChannelModel;
  let channel: ConfirmChannel;
  let service: RunningService;
  let publisher: Publisher;
  const name = uniqueName();
  const queue = `${name}.take-note`;
  const notebook = new Notebook();
  const queues = new Set<string>();
  const running = new Set<RunningService>();

  const start = async (serviceName: string, book: Notebook, amqpUrl = servers.amqpUrl) => {
    const started = await startService(
      noteService(serviceName, book),
      testEnv({ AMQP_URL: amqpUrl, ...retryDelays }),
    );
    running.add(started);
    for (const handler of ['take-note', 'hear-note']) {
      for (const suffix of ['', '.dead', ...delays.map((delay) => `.retry.${delay}`)]) {
        queues.add(`${serviceName}.${handler}${suffix}`);
      }
    }
    const registry = started.app.get(HealthRegistry);
    await until('consumers are connected', async () => (await registry.check()).status === 'up');
    return started;
  };
  const stop = async (stopped: RunningService) => {
    running.delete(stopped);
    await stopped.close();
  };
  const dead = async (from = queue): Promise<GetMessage> => {
    let message: GetMessage | false = false;
    await until('a dead letter', async () => {
      message = await channel.get(`${from}.dead`, { noAck: true });
      return message !== false;
    });
    return message as unknown as GetMessage;
  };
  const waiting = async (name: string) => (await channel.checkQueue(name)).messageCount;

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    raw = await connect(servers.amqpUrl);
    channel = await raw.createConfirmChannel();
    service = await start(name, notebook);
    publisher = service.app.get(Publisher);
  }, 120_000);

  afterEach(() => {
    notebook.taken.length = 0;
    notebook.heard.length = 0;
    notebook.behaviour.clear();
  });

  afterAll(async () => {
    await Promise.all([...running].map((started) => started.close()));
    for (const each of queues) await channel?.deleteQueue(each);
    await raw?.close();
    await servers?.stop();
  }, 60_000);

  it('gets the event with parsed data and its context', async () => {
    const event = note('hello', 7);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await publisher.publish({ ...event, data: { ...event.data, later: 'unknown' } as Note }, { traceparent });
    await until('it arrives', () => notebook.taken.length === 1);
    const [seen] = notebook.taken;
    expect(seen?.event).toEqual({ ...event, data: { number: 7, text: 'hello' } });
    expect(seen?.context).toEqual({ correlationId: 'correlation-1', causationId: event.id, traceparent });
    expect(notebook.heard).toEqual([]);
  });

  it('tries again after each delay until it works', async () => {
    notebook.behaviour.set('twice', async () => {
      if (notebook.taken.length < 3) throw new Error('not yet');
    });
    await publisher.publish(note('twice'));
    await until('the third try', () => notebook.taken.length === 3);
    const [first = 0, second = 0, third = 0] = notebook.taken.map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(20);
    expect(third - second).toBeGreaterThanOrEqual(40);
    await sleep(150);
    expect(notebook.taken.length).toBe(3);
    expect(await waiting(`${queue}.dead`)).toBe(0);
  });

  it('gives up after exactly five tries and keeps the reason', async () => {
    notebook.behaviour.set('never', () => Promise.reject(new TypeError('broken for good')));
    const event = note('never');
    await publisher.publish(event);
    const { properties, content } = await dead();
    expect(notebook.taken.length).toBe(5);
    expect(properties.messageId).toBe(event.id);
    expect(properties.headers).toMatchObject({ 'x-attempt': 5, 'x-reason': 'TypeError: broken for good' });
    expect(new Date(String(properties.headers?.['x-died-at'])).getTime()).toBeGreaterThan(Date.now() - 5000);
    expect(JSON.parse(content.toString())).toEqual(event);
  });

  it.each<[string, Error]>([
    ['PermanentError', new PermanentError('cannot be')],
    ['AppError', new AppError('already_paid')],
  ])('does not try again after a %s', async (kind, error) => {
    notebook.behaviour.set(kind, () => Promise.reject(error));
    await publisher.publish(note(kind));
    const { properties } = await dead();
    expect(properties.headers).toMatchObject({ 'x-attempt': 1, 'x-reason': `${kind}: ${error.message}` });
    expect(notebook.taken.length).toBe(1);
  });

  const poison: [string, () => unknown, RegExp][] = [
    ['text that is not JSON', () => 'not json', /not JSON/],
    ['JSON that is no object', () => '[1]', /Bad envelope/],
    ['data of another shape', () => ({ ...note('x'), data: { number: 'one' } }), /Bad data/],
    ['another version', () => ({ ...note('x'), version: 2 }), /Expected .*v1, got .*v2/],
    ['another type', () => ({ ...note('x'), type: 'a.b.c' }), /Expected/],
    ['no envelope', () => ({ number: 1, text: 'x' }), /Bad envelope/],
    ['more than 1 MB', () => note('x'.repeat(1024 * 1024)), /too large/],
  ];
  it.each(poison)('buries %s at once', async (_name, make, reason) => {
    const content = make();
    const bytes = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    channel.publish(EXCHANGE, noteTaken.routingKey, bytes);
    const letter = await dead();
    expect(letter.properties.headers?.['x-reason']).toMatch(reason);
    expect(letter.properties.deliveryMode).toBe(2);
    expect(letter.content.equals(bytes)).toBe(true);
    expect(notebook.taken).toEqual([]);
  });

  it('lets other events flow meanwhile', async () => {
    notebook.behaviour.set('never', () => Promise.reject(new Error('broken')));
    const sent = new Map<string, number>();
    const work: Promise<void>[] = [];
    for (let number = 0; number < 100; number++) {
      const event = number % 2 ? note('fine', number) : heard('fine', number);
      sent.set(event.id, Date.now());
      work.push(publisher.publish(event));
      if (number % 10 === 0) work.push(publisher.publish(note('never', number)));
      await sleep(2);
    }
    await Promise.all(work);
    const fine = () =>
      [...notebook.taken, ...notebook.heard].filter(({ event }) => event.data.text === 'fine');
    await until('all good ones', () => fine().length === 100);
    const latencies = fine().map(({ event, at }) => at - (sent.get(event.id) ?? 0));
    expect(percentile(latencies, 0.9)).toBeLessThan(250);
    for (let count = 0; count < 10; count++) await dead();
    expect(notebook.texts().filter((text) => text === 'never').length).toBe(50);
  });

  it('is fast: small frames are not held back', async () => {
    const latencies: number[] = [];
    for (let number = 0; number < 60; number++) {
      const began = performance.now();
      await publisher.publish(note('ping', number));
      await until('it arrives', () => notebook.taken.length === number + 1);
      latencies.push(performance.now() - began);
    }
    expect(percentile(latencies, 0.5)).toBeLessThan(35);
  });

  it('gives every service its own copy', async () => {
    const other = new Notebook();
    const second = await start(uniqueName(), other);
    await publisher.publish(note('both'));
    await until('both have it', () => notebook.taken.length === 1 && other.taken.length === 1);
    await stop(second);
  });

  it('shares the work between two processes of one service', async () => {
    const other = new Notebook();
    const twin = await start(name, other);
    for (let number = 0; number < 40; number++) await publisher.publish(note('shared', number));
    await until('all done', () => notebook.taken.length + other.taken.length === 40);
    expect(Math.min(notebook.taken.length, other.taken.length)).toBeGreaterThan(0);
    await stop(twin);
  });

  it('refuses to start with two handlers for one event, or one queue for two', async () => {
    @Controller()
    class Twice {
      @OnEvent(noteTaken) async first(_event: EventEnvelope<Note>) {}
      @OnEvent(noteTaken) async second(_event: EventEnvelope<Note>) {}
    }
    @Controller()
    class Taking {
      @OnEvent(noteTaken) async store(_event: EventEnvelope<Note>) {}
    }
    @Controller()
    class Hearing {
      @OnEvent(noteHeard) async store(_event: EventEnvelope<Note>) {}
    }
    const env = testEnv({ AMQP_URL: servers.amqpUrl });
    await expect(startService(serviceOf(uniqueName(), [Twice]), env)).rejects.toThrow('more than once');
    await expect(startService(serviceOf(uniqueName(), [Taking, Hearing]), env)).rejects.toThrow(
      'would share the queue',
    );
  });

  it('notices an event that nobody wants, and one that is too large', async () => {
    const unwanted = { ...note('x'), version: 9 };
    await expect(publisher.publish(unwanted)).rejects.toThrow(UnroutableError);
    const results = await Promise.allSettled([
      publisher.publish(note('wanted')),
      publisher.publish(unwanted),
      publisher.publish(note('wanted')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(publisher.publish(note('x'.repeat(1024 * 1024)))).rejects.toThrow(RefusedError);
    await expect(publisher.sendToQueue(uniqueName(), Buffer.from('x'), {})).rejects.toThrow(UnroutableError);
  });

  it('keeps messages on disk, in replicated queues', async () => {
    const quiet = uniqueName();
    await channel.assertQueue(quiet, { exclusive: true });
    await channel.bindQueue(quiet, EXCHANGE, noteTaken.routingKey);
    await publisher.publish(note('stored'));
    const copy = await channel.get(quiet, { noAck: true });
    if (!copy) throw new Error('the copy did not arrive');
    expect(copy.properties).toMatchObject({
      deliveryMode: 2,
      contentType: 'application/json',
      type: noteTaken.routingKey,
      correlationId: 'correlation-1',
    });
    const deadLetter = (key: string) => ({ deadLetterExchange: '', deadLetterRoutingKey: key });
    for (const [each, options] of [
      [queue, deadLetter(`${queue}.dead`)],
      [`${queue}.dead`, {}],
      [`${queue}.retry.20`, { ...deadLetter(queue), messageTtl: 20 }],
    ] as const) {
      const probe = await raw.createChannel();
      probe.on('error', () => undefined);
      // The broker tells what a queue is by refusing a declaration of another kind.
      const classic = probe.assertQueue(each, { durable: true, ...options });
      await expect(classic).rejects.toThrow(/x-(queue-type|dead-letter-strategy|overflow|delivery-limit)/);
    }
  });

  it('acknowledges only after the handler: a connection that breaks midway means another delivery', async () => {
    const gate = await Gate.to(servers.amqpUrl);
    const book = new Notebook();
    const behind = await start(uniqueName(), book, gate.url);
    book.behaviour.set('midway', async () => {
      if (book.taken.length === 1) gate.drop();
      await sleep(300);
    });
    await publisher.publish(note('midway'));
    await until('it is delivered again', () => book.taken.length === 2);
    await sleep(600);
    // The first run succeeded on a dead channel: that is no failure, so nothing was copied to a retry tier.
    expect(book.taken.length).toBe(2);
    await publisher.publish(note('after'));
    await until('the service goes on', () => book.texts().includes('after'));
    await stop(behind);
    await gate.close();
  });

  it('subscribes anew when its queue is deleted', async () => {
    const book = new Notebook();
    const other = uniqueName();
    const victim = await start(other, book);
    await channel.deleteQueue(`${other}.take-note`);
    await sleep(1200);
    await until('the queue is back', async () => {
      await publisher.publish(note('back'));
      await sleep(100);
      return book.taken.length > 0;
    });
    await stop(victim);
  });

  it('finishes what it has begun before it closes', async () => {
    const book = new Notebook();
    const other = uniqueName();
    const first = await start(other, book);
    let isDone = false;
    book.behaviour.set('slow', async () => {
      await sleep(1000);
      isDone = true;
    });
    await publisher.publish(note('slow'));
    await until('it runs', () => book.taken.length === 1);
    await stop(first);
    expect(isDone).toBe(true);
    const second = await start(other, book);
    await publisher.publish(note('next'));
    await until('the next one', () => book.texts().includes('next'));
    expect(book.texts()).toEqual(['slow', 'next']);
    await stop(second);
  });

  it('moves a failing event on even while it closes', async () => {
    const book = new Notebook();
    const other = uniqueName();
    const first = await start(other, book);
    book.behaviour.set('failing', async () => {
      await sleep(300);
      throw new Error('not yet');
    });
    await publisher.publish(note('failing'));
    await until('it runs', () => book.taken.length === 1);
    await stop(first);
    book.behaviour.clear();
    const second = await start(other, book);
    await until('the retry', () => book.taken.length === 2);
    expect(await waiting(`${other}.take-note.dead`)).toBe(0);
    await stop(second);
  });

  it('starts while the broker is away, and closes without it', async () => {
    const gate = await Gate.to(servers.amqpUrl);
    await gate.close();
    const env = testEnv({ AMQP_URL: gate.url });
    const book = new Notebook();
    const other = uniqueName();
    const impatient = await startService(noteService(uniqueName(), new Notebook()), env);
    const patient = await startService(noteService(other, book), env);
    await sleep(200);
    const began = performance.now();
    await impatient.close();
    expect(performance.now() - began).toBeLessThan(4000);

    await gate.open();
    const health = patient.app.get(HealthRegistry);
    await until('it is ready', async () => (await health.check()).status === 'up');
    await publisher.publish(note('late'));
    await until('it consumes', () => book.texts().includes('late'));
    await patient.close();
    await gate.close();
  });
});
