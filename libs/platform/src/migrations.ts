import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type DataSourceOptions, MigrationExecutor } from 'typeorm';
import { BACKUP_LOCK, underLock } from './advisory-locks.js';
import { type ClassList, codeOf, databaseOptions } from './database.js';

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
