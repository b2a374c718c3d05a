import pg from 'pg';

/**
 * A schema of its own: it stays when all that is in `public` is dropped, is in no backup, and the role of a service may make
 * it. Its comment says of which moment the backup is.
 */
const MARK = 'unfinished_restore';

/** Marks a database from before it is emptied until its restore is at its end, also where that never comes. */
export async function setRestoreMark(client: pg.Client, takenAt: string): Promise<void> {
  await client.query('begin');
  await client.query(`create schema if not exists ${MARK}`);
  await client.query(`comment on schema ${MARK} is ${client.escapeLiteral(takenAt)}`);
  await client.query('commit');
}

export async function removeRestoreMark(client: pg.Client): Promise<void> {
  await client.query(`drop schema if exists ${MARK}`);
}

/** Of which moment the backup is whose restore has not come to its end; null where there is none. */
export async function readRestoreMark(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ takenAt: string | null }>(
    `select obj_description(oid, 'pg_namespace') as "takenAt" from pg_namespace where nspname = $1`,
    [MARK],
  );
  return rows[0]?.takenAt ?? null;
}

/** How to go on where a restore was cut short. */
export const RESTORE_AGAIN = 'Make it again with REPLACE=yes (or --replace), of this backup or another';

/**
 * Refuses to work with what a restore has left that was cut short: without some of its rows or events it would look like a
 * healthy system.
 * @throws Error when the database has a mark
 */
export async function refuseUnfinishedRestore(service: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const takenAt = await readRestoreMark(client);
    if (takenAt === null) return;
    throw new Error(
      `The restore of the backup of ${takenAt} has not come to its end in the database of ${service}. ${RESTORE_AGAIN}`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
