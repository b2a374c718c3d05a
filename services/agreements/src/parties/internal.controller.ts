import { Body, Controller, HttpCode, Param, ParseUUIDPipe } from '@nestjs/common';
import { MaxLength } from 'class-validator';
import { DataSource } from 'typeorm';
import { type BodyOf, checkInvitation, getConsentCode, type InvitationStanding } from '#contracts';
import { AppError, Clock, InternalCall } from '#platform';
import { AgreementIdPipe, type AgreementRow, AgreementsRepository } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { codeDigits } from '../signed-links.js';
import { type ConsentCodeEntity, codeTries, findCode } from './consent-code.entity.js';
import { invitationOf, invitationState, type Opening, readKey } from './invitation.state.js';

class InvitationKeyBody implements BodyOf<typeof checkInvitation> {
  @MaxLength(300) key: string;
}

/** What other services ask about party B's invitation. The gateway has no route to it. */
@Controller()
export class PartiesInternalController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementsRepository,
    private readonly config: AgreementsConfig,
    private readonly clock: Clock,
  ) {}

  /** Whether the key is the current one of party B's link, and how things stand. No names, no words. */
  @InternalCall(checkInvitation)
  @HttpCode(200)
  async invitation(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { key }: InvitationKeyBody,
  ): Promise<InvitationStanding> {
    const row = await this.agreements.require(agreementId);
    const now = this.clock.now();
    const { linkSecret } = this.config;
    return readStanding(
      row,
      await readKey(this.dataSource.manager, agreementId, key, { linkSecret, now }),
      now,
    );
  }

  /** The digits of a code, for the mail that brings it. @throws AppError `link_invalid` once it cannot be used */
  @InternalCall(getConsentCode)
  async code(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Param('codeId', ParseUUIDPipe) codeId: string,
  ) {
    const row = await this.agreements.require(agreementId);
    const code = await findCode(this.dataSource.manager, agreementId, codeId);
    if (!code || !isUsable(code, row, this.clock.now())) throw new AppError('link_invalid');
    const digits = codeDigits(this.config.linkSecret, agreementId, codeId);
    return { code: digits, expiresAt: code.expiresAt.toISOString() };
  }
}

/**
 * How things stand for the holder of a link, answered or not.
 * @throws AppError `agreement_not_found` unless the key is the one of the current link
 */
function readStanding(row: AgreementRow, opening: Opening, now: Date): InvitationStanding {
  const { agreementId, status } = row;
  const state = invitationState({ ...row, invitation: invitationOf(row) }, opening, now);
  if (state === 'hidden' || opening.via === 'none') throw new AppError('agreement_not_found');
  return { agreementId, status, stage: row.transcriptStage, percent: row.transcriptPercent };
}

/** Whether somebody who gets the code now can still do something with it. */
function isUsable(code: ConsentCodeEntity, { status, invitationId }: AgreementRow, now: Date): boolean {
  const isOpen = code.usedAt === null && code.replacedAt === null && code.tries < codeTries;
  return isOpen && code.expiresAt > now && status === 'awaiting_party' && code.invitationId === invitationId;
}
