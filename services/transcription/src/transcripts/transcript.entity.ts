import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { TranscriptStage } from '#contracts';
import type { TranscriptSegment } from '../speech/speech-engine.js';

@Entity('transcripts')
export class TranscriptEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('uuid', { name: 'recording_id' })
  recordingId: string;

  @Column('int', { name: 'owner_id' })
  ownerId: number;

  @Column('text')
  stage: TranscriptStage;

  @Column('int')
  percent: number;

  /** Counts how often the owner had it started anew after a failure. */
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
  segments: TranscriptSegment[] | null;

  /** SHA-256 of the canonical JSON of duration, engine and segments. */
  @Column('text', { nullable: true })
  sha256: string | null;

  @Column('text', { nullable: true })
  failure: string | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;
}
