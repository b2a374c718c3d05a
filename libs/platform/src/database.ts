import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type EntityManager,
  type EntityTarget,
  MigrationExecutor,
  type MixedList,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
} from 'typeorm';
import { BaseConfig } from './config.js';
import { HealthRegistry } from './health.js';
import { BACKUP } from './outage.js';
import { inTransactionScope } from './transaction-scope.js';

type ClassList = MixedList<new () => object>;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_TRIES = 3;

/** The property `partyAName` is the column `party_a_name`, unless its entity names it otherwise. */
class SnakeCaseColumns extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName || propertyName.replaceAll(/(?<=[a-z0-9])[A-Z]|[A-Z](?=[a-z])/g, '_$&').toLowerCase();
  }
}

/** How long a connection waits for the answer to a statement; longer than the server's own limits. */
const ANSWER_MS = 10_000;

interface Limits {
  /** For a connection, in milliseconds. */
  waitMs?: number;
  /** For the answer to a statement, in milliseconds; 0 for no limit. */
  answerMs?: number;
}

/** Connection settings of a service: bounded pool, bounded waits, so that a sick database answers 503 and not never. */
export function databaseOptions(
  databaseUrl: string,
  poolSize: number,
  entities: ClassList,
  role?: string,
  { waitMs = 10_000, answerMs = ANSWER_MS }: Limits = {},
): DataSourceOptions {
  return {
    type: 'postgres',
    url: databaseUrl,
    entities: entities as DataSourceOptions['entities'],
    namingStrategy: new SnakeCaseColumns(),
    migrationsRun: false,
    extra: {
      max: poolSize,
      Client: answerMs === 0 ? pg.Client : clientWithLimit(answerMs),
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: 30_000,
      statement_timeout: 9000,
      // Whoever waits for a row holds a connection that its owner may need.
      lock_timeout: 8000,
      idle_in_transaction_session_timeout: 15_000,
      keepAlive: true,
      // Connects as the owner of the database and works as somebody who owns nothing.
      ...(role === undefined ? {} : { options: `-c role=${role}` }),
    },
    // An idle client that loses its server must not end the process; the pool opens a new one.
    poolErrorHandler: () => undefined,
  };
}

/**
 * A client that gives its connection up when a statement has no answer in time: a server that is frozen, or gone without
 * a word, keeps the connection open and the server's own limits never come. The limit of the driver itself
 * (`query_timeout`) would leave the connection in the pool, perhaps in the middle of a transaction.
 */
function clientWithLimit(answerMs: number): typeof pg.Client {
  return class extends pg.Client {
    override query(...args: unknown[]): never {
      // The driver takes a statement in many forms; they are passed on as they come.
      const ask = super.query.bind(this) as (...args: unknown[]) => unknown;
      const [first] = args;
      // What brings its rows bit by bit has no one answer.
      if (typeof (first as { submit?: unknown }).submit === 'function') return ask(...args) as never;
      const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
      const timer = setTimeout(() => stream.destroy(new Error('Query read timeout')), answerMs);
      const done = () => clearTimeout(timer);
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const called = (...answer: unknown[]) => {
          done();
          callback(...answer);
        };
        return ask(...args.slice(0, -1), called) as never;
      }
      const result = ask(...args) as Promise<unknown>;
      result.then(done, done);
      return result as never;
    }
  };
}

@Injectable()
class DatabaseHealth {
  constructor(dataSource: DataSource, health: HealthRegistry) {
    health.add('postgres', async () => {
      // Of no table: it asks for an answer.
      await dataSource.query('select 1');
      return undefined;
    });
  }
}

@Module({})
export class DatabaseModule {
  /** @param role what the service works as; without it, as the user of DATABASE_URL. */
  static forEntities(entities: (new () => object)[], role?: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [BaseConfig],
          useFactory: (config: BaseConfig) => ({
            ...databaseOptions(config.databaseUrl ?? '', config.databasePoolSize, entities, role, {
              waitMs: config.databaseWaitMs,
            }),
            // A database that is still starting is waited for, not a reason to die.
            retryAttempts: 120,
            retryDelay: 1000,
          }),
        }),
        TypeOrmModule.forFeature(entities),
      ],
      providers: [DatabaseHealth],
      exports: [TypeOrmModule],
    };
  }
}

/** One transaction; a serialization failure or a deadlock is tried again, three times at most. */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await dataSource.transaction((manager) => inTransactionScope(() => work(manager)));
    } catch (error) {
      if (attempt >= MAX_TRIES || !isConflict(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** Writes a row unless one of the table's unique indexes has its like already. Answers whether it is new. */
export async function insertIfNew<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  row: QueryDeepPartialEntity<Row>,
): Promise<boolean> {
  const insert = manager.createQueryBuilder().insert().into(entity).values(row).orIgnore();
  const { raw } = await insert.updateEntity(false).returning('1').execute();
  return (raw as unknown[]).length > 0;
}

type Lock =
  | 'pg_advisory_lock'
  | 'pg_try_advisory_lock'
  | 'pg_advisory_lock_shared'
  | 'pg_try_advisory_lock_shared';

const lockNumber = (key: unknown) => (typeof key === 'string' ? 'hashtextextended($1, 0)' : '$1');

/**
 * Works while a connection of its own has an advisory lock, which no entity stands for.
 * @param key a number, or a text that is hashed to one
 * @param otherwise what a lock that is only tried comes to when another connection has it
 */
async function underLock<T>(
  dataSource: DataSource,
  lock: Lock,
  key: string | number,
  work: () => Promise<T>,
  otherwise?: () => T | Promise<T>,
): Promise<T> {
  const connection = dataSource.createQueryRunner();
  const call = async (name: string): Promise<unknown> => {
    const [row] = (await connection.query(`select ${name}(${lockNumber(key)}) as answer`, [key])) as {
      answer: unknown;
    }[];
    return row?.answer;
  };
  try {
    if ((await call(lock)) === false && otherwise) return otherwise();
    try {
      return await work();
    } finally {
      await call(lock.replace('try_', '').replace('lock', 'unlock'));
    }
  } finally {
    await connection.release();
  }
}

/**
 * Lets one after the other do what `key` names, in all replicas, without a transaction: for work that asks others over
 * the network. Takes a connection for as long as the work lasts.
 * @throws QueryFailedError when the one before takes longer than the lock timeout
 */
export function oneAtATime<T>(dataSource: DataSource, key: string, work: () => Promise<T>): Promise<T> {
  return underLock(dataSource, 'pg_advisory_lock', key, work);
}

/**
 * Does what `key` names unless another connection, of any replica, is doing it. Answers whether it did. Like
 * `oneAtATime`, it takes a connection for as long as the work lasts.
 */
export function unlessBusy(
  dataSource: DataSource,
  key: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const done = () => work().then(() => true);
  return underLock(dataSource, 'pg_try_advisory_lock', key, done, () => false);
}

/**
 * Lets one transaction after the other do what `key` names, until its end. An advisory lock, as above: there may be no row
 * yet that could be locked.
 * @param key a number, or a text that is hashed to one
 */
export async function lockInTransaction(manager: EntityManager, key: string | bigint): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(${lockNumber(key)})`, [key]);
}

/** An advisory lock in the database of each service: a backup holds it while it copies the objects that rows name. */
export const BACKUP_LOCK = 7_377_370;

/** A backup goes on that may still have to copy what was to be deleted: that waits, as in an outage. */
export class BackupRunsError extends Error {
  override readonly name = 'BackupRunsError';
  readonly outage = BACKUP;

  constructor() {
    super('No object is deleted while a backup copies them');
  }
}

/**
 * Deletes objects that rows have named until now. Takes a connection for as long as it lasts.
 * @throws BackupRunsError
 */
export function unlessBackup(dataSource: DataSource, work: () => Promise<void>): Promise<void> {
  return underLock(dataSource, 'pg_try_advisory_lock_shared', BACKUP_LOCK, work, () => {
    throw new BackupRunsError();
  });
}

function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** PostgreSQL's code of why a statement failed. */
function codeOf(error: unknown): unknown {
  return (error as { driverError?: { code?: unknown } } | null)?.driverError?.code;
}

interface Pool {
  query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

/** A read that is asked very often: a named statement straight on the pool, parsed once per connection. */
export async function hotQuery<Row>(
  dataSource: DataSource,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { master } = dataSource.driver as unknown as { master: Pool };
  return (await master.query<Row>({ name, text, values })).rows;
}

const MIGRATION_LOCK = 7_377_367;
const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrationOptions {
  /** Told what is waited for. */
  log?: (line: string) => void;
  /**
   * How long a statement waits for its lock, in milliseconds: whoever comes after it waits for as long, be it only to read.
   * Longer than the second after which PostgreSQL stops an autovacuum that is in the way.
   */
  lockWaitMs?: number;
  /** Between two tries, in milliseconds: then those who waited behind it go first. */
  pauseMs?: number;
  tries?: number;
}

/**
 * Runs a service's migrations under a lock, so that two starting replicas do not both migrate, and never beside a backup:
 * its transactions keep tables from being altered for as long as its dumps take.
 * @returns the names of those that were run
 * @throws Error when a table is in use for longer than all tries last; a migration is done wholly or not at all
 */
export async function runMigrations(
  databaseUrl: string,
  migrations: ClassList,
  { log = () => undefined, lockWaitMs = 2000, pauseMs = 3000, tries = 30 }: MigrationOptions = {},
): Promise<string[]> {
  // Building an index may take long.
  const options = databaseOptions(databaseUrl, 2, [], undefined, { answerMs: 0 });
  const connect = (lockTimeoutMs: number) =>
    new DataSource({
      ...options,
      extra: { ...(options.extra as object), statement_timeout: 0, lock_timeout: lockTimeoutMs },
      migrations,
      migrationsTransactionMode: 'each',
    } as DataSourceOptions).initialize();
  // The other replica, and a backup, are waited for however long they take.
  const waiting = await connect(0);
  try {
    return await underLock(waiting, 'pg_advisory_lock', MIGRATION_LOCK, async () => {
      const pending = await new MigrationExecutor(waiting).getPendingMigrations();
      if (pending.length === 0) return [];
      await afterBackup(waiting, log, async () => {
        const altering = await connect(lockWaitMs);
        try {
          await migrateInTries(altering, { log, pauseMs, tries });
        } finally {
          await altering.destroy();
        }
      });
      return pending.map(({ name }) => name);
    });
  } finally {
    await waiting.destroy();
  }
}

/** Works when no backup runs, and lets none begin meanwhile. */
function afterBackup<T>(
  dataSource: DataSource,
  log: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  return underLock(dataSource, 'pg_try_advisory_lock_shared', BACKUP_LOCK, work, () => {
    log('a backup runs: the migration begins when it has ended, or was stopped');
    return underLock(dataSource, 'pg_advisory_lock_shared', BACKUP_LOCK, work);
  });
}

/** What was done by a try that failed stays done: the next one goes on after it. */
async function migrateInTries(
  dataSource: DataSource,
  { log, pauseMs, tries }: Required<Pick<MigrationOptions, 'log' | 'pauseMs' | 'tries'>>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt >= tries) {
        throw new Error(
          `The migration was given up after ${tries} tries: a table that it alters is in use all the time. ` +
            'End what holds it (pg_stat_activity), then run it again',
          { cause: error },
        );
      }
      log(`a table that the migration alters is in use: try ${attempt} of ${tries} gave way`);
      await sleep(pauseMs);
    }
  }
}
