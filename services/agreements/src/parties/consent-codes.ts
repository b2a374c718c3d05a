import type { DataSource, EntityManager } from 'typeorm';
import { HOUR_MS, MINUTE_MS } from '#platform';

const codeMinutes = 10;
/** Guesses at one code. The table allows no more either. */
export const codeTries = 5;

/** A code that was mailed to party B. Its digits are in no row. */
export interface ConsentCodeRow {
  id: string;
  agreementId: string;
  /** The invitation whose address it was mailed to; the code dies with it. */
  invitationId: string;
  issuedAt: Date;
  expiresAt: Date;
  /** Wrong guesses so far. */
  tries: number;
  usedAt: Date | null;
  replacedAt: Date | null;
}

const COLUMNS = `
  id, agreement_id as "agreementId", invitation_id as "invitationId", issued_at as "issuedAt",
  expires_at as "expiresAt", tries, used_at as "usedAt", replaced_at as "replacedAt"`;

/** Until when the key works that is given for a code. */
export const codeKeyExpiry = (usedAt: Date): Date => new Date(usedAt.getTime() + HOUR_MS);

export async function findCode(
  manager: EntityManager | DataSource,
  agreementId: string,
  id: string,
): Promise<ConsentCodeRow | null> {
  const [row] = await manager.query<ConsentCodeRow[]>(
    `select ${COLUMNS} from consent_codes where id = $1 and agreement_id = $2`,
    [id, agreementId],
  );
  return row ?? null;
}

/** The code that can be tried now, or null. The caller holds the lock on the agreement's row. */
export async function openCode(
  manager: EntityManager,
  agreementId: string,
  now: Date,
): Promise<ConsentCodeRow | null> {
  const [row] = await manager.query<ConsentCodeRow[]>(
    `select ${COLUMNS} from consent_codes
     where agreement_id = $1 and used_at is null and replaced_at is null and expires_at > $2 and tries < $3`,
    [agreementId, now, codeTries],
  );
  return row ?? null;
}

/** Puts a new code in the place of the one before. The caller holds the lock on the agreement's row. */
export async function replaceCode(
  manager: EntityManager,
  row: Pick<ConsentCodeRow, 'id' | 'agreementId' | 'invitationId' | 'issuedAt'>,
): Promise<Date> {
  const expiresAt = new Date(row.issuedAt.getTime() + codeMinutes * MINUTE_MS);
  await manager.query(
    `update consent_codes set replaced_at = $2
     where agreement_id = $1 and used_at is null and replaced_at is null`,
    [row.agreementId, row.issuedAt],
  );
  await manager.query(
    `insert into consent_codes (id, agreement_id, invitation_id, issued_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [row.id, row.agreementId, row.invitationId, row.issuedAt, expiresAt],
  );
  return expiresAt;
}

/** When the newest codes were sent, newest first. */
export async function codeTimes(manager: EntityManager, agreementId: string, limit: number): Promise<Date[]> {
  const rows = await manager.query<{ at: Date }[]>(
    'select issued_at as at from consent_codes where agreement_id = $1 order by issued_at desc limit $2',
    [agreementId, limit],
  );
  return rows.map((row) => row.at);
}

export async function countTry(manager: EntityManager, id: string): Promise<void> {
  await manager.query('update consent_codes set tries = tries + 1 where id = $1', [id]);
}

export async function markUsed(manager: EntityManager, id: string, at: Date): Promise<void> {
  await manager.query('update consent_codes set used_at = $2 where id = $1', [id, at]);
}
