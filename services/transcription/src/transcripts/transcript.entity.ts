import {
  Column,
  CreateDateColumn,
  Entity,
  type EntityManager,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { TranscriptStage } from '#contracts';
import type { FoundSpeaker, VoiceMatch } from '../diarization/diarization.module.js';
import type { RecordedSegment, RecordingSide } from '../recordings/recordings.module.js';
import type { AmountCheck, Term } from '../terms/terms.module.js';
import type { Gap, SpeakerName } from './transcript-content.js';

@Entity('transcripts')
export class TranscriptEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  @Column('uuid')
  recordingId: string;

  /** Party B's recording, in an agreement between people who were apart. */
  @Column('uuid', { nullable: true })
  consentRecordingId: string | null;

  @Column('int')
  ownerId: number;

  /** Made for a paid agreement. Until then nobody is told of it, and it cannot be read. */
  @Column('boolean', { default: false })
  isPaid: boolean;

  @Column('text', { default: 'queued' })
  stage: TranscriptStage;

  @Column('int', { default: 0 })
  percent: number;

  /** Grows when it is started anew, so that what is left of an earlier start changes nothing. */
  @Column('int', { default: 1 })
  run: number;

  @Column('text', { nullable: true })
  engine: string | null;

  @Column('boolean', { nullable: true })
  isDraft: boolean | null;

  @Column('text', { nullable: true })
  language: string | null;

  @Column('int', { nullable: true })
  durationMs: number | null;

  @Column('text', { nullable: true })
  text: string | null;

  @Column('jsonb', { nullable: true })
  segments: RecordedSegment[] | null;

  /** Where somebody speaks without words in the transcript. */
  @Column('jsonb', { nullable: true })
  gaps: Gap[] | null;

  @Column('jsonb', { nullable: true })
  speakers: FoundSpeaker[] | null;

  /** Two people speak in one recording, and their voices could not be told apart. */
  @Column('boolean', { default: false })
  areVoicesUnclear: boolean;

  /** Whether the two recordings sound like one person; null where there is one, and of transcripts of before. */
  @Column('text', { nullable: true })
  voiceMatch: VoiceMatch | null;

  /** One voice was found in a recording that two people made together. */
  @Column('boolean', { default: false })
  isOneVoice: boolean;

  /** A better engine makes it anew; until it is there the words stay as they are. */
  @Column('boolean', { default: false })
  isRenewing: boolean;

  /** What the owner calls the speakers, by label. */
  @Column('jsonb', { default: {} })
  speakerNames: Record<string, SpeakerName>;

  /** What the parties were called when it was made. */
  @Column('jsonb', { nullable: true })
  partyNames: Record<RecordingSide, string> | null;

  @Column('jsonb', { nullable: true })
  terms: Term[] | null;

  @Column('jsonb', { nullable: true })
  amountCheck: AmountCheck | null;

  /** SHA-256 of the canonical JSON of duration, engine and segments. */
  @Column('text', { nullable: true })
  sha256: string | null;

  @Column('text', { nullable: true })
  failure: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  completedAt: Date | null;

  /** Set when its words were deleted; the hash stays. */
  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;
}

/** What a transcript was before a better engine made it anew. */
@Entity('transcript_versions')
export class TranscriptVersionEntity {
  @PrimaryColumn('uuid')
  transcriptId: string;

  @PrimaryColumn('int')
  run: number;

  @Column('text')
  engine: string;

  @Column('boolean')
  isDraft: boolean;

  @Column('text')
  sha256: string;

  /** Null once the words are deleted; the hash stays. */
  @Column('jsonb', { nullable: true })
  content: object | null;

  @Column('timestamptz', { default: () => 'now()' })
  replacedAt: Date;
}

/** A transcript that was wanted before the events of its recordings came: kept until they are there. */
@Entity('transcript_requests')
export class TranscriptRequestEntity {
  /** The order in which they came. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  agreementId: string;

  @Column('text')
  kind: 'paid' | 'paid-ahead' | 'requested';

  @Column('jsonb')
  wanted: WantedTranscript;

  @Column('timestamptz', { default: () => 'now()' })
  requestedAt: Date;
}

/** The tables of transcripts made by engines. */
export const transcriptEntities = [TranscriptEntity, TranscriptVersionEntity, TranscriptRequestEntity];

/** What a transcript is of: party A's recording and, of people who were apart, party B's. */
export interface TranscribedRecordings {
  recordingId: string;
  consentRecordingId: string | null;
}

/** A transcript that somebody wants. */
export interface WantedTranscript extends TranscribedRecordings {
  agreementId: string;
  ownerId: number;
  /** Whether both parties may read it. */
  isPaid?: boolean | undefined;
}

export function recordingIds({ recordingId, consentRecordingId }: TranscribedRecordings): string[] {
  return consentRecordingId === null ? [recordingId] : [recordingId, consentRecordingId];
}

export function lockTranscript(
  manager: EntityManager,
  where: { id: string } | { agreementId: string },
): Promise<TranscriptEntity | null> {
  return manager.findOne(TranscriptEntity, { where, lock: { mode: 'pessimistic_write' } });
}
