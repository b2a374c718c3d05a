import {
  IsDateString,
  IsIn,
  IsInt,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Matches,
  Min,
} from 'class-validator';
import { defineEvent } from '../define-event.js';
import { AGREEMENT_ID, SHA256 } from '../ids.js';

export class RecordingStored {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsUUID() recordingId: string;
  /** Key of the original in the object store. */
  @IsString() objectKey: string;
  @Matches(SHA256) sha256: string;
  @IsInt() @IsPositive() bytes: number;
  @IsString() mime: string;
  @IsInt() @Min(0) durationMs: number;
}

/** The recording of party A lies in the object store, hashed and checked by decoding. */
export const recordingStored = defineEvent(
  'agreements.recording.stored',
  1,
  RecordingStored,
  (d) => d.agreementId,
);

export class AgreementPaid {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsUUID() recordingId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsIn(['processing', 'awaiting_party']) status: 'processing' | 'awaiting_party';
  @IsDateString() paidAt: string;
}

/** The agreement is paid and has left `pending`. */
export const agreementPaid = defineEvent('agreements.agreement.paid', 1, AgreementPaid, (d) => d.agreementId);

export class AgreementCompleted {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @Matches(SHA256) audioSha256: string;
  @Matches(SHA256) transcriptSha256: string;
  @IsOptional() @IsDateString() expiresAt?: string;
}

/** The transcript is final and its hash is in the event log: both parties can have their proof. */
export const agreementCompleted = defineEvent(
  'agreements.agreement.completed',
  1,
  AgreementCompleted,
  (d) => d.agreementId,
);
