import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A recording as this service works with it; the agreements service owns the original. */
@Entity('recordings')
export class RecordingEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('text', { name: 'object_key' })
  objectKey: string;

  @Column('text')
  mime: string;

  @Column('int', { name: 'duration_ms' })
  durationMs: number;

  /** 16 kHz mono copy for recognition; null until prepared. */
  @Column('text', { name: 'working_key', nullable: true })
  workingKey: string | null;

  @Column('text', { name: 'mp3_key', nullable: true })
  mp3Key: string | null;

  /** Loudness over time, 0..1, for the waveform. */
  @Column('jsonb', { nullable: true })
  peaks: number[] | null;

  @Column('timestamptz', { name: 'prepared_at', nullable: true })
  preparedAt: Date | null;

  /** Set when the last try to prepare it was given up. */
  @Column('timestamptz', { name: 'unusable_at', nullable: true })
  unusableAt: Date | null;
}
