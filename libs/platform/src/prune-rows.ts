import type { DataSource } from 'typeorm';

/** Rows that nothing needs any more. Which ages there are and why stands in docs/operations.md. */
export interface PruneRule {
  readonly table: string;
  /** SQL that is true for rows that may go. */
  readonly isOver: string;
  /** A column with a time, and the days after it for which a row stays. */
  readonly since: string;
  readonly days: number;
}

/** So few that no lock is held for long. */
const BATCH = 1000;

/**
 * Deletes what a rule allows, batch by batch, and answers how many rows went. Safe to run side by side: one statement
 * deletes a limited number of rows that nobody has locked, which TypeORM has no words for.
 *
 * What recognises a repeated message, request or job is dated by the database and must not go because a service's clock is
 * ahead: so the database says how old a row is.
 * @param now in its place, for ends that the service's clock has set
 */
export async function pruneRows(
  dataSource: DataSource,
  { table, isOver, since, days }: PruneRule,
  { signal, now = null }: { signal?: AbortSignal; now?: Date | null } = {},
): Promise<number> {
  let gone = 0;
  for (;;) {
    if (signal?.aborted) return gone;
    const [, count] = await dataSource.query<[unknown, number]>(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table}
         where (${isOver}) and ${since} < coalesce($1::timestamptz, now()) - make_interval(days => $2)
         limit ${BATCH} for update skip locked))`,
      [now, days],
    );
    gone += count;
    if (count < BATCH) return gone;
  }
}
