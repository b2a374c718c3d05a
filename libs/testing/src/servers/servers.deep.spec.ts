import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect } from 'amqplib';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createMigratedDatabase, createTestDatabase } from './databases.js';
import { freePort, freePorts, isPortFree } from './ports.js';
import { processIdentity } from './process-table.js';
import { startRabbitmq } from './rabbitmq.js';
import { startRedis } from './redis.js';
import { type Servers, startServers } from './servers.js';
import { claimShare, startSharedServers } from './shared-servers.js';

describe('native servers', () => {
  let servers: Servers;

  beforeAll(async () => {
    servers = await startServers({ ephemeral: true, native: true });
  }, 180_000);

  afterAll(() => servers?.stop(), 60_000);

  const native = () => {
    if (!servers.native) throw new Error('the servers are not our own');
    return servers.native;
  };

  it('keeps committed rows when PostgreSQL is killed and started again', async () => {
    const database = await createTestDatabase(servers.databaseUrl);
    await query(database.url, 'create table notes (text text)', "insert into notes values ('kept')");
    await native().postgres.kill('SIGKILL');
    expect(native().postgres.isRunning).toBe(false);
    await native().postgres.restart();
    expect(await query(database.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
    await database.drop();
    await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
  }, 60_000);

  it('keeps durable messages when RabbitMQ is killed and started again', async () => {
    const first = await connect(servers.amqpUrl);
    first.on('error', () => undefined);
    const declaring = await first.createChannel();
    await declaring.assertQueue('kept', { durable: true });
    await first.close();
    // A queue of a moment ago is in the broker's memory still; what a publisher had confirmed is on the disk.
    await native().rabbitmq.restart();
    const later = await connect(servers.amqpUrl);
    later.on('error', () => undefined);
    const channel = await later.createConfirmChannel();
    channel.on('error', () => undefined);
    channel.sendToQueue('kept', Buffer.from('kept'), { persistent: true });
    await channel.waitForConfirms();

    const nameServer = native().rabbitmq.pids.at(-1) ?? 0;
    await native().rabbitmq.kill('SIGKILL');
    process.kill(nameServer, 'SIGKILL');
    await native().rabbitmq.restart();
    expect(native().rabbitmq.pids.length).toBe(2);

    const second = await connect(servers.amqpUrl);
    second.on('error', () => undefined);
    const again = await second.createChannel();
    const message = await again.get('kept', { noAck: true });
    expect(message && String(message.content)).toBe('kept');
    await second.close();
  }, 180_000);

  it('gives Redis a password and never evicts keys', async () => {
    const redis = new Redis(servers.redisUrl);
    expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    redis.disconnect();
    const stranger = new Redis(servers.redisUrl.replace(/:[^:@]*@/, ''), { retryStrategy: () => null });
    stranger.on('error', () => undefined);
    await expect(stranger.set('a', 'b')).rejects.toThrow('NOAUTH');
    stranger.disconnect();
  });

  it('leaves no process, port or file behind', async () => {
    const { postgres, redis, rabbitmq } = native();
    const pids = [...postgres.pids, ...redis.pids, ...rabbitmq.pids];
    expect(pids.length).toBe(4);
    await servers.stop();
    expect(pids.filter((pid) => processIdentity(pid))).toEqual([]);
    for (const server of [postgres, redis, rabbitmq]) {
      expect(await isPortFree(server.port)).toBe(true);
      expect(existsSync(dirname(server.logFile))).toBe(false);
    }
  }, 60_000);
});

describe('a server that cannot start', () => {
  it('is named, with its last lines', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ssc-servers-'));
    const port = await freePort();
    const holder = await startRedis({ dir: join(dir, 'a'), port, password: 'x' });
    await expect(startRedis({ dir: join(dir, 'b'), port, password: 'y' })).rejects.toThrow(
      /Redis ended with[\s\S]*Address already in use/,
    );
    await holder.stop();
    rmSync(dir, { recursive: true, force: true });
  }, 60_000);
});

it('finds what RabbitMQ kept after its ports have moved, and says when its secrets are others', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ssc-servers-'));
  const begin = async (password = 'first') => {
    const [port = 0, distPort = 0, epmdPort = 0] = await freePorts(3);
    return startRabbitmq({ dir, password, port, distPort, epmdPort });
  };
  const first = await begin();
  await onBroker(first.url, async (channel) => {
    await channel.assertQueue('kept', { durable: true });
  });
  await first.stop();
  const moved = await begin();
  expect(moved.url).not.toBe(first.url);
  await onBroker(moved.url, (channel) => channel.checkQueue('kept'));
  await moved.stop();
  await expect(begin('second')).rejects.toThrow(/with other secrets/);
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}, 240_000);

type Channel = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createConfirmChannel']>>;

async function onBroker(url: string, work: (channel: Channel) => Promise<unknown>): Promise<void> {
  const connection = await connect(url);
  connection.on('error', () => undefined);
  const channel = await connection.createConfirmChannel();
  channel.on('error', () => undefined);
  await work(channel);
  await connection.close();
}

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

it('shares servers among specs, each alone in its part, and nobody gets a part twice', async () => {
  const shared = await startSharedServers(2);
  const [first, second, none] = Array.from({ length: 3 }, () => claimShare(shared.env));
  expect(none).toBeUndefined();
  expect(claimShare({})).toBeUndefined();
  if (!first || !second) throw new Error('there are two shares');

  const [one, two] = await Promise.all([connect(first.amqpUrl), connect(second.amqpUrl)]);
  const channel = await one.createChannel();
  await channel.assertQueue('mine');
  const other = await two.createChannel();
  other.on('error', () => undefined);
  two.on('error', () => undefined);
  await expect(other.checkQueue('mine')).rejects.toThrow('NOT_FOUND');
  await one.close();
  await two.close();

  const [mine, theirs] = [new Redis(first.redisUrl), new Redis(second.redisUrl)];
  await mine.set('mine', '1');
  expect([await mine.get('mine'), await theirs.get('mine')]).toEqual(['1', null]);
  mine.disconnect();
  theirs.disconnect();

  await shared.stop();
  await expect(connect(first.amqpUrl)).rejects.toThrow();
}, 120_000);

it('migrates a service once for all its databases, also for specs that ask at the same time', async () => {
  const shared = await startSharedServers(1);
  const { databaseUrl = '' } = claimShare(shared.env) ?? {};
  let migrations = 0;
  const migrate = async (url: string) => {
    migrations += 1;
    await query(url, 'create table notes (text text)');
  };
  const databases = await Promise.all(
    [1, 2, 3].map(() => createMigratedDatabase(databaseUrl, 'notes', migrate)),
  );
  expect(migrations).toBe(1);
  const [first, second] = databases.map(({ url }) => url);
  await query(first ?? '', `insert into notes values ('mine')`);
  expect(await query(second ?? '', 'select * from notes')).toEqual([]);
  await Promise.all(databases.map((database) => database.drop()));
  await shared.stop();
}, 120_000);
