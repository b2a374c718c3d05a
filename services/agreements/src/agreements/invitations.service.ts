import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type InvitationKind, invitationIssued } from '#contracts';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, failpoint, noOrigin, type Origin } from '#platform';
import { EventLog, type LogType } from '../event-log/event-log.module.js';
import type { AgreementEntity } from './agreement.entity.js';
import { scheduleLinkEnd, scheduleReminders } from './deadlines.js';
import { type InvitationEntity, replaceInvitation } from './invitation.entity.js';

const linkDays = 14;

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
