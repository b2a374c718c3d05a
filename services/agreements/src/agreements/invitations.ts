import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type InvitationKind, invitationIssued } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, failpoint, noOrigin, type Origin } from '#platform';
import { EventLog, type LogType } from '../event-log/event-log.module.js';
import type { AgreementEntity } from './agreement.entity.js';
import { scheduleLinkEnd, scheduleReminders } from './deadlines.js';

const linkDays = 14;

/** What the log calls each kind, and who was behind it. */
const entries: Record<InvitationKind, { type: LogType; actor: (ownerId: number) => string }> = {
  invitation: { type: 'invited', actor: () => 'agreements' },
  reminder: { type: 'reminded', actor: (ownerId) => `user:${ownerId}` },
  automatic: { type: 'reminded-automatically', actor: () => 'agreements' },
  corrected: { type: 'invitation-corrected', actor: (ownerId) => `user:${ownerId}` },
};

/** Links to party B. Only the newest opens. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Gives party B a new link for 14 days, at most until the access period ends; links before it no longer open. The
   * caller has locked the agreement's row; the agreement has an owner.
   */
  async issue(
    manager: EntityManager,
    agreement: AgreementEntity,
    kind: InvitationKind,
    origin: Origin = noOrigin,
  ): Promise<InvitationRow> {
    const { agreementId, ownerId, partyBEmail: email } = agreement;
    if (ownerId === null) throw new Error(`Nobody owns ${agreementId}: there is nobody to invite for`);
    const issuedAt = this.clock.now();
    const invitation: InvitationRow = {
      id: uuidv7(),
      agreementId,
      kind,
      email,
      issuedAt,
      expiresAt: new Date(Math.min(issuedAt.getTime() + linkDays * DAY_MS, agreement.expiresAt.getTime())),
      revokedAt: null,
      openedAt: null,
      keyedAt: null,
      expiredAt: null,
    };
    const expiresAt = invitation.expiresAt.toISOString();
    await replaceInvitation(manager, invitation);
    await scheduleLinkEnd(manager, agreementId, invitation.expiresAt);
    if (kind === 'invitation') await scheduleReminders(manager, agreementId, issuedAt);
    await this.log.append(manager, agreementId, {
      type: entries[kind].type,
      actor: entries[kind].actor(ownerId),
      origin,
      detail: { invitationId: invitation.id, expiresAt, emailSha256: sha256(email) },
    });
    await this.outbox.add(manager, invitationIssued, {
      agreementId,
      ownerId,
      invitationId: invitation.id,
      kind,
      expiresAt,
    });
    failpoint('agreements.invitation.before-commit');
    return invitation;
  }
}

/** Proves later which address was meant without keeping it in a log that nobody can shorten. */
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
async function replaceInvitation(manager: EntityManager, row: InvitationRow): Promise<void> {
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
