import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib';
import type { DataSource } from 'typeorm';
import { createEnvelope, type EventEnvelope } from '#contracts';
import { Publisher } from '#messaging';
import { HealthRegistry, PermanentError, type RunningService, startService } from '#platform';
import { testEnv, until } from '../../platform/test/test-service.js';
import { letTimePass } from '../../testing/src/eventually.js';
import { createTestDatabase } from '../../testing/src/servers/databases.js';
import type { NativeServer } from '../../testing/src/servers/native-server.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import {
  Booking,
  bookingMade,
  ledgerService,
  obstacles,
  openLedger,
  queue,
  queuesOf,
  received,
} from '../test/ledger.js';

const DELAYS = [50, 50];
const PREFETCH = 10;
/** More than the broker delivers a message before it drops it. */
const DELIVERIES = 12;

describe('events while the database is away', () => {
  let servers: Servers;
  let postgres: NativeServer;
  let dataSource: DataSource;
  let broker: TcpProxy;
  let raw: ChannelModel;
  let channel: ConfirmChannel;
  let service: RunningService;

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true, native: true });
    if (!servers.native) throw new Error('servers of our own were asked for');
    postgres = servers.native.postgres;
    const database = await createTestDatabase(servers.databaseUrl);
    dataSource = await openLedger(database.url);
    broker = await TcpProxy.to(servers.amqpUrl);
    raw = await connect(servers.amqpUrl);
    channel = await raw.createConfirmChannel();
    const delays = DELAYS.join(',');
    const env = { DATABASE_URL: database.url, AMQP_URL: broker.url, EVENT_RETRY_DELAYS: delays };
    service = await startService(ledgerService, testEnv(env));
    await until('the service is ready', async () => (await health()).status === 'up');
  }, 120_000);

  afterEach(async () => {
    if (!postgres.isRunning) await postgres.restart();
    received.length = 0;
    obstacles.clear();
    await dataSource.query('truncate dead_letters, effects, inbox');
  });

  afterAll(async () => {
    await service?.close();
    await raw?.close();
    await broker?.close();
    await dataSource?.destroy();
    await servers?.stop();
  }, 60_000);

  const health = () => service.app.get(HealthRegistry).check();
  const publish = async (account: string, amount = 1): Promise<EventEnvelope<Booking>> => {
    const context = { correlationId: 'correlation-1', causationId: null };
    const event = createEnvelope(bookingMade, { account, amount }, context);
    await service.app.get(Publisher).publish(event);
    return event;
  };
  const publishAll = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let amount = 0; amount < count; amount++) ids.push((await publish(`account-${amount}`)).id);
    return ids;
  };
  const handled = async (): Promise<string[]> => {
    const rows = await dataSource.query<{ message_id: string }[]>('select message_id from effects');
    return rows.map((row) => row.message_id);
  };
  /** In which order the events were begun for the last time. */
  const order = () => {
    const ids = received.map((event) => event.id);
    return [...new Set(ids.toReversed())].toReversed();
  };
  const letters = () =>
    dataSource.query<{ reason: string; attempts: number }[]>(
      'select reason, attempts from dead_letters order by died_at',
    );
  /** Until as many have come to an end, whatever that is. */
  const haveEnded = (count: number) =>
    until('all have ended', async () => (await handled()).length + (await letters()).length >= count, 20_000);
  const waiting = async () => {
    let count = 0;
    for (const each of queuesOf(DELAYS)) count += (await channel.checkQueue(each)).messageCount;
    return count;
  };
  const nothingIsLeft = async () => {
    await until('the queues are empty', async () => (await waiting()) === 0);
    expect(await letters()).toEqual([]);
  };

  it('wait in their place, cost no attempt, and are handled once, in their order, when it is back', async () => {
    await postgres.stop();
    const ids = await publishAll(25);
    await until('one is tried', () => received.length > 0);
    await letTimePass(2500, 'many times as long as all retries together');
    const tries = received.length;
    await postgres.restart();
    await haveEnded(ids.length);
    expect(await letters()).toEqual([]);
    expect((await handled()).sort()).toEqual([...ids].sort());
    expect(order()).toEqual(ids);
    // What was under way was tried once; the rest was not even begun while the database did not answer.
    expect(tries).toBeLessThanOrEqual(PREFETCH);
    await nothingIsLeft();
  }, 60_000);

  it('are told of in health, with the time since when', async () => {
    const before = Date.now();
    await postgres.stop();
    const ids = await publishAll(3);
    await until('they wait', async () => {
      const outages = (await health()).checks.find(({ name }) => name === 'outages');
      return JSON.stringify(outages?.detail ?? '').includes(`"waiting":${ids.length}`);
    });
    const { status, checks } = await health();
    expect(status).toBe('down');
    const since = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/);
    expect(checks).toContainEqual({ name: 'postgres', status: 'down', detail: { since } });
    const outages = checks.find(({ name }) => name === 'outages');
    expect(outages?.detail).toEqual({ postgres: { since, waiting: ids.length } });
    const [, told = ''] = /"since":"([^"]+)"/.exec(JSON.stringify(outages)) ?? [];
    expect(new Date(told).getTime()).toBeGreaterThanOrEqual(before);
    expect(new Date(told).getTime()).toBeLessThanOrEqual(Date.now());
    await postgres.restart();
    await haveEnded(ids.length);
    await until('nothing is said any more', async () => {
      const { status, checks } = await health();
      return status === 'up' && checks.every(({ name }) => name !== 'outages');
    });
    await nothingIsLeft();
  }, 60_000);

  it('are not counted when they fail for a reason that nobody knows', async () => {
    let isBack = false;
    let failures = 0;
    obstacles.set('odd', async () => {
      if (isBack && ++failures > DELAYS.length) return;
      throw new Error('something odd');
    });
    await postgres.stop();
    const { id } = await publish('odd');
    await until('it is tried', () => received.length > 0);
    await letTimePass(1000, 'longer than all retries together');
    isBack = true;
    await postgres.restart();
    // Two failures and a success are all the attempts that there are.
    await haveEnded(1);
    expect(await letters()).toEqual([]);
    expect(await handled()).toEqual([id]);
    expect(failures).toBe(DELAYS.length + 1);
    await nothingIsLeft();
  }, 60_000);

  it('become dead letters when they are wrong, and hold up no other one', async () => {
    obstacles.set('wrong', () => Promise.reject(new PermanentError('no such account')));
    await postgres.stop();
    await publish('wrong');
    const ids = await publishAll(3);
    await publish('wrong');
    await postgres.restart();
    await haveEnded(ids.length + 2);
    expect((await handled()).sort()).toEqual([...ids].sort());
    const letter = { reason: 'PermanentError: no such account', attempts: 1 };
    expect(await letters()).toEqual([letter, letter]);
  }, 60_000);

  it('become dead letters after all attempts while everything answers', async () => {
    obstacles.set('bad', () => Promise.reject(new Error('bad for good')));
    await publish('bad');
    await until('it is kept', async () => (await letters()).length === 1);
    expect(await letters()).toEqual([{ reason: 'Error: bad for good', attempts: DELAYS.length + 1 }]);
    expect(received.length).toBe(DELAYS.length + 1);
  });

  it('outlast more lost connections than the broker allows a message', async () => {
    await postgres.stop();
    // Fewer than are delivered at a time: a connection that is lost while a message is replaced leaves both of them.
    const ids = await publishAll(3);
    for (let count = 0; count < DELIVERIES; count++) {
      await until('all are delivered', async () => {
        const { messageCount, consumerCount } = await channel.checkQueue(queue);
        return messageCount === 0 && consumerCount === 1;
      });
      broker.drop();
      const registry = service.app.get(HealthRegistry);
      await until('the service has noticed', async () => !(await registry.answers('events')));
      await until('it consumes again', () => registry.answers('events'));
    }
    await postgres.restart();
    await haveEnded(ids.length);
    expect(await letters()).toEqual([]);
    expect((await handled()).sort()).toEqual([...ids].sort());
    await nothingIsLeft();
  }, 120_000);
});
