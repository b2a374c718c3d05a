import { once } from 'node:events';
import { createServer } from 'node:net';
import { HealthRegistry, startService } from '#platform';
import { testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { letTimePass } from '../../testing/src/eventually.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import { NoteTakers } from '../test/note-takers.js';
import { Notebook, note, noteService } from '../test/notes.js';
import { Publisher } from './index.js';

describe('event consumers that lose something, or stop', () => {
  let takers: NoteTakers;
  let publisher: Publisher;

  beforeAll(async () => {
    takers = await NoteTakers.open();
    publisher = (await takers.start(uniqueName(), new Notebook())).app.get(Publisher);
  }, 120_000);

  afterAll(async () => {
    await takers?.close();
  }, 60_000);

  it('acknowledges only after the handler: a connection that breaks midway means another delivery', async () => {
    const proxy = await TcpProxy.to(takers.amqpUrl);
    const book = new Notebook();
    const other = uniqueName();
    const behind = await takers.start(other, book, proxy.url);
    const again = Promise.withResolvers<void>();
    book.behaviour.set('midway', async () => {
      if (book.taken.length === 1) {
        proxy.drop();
        // Ends when the broker has noticed: its end on a dead channel must be nothing.
        await again.promise;
      } else again.resolve();
    });
    await publisher.publish(note('midway'));
    await until('it is delivered again', () => book.taken.length === 2);
    await publisher.publish(note('after'));
    await until('the service goes on', () => book.texts().includes('after'));
    await takers.stop(behind);
    // The first run succeeded on a dead channel: that is no failure, so nothing was copied to a retry tier.
    expect(await takers.left(other)).toBe(0);
    expect(book.texts()).toEqual(['midway', 'midway', 'after']);
    await proxy.close();
  });

  it('subscribes anew when its queue is deleted', async () => {
    const book = new Notebook();
    const other = uniqueName();
    const victim = await takers.start(other, book);
    await takers.channel.deleteQueue(`${other}.take-note`);
    await until('it has subscribed again', () => takers.hasConsumer(`${other}.take-note`));
    await publisher.publish(note('back'));
    await until('the event', () => book.texts().includes('back'));
    expect(book.texts()).toEqual(['back']);
    await takers.stop(victim);
  });

  it('declares a retry tier anew that was deleted', async () => {
    const book = new Notebook();
    const other = uniqueName();
    const victim = await takers.start(other, book);
    await takers.channel.deleteQueue(`${other}.retry.20`);
    book.behaviour.set('again', async () => {
      if (book.taken.length === 1) throw new Error('not yet');
    });
    await publisher.publish(note('again'));
    await until('the second try', () => book.taken.length >= 2);
    await takers.stop(victim);
    expect(await takers.left(other)).toBe(0);
  });

  it('finishes what it has begun before it closes', async () => {
    const book = new Notebook();
    const other = uniqueName();
    const first = await takers.start(other, book);
    const end = Promise.withResolvers<void>();
    book.behaviour.set('slow', () => end.promise);
    await publisher.publish(note('slow'));
    await until('it runs', () => book.taken.length === 1);
    let isClosed = false;
    const closing = takers.stop(first).then(() => {
      isClosed = true;
    });
    await letTimePass(300, 'a service that does not wait would have closed');
    expect(isClosed).toBe(false);
    end.resolve();
    await closing;
    const second = await takers.start(other, book);
    await publisher.publish(note('next'));
    await until('the next one', () => book.texts().includes('next'));
    expect(book.texts()).toEqual(['slow', 'next']);
    await takers.stop(second);
  });

  it('moves a failing event on even while it closes', async () => {
    const book = new Notebook();
    const other = uniqueName();
    const first = await takers.start(other, book);
    const end = Promise.withResolvers<void>();
    book.behaviour.set('failing', () => end.promise);
    await publisher.publish(note('failing'));
    await until('it runs', () => book.taken.length === 1);
    const closing = takers.stop(first);
    end.reject(new Error('not yet'));
    await closing;
    book.behaviour.clear();
    const second = await takers.start(other, book);
    await until('the retry', () => book.taken.length === 2);
    expect(await takers.waiting(`${other}.take-note.dead`)).toBe(0);
    await takers.stop(second);
  });

  it('lets go of a broker that does not answer its goodbye, and never connects again', async () => {
    const proxy = await TcpProxy.to(takers.amqpUrl);
    const silent = await startService(
      noteService(uniqueName(), new Notebook()),
      testEnv({ AMQP_URL: proxy.url }),
    );
    await silent.app.get(Publisher).ready();
    proxy.freeze();
    await silent.close();
    await proxy.close();
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    server.listen(Number(new URL(proxy.url).port), '127.0.0.1');
    await once(server, 'listening');
    await letTimePass(2500, 'twice as long as it takes to connect again');
    server.close();
    await once(server, 'close');
    expect(connections).toBe(0);
  });

  it('starts while the broker is away, and closes without it', async () => {
    const proxy = await TcpProxy.to(takers.amqpUrl);
    await proxy.close();
    const env = testEnv({ AMQP_URL: proxy.url });
    const book = new Notebook();
    const other = uniqueName();
    const impatient = await startService(noteService(uniqueName(), new Notebook()), env);
    const patient = await startService(noteService(other, book), env);
    const began = performance.now();
    await impatient.close();
    expect(performance.now() - began).toBeLessThan(10_000);

    await proxy.open();
    const health = patient.app.get(HealthRegistry);
    await until('it is ready', async () => (await health.check()).status === 'up');
    await publisher.publish(note('late'));
    await until('it consumes', () => book.texts().includes('late'));
    await patient.close();
    await proxy.close();
  });
});
