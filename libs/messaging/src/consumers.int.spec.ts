import { Controller } from '@nestjs/common';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import type { EventEnvelope } from '#contracts';
import { AppError, PermanentError, startService } from '#platform';
import { percentile, testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { letTimePass } from '../../testing/src/eventually.js';
import { NoteTakers } from '../test/note-takers.js';
import { heard, type Note, Notebook, note, noteHeard, noteTaken, serviceOf } from '../test/notes.js';
import { EXCHANGE, OnEvent, Publisher, RefusedError, UnroutableError } from './index.js';

describe('event consumers', () => {
  let takers: NoteTakers;
  let raw: ChannelModel;
  let channel: ConfirmChannel;
  let publisher: Publisher;
  const name = uniqueName();
  const queue = `${name}.take-note`;
  const notebook = new Notebook();
  const dead = () => takers.dead(queue);

  beforeAll(async () => {
    takers = await NoteTakers.open();
    ({ raw, channel } = takers);
    publisher = (await takers.start(name, notebook)).app.get(Publisher);
  }, 120_000);

  afterEach(() => {
    notebook.taken.length = 0;
    notebook.heard.length = 0;
    notebook.behaviour.clear();
  });

  afterAll(async () => {
    await takers?.close();
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
    const [other, book] = [uniqueName(), new Notebook()];
    const service = await takers.start(other, book);
    book.behaviour.set('twice', async () => {
      if (book.taken.length < 3) throw new Error('not yet');
    });
    await publisher.publish(note('twice'));
    await until('the third try', () => book.taken.length === 3);
    await takers.stop(service);
    const [first = 0, second = 0, third = 0] = book.taken.map(({ at }) => at);
    expect(second - first).toBeGreaterThanOrEqual(20);
    expect(third - second).toBeGreaterThanOrEqual(40);
    expect(book.taken.length).toBe(3);
    expect(await takers.left(other)).toBe(0);
  });

  it('comes back to the handler that failed: handlers share the retry tiers', async () => {
    const [other, book] = [uniqueName(), new Notebook()];
    const service = await takers.start(other, book);
    const texts = ['a', 'b', 'c'];
    const sent = texts.flatMap((text) => [note(text), heard(text)]);
    for (const text of texts) {
      book.behaviour.set(text, async () => {
        const tries = [...book.taken, ...book.heard].filter(({ event }) => event.data.text === text);
        // Both handlers fail, once or twice.
        if (tries.length < 4) throw new Error('not yet');
      });
    }
    await Promise.all(sent.map((event) => publisher.publish(event)));
    const ids = (seen: typeof book.taken) => new Set(seen.map(({ event }) => event.id));
    await until('nothing is left to do', async () => {
      // Each text is tried by both handlers, and three times more.
      const seen = [...book.taken, ...book.heard].length;
      return seen >= 15 && (await takers.left(other)) + (await takers.left(other, 'hear-note')) === 0;
    });
    await takers.stop(service);
    const mine = (kind: string) => new Set(sent.filter(({ type }) => type === kind).map(({ id }) => id));
    expect(ids(book.taken)).toEqual(mine(noteTaken.name));
    expect(ids(book.heard)).toEqual(mine(noteHeard.name));
    expect((await takers.left(other)) + (await takers.left(other, 'hear-note'))).toBe(0);
  });

  it('gives up after exactly five tries and keeps the reason', async () => {
    notebook.behaviour.set('never', () => Promise.reject(new TypeError('broken for good')));
    const event = note('never');
    const began = Date.now();
    await publisher.publish(event);
    const { properties, content } = await dead();
    expect(notebook.taken.length).toBe(5);
    expect(properties.messageId).toBe(event.id);
    expect(properties.headers).toMatchObject({ 'x-attempt': 5, 'x-reason': 'TypeError: broken for good' });
    const diedAt = new Date(String(properties.headers?.['x-died-at'])).getTime();
    expect(diedAt).toBeGreaterThanOrEqual(began);
    expect(diedAt).toBeLessThanOrEqual(Date.now());
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
      await letTimePass(2, 'events come one after the other, not all at once');
    }
    await Promise.all(work);
    const fine = () =>
      [...notebook.taken, ...notebook.heard].filter(({ event }) => event.data.text === 'fine');
    await until('all good ones', () => fine().length === 100);
    const latencies = fine().map(({ event, at }) => at - (sent.get(event.id) ?? 0));
    // Had they waited for the broken ones, all but the first would have waited for all of their pauses.
    expect(percentile(latencies, 0.1)).toBeLessThan(250);
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
    // Held back by Nagle's algorithm, even the fastest would take 40 ms.
    expect(Math.min(...latencies)).toBeLessThan(35);
  });

  it('gives every service its own copy', async () => {
    const other = new Notebook();
    const second = await takers.start(uniqueName(), other);
    await publisher.publish(note('both'));
    await until('both have it', () => notebook.taken.length === 1 && other.taken.length === 1);
    expect([notebook.texts(), other.texts()]).toEqual([['both'], ['both']]);
    await takers.stop(second);
  });

  it('shares the work between two processes of one service', async () => {
    const other = new Notebook();
    const twin = await takers.start(name, other);
    for (let number = 0; number < 40; number++) await publisher.publish(note('shared', number));
    await until('all done', () => notebook.taken.length + other.taken.length === 40);
    expect(Math.min(notebook.taken.length, other.taken.length)).toBeGreaterThan(0);
    await takers.stop(twin);
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
    const env = testEnv({ AMQP_URL: takers.amqpUrl });
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
      [`${name}.retry.20`, { deadLetterExchange: '', messageTtl: 20 }],
    ] as const) {
      const probe = await raw.createChannel();
      probe.on('error', () => undefined);
      // The broker tells what a queue is by refusing a declaration of another kind.
      const classic = probe.assertQueue(each, { durable: true, ...options });
      await expect(classic).rejects.toThrow(/x-(queue-type|dead-letter-strategy|overflow|delivery-limit)/);
    }
  });
});
