import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib';
import type { DataSource } from 'typeorm';
import { createEnvelope, type MessageDeadLettered, messageDeadLettered } from '#contracts';
import { deadLetterQueue, EXCHANGE, Publisher } from '#messaging';
import { Clock, HealthRegistry, HOUR_MS, PermanentError, type RunningService, startService } from '#platform';
import { testEnv, until } from '../../platform/test/test-service.js';
import { EventTap } from '../../testing/src/event-tap.js';
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

const MINUTE_MS = HOUR_MS / 60;
const STRANGER = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';

describe('dead letters that are put back by themselves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ssc-replays-'));
  const clockFile = join(folder, 'clock');
  let servers: Servers;
  let database: TestDatabase;
  let dataSource: DataSource;
  let broker: TcpProxy;
  let tap: EventTap;
  let raw: ChannelModel;
  let channel: ConfirmChannel;
  let service: RunningService;
  let env: Record<string, string>;
  let aheadMs = 0;

  const list = () => service.app.get(DeadLetters).list({ limit: 50 });
  const moveClock = (byMs: number) => {
    aheadMs += byMs;
    writeFileSync(clockFile, String(aheadMs));
  };
  /** The only letter, once it is as awaited. */
  const letter = async (what: string, isSo: (found: DeadLetterView) => boolean): Promise<DeadLetterView> => {
    let found: DeadLetterView | undefined;
    await until(what, async () => {
      [found] = await list();
      return found !== undefined && isSo(found);
    });
    if (!found) throw new Error('no letter');
    return found;
  };
  /** Minutes until it is put back, by the clock of the service. */
  const minutesLeft = ({ retryAt }: DeadLetterView): number | null =>
    retryAt && Math.round((retryAt.getTime() - service.app.get(Clock).now().getTime()) / MINUTE_MS);
  const effects = () => dataSource.query<{ message_id: string }[]>('select message_id from effects');
  /** What administrators are told of the letter, once everything that was added has left. */
  const told = async (letterId: string): Promise<MessageDeadLettered[]> => {
    await until(
      'the outbox is empty',
      async () => (await dataSource.query('select 1 from outbox')).length === 0,
    );
    await tap.caughtUp();
    return tap.about(letterId).map(({ data }) => data as MessageDeadLettered);
  };
  const start = async () => {
    const started = await startService(ledgerService, env);
    const health = started.app.get(HealthRegistry);
    await until('the service is ready', async () => (await health.check()).status === 'up');
    return started;
  };
  const fail = () => obstacles.set('a', () => Promise.reject(new TypeError('broken')));

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    dataSource = await openLedger(database.url);
    broker = await TcpProxy.to(servers.amqpUrl);
    tap = await EventTap.open(servers.amqpUrl, [messageDeadLettered]);
    raw = await connect(servers.amqpUrl);
    channel = await raw.createConfirmChannel();
    env = testEnv({
      DATABASE_URL: database.url,
      AMQP_URL: broker.url,
      EVENT_RETRY_DELAYS: '20,40',
      CLOCK_FILE: clockFile,
      SCHEDULE_MAX_MS: '100',
    });
    service = await start();
  }, 120_000);

  afterEach(async () => {
    received.length = 0;
    obstacles.clear();
    await dataSource.query('truncate dead_letters, effects, inbox');
  });

  afterAll(async () => {
    await service?.close();
    for (const each of queuesOf([20, 40])) await channel?.deleteQueue(each);
    await raw?.close();
    await tap?.close();
    await broker?.close();
    await dataSource?.destroy();
    await database?.drop();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  it('are handled ten minutes later when their reason has passed', async () => {
    fail();
    const event = await book(service.app.get(Outbox), 'a', 1);
    const dead = await letter('it is kept', () => true);
    expect(minutesLeft(dead)).toBe(10);
    obstacles.clear();
    moveClock(9 * MINUTE_MS);
    await service.app.get(DeadLetters).replayDue();
    expect(await list()).toMatchObject([{ replayedAt: null }]);
    moveClock(MINUTE_MS);
    await until('it is handled', async () => (await effects()).length === 1);
    expect(await effects()).toEqual([{ message_id: event.id }]);
    const replayed = await letter('it is no longer open', ({ replayedAt }) => replayedAt !== null);
    expect(replayed.retryAt).toBeNull();
    expect(received).toHaveLength(4);
  });

  it('are handled soon when the clock was hours ahead at their death, and is put back', async () => {
    fail();
    moveClock(5 * HOUR_MS);
    const event = await book(service.app.get(Outbox), 'a', 1);
    const dead = await letter('it is kept', () => true);
    expect(minutesLeft(dead)).toBe(10);
    obstacles.clear();
    moveClock(-5 * HOUR_MS);
    await until('it is handled', async () => (await effects()).length === 1, 15_000);
    expect(await effects()).toEqual([{ message_id: event.id }]);
  });

  it('come back four times at most, and administrators are told once until one of them replays it', async () => {
    fail();
    await book(service.app.get(Outbox), 'a', 1);
    const first = await letter('it is kept', () => true);
    let last = first;
    for (const minutes of [10, 60, 360, 1440]) {
      expect(minutesLeft(last)).toBe(minutes);
      const { diedAt } = last;
      moveClock(minutes * MINUTE_MS + 1000);
      last = await letter('it died again', (found) => found.diedAt > diedAt && found.replayedAt === null);
    }
    expect(last.retryAt).toBeNull();
    moveClock(30 * 24 * HOUR_MS);
    await service.app.get(DeadLetters).replayDue();
    expect(await list()).toEqual([last]);
    expect(received).toHaveLength(5 * 3);
    expect(await told(first.id)).toEqual([{ letterId: first.id, handler: queue, notice: 1 }]);

    await service.app.get(DeadLetters).replay(first.id);
    const again = await letter('it died', (found) => found.diedAt > last.diedAt && found.replayedAt === null);
    expect(minutesLeft(again)).toBe(10);
    expect((await told(first.id)).map(({ notice }) => notice)).toEqual([1, 2]);
  });

  it('come back when a copy of a newer release may understand them: with a value that this one does not know', async () => {
    const context = { correlationId: STRANGER, causationId: null };
    const envelope = createEnvelope(bookingMade, { account: 'a', amount: 1 }, context);
    const newer = { ...envelope, data: { account: 'a', amount: 'all of it' } };
    channel.publish(EXCHANGE, bookingMade.routingKey, Buffer.from(JSON.stringify(newer)), {
      messageId: envelope.id,
    });
    const dead = await letter('it is kept', () => true);
    expect(minutesLeft(dead)).toBe(10);
    expect(received).toEqual([]);
  });

  it('stay when the handler says that nothing can help, and when they are no event', async () => {
    obstacles.set('a', () => Promise.reject(new PermanentError('never')));
    await book(service.app.get(Outbox), 'a', 1);
    channel.publish(EXCHANGE, bookingMade.routingKey, Buffer.from('no JSON'));
    await until('both are kept', async () => (await list()).length === 2);
    obstacles.clear();
    moveClock(48 * HOUR_MS);
    await service.app.get(DeadLetters).replayDue();
    for (const found of await list()) expect(found).toMatchObject({ retryAt: null, replayedAt: null });
    expect(received).toHaveLength(1);
    for (const { id } of await list()) expect(await told(id)).toHaveLength(1);
  });

  it('come back when the broker had buried them because the process ended time after time', async () => {
    channel.sendToQueue(deadLetterQueue(queue), Buffer.from('{}'), { messageId: STRANGER });
    const dead = await letter('it is kept', () => true);
    expect(minutesLeft(dead)).toBe(10);
  });

  it('are put back once by two copies of the service', async () => {
    const copy = await start();
    try {
      fail();
      const event = await book(service.app.get(Outbox), 'a', 1);
      const dead = await letter('it is kept', () => true);
      received.length = 0;
      moveClock(10 * MINUTE_MS + 1000);
      const copies = [service, copy].map(({ app }) => app.get(DeadLetters));
      await Promise.all([...copies, ...copies].map((letters) => letters.replayDue()));
      await letter('it died again', (found) => found.diedAt > dead.diedAt && found.replayedAt === null);
      await book(service.app.get(Outbox), 'next', 2);
      await until('the next one is handled', async () => (await effects()).length === 1);
      // Put back once: its three attempts.
      expect(received.filter(({ id }) => id === event.id)).toHaveLength(3);
    } finally {
      await copy.close();
    }
  });

  it('wait for a broker that is away, which costs them nothing', async () => {
    fail();
    await book(service.app.get(Outbox), 'a', 1);
    const dead = await letter('it is kept', () => true);
    obstacles.clear();
    await broker.close();
    const publisher = service.app.get(Publisher);
    await until('the broker is away', () => !publisher.isConnected());
    moveClock(11 * MINUTE_MS);
    // The service's own look may be under way at the same moment: then this one has nothing to do.
    const look = () =>
      service.app
        .get(DeadLetters)
        .replayDue()
        .then(() => '', String);
    await until('it is tried in vain', async () => (await look()).includes('not connected'));
    expect(await list()).toEqual([dead]);
    await broker.open();
    await until('it is handled', async () => (await effects()).length === 1);
  }, 60_000);

  it('are told of to nobody when they are about telling', async () => {
    await service.app.get(DeadLetters).keep({
      handler: 'teller.send-dead-letter',
      messageId: STRANGER,
      routingKey: messageDeadLettered.routingKey,
      subject: 'x',
      content: Buffer.from('{}'),
      correlationId: null,
      reason: 'x',
      isPermanent: false,
      attempts: 1,
      diedAt: new Date(),
    });
    const [kept] = await list();
    expect(await told(kept?.id ?? '')).toEqual([]);
    expect(minutesLeft(kept as DeadLetterView)).toBe(10);
  });
});
