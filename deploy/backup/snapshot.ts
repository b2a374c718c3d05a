import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BACKUP_LOCK } from '#platform';
import { type ServiceName, serviceNames } from '../image/preparation.js';

export type DatabaseUrls = Record<ServiceName, string>;

/** How many rows are in memory at once. */
const BATCH = 500;
/** How long objects that are being deleted, a migration, or another backup are waited for. */
const LOCK_WAIT = '60s';
/** How long equal snapshots are tried for before writers are stopped for a moment. */
const EQUAL_WITHIN_MS = 10_000;
/** Below the second after which PostgreSQL looks for deadlocks: it is always the backup that gives way. */
const TABLE_LOCK_WAIT = '500ms';
const TABLE_LOCK_TRIES = 40;

const BEGIN = 'begin isolation level repeatable read read only';

/**
 * The databases of all services as they were at one moment, for as long as it is kept open. While it is there, also
 * after `endTransactions`, nobody deletes an object that a row of that moment names.
 */
export class Snapshot {
  private constructor(
    private readonly clients: ReadonlyMap<ServiceName, pg.Client>,
    /** PostgreSQL's text of it: which transactions it sees. */
    readonly id: string,
    readonly takenAt: Date,
    /** How it was found: by looking, or by stopping writers for a moment. */
    readonly by: 'equal snapshots' | 'locked tables',
    private readonly exported: ReadonlyMap<ServiceName, string>,
  ) {}

  /**
   * In one cluster transactions are numbered over all databases, and a snapshot says which of them it sees: snapshots
   * that say the same are of the same moment. They are asked for side by side until they are equal; where they do not
   * become so, or the databases are in several clusters, all tables are locked against writing for that moment.
   * @throws Error when a database does not answer, or no moment was found
   */
  static async take(urls: DatabaseUrls, equalWithinMs = EQUAL_WITHIN_MS): Promise<Snapshot> {
    const clients = new Map<ServiceName, pg.Client>();
    try {
      for (const service of serviceNames) clients.set(service, await open(service, urls[service]));
      for (const client of clients.values()) await holdBackDeletion(client);
      const isOneCluster = new Set(await each(clients, clusterOf)).size === 1;
      const equal = isOneCluster ? await beginEqual(clients, equalWithinMs) : null;
      if (equal === null) await beginWhileLocked(clients, urls);
      const [at] = await each(clients, now);
      const exported = await each(clients, async (client) => {
        const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name');
        return rows[0]?.name ?? '';
      });
      return new Snapshot(
        clients,
        equal ?? (await each(clients, current)).join(' '),
        at ?? new Date(),
        equal === null ? 'locked tables' : 'equal snapshots',
        new Map(serviceNames.map((service, index) => [service, exported[index] ?? ''])),
      );
    } catch (error) {
      await closeAll(clients);
      throw error;
    }
  }

  /** For `pg_dump --snapshot`. */
  exportedName(service: ServiceName): string {
    return this.exported.get(service) ?? '';
  }

  /** A few rows of the moment; of now, once its transactions are over. */
  async rows<Row extends object>(service: ServiceName, sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client(service).query<Row>(sql, values)).rows;
  }

  /** All rows, a batch at a time. Not two at once of the same database. */
  async *batches<Row extends object>(service: ServiceName, sql: string): AsyncGenerator<Row[]> {
    const client = this.client(service);
    await client.query(`declare found no scroll cursor for ${sql}`);
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${BATCH} from found`);
      if (rows.length === 0) break;
      yield rows;
    }
    await client.query('close found');
  }

  /** Lets the moment go: for as long as it is held no table is vacuumed. Objects stay held. */
  async endTransactions(): Promise<void> {
    await each(this.clients, (client) => client.query('rollback'));
  }

  /** @throws Error when a connection broke: then objects may have been deleted meanwhile. */
  async assertHeld(): Promise<void> {
    await each(this.clients, (client) => client.query('select 1'));
  }

  close(): Promise<void> {
    return closeAll(this.clients);
  }

  private client(service: ServiceName): pg.Client {
    const client = this.clients.get(service);
    if (!client) throw new Error(`no database of ${service}`);
    return client;
  }
}

async function open(service: ServiceName, url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'backup',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A connection that breaks is seen by the statement that waits for it, or by the next one.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database of ${service} cannot be read: ${reason}`, { cause: error });
  });
  return client;
}

async function holdBackDeletion(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_WAIT}'`);
  await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]).catch((error: unknown) => {
    throw new Error('Another backup or a migration runs, or objects are being deleted: try again later', {
      cause: error,
    });
  });
}

async function clusterOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  );
  return rows[0]?.id ?? '';
}

async function current(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_snapshot()::text as id');
  return rows[0]?.id ?? '';
}

async function now(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>('select now() as at');
  return rows[0]?.at ?? new Date();
}

/** Begins all transactions at moments between which nothing was committed; null when that did not come about. */
async function beginEqual(
  clients: ReadonlyMap<ServiceName, pg.Client>,
  withinMs: number,
): Promise<string | null> {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    await each(clients, (client) => client.query(BEGIN));
    // The first statement takes the snapshot: all are sent before one is answered.
    const ids = await each(clients, current);
    if (new Set(ids).size === 1) return ids[0] ?? '';
    await each(clients, (client) => client.query('rollback'));
  }
  return null;
}

/**
 * Begins all transactions while nobody writes in any of the databases: a lock on all tables is only had once every
 * transaction that has written there is over.
 */
async function beginWhileLocked(
  clients: ReadonlyMap<ServiceName, pg.Client>,
  urls: DatabaseUrls,
): Promise<void> {
  const lockers = new Map<ServiceName, pg.Client>();
  try {
    for (const service of serviceNames) lockers.set(service, await open(service, urls[service]));
    for (let tries = 1; ; tries += 1) {
      const locked = await Promise.allSettled([...lockers.values()].map(lockTables));
      const isLocked = locked.every(({ status }) => status === 'fulfilled');
      if (isLocked) {
        await each(clients, (client) => client.query(BEGIN));
        await each(clients, current);
      }
      await each(lockers, (client) => client.query('rollback'));
      if (isLocked) return;
      if (tries === TABLE_LOCK_TRIES) {
        const [reason] = locked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
        throw new Error('No moment was found at which nobody writes: try again later', { cause: reason });
      }
      // Those who waited behind the locks go first.
      await sleep(TABLE_LOCK_TRIES * tries);
    }
  } finally {
    await closeAll(lockers);
  }
}

async function lockTables(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '${TABLE_LOCK_WAIT}'`);
  const { rows } = await client.query<{ name: string }>(
    `select string_agg(quote_ident(tablename), ', ' order by tablename) as name from pg_tables where schemaname = 'public'`,
  );
  if (rows[0]?.name) await client.query(`lock table ${rows[0].name} in exclusive mode`);
}

/** The same with each of them, all at once, answered in the order of the services. */
function each<T>(
  clients: ReadonlyMap<ServiceName, pg.Client>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T[]> {
  return Promise.all([...clients.values()].map(work));
}

async function closeAll(clients: ReadonlyMap<ServiceName, pg.Client>): Promise<void> {
  await Promise.allSettled([...clients.values()].map((client) => client.end()));
}
