import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type {
  AgreementStatus,
  DealKind,
  EscrowState,
  HoldPeriod,
  Language,
  PlanType,
  TranscriptStage,
} from '#contracts';

const cents = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

@Entity('agreements')
export class AgreementEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  /** The public number, 16 digits. */
  @Column('text')
  agreementId: string;

  /** `users.id` of party A, who saved it signed in or has claimed it. */
  @Column('int', { nullable: true })
  ownerId: number | null;

  /** SHA-256 of the secret that the creator's browser holds until the claim. */
  @Column('text')
  claimHash: string;

  @Column('timestamptz', { nullable: true })
  claimedAt: Date | null;

  @Column('text')
  partyAName: string;

  @Column('text')
  partyAEmail: string;

  @Column('text')
  partyBName: string;

  @Column('text')
  partyBEmail: string;

  @Column('text', { default: 'en' })
  partyALanguage: Language;

  /** In which party B last answered, or before that first opened a mailed link; null where neither is known. */
  @Column('text', { nullable: true })
  partyBLanguage: Language | null;

  @Column('text')
  planType: PlanType;

  /** What kind of deal was chosen; null where none was. */
  @Column('text', { nullable: true })
  kind: DealKind | null;

  /** What it is about, in party A's words; null where nothing was said. */
  @Column('varchar', { length: 80, nullable: true })
  title: string | null;

  @Column('bigint', { nullable: true, transformer: cents })
  amountCents: number | null;

  @Column('text', { default: 'USD' })
  currency: string;

  @Column('text', { default: 'pending' })
  status: AgreementStatus;

  @Column('text', { nullable: true })
  statusReason: string | null;

  @Column('text', { nullable: true })
  escrowStatus: EscrowState | null;

  /** The escrow that was told of last, and how far it was. */
  @Column('uuid', { nullable: true })
  escrowId: string | null;

  @Column('int', { default: 0 })
  escrowVersion: number;

  /** `users.id` of who pays into it; null as well of one that was told of before this was kept. */
  @Column('int', { nullable: true })
  escrowBuyerId: number | null;

  @Column('text', { default: '24hrs' })
  escrowHoldPeriod: HoldPeriod;

  @Column('boolean', { default: false })
  isRemote: boolean;

  @Column('text', { nullable: true })
  backupTranscript: string | null;

  @Column('text', { nullable: true })
  photoKey: string | null;

  @Column('text', { nullable: true })
  photoSha256: string | null;

  @Column('text', { default: 'none' })
  transcriptStage: TranscriptStage | 'none';

  @Column('int', { default: 0 })
  transcriptPercent: number;

  /** When the newest event of the transcript happened; older ones are ignored. */
  @Column('timestamptz', { nullable: true })
  transcriptAt: Date | null;

  @Column('text', { nullable: true })
  transcriptSha256: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  cancelledAt: Date | null;

  /** What the person who cancelled or declined wrote. */
  @Column('text', { nullable: true })
  cancelNote: string | null;

  /** When audio, photo and transcript were deleted; hashes and log stay. */
  @Column('timestamptz', { nullable: true })
  contentDeletedAt: Date | null;

  /** From when on objects are being deleted; nothing is sealed until they are gone. */
  @Column('timestamptz', { nullable: true })
  contentDeletionBegunAt: Date | null;

  /** Who could not be reached by mail, and why, such as `partyA:undelivered,seller:bounced`. */
  @Column('text', { nullable: true })
  mailProblem: string | null;

  /**
   * Whether the mail server of party B's address has ever taken a mail about it: false once one came back and none before
   * it was taken, null while nobody has said.
   */
  @Column('boolean', { nullable: true })
  isPartyBReached: boolean | null;

  /** When audio, photo and transcript are deleted. */
  @Column('timestamptz')
  expiresAt: Date;

  /**
   * Where the log ends, and the signature of that. The event log alone reads and writes these: they are not selected, so
   * that nobody who saves an agreement puts an older end back.
   */
  @Column('int', { default: 0, select: false })
  logSeq: number;

  @Column('text', { default: () => "repeat('0', 64)", select: false })
  logHash: string;

  @Column('text', { nullable: true, select: false })
  logSeal: string | null;
}

/**
 * What party A typed to say what the deal is about: blank for whoever has only the number, who is shown names and amount.
 * `parties/invitation.view.spec.ts` asks of each new field of party B's page which of the two it is.
 */
export const wordsOfPartyA = ['title'] as const satisfies readonly (keyof AgreementEntity)[];

/** How many agreements an owner has in a status; triggers keep it. Everybody's are under -1 to -16, in 16 parts. */
@Entity('owner_counts')
export class OwnerCountEntity {
  @PrimaryColumn('int')
  ownerId: number;

  @PrimaryColumn('text')
  status: AgreementStatus;

  @Column('int')
  agreements: number;
}
