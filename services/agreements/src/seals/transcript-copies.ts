import { Injectable } from '@nestjs/common';
import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import type { ExportFormat, Language, TranscriptExported } from '#contracts';
import { insertIfNew } from '#platform';
import { SealKeys } from './seal-keys.js';

/** A file that a transcript was handed out as. */
@Entity('transcript_copies')
export class TranscriptCopyEntity {
  @PrimaryColumn('text')
  agreementId: string;

  /** Of the file. */
  @PrimaryColumn('text')
  sha256: string;

  @Column('text')
  format: ExportFormat;

  /** Of what stands around the words. */
  @Column('text')
  language: Language;

  @Column('bigint', { transformer: { to: (value: number) => value, from: Number } })
  bytes: number;

  /** Of the transcript that it was made from. */
  @Column('text')
  transcriptSha256: string;

  /** Of what a person wrote, where that is in it. */
  @Column('text', { nullable: true })
  humanSha256: string | null;

  /** The owner says who a speaker is. */
  @Column('boolean')
  areSpeakersNamed: boolean;

  /** The first time. */
  @Column('timestamptz')
  exportedAt: Date;

  @Column('text')
  signature: string;

  @Column('text')
  keyId: string;
}

/** The same as it is read together with all other evidence: the time as ISO 8601 in UTC. */
export type TranscriptCopyRow = Omit<TranscriptCopyEntity, 'exportedAt'> & { exportedAt: string };

/**
 * The hash of every file that owners were given of a transcript, signed when it was told of. The words of a seal are in
 * its own files; a copy counts by the hash of the transcript that it was made from. Rows stay when the words are deleted.
 */
@Injectable()
export class TranscriptCopies {
  constructor(private readonly keys: SealKeys) {}

  /** The same file again changes nothing: it was first handed out when it was. */
  async note(manager: EntityManager, exported: TranscriptExported, at: string): Promise<void> {
    const exportedAt = new Date(at).toISOString();
    const copy = { ...exported, humanSha256: exported.humanSha256 ?? null, exportedAt };
    const { keyId, bytes } = this.keys.sign(statementOf(copy));
    const signature = bytes.toString('base64url');
    await insertIfNew(manager, TranscriptCopyEntity, {
      ...{ ...copy, exportedAt: new Date(exportedAt), keyId, signature },
    });
  }

  /** Whether it is as it was noted. */
  isSigned({ signature, keyId, ...copy }: TranscriptCopyRow): boolean {
    return this.keys.isSigned(statementOf(copy), keyId, Buffer.from(signature, 'base64url'));
  }
}

/** What is signed of a copy. */
function statementOf(copy: Omit<TranscriptCopyRow, 'signature' | 'keyId'>): Buffer {
  const { agreementId, sha256, format, language, bytes, transcriptSha256, humanSha256 } = copy;
  const words = humanSha256 === null ? transcriptSha256 : `${transcriptSha256} and ${humanSha256}`;
  const names = copy.areSpeakersNamed ? 'with names by the owner' : 'with names as they were found';
  return Buffer.from(
    `copy as ${format} in ${language} of transcript ${words} of agreement ${agreementId}, ${names}, ${copy.exportedAt}: ${sha256}, ${bytes} bytes`,
  );
}
