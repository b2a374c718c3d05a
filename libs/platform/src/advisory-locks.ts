import type { DataSource, EntityManager } from 'typeorm';
import { BACKUP } from './outage.js';

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
export async function underLock<T>(
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
export function unlessBackup<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  return underLock(dataSource, 'pg_try_advisory_lock_shared', BACKUP_LOCK, work, () => {
    throw new BackupRunsError();
  });
}
