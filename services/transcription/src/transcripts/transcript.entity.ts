import { Column, CreateDateColumn, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import type { TranscriptStage } from '#contracts';
import type { FoundSpeaker, VoiceMatch } from '../diarization/diarization.module.js';
import type { RecordedSegment, RecordingSide } from '../recordings/recordings.module.js';
import type { AmountCheck, Term } from '../terms/terms.module.js';
import type { Gap, SpeakerName } from './transcript-content.js';

@Entity('transcripts')
export class TranscriptEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('uuid', { name: 'recording_id' })
  recordingId: string;

  /** Party B's recording, in an agreement between people who were apart. */
  @Column('uuid', { name: 'consent_recording_id', nullable: true })
  consentRecordingId: string | null;

  @Column('int', { name: 'owner_id' })
  ownerId: number;

  /** Made for a paid agreement. Until then nobody is told of it, and it cannot be read. */
  @Column('boolean', { name: 'is_paid' })
  isPaid: boolean;

  @Column('text')
  stage: TranscriptStage;

  @Column('int')
  percent: number;

  /** Grows when it is started anew, so that what is left of an earlier start changes nothing. */
  @Column('int')
  run: number;

  @Column('text', { nullable: true })
  engine: string | null;

  @Column('boolean', { name: 'is_draft', nullable: true })
  isDraft: boolean | null;

  @Column('text', { nullable: true })
  language: string | null;

  @Column('int', { name: 'duration_ms', nullable: true })
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
  @Column('boolean', { name: 'are_voices_unclear' })
  areVoicesUnclear: boolean;

  /** Whether the two recordings sound like one person; null where there is one, and of transcripts of before. */
  @Column('text', { name: 'voice_match', nullable: true })
  voiceMatch: VoiceMatch | null;

  /** One voice was found in a recording that two people made together. */
  @Column('boolean', { name: 'is_one_voice' })
  isOneVoice: boolean;

  /** A better engine makes it anew; until it is there the words stay as they are. */
  @Column('boolean', { name: 'is_renewing' })
  isRenewing: boolean;

  /** What the owner calls the speakers, by label. */
  @Column('jsonb', { name: 'speaker_names' })
  speakerNames: Record<string, SpeakerName>;

  /** What the parties were called when it was made. */
  @Column('jsonb', { name: 'party_names', nullable: true })
  partyNames: Record<RecordingSide, string> | null;

  @Column('jsonb', { nullable: true })
  terms: Term[] | null;

  @Column('jsonb', { name: 'amount_check', nullable: true })
  amountCheck: AmountCheck | null;

  /** SHA-256 of the canonical JSON of duration, engine and segments. */
  @Column('text', { nullable: true })
  sha256: string | null;

  @Column('text', { nullable: true })
  failure: string | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;

  /** Set when its words were deleted; the hash stays. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;
}

/** What a transcript is of: party A's recording and, of people who were apart, party B's. */
export interface TranscribedRecordings {
  recordingId: string;
  consentRecordingId: string | null;
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
