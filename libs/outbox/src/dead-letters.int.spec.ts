import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib';
import type { DataSource } from 'typeorm';
import { deadLetterQueue, EXCHANGE } from '#messaging';
import { HealthRegistry, PermanentError, type RunningService, ServiceTokens, startService } from '#platform';
import { testEnv, until } from '../../platform/test/test-service.js';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import {
  book,
  bookingMade,
  ledgerService,
  obstacles,
  openLedger,
  queue,
  queuesOf,
  received,
} from '../test/ledger.js';
import { DeadLetters, type DeadLetterView, Outbox } from './index.js';

const LAST = '6ba7b812-9dad-41d1-80b4-00c04fd430c8';
const NOBODY = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';

describe('dead letters', () => {
  let servers: Servers;
  let database: TestDatabase;
  let dataSource: DataSource;
  let proxy: TcpProxy;
  let raw: ChannelModel;
  let channel: ConfirmChannel;
  let service: RunningService;
  let env: Record<string, string>;

  const list = () => service.app.get(DeadLetters).list({ limit: 50 });
  const one = async (): Promise<DeadLetterView> => {
    await until('one is kept', async () => (await list()).length === 1);
    const [letter] = await list();
    if (!letter) throw new Error('no letter');
    return letter;
  };
  const effects = () => dataSource.query<{ message_id: string }[]>('select message_id from effects');
  const start = async () => {
    const started = await startService(ledgerService, env);
    const health = started.app.get(HealthRegistry);
    await until('the service is ready', async () => (await health.check()).status === 'up');
    return started;
  };
  const call = async (
    path: string,
    method: 'GET' | 'POST' = 'GET',
    kind: 'service' | 'admin' = 'service',
  ) => {
    const token = service.app.get(ServiceTokens).issue({ kind, id: 1, sessionId: null });
    const answer = await fetch(service.url + path, { method, headers: { 'x-service-token': token } });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    dataSource = await openLedger(database.url);
    proxy = await TcpProxy.to(database.url);
    raw = await connect(servers.amqpUrl);
    channel = await raw.createConfirmChannel();
    env = testEnv({ DATABASE_URL: proxy.url, AMQP_URL: servers.amqpUrl, EVENT_RETRY_DELAYS: '20,40' });
    service = await start();
  }, 120_000);

  afterEach(async () => {
    received.length = 0;
    obstacles.clear();
    await dataSource.query('truncate dead_letters, effects');
  });

  afterAll(async () => {
    await service?.close();
    for (const each of queuesOf([20, 40])) await channel?.deleteQueue(each);
    await raw?.close();
    await proxy?.close();
    await dataSource?.destroy();
    await database?.drop();
    await servers?.stop();
  }, 60_000);

  it('are kept with their reason, once, and leave their queue', async () => {
    obstacles.set('a', () => Promise.reject(new TypeError('broken')));
    const event = await book(service.app.get(Outbox), 'a', 1);
    expect(await one()).toEqual({
      id: expect.any(String),
      handler: queue,
      routingKey: bookingMade.routingKey,
      subject: 'a',
      reason: 'TypeError: broken',
      attempts: 3,
      diedAt: expect.any(Date),
      retryAt: expect.any(Date),
      replayedAt: null,
    });
    const kept = await dataSource.query<{ message_id: string; content: Buffer }[]>(
      'select * from dead_letters',
    );
    expect(kept[0]?.message_id).toBe(event.id);
    expect(JSON.parse(String(kept[0]?.content))).toEqual(event);
    expect((await channel.checkQueue(deadLetterQueue(queue))).messageCount).toBe(0);
  });

  it('are open again after a second death, also when that seems to have come before the first', async () => {
    const died = Date.now();
    const keep = (diedAt: number) =>
      service.app.get(DeadLetters).keep({
        ...{ handler: queue, messageId: NOBODY, routingKey: bookingMade.routingKey, subject: 'skewed' },
        ...{ content: Buffer.from('{}'), correlationId: null, reason: 'no', isPermanent: false, attempts: 3 },
        diedAt: new Date(diedAt),
      });
    const rows = () => dataSource.query<object[]>('select deaths, replayed_at, died_at from dead_letters');
    await keep(died + 20 * 60_000);
    await dataSource.query('update dead_letters set replayed_at = now()');
    await keep(died);
    const open = [{ deaths: 2, replayed_at: null, died_at: new Date(died) }];
    expect(await rows()).toEqual(open);
    await keep(died);
    expect(await rows()).toEqual(open);
  });

  it('are kept once when they are delivered again', async () => {
    const died = new Date().toISOString();
    const event = { id: NOBODY, subject: 'b' };
    for (let count = 0; count < 5; count++) {
      channel.sendToQueue(deadLetterQueue(queue), Buffer.from(JSON.stringify(event)), {
        messageId: event.id,
        headers: { 'x-died-at': died, 'x-reason': 'no', 'x-attempt': 3 },
      });
    }
    // The last one is another letter: once it is kept, so are those before it.
    channel.sendToQueue(deadLetterQueue(queue), Buffer.from(JSON.stringify({ ...event, subject: 'last' })), {
      messageId: LAST,
      headers: { 'x-died-at': died, 'x-reason': 'no', 'x-attempt': 3 },
    });
    await channel.waitForConfirms();
    await until('the last one is kept', async () => (await list()).some(({ subject }) => subject === 'last'));
    // All of them were taken at once: a stop waits for those that are still being written.
    await service.close();
    service = await start();
    const others = (await list()).filter(({ subject }) => subject !== 'last');
    expect(others).toMatchObject([{ subject: 'b', reason: 'no', attempts: 3 }]);
  });

  it('may be anything, and are kept byte for byte', async () => {
    for (const bytes of [Buffer.from([0, 255, 10, 200]), Buffer.from('{"subject":"a\\u0000\\ud800"}')]) {
      channel.publish(EXCHANGE, bookingMade.routingKey, bytes);
      expect(await one()).toMatchObject({ subject: '', attempts: 1 });
      const [row] = await dataSource.query<{ content: Buffer }[]>('select content from dead_letters');
      expect(row?.content.equals(bytes)).toBe(true);
      await dataSource.query('truncate dead_letters');
    }
  });

  it('wait in their queue while the database is away, or the service', async () => {
    await proxy.close();
    channel.sendToQueue(deadLetterQueue(queue), Buffer.from('{}'), { messageId: NOBODY });
    await channel.waitForConfirms();
    await until('the service has taken it', async () => {
      const { messageCount } = await channel.checkQueue(deadLetterQueue(queue));
      return messageCount === 0;
    });
    await service.close();
    // The broker puts back what was not confirmed a moment after the connection is gone.
    await until('it is in its queue again', async () => {
      const { messageCount } = await channel.checkQueue(deadLetterQueue(queue));
      return messageCount === 1;
    });
    await proxy.open();
    service = await start();
    expect(await one()).toMatchObject({ handler: queue });
  });

  it('are handled once more by their handler only, and then no more', async () => {
    obstacles.set('a', () => Promise.reject(new PermanentError('not now')));
    const event = await book(service.app.get(Outbox), 'a', 1);
    const letter = await one();
    // Somebody else who listens to the same events must not get it again.
    const other = await channel.assertQueue('', { exclusive: true });
    await channel.bindQueue(other.queue, EXCHANGE, bookingMade.routingKey);
    obstacles.clear();
    const [first, second] = await Promise.all(
      [1, 2].map(() => call(`/internal/dead-letters/${letter.id}/replay`, 'POST')),
    );
    const answers = [first, second].sort((a, b) => (a?.status ?? 0) - (b?.status ?? 0));
    expect(answers).toMatchObject([
      { status: 200, body: { id: letter.id, replayedAt: expect.any(String) } },
      { status: 409, body: { code: 'nothing_to_retry' } },
    ]);
    expect(answers[0]?.body).not.toHaveProperty('content');
    await until('it is handled', async () => (await effects()).length === 1);
    // What went to everybody has come before an event that is told after it.
    const next = await book(service.app.get(Outbox), 'next', 2);
    await until('the next one is handled', async () => (await effects()).length === 2);
    expect(new Set((await effects()).map(({ message_id }) => message_id))).toEqual(
      new Set([event.id, next.id]),
    );
    expect(received.map(({ id }) => id)).toEqual([event.id, event.id, next.id]);
    expect((await channel.checkQueue(other.queue)).messageCount).toBe(1);
    await channel.deleteQueue(other.queue);
  });

  it('can be replayed again when they died again', async () => {
    obstacles.set('a', () => Promise.reject(new PermanentError('never')));
    await book(service.app.get(Outbox), 'a', 1);
    const letter = await one();
    await service.app.get(DeadLetters).replay(letter.id);
    await until('it is back', async () => {
      const [again] = await list();
      return again?.replayedAt === null && again.diedAt > letter.diedAt;
    });
    expect(await list()).toHaveLength(1);
    await service.app.get(DeadLetters).replay(letter.id);
    await until(
      'it died a third time',
      async () => received.length === 3 && (await list())[0]?.replayedAt === null,
    );
  });

  it('are listed page by page, newest first, to services only', async () => {
    const letters = service.app.get(DeadLetters);
    for (let minute = 0; minute < 5; minute++) {
      await letters.keep({
        handler: 'gone.handler',
        messageId: NOBODY.replace('6ba7', `000${minute}`),
        routingKey: 'a.b.c.v1',
        subject: String(minute),
        content: Buffer.from('{}'),
        correlationId: null,
        reason: 'x',
        isPermanent: true,
        attempts: 1,
        diedAt: new Date(2026, 0, 1, 0, Math.floor(minute / 2)),
      });
    }
    const seen: string[] = [];
    let query = '';
    for (let page = 0; page < 3; page++) {
      const { body } = await call(`/internal/dead-letters?limit=2${query}`);
      const part = body as { id: string; diedAt: string; subject: string }[];
      const last = part.at(-1);
      seen.push(...part.map(({ subject }) => subject));
      query = `&beforeDiedAt=${last?.diedAt}&beforeId=${last?.id}`;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(['0', '1', '2', '3', '4']));
    expect(seen[0]).toBe('4');
    const found = async (asked: string) =>
      ((await call(`/internal/dead-letters?${asked}`)).body as { subject: string }[]).map(
        (row) => row.subject,
      );
    expect(await found('q=3')).toEqual(['3']);
    expect(await found('q=GONE.h&limit=1')).toEqual(['4']);
    expect(await found(`q=b.c.v1${query}`)).toEqual([]);
    for (const q of ['a_b', '%25', 'moved', '%5C']) expect(await found(`q=${q}`)).toEqual([]);
    expect((await found('state=waiting')).length).toBe(5);
    await dataSource.query(`update dead_letters set replayed_at = now() where subject = '0'`);
    expect(await found('state=replayed')).toEqual(['0']);
    expect((await found('state=waiting')).length).toBe(4);
    for (const asked of ['state=lost', `q=${'x'.repeat(201)}`])
      expect((await call(`/internal/dead-letters?${asked}`)).status).toBe(400);
    const first = (await list())[0];
    // Its handler is gone: nobody could take it, and it stays as it is.
    await expect(letters.replay(first?.id ?? '')).rejects.toMatchObject({ code: 'nothing_to_retry' });
    expect((await letters.get(first?.id ?? '')).replayedAt).toBeNull();
    expect((await call(`/internal/dead-letters/${NOBODY}/replay`, 'POST')).status).toBe(404);
    expect((await call('/internal/dead-letters', 'GET', 'admin')).status).toBe(403);
  });
});
