import type { DataSource, EntityManager } from 'typeorm';
import type { InvitationKind } from '#contracts';

/** One link to party B. A new one revokes the one before. */
export interface InvitationRow {
  id: string;
  agreementId: string;
  kind: InvitationKind;
  /** Where the link was sent. */
  email: string;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** When it was seen first, with or without the mailed key. */
  openedAt: Date | null;
  /** When it was first seen with the mailed key. */
  keyedAt: Date | null;
  /** When its running out was noticed. */
  expiredAt: Date | null;
}

const COLUMNS = `
  id, agreement_id as "agreementId", kind, email, issued_at as "issuedAt", expires_at as "expiresAt",
  revoked_at as "revokedAt", opened_at as "openedAt", keyed_at as "keyedAt", expired_at as "expiredAt"`;

/** The invitation whose key opens, or null before the payment. */
export async function currentInvitation(
  manager: EntityManager | DataSource,
  agreementId: string,
): Promise<InvitationRow | null> {
  const [row] = await manager.query<InvitationRow[]>(
    `select ${COLUMNS} from invitations where agreement_id = $1 and revoked_at is null`,
    [agreementId],
  );
  return row ?? null;
}

/** Puts a new invitation in the place of the current one. The caller holds the lock on the agreement's row. */
export async function replaceInvitation(manager: EntityManager, row: InvitationRow): Promise<void> {
  await manager.query(
    'update invitations set revoked_at = $2 where agreement_id = $1 and revoked_at is null',
    [row.agreementId, row.issuedAt],
  );
  await manager.query(
    `insert into invitations (id, agreement_id, kind, email, issued_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [row.id, row.agreementId, row.kind, row.email, row.issuedAt, row.expiresAt],
  );
}

/** When the newest invitations of a kind were issued, newest first. */
export async function issueTimes(
  manager: EntityManager,
  agreementId: string,
  kind: InvitationKind,
  limit: number,
): Promise<Date[]> {
  const rows = await manager.query<{ at: Date }[]>(
    `select issued_at as at from invitations where agreement_id = $1 and kind = $2 order by issued_at desc limit $3`,
    [agreementId, kind, limit],
  );
  return rows.map((row) => row.at);
}

export async function markOpened(
  manager: EntityManager,
  id: string,
  at: Date,
  isKeyed: boolean,
): Promise<void> {
  await manager.query(
    `update invitations set opened_at = coalesce(opened_at, $2), keyed_at = coalesce(keyed_at, $3) where id = $1`,
    [id, at, isKeyed ? at : null],
  );
}

/** Whether any link of the agreement was ever seen. */
export async function wasOpened(manager: EntityManager, agreementId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    'select 1 from invitations where agreement_id = $1 and opened_at is not null limit 1',
    [agreementId],
  );
  return rows.length > 0;
}
