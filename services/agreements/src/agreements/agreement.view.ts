import { ApiProperty } from '@nestjs/swagger';
import {
  type AgreementStatus,
  type PlanType,
  planTypes,
  type TranscriptStage,
  transcriptStages,
} from '#contracts';
import type { AgreementEntity } from './agreement.entity.js';
import { agreementStatuses } from './agreement.state.js';

export class TranscriptState {
  @ApiProperty({ enum: ['none', ...transcriptStages] }) stage: TranscriptStage | 'none';
  @ApiProperty({ minimum: 0, maximum: 100 }) percent: number;
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
  @ApiProperty({ type: String, nullable: true, example: '250.00' }) amount: string | null;
  @ApiProperty() currency: string;
  @ApiProperty({ enum: agreementStatuses }) status: AgreementStatus;
  @ApiProperty({ type: String, nullable: true }) statusReason: string | null;
  @ApiProperty({ type: String, nullable: true }) escrowStatus: string | null;
  @ApiProperty() hasAudioRecording: boolean;
  @ApiProperty({ type: Number, nullable: true }) durationSeconds: number | null;
  @ApiProperty({ type: String, nullable: true }) sha256: string | null;
  @ApiProperty({ type: String, nullable: true }) photoUrl: string | null;
  @ApiProperty() isRemoteContract: boolean;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) paidAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) expiresAt: string | null;
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
  @ApiProperty({ type: Object }) detail: Record<string, string | number | boolean | null>;
  @ApiProperty() hash: string;
}

/** Columns of a list row, straight from SQL. */
export interface AgreementRow
  extends Omit<
    AgreementEntity,
    'claimHash' | 'claimedAt' | 'backupTranscript' | 'transcriptAt' | 'photoSha256'
  > {
  recordingSha256: string | null;
  durationMs: number | null;
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
    amount: formatCents(row.amountCents),
    currency: row.currency,
    status: row.status,
    statusReason: row.statusReason,
    escrowStatus: row.escrowStatus,
    hasAudioRecording: row.recordingSha256 !== null,
    durationSeconds: row.durationMs === null ? null : row.durationMs / 1000,
    sha256: row.recordingSha256,
    photoUrl: row.photoKey === null ? null : `/api/agreements/${row.agreementId}/photo`,
    isRemoteContract: row.isRemote,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    transcript: { stage: row.transcriptStage, percent: row.transcriptPercent },
  };
}

/** 25050 → `250.50`. */
export function formatCents(cents: number | null): string | null {
  return cents === null ? null : (cents / 100).toFixed(2);
}
