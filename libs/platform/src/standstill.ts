import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Column, type DataSource, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { MINUTE_MS, SECOND_MS } from './clock.js';
import { inTransaction } from './database.js';
import { CLOCKS_APART_MS } from './due.js';
import { CLOCK } from './outage.js';
import { Outages } from './outages.js';
import { LOGGER } from './service.js';

/** When a service last looked at its clocks, by the clock of its database: tests move the other one by days. */
@Entity('last_rounds')
export class LastRoundEntity {
  /** Of the schedule. */
  @PrimaryColumn('text')
  name: string;

  @Column('timestamptz')
  at: Date;
}

/** Times of rows at which something happens by itself that cannot be taken back. */
export interface ClockRule {
  readonly table: string;
  /** A column that tells rows apart, or those that belong together. */
  readonly key: string;
  /** The column with the time. */
  readonly column: string;
  /** Whether the time is when it happens, or that from which its days are counted. */
  readonly is: 'end' | 'beginning';
  /** The column that counts where this one is empty. */
  readonly otherwise?: string;
  /** SQL that is true for rows whose clock runs. */
  readonly isRunning: string;
  /** What is left at least after a restore, where that is more than nothing. */
  readonly afterRestore?: {
    /** SQL of an interval. */
    readonly left: string;
    /** SQL of what is set as well, so that it comes once more. */
    readonly set?: string;
  };
}

/** Rounds come every half minute at most: after this long without one nobody could act. */
const STANDSTILL_MS = 15 * MINUTE_MS;
/** Rows of one statement, which has to come to its end in seconds. */
const BATCH = 5000;

/** The machine's clock is ahead of its database's by more than clocks differ, so what is due by it may not be due. */
export class ClockAheadError extends Error {
  override readonly name = 'ClockAheadError';

  /** @param at the time by the database's clock */
  constructor(
    readonly aheadMs: number,
    readonly at: Date,
  ) {
    super(`The machine's clock is ${Math.round(aheadMs / SECOND_MS)} s ahead of the database's`);
  }
}

/** Asked before anything is done that is due by the clock. Health tells of a machine's clock that is ahead meanwhile. */
@Injectable()
export class Standstills {
  private aheadSince: Date | null = null;

  constructor(
    outages: Outages,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    outages.announce(CLOCK, () => this.aheadSince);
  }

  /**
   * @param addStandstill adds time in which no round came to clocks, and answers how many milliseconds
   * @returns whether something may be done by the clock: not while the machine's is ahead
   */
  async areOver(addStandstill: () => Promise<number>): Promise<boolean> {
    try {
      const addedMs = await addStandstill();
      this.aheadSince = null;
      if (addedMs > 0)
        this.logger.warn({ addedMs }, 'no round came for a while: what ran then has as much more time');
      return true;
    } catch (error) {
      if (!(error instanceof ClockAheadError)) throw error;
      this.aheadSince ??= error.at;
      this.logger.error({ aheadMs: error.aheadMs }, 'the clock is ahead: nothing is done by it');
      return false;
    }
  }
}

/** A connection to a service's database, of whatever library. */
interface Connection {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Notes that the clocks of a service are looked at now. When that was last done too long ago, because service or database
 * were away or the database's clock has jumped ahead, what ran then is put off by as long: nobody could act meanwhile. Mark
 * and clocks are one transaction under a lock of the mark, so two copies of a service add the time once. A mark that is
 * ahead of the database's clock, which was put back, follows it.
 * @param name of the schedule
 * @returns milliseconds that were added; 0 for none
 * @throws ClockAheadError when the machine's clock, by which things are due, is ahead: nothing is noted then
 */
export function addStandstill(
  dataSource: DataSource,
  name: string,
  rules: readonly ClockRule[],
): Promise<number> {
  return inTransaction(dataSource, async (manager) => {
    const before = await lockMark(manager, name);
    const machine = Date.now();
    // Asked for once the lock is there: the transaction's own time may be from before the other copy's round.
    const [{ now, seconds }] = await manager.query<[{ now: Date; seconds: number | null }]>(
      `select moment as now, extract(epoch from moment - $1::timestamptz)::float8 as seconds
       from clock_timestamp() as moment`,
      [before],
    );
    const aheadMs = machine - now.getTime();
    if (aheadMs > CLOCKS_APART_MS) throw new ClockAheadError(aheadMs, now);
    if (before === null || seconds === null) return 0;
    const hasStoodStill = seconds * SECOND_MS > STANDSTILL_MS;
    if (hasStoodStill) {
      for (const rule of rules) await putOff(manager, rule, before, seconds);
    }
    await manager.update(LastRoundEntity, { name }, { at: now });
    return hasStoodStill ? Math.round(seconds * SECOND_MS) : 0;
  });
}

/** The mark, locked; null when this is the first round. */
async function lockMark(manager: EntityManager, name: string): Promise<Date | null> {
  const mark = await manager.findOne(LastRoundEntity, {
    where: { name },
    lock: { mode: 'pessimistic_write' },
  });
  if (mark) return mark.at;
  const first = { name, at: () => 'clock_timestamp()' };
  await manager.createQueryBuilder().insert().into(LastRoundEntity).values(first).orIgnore().execute();
  return null;
}

/** One statement finds the next rows, moves them and answers where it ended. */
async function putOff(manager: EntityManager, rule: ClockRule, before: Date, seconds: number): Promise<void> {
  const { table, key, column, otherwise, isRunning, is } = rule;
  const time = otherwise === undefined ? column : `coalesce(${column}, ${otherwise})`;
  // What had ended before had all its time; what has begun since had it as well.
  const ranThen = `(${isRunning}) and ${time} ${is === 'end' ? '>' : '<='} $1::timestamptz`;
  let last: unknown;
  do {
    const isFirst = last === undefined;
    const rows: { last: unknown }[] = await manager.query(
      `with batch as (
         select distinct ${key} as batch_key from ${table}
         where ${ranThen} ${isFirst ? '' : `and ${key} > $3`} order by 1 limit ${BATCH}),
       moved as (
         update ${table} set ${column} = ${time} + make_interval(secs => $2::float8)
         where ${key} in (select batch_key from batch) and ${ranThen})
       select batch_key as last from batch order by 1 desc limit 1`,
      isFirst ? [before, seconds] : [before, seconds, last],
    );
    last = rows[0]?.last;
  } while (last !== undefined);
}

/**
 * What cannot be taken back waits after a restore: an objection, or a longer access, of after the backup is not known any
 * more, and nobody could act while the system was away. The time since the backup is not added once more.
 */
export async function giveTimeAnew(connection: Connection, rules: readonly ClockRule[]): Promise<void> {
  for (const { table, column, isRunning, afterRestore } of rules) {
    if (!afterRestore) continue;
    const { left, set } = afterRestore;
    await connection.query(
      `update ${table} set ${column} = now() + ${left}${set === undefined ? '' : `, ${set}`}
       where (${isRunning}) and ${column} < now() + ${left}`,
    );
  }
  await connection.query('update last_rounds set at = now()');
}
