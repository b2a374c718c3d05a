import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Column,
  Entity,
  type EntityManager,
  IsNull,
  LessThanOrEqual,
  MoreThan,
  Not,
  PrimaryColumn,
} from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type InvitationKind, invitationIssued, linkDays } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, failpoint, noOrigin, type Origin } from '#platform';
import { EventLog, type LogType } from '../event-log/event-log.module.js';
import { AgreementEntity } from './agreement.entity.js';
import { hasBounced, messagesADay, withoutMailProblem } from './agreement-mails.js';
import { reopenReminders, scheduleLinkEnd, scheduleReminders } from './deadlines.js';

/** One link to party B. A new one revokes the one before. */
@Entity('invitations')
export class InvitationEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  @Column('text')
  kind: InvitationKind;

  /** Where the link was sent. */
  @Column('text')
  email: string;

  @Column('timestamptz')
  issuedAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** When it was seen first, with or without the mailed key. */
  @Column('timestamptz', { nullable: true })
  openedAt: Date | null;

  /** When it was first seen with the mailed key. */
  @Column('timestamptz', { nullable: true })
  keyedAt: Date | null;

  /** When its running out was noticed. */
  @Column('timestamptz', { nullable: true })
  expiredAt: Date | null;
}

/** The invitation whose key opens, or null before the payment. */
export function currentInvitation(
  manager: EntityManager,
  agreementId: string,
): Promise<InvitationEntity | null> {
  return manager.findOneBy(InvitationEntity, { agreementId, revokedAt: IsNull() });
}

/** Whether an invitation went to another address than this one. */
export function wasIssuedElsewhere(manager: EntityManager, id: string, email: string): Promise<boolean> {
  return manager.existsBy(InvitationEntity, { id, email: Not(email) });
}

/** Puts a new invitation in the place of the current one. The caller holds the lock on the agreement's row. */
async function replaceInvitation(manager: EntityManager, invitation: InvitationEntity): Promise<void> {
  const { agreementId, issuedAt } = invitation;
  await manager.update(InvitationEntity, { agreementId, revokedAt: IsNull() }, { revokedAt: issuedAt });
  await manager.insert(InvitationEntity, invitation);
}

/**
 * When the newest invitations of a kind were issued, newest first, as many as a day may bring; without those of a clock that
 * was ahead and is put back.
 */
export async function issueTimes(
  manager: EntityManager,
  agreementId: string,
  kind: InvitationKind,
  now: Date,
): Promise<Date[]> {
  const invitations = await manager.find(InvitationEntity, {
    where: { agreementId, kind, issuedAt: LessThanOrEqual(now) },
    order: { issuedAt: 'DESC' },
    take: messagesADay,
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

/** Notices, once, that the current link has run out. Answers its id, or null when there is nothing to notice. */
export async function markExpired(
  manager: EntityManager,
  agreementId: string,
  now: Date,
): Promise<string | null> {
  const { raw } = await manager.update(
    InvitationEntity,
    { agreementId, revokedAt: IsNull(), expiredAt: IsNull(), expiresAt: LessThanOrEqual(now) },
    { expiredAt: now },
    { returning: 'id' },
  );
  const [invitation] = raw as { id: string }[];
  return invitation?.id ?? null;
}

/**
 * The current link, and codes for it, open nothing from now on, as when it has run out: that is noticed, logged and told
 * in the same way. The caller holds the lock on the agreement's row.
 */
export async function endInvitation(manager: EntityManager, agreementId: string, now: Date): Promise<void> {
  const { affected } = await manager.update(
    InvitationEntity,
    { agreementId, revokedAt: IsNull(), expiresAt: MoreThan(now) },
    { expiresAt: now },
  );
  if (affected) await scheduleLinkEnd(manager, agreementId, now);
}

/** Whether somebody has ever looked at it, with or without a mailed key. */
export function wasOpened(manager: EntityManager, agreementId: string): Promise<boolean> {
  return manager.existsBy(InvitationEntity, { agreementId, openedAt: Not(IsNull()) });
}

/** Whether a mailed key has ever come back. Only that shows that somebody reads what the address gets. */
export function wasOpenedWithKey(manager: EntityManager, agreementId: string): Promise<boolean> {
  return manager.existsBy(InvitationEntity, { agreementId, keyedAt: Not(IsNull()) });
}

/**
 * A mailed key has come back, so party B's address gets mail, whatever was said of one before: its owner is no longer told
 * of a problem, and reminders go on that a bounce has stopped. The caller holds the lock on the agreement's row.
 */
export async function notePartyBReached(
  manager: EntityManager,
  agreement: AgreementEntity,
  now: Date,
): Promise<void> {
  const { agreementId, mailProblem: known } = agreement;
  const mailProblem = withoutMailProblem(known, 'partyB');
  if (mailProblem === known) return;
  agreement.mailProblem = mailProblem;
  await manager.update(AgreementEntity, { agreementId }, { mailProblem });
  if (hasBounced(known, 'partyB')) await reopenReminders(manager, agreementId, now);
}

/** What the log calls each kind, and who asked for it. */
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
  ): Promise<InvitationEntity> {
    const { agreementId, ownerId, partyBEmail: email } = agreement;
    if (ownerId === null) throw new Error(`Nobody owns ${agreementId}: there is nobody to invite for`);
    const issuedAt = this.clock.now();
    const invitation: InvitationEntity = {
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
    if (kind === 'invitation' || kind === 'corrected')
      await scheduleReminders(manager, agreementId, issuedAt);
    await this.log.append(manager, agreementId, {
      type: entries[kind].type,
      actor: entries[kind].actor(ownerId),
      origin,
      detail: { invitationId: invitation.id, expiresAt, emailSha256: hashAddress(email) },
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
export const hashAddress = (text: string) => createHash('sha256').update(text).digest('hex');
