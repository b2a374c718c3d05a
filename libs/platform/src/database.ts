import type { Socket } from 'node:net';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type EntityManager,
  type EntityTarget,
  type MixedList,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
} from 'typeorm';
import { BaseConfig } from './config.js';
import { HealthRegistry } from './health.js';
import { inTransactionScope } from './transaction-scope.js';

export type ClassList = MixedList<new () => object>;

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

function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** PostgreSQL's code of why a statement failed. */
export function codeOf(error: unknown): unknown {
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
