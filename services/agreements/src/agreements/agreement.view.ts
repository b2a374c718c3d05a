import { ApiProperty } from '@nestjs/swagger';
import {
  type AgreementStatus,
  agreementStatuses,
  type DealKind,
  dealKinds,
  type HoldPeriod,
  holdPeriods,
  type PlanType,
  planTypes,
  type TranscriptStage,
  transcriptStages,
} from '#contracts';
import { isPartyBUnreached, nextAllowed } from './agreement-mails.js';
import type { AgreementRow } from './agreements.repository.js';
import { ConsentView, viewConsents } from './consents.js';

export class TranscriptState {
  @ApiProperty({ enum: ['none', ...transcriptStages] }) stage: TranscriptStage | 'none';
  @ApiProperty({ minimum: 0, maximum: 100 }) percent: number;
}

/** The link that party B has now. */
export class InvitationView {
  @ApiProperty({ format: 'date-time' }) issuedAt: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When a mailed link was opened first; who has the number alone opens none',
  })
  openedAt: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'From when party B can be reminded again; null when that was not asked for yet',
  })
  nextReminderAt: string | null;
}

/** An agreement as its owner sees it. */
export class AgreementView {
  @ApiProperty() id: number;
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty() partyAName: string;
  @ApiProperty() partyBName: string;
  @ApiProperty() partyAEmail: string;
  @ApiProperty() partyBEmail: string;
  @ApiProperty({ enum: planTypes }) planType: PlanType;
  @ApiProperty({ type: String, enum: dealKinds, nullable: true, description: 'What kind of deal was chosen' })
  kind: DealKind | null;
  @ApiProperty({
    type: String,
    nullable: true,
    maxLength: 80,
    description: 'What it is about, as party A says',
  })
  title: string | null;
  @ApiProperty({ type: String, nullable: true, example: '250.00' }) amount: string | null;
  @ApiProperty() currency: string;
  @ApiProperty({ enum: agreementStatuses }) status: AgreementStatus;
  @ApiProperty({ type: String, nullable: true }) statusReason: string | null;
  @ApiProperty({ type: String, nullable: true }) escrowStatus: string | null;
  @ApiProperty({ description: 'Whether its owner is who pays into the escrow, and so may release it' })
  isEscrowBuyer: boolean;
  @ApiProperty({ enum: holdPeriods, description: 'How long an escrow waits after delivery' })
  escrowHoldPeriod: HoldPeriod;
  @ApiProperty() hasAudioRecording: boolean;
  @ApiProperty({ type: Number, nullable: true }) durationSeconds: number | null;
  @ApiProperty({ type: String, nullable: true }) sha256: string | null;
  @ApiProperty({ type: String, nullable: true }) photoUrl: string | null;
  @ApiProperty() isRemoteContract: boolean;
  @ApiProperty({ format: 'date-time', description: 'When it was saved first' }) createdAt: string;
  @ApiProperty({ format: 'date-time', description: 'When the server stored the recording that counts' })
  recordedAt: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When that recording was begun; device time. Null where nobody told, as of a file',
  })
  recordingStartedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) paidAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) expiresAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) cancelledAt: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What the person who ended it wrote' })
  cancelNote: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) contentDeletedAt: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'partyB:bounced' }) mailProblem: string | null;
  @ApiProperty({
    description: 'Whether mail to party B came back and none about the contract was ever taken there',
  })
  isPartyBUnreached: boolean;
  @ApiProperty({ type: InvitationView, nullable: true }) invitation: InvitationView | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'From when the link to pay can be sent again; null when none was sent yet, or nothing is to be paid',
  })
  nextResendAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) consentedAt: string | null;
  @ApiProperty({ type: [ConsentView] }) consents: ConsentView[];
  @ApiProperty() transcript: TranscriptState;
}

export class SavedAgreement {
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ description: 'Lets the creator claim the agreement after signing up; also set as a cookie' })
  claimToken: string;
  @ApiProperty({ enum: ['pending'] }) status: 'pending';
  @ApiProperty({ description: 'SHA-256 of the recording as received' }) sha256: string;
  @ApiProperty() bytes: number;
  @ApiProperty() durationSeconds: number;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class AgreementStats {
  @ApiProperty() totalAgreements: number;
  @ApiProperty() pendingAgreements: number;
  @ApiProperty() awaitingAgreements: number;
  @ApiProperty() processingAgreements: number;
  @ApiProperty() completedAgreements: number;
  @ApiProperty() cancelledAgreements: number;
}

export class LogEventView {
  @ApiProperty() seq: number;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty() actor: string;
  @ApiProperty() type: string;
  @ApiProperty({ type: String, nullable: true, description: 'IP address of the person who acted' })
  address: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What their browser calls itself' })
  device: string | null;
  @ApiProperty({ type: Object }) detail: Record<string, string | number | boolean | null>;
  @ApiProperty({ description: 'Hash of the event before; zeros for the first' }) prevHash: string;
  @ApiProperty({ description: 'SHA-256 over `prevHash` and the event in canonical JSON' }) hash: string;
}

export function viewRow(row: AgreementRow): AgreementView {
  return {
    id: row.id,
    agreementId: row.agreementId,
    partyAName: row.partyAName,
    partyBName: row.partyBName,
    partyAEmail: row.partyAEmail,
    partyBEmail: row.partyBEmail,
    planType: row.planType,
    kind: row.kind,
    title: row.title,
    amount: formatCents(row.amountCents),
    currency: row.currency,
    status: row.status,
    statusReason: row.statusReason,
    escrowStatus: row.escrowStatus,
    isEscrowBuyer: row.escrowBuyerId !== null && row.escrowBuyerId === row.ownerId,
    escrowHoldPeriod: row.escrowHoldPeriod,
    hasAudioRecording: row.recordingSha256 !== null,
    durationSeconds: row.durationMs === null ? null : row.durationMs / 1000,
    sha256: row.recordingSha256,
    photoUrl: row.photoKey === null ? null : `/api/agreements/${row.agreementId}/photo`,
    isRemoteContract: row.isRemote,
    createdAt: row.createdAt.toISOString(),
    recordedAt: row.recordedAt.toISOString(),
    recordingStartedAt: row.recordingStartedAt?.toISOString() ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    cancelNote: row.cancelNote,
    contentDeletedAt: row.contentDeletedAt?.toISOString() ?? null,
    mailProblem: row.mailProblem,
    isPartyBUnreached: isPartyBUnreached(row),
    invitation: viewInvitation(row),
    nextResendAt: row.status === 'pending' ? nextMessageAt(row) : null,
    consentedAt: row.consentedAt?.toISOString() ?? null,
    consents: viewConsents(row),
    transcript: { stage: row.transcriptStage, percent: row.transcriptPercent },
  };
}

function viewInvitation(row: AgreementRow): InvitationView | null {
  if (!row.invitationIssuedAt || !row.invitationExpiresAt) return null;
  return {
    issuedAt: row.invitationIssuedAt.toISOString(),
    expiresAt: row.invitationExpiresAt.toISOString(),
    openedAt: row.invitationOpenedAt?.toISOString() ?? null,
    nextReminderAt: nextMessageAt(row),
  };
}

function nextMessageAt({ remindedAt }: AgreementRow): string | null {
  return nextAllowed(remindedAt ?? [])?.toISOString() ?? null;
}

export function viewStats(counts: Record<AgreementStatus, number>): AgreementStats {
  return {
    totalAgreements: Object.values(counts).reduce((sum, count) => sum + count, 0),
    pendingAgreements: counts.pending,
    awaitingAgreements: counts.awaiting_party,
    processingAgreements: counts.processing,
    completedAgreements: counts.completed,
    cancelledAgreements: counts.cancelled,
  };
}

/** 25050 → `250.50`. */
export function formatCents(cents: number | null): string | null {
  return cents === null ? null : (cents / 100).toFixed(2);
}
