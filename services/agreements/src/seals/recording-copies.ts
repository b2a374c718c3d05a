import { Injectable } from '@nestjs/common';
import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import type { DerivedObject } from '#contracts';
import { Clock } from '#platform';
import { SealKeys } from './seal-keys.js';

export const copyFormats = ['mp3', 'webm', 'preview'] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** A copy of a recording in another format, as it was when it was made. */
export interface RecordingCopy {
  agreementId: string;
  recordingId: string;
  party: 'a' | 'b';
  format: CopyFormat;
  sha256: string;
  bytes: number;
  originalSha256: string;
  isSigned: boolean;
}

export interface CopyRow extends Omit<RecordingCopy, 'isSigned'> {
  signature: string;
  keyId: string;
}

/** {@link CopyRow} as it is stored. */
@Entity('recording_copies')
export class RecordingCopyEntity {
  @PrimaryColumn('text')
  agreementId: string;

  @PrimaryColumn('uuid')
  recordingId: string;

  @PrimaryColumn('text')
  format: CopyFormat;

  @PrimaryColumn('text')
  sha256: string;

  @Column('bigint', { transformer: { to: (value: number) => value, from: Number } })
  bytes: number;

  /** Of the recording that it was made from. */
  @Column('text')
  originalSha256: string;

  @Column('text')
  signature: string;

  @Column('text')
  keyId: string;

  @Column('timestamptz')
  notedAt: Date;
}

/** A recording with what was made of it. */
type Made = { id: string; agreementId: string; sha256: string } & Record<CopyFormat, DerivedObject | null>;

/**
 * The hash of every copy that people are given, signed when it is made: a seal holds the recording as it came, so a copy
 * is in no manifest. Hashes stay when the copies are deleted.
 */
@Injectable()
export class RecordingCopies {
  constructor(
    private readonly clock: Clock,
    private readonly keys: SealKeys,
  ) {}

  /** Notes what there is of a recording; what is known already stays as it is. */
  async note(manager: EntityManager, { id, agreementId, sha256, ...made }: Made): Promise<void> {
    const notedAt = this.clock.now();
    const copies = copyFormats.flatMap((format) => {
      const object = made[format];
      if (!object) return [];
      const copy = {
        ...{ agreementId, recordingId: id, format, sha256: object.sha256, bytes: object.bytes },
        originalSha256: sha256,
      };
      const { keyId, bytes } = this.keys.sign(statementOf(copy));
      return [{ ...copy, keyId, signature: bytes.toString('base64url'), notedAt }];
    });
    if (copies.length === 0) return;
    const insert = manager.createQueryBuilder().insert().into(RecordingCopyEntity);
    await insert.values(copies).orIgnore().execute();
  }

  /** Whether each is as it was noted. */
  checked(rows: readonly CopyRow[]): RecordingCopy[] {
    return rows.map(({ signature, keyId, ...copy }) => ({
      ...copy,
      isSigned: this.keys.isSigned(statementOf(copy), keyId, Buffer.from(signature, 'base64url')),
    }));
  }
}

/** What is signed of a copy. */
function statementOf({
  agreementId,
  recordingId,
  format,
  sha256,
  bytes,
  originalSha256,
}: Omit<RecordingCopy, 'party' | 'isSigned'>): Buffer {
  return Buffer.from(
    `copy as ${format} of recording ${recordingId} of agreement ${agreementId}, ${originalSha256}: ${sha256}, ${bytes} bytes`,
  );
}
