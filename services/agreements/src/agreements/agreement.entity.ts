import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AgreementStatus, DealKind, HoldPeriod, Language, PlanType, TranscriptStage } from '#contracts';

const cents = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

@Entity('agreements')
export class AgreementEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  /** The public number, 16 digits. */
  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  /** `users.id` of party A once claimed. */
  @Column('int', { name: 'owner_id', nullable: true })
  ownerId: number | null;

  /** SHA-256 of the secret that the creator's browser holds until the claim. */
  @Column('text', { name: 'claim_hash' })
  claimHash: string;

  @Column('timestamptz', { name: 'claimed_at', nullable: true })
  claimedAt: Date | null;

  @Column('text', { name: 'party_a_name' })
  partyAName: string;

  @Column('text', { name: 'party_a_email' })
  partyAEmail: string;

  @Column('text', { name: 'party_b_name' })
  partyBName: string;

  @Column('text', { name: 'party_b_email' })
  partyBEmail: string;

  @Column('text', { name: 'party_a_language' })
  partyALanguage: Language;

  /** As party B's browser first said; null before that. */
  @Column('text', { name: 'party_b_language', nullable: true })
  partyBLanguage: Language | null;

  @Column('text', { name: 'plan_type' })
  planType: PlanType;

  /** What kind of deal was chosen; null where none was. */
  @Column('text', { nullable: true })
  kind: DealKind | null;

  /** What it is about, in party A's words; null where nothing was said. */
  @Column('varchar', { length: 80, nullable: true })
  title: string | null;

  @Column('bigint', { name: 'amount_cents', nullable: true, transformer: cents })
  amountCents: number | null;

  @Column('text')
  currency: string;

  @Column('text')
  status: AgreementStatus;

  @Column('text', { name: 'status_reason', nullable: true })
  statusReason: string | null;

  @Column('text', { name: 'escrow_status', nullable: true })
  escrowStatus: string | null;

  /** The escrow that was told of last, and how far it was. */
  @Column('uuid', { name: 'escrow_id', nullable: true })
  escrowId: string | null;

  @Column('int', { name: 'escrow_version' })
  escrowVersion: number;

  @Column('text', { name: 'escrow_hold_period' })
  escrowHoldPeriod: HoldPeriod;

  @Column('boolean', { name: 'is_remote' })
  isRemote: boolean;

  @Column('text', { name: 'backup_transcript', nullable: true })
  backupTranscript: string | null;

  @Column('text', { name: 'photo_key', nullable: true })
  photoKey: string | null;

  @Column('text', { name: 'photo_sha256', nullable: true })
  photoSha256: string | null;

  @Column('text', { name: 'transcript_stage' })
  transcriptStage: TranscriptStage | 'none';

  @Column('int', { name: 'transcript_percent' })
  transcriptPercent: number;

  /** When the newest event of the transcript happened; older ones are ignored. */
  @Column('timestamptz', { name: 'transcript_at', nullable: true })
  transcriptAt: Date | null;

  @Column('text', { name: 'transcript_sha256', nullable: true })
  transcriptSha256: string | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt: Date | null;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;

  @Column('timestamptz', { name: 'cancelled_at', nullable: true })
  cancelledAt: Date | null;

  /** What the person who cancelled or declined wrote. */
  @Column('text', { name: 'cancel_note', nullable: true })
  cancelNote: string | null;

  /** When audio, photo and transcript were deleted; hashes and log stay. */
  @Column('timestamptz', { name: 'content_deleted_at', nullable: true })
  contentDeletedAt: Date | null;

  /** Who could not be reached by mail, and why, such as `partyA:undelivered,partyB:bounced`. */
  @Column('text', { name: 'mail_problem', nullable: true })
  mailProblem: string | null;

  /** When audio, photo and transcript are deleted. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
