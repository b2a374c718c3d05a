import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { LineTurn } from '#contracts';
import type { Span } from './segments.js';

/** A recording as this service works with it; the agreements service owns the original. */
@Entity('recordings')
export class RecordingEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  /** Who speaks. */
  @Column('text', { default: 'a' })
  party: 'a' | 'b';

  @Column('text')
  objectKey: string;

  /** Of the original, in lower-case hex; null where versions before did not keep it. */
  @Column('text', { nullable: true })
  sha256: string | null;

  @Column('text')
  mime: string;

  @Column('int')
  durationMs: number;

  /** 16 kHz mono copy for recognition, kept by versions before; now it is made when it is needed. */
  @Column('text', { nullable: true })
  workingKey: string | null;

  /** Null until it is paid and made. */
  @Column('text', { nullable: true })
  mp3Key: string | null;

  /** Loudness over time, 0..1, for the waveform. */
  @Column('jsonb', { nullable: true })
  peaks: number[] | null;

  /** Where somebody speaks; null until prepared. */
  @Column('jsonb', { nullable: true })
  speech: Span[] | null;

  /** What is probably spoken, as a code of two letters; null when nobody said. */
  @Column('text', { nullable: true })
  language: string | null;

  /** Whose lines were pressed as said when; null when nobody pressed any. */
  @Column('jsonb', { nullable: true })
  turns: LineTurn[] | null;

  /** How much louder the copy for recognition has to be; null until prepared. */
  @Column('float8', { nullable: true })
  gainDb: number | null;

  /** When it was measured: all that a transcript waits for. Whether it was previewed or copied, it does not say. */
  @Column('timestamptz', { nullable: true })
  preparedAt: Date | null;

  /** Set when the last try to measure it was given up. */
  @Column('timestamptz', { nullable: true })
  unusableAt: Date | null;

  /** Set when its content was deleted: nothing may be made of it any more. */
  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;

  /** When it was begun, as its sender's device says; null when nothing did, as of a file that was made elsewhere. */
  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  /** When the original was stored. */
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

/** An agreement whose content is deleted. Events may overtake each other: its recordings may be told of afterwards. */
@Entity('deleted_contents')
export class DeletedContentEntity {
  @PrimaryColumn('text')
  agreementId: string;

  @Column('timestamptz')
  deletedAt: Date;
}

/** What is made of a recording. */
export const derivedNames = ['audio.mp3', 'audio.webm', 'preview.mp3', 'working.wav'] as const;
export type DerivedName = (typeof derivedNames)[number];

/** Where it lies in the object store. */
export function derivedKey(recordingId: string, name: DerivedName): string {
  return `recordings/${recordingId}/${name}`;
}
