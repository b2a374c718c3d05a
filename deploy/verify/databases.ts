import pg from 'pg';
import { type ServiceName, serviceNames } from '../image/preparation.js';

/** How many rows are in memory at once. */
export const BATCH = 500;

const READ_ONLY = 'begin transaction isolation level repeatable read read only';
/** A statement over a whole table may take its time, but not for ever; a server that does not answer ends it, too. */
const STATEMENT_MS = 300_000;
const CONNECT_MS = 10_000;

export type Row = Record<string, unknown>;
export type Databases = Record<ServiceName, Database>;

/** One service's database, read in transactions that PostgreSQL itself lets write nothing. */
export class Database {
  private isInTransaction = false;

  private constructor(private readonly client: pg.Client) {}

  static async connect(url: string): Promise<Database> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'verify',
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS,
      connectionTimeoutMillis: CONNECT_MS,
    });
    // A connection that breaks is seen by the statement that waits for it.
    client.on('error', () => undefined);
    await client.connect();
    return new Database(client);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  /** A few rows: inside a loop over {@link batches} of the moment that it reads, else of now. */
  async read<Found extends Row>(sql: string, values: unknown[] = []): Promise<Found[]> {
    if (this.isInTransaction) return (await this.client.query<Found>(sql, values)).rows;
    return this.inTransaction(async () => (await this.client.query<Found>(sql, values)).rows);
  }

  /** All rows, as they were at one moment, a batch at a time. Not within another such loop over the same database. */
  async *batches<Found extends Row>(
    sql: string,
    values: unknown[] = [],
    size = BATCH,
  ): AsyncGenerator<Found[]> {
    await this.begin();
    try {
      await this.client.query(`declare found no scroll cursor for ${sql}`, values);
      for (;;) {
        const { rows } = await this.client.query<Found>(`fetch ${size} from found`);
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      await this.end();
    }
  }

  private async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    await this.begin();
    try {
      return await work();
    } finally {
      await this.end();
    }
  }

  private async begin(): Promise<void> {
    await this.client.query(READ_ONLY);
    this.isInTransaction = true;
  }

  private async end(): Promise<void> {
    this.isInTransaction = false;
    await this.client.query('rollback');
  }
}

/**
 * Connects to the database of every service, by the variables that the services read.
 * @throws Error naming a variable that is not set or a database that does not answer
 */
export async function connectAll(env: Record<string, string | undefined>): Promise<Databases> {
  const connected: Partial<Databases> = {};
  try {
    for (const name of serviceNames) {
      const variable = `${name.toUpperCase()}_DATABASE_URL`;
      const url = env[variable];
      if (!url) throw new Error(`${variable} is not set`);
      connected[name] = await Database.connect(url).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`The database of ${name} (${variable}) cannot be read: ${reason}`, { cause: error });
      });
    }
  } catch (error) {
    await closeAll(connected);
    throw error;
  }
  return connected as Databases;
}

export async function closeAll(databases: Partial<Databases>): Promise<void> {
  await Promise.all(Object.values(databases).map((database) => database.close()));
}
