import { Column, CreateDateColumn, Entity, type EntityManager, IsNull, PrimaryColumn } from 'typeorm';
import type { DerivedObject } from '#contracts';
import type { Party } from '../signed-links.js';

const number = { to: (value: number) => value, from: (value: string) => Number(value) };

@Entity('recordings')
export class RecordingEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  @Column('text')
  party: Party;

  /** The bytes as they came; never changed. */
  @Column('text')
  objectKey: string;

  @Column('text')
  mime: string;

  @Column('bigint', { transformer: number })
  bytes: number;

  @Column('text')
  sha256: string;

  @Column('int')
  durationMs: number;

  @Column('jsonb', { nullable: true })
  mp3: DerivedObject | null;

  @Column('jsonb', { nullable: true })
  webm: DerivedObject | null;

  /** The first five seconds, for those who have not paid. */
  @Column('jsonb', { nullable: true })
  preview: DerivedObject | null;

  /** Loudness over time, 0..1: enough to draw it. */
  @Column('jsonb', { nullable: true })
  outline: number[] | null;

  @Column('timestamptz', { nullable: true })
  preparedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;

  /** When it was first asked for a transcript before anything is paid: that is counted once. */
  @Column('timestamptz', { nullable: true })
  transcriptAskedAt: Date | null;

  /** What the request that brought it was known by, of a recording that was made again. */
  @Column('text', { nullable: true })
  idempotencyKey: string | null;

  /** When a newer recording of the same party took its place. */
  @Column('timestamptz', { nullable: true })
  replacedAt: Date | null;

  /** When it was begun, by the clock of the device; null where nobody told, as of a file that was made elsewhere. */
  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  /** When the server stored it, which may be days after it was made. */
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** What a recording sounds like, so that it is known again when it comes in the name of somebody else. */
@Entity('sound_prints')
export class SoundPrintEntity {
  @PrimaryColumn('uuid')
  recordingId: string;

  /** Empty where nothing can be decoded. */
  @Column('bytea')
  print: Buffer;

  @Column('timestamptz')
  madeAt: Date;
}

/** The recording of a party that counts now; those that were replaced stay behind it. */
export function findCurrentRecording(
  manager: EntityManager,
  agreementId: string,
  party: Party,
): Promise<RecordingEntity | null> {
  return manager.findOneBy(RecordingEntity, { agreementId, party, replacedAt: IsNull() });
}

/** The same where there must be one. */
export async function currentRecording(
  manager: EntityManager,
  agreementId: string,
  party: Party,
): Promise<RecordingEntity> {
  const recording = await findCurrentRecording(manager, agreementId, party);
  if (!recording) throw new Error(`${agreementId} has no recording of party ${party}`);
  return recording;
}
