import { jest } from '@jest/globals';
import type { ConfirmChannel } from 'amqplib';
import { type ChannelModel, connect } from 'amqplib';
import type { DataSource } from 'typeorm';
import type { EventEnvelope } from '#contracts';
import { EXCHANGE, PublishError, Publisher, RefusedError } from '#messaging';
import { createLogger, HealthRegistry, type RunningService, runInContext, startService } from '#platform';
import { percentile, testEnv, uniqueName, until } from '../../platform/test/test-service.js';
import { letTimePass } from '../../testing/src/eventually.js';
import { SeededRandom } from '../../testing/src/seed.js';
import { createTestDatabase, type TestDatabase } from '../../testing/src/servers/databases.js';
import { type Servers, startServers } from '../../testing/src/servers/servers.js';
import { TcpProxy } from '../../testing/src/servers/tcp-proxy.js';
import { Deliveries } from '../test/deliveries.js';
import {
  book,
  bookIn,
  bookingLost,
  bookingMade,
  entryMade,
  ledgerService,
  openLedger,
  queuesOf,
  received,
} from '../test/ledger.js';
import { Inbox, Outbox, OutboxModule, OutboxRelay, republish } from './index.js';
import { tryDeadAgain } from './outbox.repository.js';

const logger = createLogger('test', 'silent');
const random = new SeededRandom('outbox');

interface Kept {
  id: string;
  seq: string;
}

describe('outbox', () => {
  let servers: Servers;
  let database: TestDatabase;
  let dataSource: DataSource;
  let proxy: TcpProxy;
  let raw: ChannelModel;
  let channel: ConfirmChannel;
  let service: RunningService;
  let outbox: Outbox;
  let publisher: Publisher;
  const deliveries = new Deliveries();

  const pending = async () => {
    const [row] = await dataSource.query<{ count: number }[]>('select count(*)::int from outbox');
    return row?.count ?? 0;
  };
  const amounts = (account: string) =>
    received.filter(({ data }) => data.account === account).map(({ data }) => data.amount);
  const untilEmpty = (timeoutMs?: number) =>
    until('the outbox is empty', async () => (await pending()) === 0, timeoutMs);
  /** Whoever booked waits for this before the tables are emptied: an effect that comes later is the next test's. */
  const untilCounted = async (events: EventEnvelope[]) => {
    let counted: string[] = [];
    await until('every effect', async () => {
      const rows = await dataSource.query<{ message_id: string }[]>('select message_id from effects');
      counted = rows.map(({ message_id }) => message_id);
      return events.every(({ id }) => counted.includes(id));
    });
    expect(counted.sort()).toEqual(events.map(({ id }) => id).sort());
  };

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true });
    database = await createTestDatabase(servers.databaseUrl);
    dataSource = await openLedger(database.url);
    proxy = await TcpProxy.to(servers.amqpUrl);
    raw = await connect(servers.amqpUrl);
    channel = await raw.createConfirmChannel();
    service = await startService(
      ledgerService,
      testEnv({ DATABASE_URL: database.url, AMQP_URL: proxy.url, EVENT_RETRY_DELAYS: '20,40' }),
    );
    deliveries.watch(service);
    outbox = service.app.get(Outbox);
    publisher = service.app.get(Publisher);
    const health = service.app.get(HealthRegistry);
    await until('the service is ready', async () => (await health.check()).status === 'up');
  }, 120_000);

  afterEach(async () => {
    received.length = 0;
    await dataSource.query('truncate outbox, outbox_published, outbox_dead, effects, bookings');
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

  describe('with its relay', () => {
    it('sends an event within milliseconds after the commit', async () => {
      const waits: number[] = [];
      const events: EventEnvelope[] = [];
      for (let amount = 1; amount <= 30; amount++) {
        events.push(await book(outbox, 'a', amount));
        const began = performance.now();
        await until('it arrives', () => received.length === amount);
        waits.push(performance.now() - began);
      }
      expect(percentile(waits, 0.2)).toBeLessThan(100);
      await untilCounted(events);
    });

    it('carries the context of the work that caused it', async () => {
      const context = { correlationId: 'order-1234', causationId: null, traceparent: null };
      const event = await runInContext(context, () => book(outbox, 'a', 1));
      await until('it arrives', () => received.length === 1);
      await untilCounted([event]);
      expect(received[0]).toMatchObject({
        correlationId: 'order-1234',
        type: bookingMade.name,
        subject: 'a',
      });
    });

    it('reaches copies that know a renamed event by its former name alone', async () => {
      const event = await outbox.transaction((manager) =>
        outbox.add(manager, entryMade, { owner: 'a', amount: 7 }),
      );
      expect(event).toMatchObject({ type: entryMade.name, data: { owner: 'a', amount: 7 } });
      await untilCounted([event]);
      expect(received[0]).toMatchObject({ type: bookingMade.name, data: { account: 'a', amount: 7 } });
    });

    it('leaves nothing after a rollback', async () => {
      const failing = outbox.transaction(async (manager) => {
        await bookIn(outbox, manager, 'a', 1);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await dataSource.query('select * from bookings')).toEqual([]);
      expect(await pending()).toBe(0);
      // Had it been sent, it would have come before the next one.
      const next = await book(outbox, 'a', 2);
      await untilCounted([next]);
      expect(received.map(({ id }) => id)).toEqual([next.id]);
    });

    it('refuses an event outside a transaction, a wrong one and a huge one', async () => {
      const add = outbox.add(dataSource.manager, bookingMade, { account: 'a', amount: 1 });
      await expect(add).rejects.toThrow('inside a transaction');
      const bare = dataSource.transaction((manager) => bookIn(outbox, manager, 'a', 1));
      await expect(bare).rejects.toThrow('inside a transaction of the outbox');
      const kept = await outbox.transaction(async (manager) => manager);
      expect(() => outbox.afterCommit(kept, () => undefined)).toThrow('inside a transaction of the outbox');
      const wrong = outbox.transaction((manager) =>
        outbox.add(manager, bookingMade, { account: 'a', amount: 0.5 }),
      );
      await expect(wrong).rejects.toThrow('Bad data');
      await expect(book(outbox, 'x'.repeat(1024 * 1024), 1)).rejects.toThrow('larger than 1 MB');
      expect(await dataSource.query('select * from bookings')).toEqual([]);
    });

    it('has one effect when an event is delivered many times', async () => {
      await book(outbox, 'a', 1);
      await until('it arrives', () => received.length === 1);
      const [event] = received;
      await Promise.all(Array.from({ length: 8 }, () => publisher.publish(event as EventEnvelope)));
      await deliveries.reach(event as EventEnvelope, 'count', 9);
      expect(await dataSource.query('select message_id from effects')).toEqual([{ message_id: event?.id }]);
    });

    it('does the work again when its transaction failed, once per consumer', async () => {
      const inbox = service.app.get(Inbox);
      const event = await book(outbox, 'a', 1);
      await expect(inbox.once(event, 'x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
      expect(await inbox.once(event, 'x', async () => undefined)).toBe(true);
      expect(await inbox.once(event, 'x', async () => undefined)).toBe(false);
      expect(await inbox.once(event, 'y', async () => undefined)).toBe(true);
      await untilCounted([event]);
    });

    it('keeps rows while the broker is away for three seconds, in order, then sends all', async () => {
      await proxy.close();
      const events: EventEnvelope[] = [];
      for (let amount = 1; amount <= 60; amount++) events.push(await book(outbox, `s${amount % 3}`, amount));
      await letTimePass(3000, 'the broker is away for three seconds');
      expect(await pending()).toBe(60);
      const stats = await service.app.get(OutboxRelay).stats();
      expect(stats).toEqual({ pending: 60, oldestSeconds: expect.any(Number) });
      expect(stats.oldestSeconds).toBeGreaterThanOrEqual(3);
      await proxy.open();
      await untilEmpty(8000);
      await untilCounted(events);
      expect(await dataSource.query('select * from outbox_dead')).toEqual([]);
    });

    it('holds back what nobody wants until somebody does', async () => {
      await book(outbox, 'a', 1, bookingLost);
      await until('it is tried', async () => {
        const tried = await dataSource.query<object[]>('select 1 from outbox where attempts > 0');
        return tried.length > 0;
      });
      const [row] =
        await dataSource.query<{ attempts: number; last_error: string }[]>('select * from outbox');
      expect(row?.attempts).toBeGreaterThanOrEqual(1);
      expect(row?.last_error).toMatch(/No queue is bound/);
      const late = uniqueName();
      await channel.assertQueue(late, { exclusive: true });
      await channel.bindQueue(late, EXCHANGE, bookingLost.routingKey);
      // What has left the outbox was confirmed by the broker: it is in the queue.
      await untilEmpty();
      expect((await channel.checkQueue(late)).messageCount).toBe(1);
    });
  });

  describe('relays', () => {
    /** Stands in for the broker: remembers what was published, and fails or waits as told. */
    class Recorder {
      readonly published: EventEnvelope[] = [];
      isConnected = () => true;
      constructor(private readonly before: (event: EventEnvelope) => Promise<void> = async () => undefined) {}
      publish = async (event: EventEnvelope) => {
        await this.before(event);
        this.published.push(event);
      };
    }
    const relayOf = (recorder: Recorder, options: ConstructorParameters<typeof OutboxRelay>[3] = {}) =>
      new OutboxRelay(dataSource, recorder as unknown as Publisher, logger, { pollMs: 50, ...options });
    let quiet: Outbox;

    beforeAll(async () => {
      await service.app.get(OutboxRelay).stop();
      quiet = new Outbox(dataSource);
    });
    afterAll(() => service.app.get(OutboxRelay).start());

    it('keep the order of a subject side by side, also when the first publish fails', async () => {
      for (let amount = 0; amount < 300; amount++) await book(quiet, `s${amount % 5}`, amount);
      const log: EventEnvelope[] = [];
      let failures = 0;
      const recorder = () =>
        new Recorder(async (event) => {
          const { amount } = event.data as { amount: number };
          if (amount < 3 && failures++ < 6) throw new PublishError('away');
          await letTimePass(random.next() * 4, 'publishing takes its time, each time another');
          log.push(event);
        });
      const relays = [relayOf(recorder(), { batchSize: 20 }), relayOf(recorder(), { batchSize: 20 })];
      for (const relay of relays) relay.start();
      await untilEmpty();
      await Promise.all(relays.map((relay) => relay.stop()));
      expect(failures).toBeGreaterThanOrEqual(6);
      expect(log.length).toBe(300);
      for (let subject = 0; subject < 5; subject++) {
        const order = log.filter((event) => event.subject === `s${subject}`).map((event) => event.data);
        expect(order).toEqual([...order].sort((a, b) => amountOf(a) - amountOf(b)));
      }
    });

    it('try a failed publish again soon, not at the next poll', async () => {
      await book(quiet, 'a', 1);
      let tries = 0;
      const recorder = new Recorder(async () => {
        if (++tries === 1) throw new PublishError('away');
      });
      const relay = relayOf(recorder, { pollMs: 20_000 });
      relay.start();
      await untilEmpty(2000);
      await relay.stop();
      expect(tries).toBe(2);
    });

    it('take over the rows of one that died', async () => {
      await book(quiet, 'a', 1);
      await book(quiet, 'a', 2);
      const began = Date.now();
      await dataSource.query(
        `update outbox set lease_owner = gen_random_uuid(), lease_until = now() + interval '700 ms'`,
      );
      const recorder = new Recorder();
      const relay = relayOf(recorder);
      relay.start();
      await untilEmpty();
      await relay.stop();
      expect(Date.now() - began).toBeGreaterThan(400);
      expect(recorder.published.map(({ data }) => amountOf(data))).toEqual([1, 2]);
    });

    it('wait for no time that only a clock that was ahead has set: of a lease, or of the next try', async () => {
      await book(quiet, 'leased', 1);
      await book(quiet, 'leased', 2);
      await book(quiet, 'postponed', 1);
      await book(quiet, 'postponed', 2);
      await dataSource.query(
        `update outbox set lease_owner = gen_random_uuid(), lease_until = now() + interval '5 hours'
         where subject = 'leased' and (envelope -> 'data' ->> 'amount')::int = 1`,
      );
      await dataSource.query(
        `update outbox set available_at = now() + interval '5 hours'
         where subject = 'postponed' and (envelope -> 'data' ->> 'amount')::int = 1`,
      );
      const recorder = new Recorder();
      expect(await relayOf(recorder).runOnce()).toBe(4);
      for (const subject of ['leased', 'postponed']) {
        const sent = recorder.published.filter((event) => event.subject === subject);
        expect(sent.map(({ data }) => amountOf(data))).toEqual([1, 2]);
      }
    });

    it('wait for times that can be, with all that follows in the subject', async () => {
      for (const subject of ['leased', 'postponed']) {
        for (const amount of [1, 2]) await book(quiet, subject, amount);
      }
      await dataSource.query(
        `update outbox set lease_owner = gen_random_uuid(), lease_until = now() + interval '20 seconds'
         where subject = 'leased' and (envelope -> 'data' ->> 'amount')::int = 1`,
      );
      await dataSource.query(
        `update outbox set available_at = now() + interval '30 seconds'
         where subject = 'postponed' and (envelope -> 'data' ->> 'amount')::int = 1`,
      );
      expect(await relayOf(new Recorder()).runOnce()).toBe(0);
    });

    it('do not delete or go on after their lease has ended', async () => {
      for (let amount = 1; amount <= 3; amount++) await book(quiet, 'a', amount);
      const slow = new Recorder(async () => {
        const afterMostOfALease = performance.now() + 15_000;
        jest.spyOn(performance, 'now').mockReturnValue(afterMostOfALease);
      });
      await relayOf(slow)
        .runOnce()
        .finally(() => jest.restoreAllMocks());
      expect(slow.published.length).toBe(1);
      expect(await pending()).toBe(2);
      const stolen = relayOf(
        new Recorder(async () => {
          await dataSource.query('update outbox set lease_owner = gen_random_uuid()');
        }),
      );
      await stolen.runOnce();
      expect(await pending()).toBe(2);
    });

    it('give their rows back when they stop', async () => {
      for (let amount = 1; amount <= 5; amount++) await book(quiet, 'a', amount);
      const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = new Recorder(() => {
        begun.resolve();
        return goOn.promise;
      });
      const relay = relayOf(slow);
      relay.start();
      await begun.promise;
      const stopping = relay.stop();
      goOn.resolve();
      await stopping;
      const rows = await dataSource.query<object[]>('select lease_owner, lease_until from outbox');
      expect(rows.length).toBe(4);
      expect(rows.every((row) => Object.values(row).every((value) => value === null))).toBe(true);
      const recorder = new Recorder();
      await relayOf(recorder).runOnce();
      expect(recorder.published.length + slow.published.length).toBe(5);
    });

    it('bury what is refused too often, with its history, and let the next ones through', async () => {
      const poison = await book(quiet, 'a', 1);
      await book(quiet, 'a', 2);
      const recorder = new Recorder(async (event) => {
        if (event.id === poison.id) throw new RefusedError('too odd');
      });
      const relay = relayOf(recorder, { maxAttempts: 2 });
      relay.start();
      await untilEmpty();
      await relay.stop();
      expect(recorder.published.map(({ data }) => amountOf(data))).toEqual([2]);
      const [row] = await dataSource.query<object[]>('select * from outbox_dead');
      expect(row).toMatchObject({
        id: poison.id,
        envelope: poison,
        attempts: 2,
        last_error: 'too odd',
        subject: 'a',
        added_at: expect.any(Date),
        died_at: expect.any(Date),
      });
    });

    it('try what is dead once more when somebody may hear it by now', async () => {
      const poison = await book(quiet, 'a', 1);
      let isRefusing = true;
      let tries = 0;
      const recorder = new Recorder(async () => {
        tries += 1;
        if (isRefusing) throw new RefusedError('no queue');
      });
      const relay = relayOf(recorder, { maxAttempts: 2 });
      relay.start();
      await untilEmpty();
      const dead = () => dataSource.query<object[]>('select attempts from outbox_dead');
      expect(await dead()).toEqual([{ attempts: 2 }]);
      // Refused again: one try, and it is dead as before.
      tries = 0;
      expect(await tryDeadAgain(dataSource, 1)).toBe(1);
      relay.wake();
      await untilEmpty();
      expect(await dead()).toEqual([{ attempts: 2 }]);
      expect(tries).toBe(1);
      isRefusing = false;
      expect(await tryDeadAgain(dataSource, 1)).toBe(1);
      relay.wake();
      await untilEmpty();
      await relay.stop();
      expect(await dead()).toEqual([]);
      expect(recorder.published.map(({ id }) => id)).toEqual([poison.id]);
      expect(await tryDeadAgain(dataSource, 1)).toBe(0);
    });

    it('keep what was published, and tell it again in its order, before what waits', async () => {
      const first: EventEnvelope[] = [];
      for (let amount = 1; amount <= 40; amount++) first.push(await book(quiet, `s${amount % 2}`, amount));
      const before = new Recorder();
      await relayOf(before).runOnce();
      expect(await pending()).toBe(0);
      const kept = await dataSource.query<Kept[]>('select * from outbox_published order by seq');
      expect(kept).toMatchObject(
        first.map((event) => ({
          ...{ id: event.id, subject: event.subject, routing_key: bookingMade.routingKey, envelope: event },
          ...{ headers: {}, added_at: expect.any(Date), published_at: expect.any(Date) },
        })),
      );
      const waiting = await book(quiet, 's1', 41);

      // Twice is as good as once.
      await republish(dataSource, null);
      await republish(dataSource, null);
      expect(await pending()).toBe(41);
      const again = new Recorder();
      await relayOf(again).runOnce();
      for (const subject of ['s0', 's1']) {
        const of = (events: EventEnvelope[]) => events.filter((event) => event.subject === subject);
        expect(of(again.published)).toEqual(of([...first, waiting]));
      }
      const now = await dataSource.query<Kept[]>('select id, seq from outbox_published order by seq');
      expect(now.slice(0, 40)).toEqual(kept.map(({ id, seq }) => ({ id, seq })));
      expect(now).toHaveLength(41);
    });

    it('tell again only what was published since then', async () => {
      for (const amount of [1, 2, 3]) await book(quiet, 'a', amount);
      await relayOf(new Recorder()).runOnce();
      await dataSource.query(
        `update outbox_published set published_at = now() - interval '2 hours' where envelope -> 'data' ->> 'amount' = '1'`,
      );
      await republish(dataSource, new Date(Date.now() - 3_600_000));
      const recorder = new Recorder();
      await relayOf(recorder).runOnce();
      expect(recorder.published.map(({ data }) => amountOf(data))).toEqual([2, 3]);
    });

    it('send what can be sent even if the bookkeeping of another subject fails', async () => {
      await book(quiet, 'a', 1);
      await book(quiet, 'b', 2);
      const relay = relayOf(
        new Recorder(async (event) => {
          if (event.subject !== 'a') return letTimePass(50, 'the other subject fails first');
          await dataSource.query('alter table outbox rename column last_error to hidden');
          throw new PublishError('away');
        }),
      );
      await expect(relay.runOnce()).rejects.toThrow('last_error');
      await dataSource.query('alter table outbox rename column hidden to last_error');
      const rows = await dataSource.query<{ subject: string }[]>('select subject from outbox');
      expect(rows).toEqual([{ subject: 'a' }]);
    });
  });

  it('has no second effect when everything is told again', async () => {
    const events: EventEnvelope[] = [];
    for (let amount = 1; amount <= 5; amount++) events.push(await book(outbox, 'a', amount));
    await untilCounted(events);
    await untilEmpty();
    await republish(dataSource, null);
    for (const event of events) await deliveries.reach(event, 'count', 2);
    await untilCounted(events);
  });

  it('forgets what was published after seven days', async () => {
    const events = [await book(outbox, 'a', 1), await book(outbox, 'a', 2)];
    await untilCounted(events);
    await untilEmpty();
    const age = `update outbox_published set published_at = now() - make_interval(hours => $2) where id = $1`;
    await dataSource.query(age, [events[0]?.id, 7 * 24 + 1]);
    await dataSource.query(age, [events[1]?.id, 7 * 24 - 1]);
    await service.app.get(OutboxModule).prune();
    expect(await dataSource.query('select id from outbox_published')).toEqual([{ id: events[1]?.id }]);
  });

  it('publishes everything that was committed under load, once each', async () => {
    const worker = async (first: number) => {
      for (let index = first; index < 400; index += 8) await book(outbox, `load${index % 40}`, index);
    };
    await Promise.all(Array.from({ length: 8 }, (_, first) => worker(first)));
    await until('all have arrived', () => received.length >= 400);
    expect(new Set(received.map(({ id }) => id)).size).toBe(400);
    expect(amounts('load7').length).toBe(10);
  });
});

function amountOf(data: object): number {
  return (data as { amount: number }).amount;
}
