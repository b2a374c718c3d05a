import pg from 'pg';
import { LogSeal } from './log-seal.js';

const BATCH = 500;

/**
 * Seals the logs that have no seal: those of the time before there were any. Only right after the migration that made
 * the column, or else whoever takes a seal away would get a new one.
 * @returns how many
 */
export async function sealLogs(databaseUrl: string, secrets: string): Promise<number> {
  const seals = new LogSeal(secrets);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let sealed = 0; ; ) {
      const { rows } = await client.query<{ id: string; seq: number; hash: string }>(
        `select agreement_id as id, log_seq as seq, log_hash as hash from agreements
         where log_seal is null and log_seq > 0 limit ${BATCH}`,
      );
      if (rows.length === 0) return sealed;
      await client.query(
        `update agreements a set log_seal = s.seal
         from unnest($1::text[], $2::text[], $3::text[]) as s (id, hash, seal)
         where a.agreement_id = s.id and a.log_hash = s.hash`,
        [
          rows.map(({ id }) => id),
          rows.map(({ hash }) => hash),
          rows.map(({ id, seq, hash }) => seals.seal(id, { seq, hash })),
        ],
      );
      sealed += rows.length;
    }
  } finally {
    await client.end();
  }
}
