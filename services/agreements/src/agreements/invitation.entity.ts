import { Column, Entity, type EntityManager, IsNull, Not, PrimaryColumn } from 'typeorm';
import type { InvitationKind } from '#contracts';

/** One link to party B. A new one revokes the one before. */
@Entity('invitations')
export class InvitationEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('text')
  kind: InvitationKind;

  /** Where the link was sent. */
  @Column('text')
  email: string;

  @Column('timestamptz', { name: 'issued_at' })
  issuedAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  /** When it was seen first, with or without the mailed key. */
  @Column('timestamptz', { name: 'opened_at', nullable: true })
  openedAt: Date | null;

  /** When it was first seen with the mailed key. */
  @Column('timestamptz', { name: 'keyed_at', nullable: true })
  keyedAt: Date | null;

  /** When its running out was noticed. */
  @Column('timestamptz', { name: 'expired_at', nullable: true })
  expiredAt: Date | null;
}

/** The invitation whose key opens, or null before the payment. */
export function currentInvitation(
  manager: EntityManager,
  agreementId: string,
): Promise<InvitationEntity | null> {
  return manager.findOneBy(InvitationEntity, { agreementId, revokedAt: IsNull() });
}

/** Puts a new invitation in the place of the current one. The caller holds the lock on the agreement's row. */
export async function replaceInvitation(manager: EntityManager, invitation: InvitationEntity): Promise<void> {
  const { agreementId, issuedAt } = invitation;
  await manager.update(InvitationEntity, { agreementId, revokedAt: IsNull() }, { revokedAt: issuedAt });
  await manager.insert(InvitationEntity, invitation);
}

/** When the newest invitations of a kind were issued, newest first. */
export async function issueTimes(
  manager: EntityManager,
  agreementId: string,
  kind: InvitationKind,
  limit: number,
): Promise<Date[]> {
  const invitations = await manager.find(InvitationEntity, {
    where: { agreementId, kind },
    order: { issuedAt: 'DESC' },
    take: limit,
  });
  return invitations.map(({ issuedAt }) => issuedAt);
}

/** Keeps the first time of each. */
export async function markOpened(
  manager: EntityManager,
  id: string,
  at: Date,
  isKeyed: boolean,
): Promise<void> {
  await manager.update(InvitationEntity, { id, openedAt: IsNull() }, { openedAt: at });
  if (isKeyed) await manager.update(InvitationEntity, { id, keyedAt: IsNull() }, { keyedAt: at });
}

/** Whether any link of the agreement was ever seen. */
export function wasOpened(manager: EntityManager, agreementId: string): Promise<boolean> {
  return manager.existsBy(InvitationEntity, { agreementId, openedAt: Not(IsNull()) });
}
