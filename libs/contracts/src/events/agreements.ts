import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Matches,
  Min,
  ValidateNested,
} from 'class-validator';
import { AGREEMENT_ID, LANE, SHA256 } from '../agreement.js';
import { defineEvent } from '../define-event.js';

/** Most lines of a script that are marked as said in one recording. */
export const maxLineTurns = 100;

/** Whose line somebody present said was spoken when, in seconds from the start of the recording. */
export class LineTurn {
  @IsIn(['a', 'b']) party: 'a' | 'b';
  @IsNumber() @Min(0) start: number;
  @IsNumber() @Min(0) end: number;
}

export class RecordingStored {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsUUID() recordingId: string;
  /** Key of the original in the object store. */
  @IsString() objectKey: string;
  @Matches(SHA256) sha256: string;
  @IsInt() @IsPositive() bytes: number;
  @IsString() mime: string;
  @IsInt() @Min(0) durationMs: number;
  /** Who speaks; party A when it is not named. */
  @IsOptional() @IsIn(['a', 'b']) party?: 'a' | 'b';
  /**
   * Whose unpaid recordings are prepared one after the other: a pseudonym of the account or the address. Not told of what
   * is paid.
   */
  @IsOptional() @Matches(LANE) lane?: string;
  /** Party A is not mailed: the sender has named too many other people today. */
  @IsOptional() @IsBoolean() isQuiet?: boolean;
  /** What is spoken, as the sender says, else in which the sender uses the product: a code of two letters. */
  @IsOptional() @Matches(/^[a-z]{2}$/) language?: string;
  /** In order. They were pressed by hand, so the voices have to bear them out. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(maxLineTurns)
  @ValidateNested({ each: true })
  @Type(() => LineTurn)
  turns?: LineTurn[];
  /** When it was begun, as the sender's device says; it may have waited there for days. */
  @IsOptional() @IsDateString() startedAt?: string;
}

/** A recording lies in the object store, hashed and checked by decoding. */
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

export class AgreementSealed {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  /** 1 for the first seal; a transcript by a person makes the next. */
  @IsInt() @IsPositive() version: number;
  @Matches(SHA256) manifestSha256: string;
  @Matches(/^[0-9a-f]{16}$/) keyId: string;
  @IsDateString() sealedAt: string;
}

/** The signed manifest of its parts exists: the evidence packet can be had, and verified. */
export const agreementSealed = defineEvent(
  'agreements.agreement.sealed',
  1,
  AgreementSealed,
  (d) => d.agreementId,
);

export class OwnerReachable {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  /** When the owner confirmed the address. */
  @IsDateString() confirmedAt: string;
  /** The owner had a confirmed address before: only what came back from there has not been read. */
  @IsOptional() @IsBoolean() isFailedOnly?: boolean;
}

/** The owner of an agreement that is paid has confirmed an address: what was mailed before may have gone astray. */
export const ownerReachable = defineEvent(
  'agreements.owner.reachable',
  1,
  OwnerReachable,
  (d) => d.agreementId,
);

export class AddressCorrected {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsDateString() correctedAt: string;
}

/** Party B of people in one room has another address: what came back from the one before can be sent to it. */
export const addressCorrected = defineEvent(
  'agreements.address.corrected',
  1,
  AddressCorrected,
  (d) => d.agreementId,
);

export class EvidenceDoubted {
  @IsUUID() checkId: string;
  @IsDateString() checkedAt: string;
  @IsInt() @Min(0) tookMs: number;
  /** How many agreements were looked at. */
  @IsInt() @Min(0) checked: number;
  /** How many problems were found in all. */
  @IsInt() @Min(0) problems: number;
  /** How many agreements and heads of days nobody could look at. */
  @IsOptional() @IsInt() @Min(0) unchecked?: number;
  /** The first of them in words: problems, then what could not be looked at. */
  @IsString({ each: true }) @ArrayMaxSize(20) lines: string[];
}

/** The check of the night has found evidence that is not as it was written, or that it could not look at. */
export const evidenceDoubted = defineEvent(
  'agreements.evidence.doubted',
  1,
  EvidenceDoubted,
  (d) => d.checkId,
);

export const cancelReasons = ['declined', 'by_creator', 'by_admin', 'no_answer', 'unpaid_expired'] as const;
export type CancelReason = (typeof cancelReasons)[number];

export class AgreementCancelled {
  @Matches(AGREEMENT_ID) agreementId: string;
  /** Null while nobody has claimed it. */
  @IsOptional() @IsInt() @IsPositive() ownerId: number | null;
  /** The status it had: party B only knows of it from `awaiting_party` on. */
  @IsIn(['pending', 'awaiting_party']) from: 'pending' | 'awaiting_party';
  @IsIn(cancelReasons) reason: CancelReason;
}

/** The agreement ended without a contract. */
export const agreementCancelled = defineEvent(
  'agreements.agreement.cancelled',
  1,
  AgreementCancelled,
  (d) => d.agreementId,
);

const invitationKinds = ['invitation', 'reminder', 'automatic', 'corrected'] as const;
export type InvitationKind = (typeof invitationKinds)[number];

export class InvitationIssued {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() invitationId: string;
  @IsIn(invitationKinds) kind: InvitationKind;
  @IsDateString() expiresAt: string;
}

/** Party B has a new link; links before it no longer open. */
export const invitationIssued = defineEvent(
  'agreements.invitation.issued',
  1,
  InvitationIssued,
  (d) => d.agreementId,
);

export class InvitationOpened {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() invitationId: string;
  /** Opened with a key, of the mailed link or for a mailed code, so the address was reached. */
  @IsBoolean() isKeyed: boolean;
  /** The key was given for a code. Left out for that of the mailed link. */
  @IsOptional() @IsIn(['code']) via?: 'code';
  @IsDateString() openedAt: string;
}

/** Party B has seen the invitation for the first time, or for the first time with the mailed key. */
export const invitationOpened = defineEvent(
  'agreements.invitation.opened',
  1,
  InvitationOpened,
  (d) => d.agreementId,
);

export class InvitationExpired {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() invitationId: string;
}

/** The link ran out before party B answered. The agreement still waits. */
export const invitationExpired = defineEvent(
  'agreements.invitation.expired',
  1,
  InvitationExpired,
  (d) => d.agreementId,
);

export class LinkRequested {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  /** One mail for each. */
  @IsUUID() requestId: string;
}

/** Somebody who knows the number wants the link: it is mailed once more to the invited address, and nowhere else. */
export const linkRequested = defineEvent('agreements.link.requested', 1, LinkRequested, (d) => d.agreementId);

export class CodeIssued {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  /** The code itself is told to nobody but the mail. */
  @IsUUID() codeId: string;
  @IsDateString() expiresAt: string;
}

/** A code is mailed to the invited address that opens the invitation for as long as it takes to answer. */
export const codeIssued = defineEvent('agreements.code.issued', 1, CodeIssued, (d) => d.agreementId);

export class ConsentGiven {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  /** Party A's recording. */
  @IsUUID() recordingId: string;
  /** Party B's recording. */
  @IsUUID() consentRecordingId: string;
  @IsDateString() consentedAt: string;
}

/** Party B has spoken: both recordings exist and the transcript can be made. */
export const consentGiven = defineEvent('agreements.consent.given', 1, ConsentGiven, (d) => d.agreementId);

export class ConsentConfirmed {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() confirmationId: string;
  /** With the mailed link, or on a phone that scanned party A's screen. */
  @IsIn(['link', 'screen']) via: 'link' | 'screen';
  @IsDateString() confirmedAt: string;
}

/** Party B says that it was them who agreed. */
export const consentConfirmed = defineEvent(
  'agreements.consent.confirmed',
  1,
  ConsentConfirmed,
  (d) => d.agreementId,
);

export class ConsentObjected {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  /** The objection; its words are in the agreement. */
  @IsUUID() confirmationId: string;
  @IsDateString() objectedAt: string;
}

/** Party B says that it was not them who agreed. Both parties and the support are told at once. */
export const consentObjected = defineEvent(
  'agreements.consent.objected',
  1,
  ConsentObjected,
  (d) => d.agreementId,
);

export class PaymentRequested {
  @Matches(AGREEMENT_ID) agreementId: string;
  /** One mail for each. */
  @IsUUID() noticeId: string;
  @IsIn(['resend', 'first-warning', 'last-warning']) kind: 'resend' | 'first-warning' | 'last-warning';
  /** When an unpaid recording is deleted. */
  @IsDateString() deletesAt: string;
  /** A payment was under way for days and came to nothing. */
  @IsOptional() @IsBoolean() hasPaymentFailed?: boolean;
}

/** Party A is reminded that the contract is not finished and paid. */
export const paymentRequested = defineEvent(
  'agreements.payment.requested',
  1,
  PaymentRequested,
  (d) => d.agreementId,
);

export class AccessEnding {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsIn(['seven-days', 'one-day']) kind: 'seven-days' | 'one-day';
  @IsDateString() endsAt: string;
}

/** Audio, photo and transcript will be deleted soon. */
export const accessEnding = defineEvent('agreements.access.ending', 1, AccessEnding, (d) => d.agreementId);

export class ContentDeleted {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsOptional() @IsInt() @IsPositive() ownerId: number | null;
  /** `requested`: early, by an administrator, because a person asked for it. */
  @IsIn(['unpaid', 'cancelled', 'access-ended', 'requested'])
  reason: 'unpaid' | 'cancelled' | 'access-ended' | 'requested';
  @IsDateString() deletedAt: string;
}

/** Audio, photo and transcript are gone; hashes and the log stay. Whoever keeps words of it deletes them now. */
export const contentDeleted = defineEvent(
  'agreements.content.deleted',
  1,
  ContentDeleted,
  (d) => d.agreementId,
);

export class TranscriptRequested {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsInt() @IsPositive() ownerId: number;
  @IsUUID() recordingId: string;
  @IsOptional() @IsUUID() consentRecordingId?: string;
  /** The agreement is in work, so both parties may read it: said again in case that news was lost. */
  @IsOptional() @IsBoolean() isPaid?: boolean;
}

/** A transcript is wanted of what is stored now; one that exists of the same recordings is enough. */
export const transcriptRequested = defineEvent(
  'agreements.transcript.requested',
  1,
  TranscriptRequested,
  (d) => d.agreementId,
);

export class AdminActed {
  @Matches(AGREEMENT_ID) agreementId: string;
  @IsOptional() @IsInt() @IsPositive() ownerId: number | null;
  @IsIn([
    'audio-downloaded',
    'cancelled',
    'retention-extended',
    'content-deleted',
    'job-retried',
    'transcript-fulfilled',
  ])
  act:
    | 'audio-downloaded'
    | 'cancelled'
    | 'retention-extended'
    | 'content-deleted'
    | 'job-retried'
    | 'transcript-fulfilled';
  /** Row of the agreement's log that tells who, when and why. */
  @IsInt() @IsPositive() seq: number;
}

/** An administrator did something with an agreement; its owner is told. */
export const adminActed = defineEvent('agreements.admin.acted', 1, AdminActed, (d) => d.agreementId);
