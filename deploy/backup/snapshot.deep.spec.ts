import { connect as connectTo, createServer, type Server } from 'node:net';
import pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { BackupRunsError, databaseOptions, runMigrations, unlessBackup } from '#platform';
import { letTimePass } from '../../libs/testing/src/eventually.js';
import { SeededRandom } from '../../libs/testing/src/seed.js';
import { createTestDatabase, type TestDatabase } from '../../libs/testing/src/servers/databases.js';
import { type Servers, startServers } from '../../libs/testing/src/servers/servers.js';
import { serviceNames } from '../image/preparation.js';
import { type DatabaseUrls, Snapshot } from './snapshot.js';

/**
 * One moment of five databases. Writers count up from the first database to the last, each number committed in one
 * before it is written to the next: at every moment a database has the number of the one before it or one less.
 */

const WRITERS = 4;
const SNAPSHOTS = 20;
/** What is sent to the last database comes there so much later: its snapshot would be of a later moment. */
const LATE_MS = 15;
const random = new SeededRandom('snapshot');
const first = serviceNames[0];
const last = serviceNames.at(-1) ?? first;

let servers: Servers;
const databases: TestDatabase[] = [];
let urls: DatabaseUrls;
/** The same, the last one over a slow network. */
let uneven: DatabaseUrls;
let slow: Server;

beforeAll(async () => {
  servers = await startServers({ ephemeral: true });
  for (const _name of serviceNames) databases.push(await createTestDatabase(servers.databaseUrl));
  urls = Object.fromEntries(
    serviceNames.map((name, index) => [name, databases[index]?.url ?? '']),
  ) as DatabaseUrls;
  for (const name of serviceNames) {
    const client = await connect(urls[name]);
    await client.query('create table counters (writer int primary key, n int not null)');
    await client.query('insert into counters select w, 0 from generate_series(1, $1) w', [WRITERS]);
    await client.end();
  }
  const { hostname, port } = new URL(urls[last]);
  slow = createServer((from) => {
    const to = connectTo(Number(port), hostname);
    from.on('data', (sent) => setTimeout(() => to.write(sent), LATE_MS));
    from.on('error', () => to.destroy()).on('close', () => to.end());
    to.on('error', () => from.destroy()).on('close', () => from.end());
    to.pipe(from);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const over = new URL(urls[last]);
  over.port = String((slow.address() as { port: number }).port);
  uneven = { ...urls, [last]: over.toString() };
}, 120_000);

afterAll(async () => {
  await new Promise((resolve) => slow.close(resolve));
  for (const database of databases) await database.drop();
  await servers?.stop();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Writes for as long as it is not stopped, without a pause or with pauses of up to so many milliseconds. */
class Load {
  private isOver = false;
  readonly counted = new Array<number>(WRITERS).fill(0);
  private readonly writers: Promise<void>[];

  constructor(private readonly pauseMs = 0) {
    this.writers = Array.from({ length: WRITERS }, (_, index) => this.write(index + 1));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.writers);
  }

  private async write(writer: number): Promise<void> {
    const clients = await Promise.all(serviceNames.map((name) => connect(urls[name])));
    for (let n = 1; !this.isOver; n += 1) {
      for (const client of clients) {
        await client.query('update counters set n = n + 1 where writer = $1', [writer]);
      }
      this.counted[writer - 1] = n;
      if (this.pauseMs > 0) await letTimePass(random.next() * this.pauseMs, 'nobody writes all the time');
    }
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function counters(snapshot: Snapshot, service: (typeof serviceNames)[number]): Promise<number[]> {
  const rows = await snapshot.rows<{ n: number }>(service, 'select n from counters order by writer');
  return rows.map(({ n }) => n);
}

/** Writers for whom the databases are not of one moment. */
async function impossible(snapshot: Snapshot): Promise<number[][]> {
  const all = await Promise.all(serviceNames.map((service) => counters(snapshot, service)));
  const byWriter = Array.from({ length: WRITERS }, (_, writer) => all.map((n) => n[writer] ?? -1));
  return byWriter.filter((n) => {
    const [from = 0, to = 0] = [n[0], n.at(-1)];
    return n.some((value, index) => index > 0 && value > (n[index - 1] ?? 0)) || from - to > 1;
  });
}

describe.each([
  ['equal snapshots', 60_000, 200],
  ['locked tables', 0, 0],
] as const)('found by %s', (by, equalWithinMs, pauseMs) => {
  it('is of one moment while people write', async () => {
    const load = new Load(pauseMs);
    const seen: number[][] = [];
    let total = 0;
    try {
      for (let count = 0; count < SNAPSHOTS; count += 1) {
        const snapshot = await Snapshot.take(uneven, equalWithinMs);
        expect(snapshot.by).toBe(by);
        seen.push(...(await impossible(snapshot)));
        total += (await counters(snapshot, first)).reduce((sum, n) => sum + n, 0);
        // It stays that moment.
        const [before] = await counters(snapshot, last);
        const { counted } = load;
        const at = counted[0] ?? 0;
        while ((counted[0] ?? 0) < at + 2) await counters(snapshot, first);
        expect((await counters(snapshot, last))[0]).toBe(before);
        await snapshot.close();
      }
    } finally {
      await load.stop();
    }
    expect(seen).toEqual([]);
    expect(total).toBeGreaterThan(SNAPSHOTS);
  }, 120_000);
});

it('would not be of one moment by itself', async () => {
  const load = new Load();
  const [one, other] = [await connect(urls[first]), await connect(urls[last])];
  try {
    await one.query('begin isolation level repeatable read');
    const read = async (client: pg.Client) =>
      (await client.query<{ n: number }>('select n from counters where writer = 1')).rows[0]?.n ?? 0;
    const before = await read(one);
    while ((await read(other)) <= before);
    expect(await read(one)).toBe(before);
  } finally {
    await load.stop();
    await one.end();
    await other.end();
  }
}, 60_000);

describe('objects that rows of that moment name', () => {
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await new DataSource(databaseOptions(urls.agreements, 4, [])).initialize();
  });
  afterAll(() => dataSource.destroy());

  it('are not deleted until it is closed, also when its transactions are over', async () => {
    const snapshot = await Snapshot.take(urls);
    const deleted: string[] = [];
    const remove = () => unlessBackup(dataSource, async () => void deleted.push('an object'));
    await expect(remove()).rejects.toThrow(BackupRunsError);
    await snapshot.endTransactions();
    await expect(remove()).rejects.toThrow('No object is deleted while a backup copies them');
    await snapshot.close();
    await remove();
    expect(deleted).toEqual(['an object']);
  });

  it('are deleted before it begins, when their deletion has begun', async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const order: string[] = [];
    const removing = unlessBackup(dataSource, async () => {
      begin();
      await goOn;
      order.push('deleted');
    });
    await begun;
    const taking = Snapshot.take(urls).then((snapshot) => {
      order.push('taken');
      return snapshot;
    });
    resolve();
    await removing;
    await (await taking).close();
    expect(order).toEqual(['deleted', 'taken']);
  });

  it('may be deleted again when the one who makes a backup has died', async () => {
    const snapshot = await Snapshot.take(urls);
    await dataSource.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'backup' and datname = current_database()`,
    );
    await expect(snapshot.assertHeld()).rejects.toThrow();
    await snapshot.close();
    await unlessBackup(dataSource, async () => undefined);
  });
});

it('holds no migration in front of those who read', async () => {
  class AddNotes1700000000000 {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('alter table counters add column notes text');
    }
    async down(): Promise<void> {}
  }
  const reader = await connect(urls.agreements);
  const snapshot = await Snapshot.take(urls);
  const said = Promise.withResolvers<string>();
  await snapshot.rows('agreements', 'select count(*) from counters');
  const migrating = runMigrations(urls.agreements, [AddNotes1700000000000], { log: said.resolve });
  expect(await said.promise).toMatch(/^a backup runs/);
  await reader.query(`set lock_timeout = '1s'`);
  expect((await reader.query('select * from counters')).rows).toHaveLength(WRITERS);
  await snapshot.close();
  expect(await migrating).toEqual(['AddNotes1700000000000']);
  await reader.end();
}, 60_000);

it('says which database does not answer', async () => {
  const wrong = { ...urls, payments: urls.payments.replace(/\/[^/]+$/, '/nowhere') };
  await expect(Snapshot.take(wrong)).rejects.toThrow(/The database of payments cannot be read: .*nowhere/);
});
