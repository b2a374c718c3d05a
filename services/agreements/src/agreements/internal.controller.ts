import { Body, Controller, HttpCode, Param, Req } from '@nestjs/common';
import { ArrayMaxSize, IsArray, Matches } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import {
  AGREEMENT_ID,
  type AgreementFacts,
  type AgreementMailFacts,
  type BodyOf,
  claimAgreement,
  type DealSummary,
  getAgreementFacts,
  getAgreementMailFacts,
  getAgreementOwner,
  getLogEntry,
  listDeals,
  listUnpaidAgreements,
  mostDeals,
  type UnpaidAgreement,
} from '#contracts';
import {
  AppError,
  Caller,
  failpoint,
  IdPipe,
  InternalCall,
  mayAsk,
  type Principal,
  requestOrigin,
  Text,
} from '#platform';
import { AgreementsConfig } from '../config.js';
import { EventLog } from '../event-log/event-log.module.js';
import { findCurrentRecording } from '../recordings/recordings.module.js';
import {
  audioLink,
  confirmationLink,
  evidenceLinks,
  invitationLink,
  type LinkSettings,
} from '../signed-links.js';
import { AgreementEntity } from './agreement.entity.js';
import { formatCents } from './agreement.view.js';
import { AgreementIdPipe } from './agreement-access.js';
import { unreachedParties } from './agreement-mails.js';
import { type AgreementRow, AgreementsRepository } from './agreements.repository.js';
import { AgreementsService } from './agreements.service.js';
import { answeredByMailAt, gradeConsents } from './consents.js';

/** What other services know of an agreement: who, what and when. */
function agreementFacts(row: AgreementRow, consentRecordingSha256: string | null): AgreementFacts {
  return {
    agreementId: row.agreementId,
    planType: row.planType,
    kind: row.kind,
    title: row.title,
    ownerId: row.ownerId,
    escrowHoldPeriod: row.escrowHoldPeriod,
    partyA: { name: row.partyAName, email: row.partyAEmail },
    partyB: { name: row.partyBName, email: row.partyBEmail },
    languages: { partyA: row.partyALanguage, partyB: row.partyBLanguage },
    amount: formatCents(row.amountCents),
    currency: row.currency,
    status: row.status,
    statusReason: row.statusReason,
    cancelNote: row.cancelNote,
    isRemoteContract: row.isRemote,
    hasPhoto: row.photoKey !== null,
    sha256: row.recordingSha256,
    consentRecordingSha256,
    durationSeconds: (row.durationMs ?? 0) / 1000,
    createdAt: row.createdAt.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
    recordingStartedAt: row.recordingStartedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    partyBAnsweredAt: answeredByMailAt(row),
    unreachedParties: unreachedParties(row.mailProblem),
    consents: gradeConsents(row).map(({ party, kind, grade, at, maskedEmail, isDeviceAlike, objection }) => ({
      ...{ party, kind, grade, at, maskedEmail, isDeviceAlike },
      objection: objection && { at: objection.at, reason: objection.reason, via: objection.via },
    })),
  };
}

/** Every link that is mailed, made when it is asked for and stored nowhere. */
function mailedLinks(
  row: AgreementRow,
  config: LinkSettings,
): Omit<AgreementMailFacts, keyof AgreementFacts> {
  const { agreementId, planType } = row;
  return {
    audioLinks: { partyA: audioLink(config, agreementId, 'a'), partyB: audioLink(config, agreementId, 'b') },
    evidenceLinks: {
      partyA: evidenceLinks(config, agreementId, 'a'),
      partyB: evidenceLinks(config, agreementId, 'b'),
    },
    links: {
      pay: `${config.publicUrl}/checkout?plan=${planType}&agreementId=${agreementId}`,
      dashboard: `${config.publicUrl}/dashboard`,
      contract: `${config.publicUrl}/dashboard?contract=${agreementId}`,
      contact: `${config.publicUrl}/contact`,
    },
    invitation: invitationFacts(row, config),
    // Party B's alone: whoever has it can say that it was them.
    confirmationLink: confirmationLink(config, agreementId),
  };
}

function invitationFacts(row: AgreementRow, config: LinkSettings) {
  const { agreementId, invitationId, invitationExpiresAt } = row;
  if (invitationId === null || invitationExpiresAt === null) return null;
  const link = invitationLink(config, agreementId, invitationId);
  return { link, declineLink: `${link}&decline=1`, expiresAt: invitationExpiresAt.toISOString() };
}

class ClaimBody implements BodyOf<typeof claimAgreement> {
  @Text({ max: 100, optional: true }) claimToken?: string;
}

class DealsBody implements BodyOf<typeof listDeals> {
  @IsArray()
  @ArrayMaxSize(mostDeals)
  @Matches(AGREEMENT_ID, { each: true })
  agreementIds: string[];
}

/** What other services ask about an agreement. The gateway has no route to it. */
@Controller()
export class AgreementsInternalController {
  constructor(
    private readonly agreements: AgreementsService,
    private readonly rows: AgreementsRepository,
    private readonly log: EventLog,
    private readonly dataSource: DataSource,
    private readonly config: AgreementsConfig,
  ) {}

  /** Claims the agreement for the user who is about to pay, and tells what there is to pay for. */
  @InternalCall(claimAgreement)
  @HttpCode(200)
  async claim(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() body: ClaimBody,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ) {
    const { claimToken = null } = body;
    const origin = requestOrigin(request);
    const { status, planType } = await this.agreements.claim(agreementId, caller.id, claimToken, origin);
    failpoint('agreements.claim.after-commit');
    return { agreementId, status, planType };
  }

  @InternalCall(getAgreementFacts, getAgreementMailFacts)
  async facts(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
  ): Promise<AgreementFacts | AgreementMailFacts> {
    const row = await this.rows.require(agreementId);
    const consent = await findCurrentRecording(this.dataSource.manager, agreementId, 'b');
    const facts = agreementFacts(row, consent?.sha256 ?? null);
    return mayAsk(getAgreementMailFacts, caller) ? { ...facts, ...mailedLinks(row, this.config) } : facts;
  }

  /** The facts of the line that tells one deal from another. */
  @InternalCall(listDeals)
  @HttpCode(200)
  async deals(@Body() { agreementIds }: DealsBody): Promise<DealSummary[]> {
    const rows = await this.rows.dealSummaries(agreementIds);
    return rows.map(({ amountCents, durationMs, createdAt, recordedAt, ...row }) => ({
      ...row,
      amount: formatCents(amountCents),
      durationSeconds: (durationMs ?? 0) / 1000,
      createdAt: createdAt.toISOString(),
      recordedAt: recordedAt.toISOString(),
    }));
  }

  @InternalCall(getAgreementOwner)
  async owner(@Param('agreementId', AgreementIdPipe) agreementId: string) {
    const { ownerId, status, ...row } = await this.rows.require(agreementId);
    // What has begun may wait for a backup or the store, and goes on then, whatever was paid meanwhile.
    const isContentDeleted = row.contentDeletedAt !== null || row.contentDeletionBegunAt !== null;
    return { ownerId, status, isContentDeleted };
  }

  @InternalCall(getLogEntry)
  async logRow(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Param('seq', IdPipe) seq: number,
  ) {
    const row = await this.log.readOne(agreementId, seq);
    if (!row) throw new AppError('not_found');
    return { actor: row.actor, type: row.type, detail: row.detail, at: row.at };
  }
}

/** As many as anybody would look through. */
const MOST = 50;

/** What other services ask about a user's agreements. The gateway has no route to it. */
@Controller()
export class OwnersInternalController {
  constructor(private readonly dataSource: DataSource) {}

  /** The newest agreements that wait for their payment. */
  @InternalCall(listUnpaidAgreements)
  async pending(@Param('userId', IdPipe) userId: number): Promise<UnpaidAgreement[]> {
    const unpaid = await this.dataSource.manager.find(AgreementEntity, {
      select: { id: true, agreementId: true, planType: true, partyBName: true, createdAt: true },
      where: { ownerId: userId, status: 'pending' },
      order: { id: 'DESC' },
      take: MOST,
    });
    return unpaid.map(({ agreementId, planType, partyBName, createdAt }) => ({
      ...{ agreementId, planType, partyBName },
      createdAt: createdAt.toISOString(),
    }));
  }
}
