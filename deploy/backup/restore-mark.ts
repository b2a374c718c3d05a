import pg from 'pg';

/** A setting of the database itself: it stays when all that is in it is dropped, and is in no dump. */
const SETTING = 'ssc.unfinished_restore';

/** Marks a database from before it is emptied until its restore is at its end, also where that never comes. */
export async function setRestoreMark(client: pg.Client, takenAt: string): Promise<void> {
  const name = client.escapeIdentifier(client.database ?? '');
  await client.query(`alter database ${name} set ${SETTING} to ${client.escapeLiteral(takenAt)}`);
}

export async function removeRestoreMark(client: pg.Client): Promise<void> {
  await client.query(`alter database ${client.escapeIdentifier(client.database ?? '')} reset ${SETTING}`);
}

/** Of which moment the backup is whose restore has not come to its end; null where there is none. */
export async function readRestoreMark(client: pg.Client): Promise<string | null> {
  // From the catalog: a session keeps the settings with which it began.
  const { rows } = await client.query<{ value: string }>(
    `select split_part(setting, '=', 2) as value
     from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) as setting
     where d.datname = current_database() and s.setrole = 0 and setting like $1`,
    [`${SETTING}=%`],
  );
  return rows[0]?.value ?? null;
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
