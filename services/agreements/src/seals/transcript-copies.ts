import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Column, Entity, type EntityManager, MoreThan, PrimaryColumn } from 'typeorm';
import type { ExportFormat, Language, TranscriptExported } from '#contracts';
import { insertIfNew, LOGGER, lockInTransaction } from '#platform';
import { SealKeys } from './seal-keys.js';

/**
 * So many copies are kept of an agreement: of four formats in some languages, before and after each naming of a speaker,
 * more than anybody takes along.
 */
const MOST_COPIES = 300;
/** Signatures that are checked at once: less than ten milliseconds in which nothing else is done. */
const BATCH = 50;

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

/**
 * The hash of every file that owners were given of a transcript, signed when it was told of. The words of a seal are in
 * its own files; a copy counts by the hash of the transcript that it was made from. Rows stay when the words are deleted.
 */
@Injectable()
export class TranscriptCopies {
  constructor(
    private readonly keys: SealKeys,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The same file again changes nothing: it was first handed out when it was. Beyond the most that are kept, the new one
   * is not noted: if the oldest made room, an owner could make a file unknown that somebody else holds, by exporting.
   */
  async note(manager: EntityManager, exported: TranscriptExported, at: string): Promise<void> {
    const { agreementId, sha256 } = exported;
    await lockInTransaction(manager, `transcript copies of ${agreementId}`);
    if (await manager.existsBy(TranscriptCopyEntity, { agreementId, sha256 })) return;
    if ((await manager.countBy(TranscriptCopyEntity, { agreementId })) >= MOST_COPIES) {
      this.logger.warn({ agreementId, sha256 }, 'copy of a transcript is not noted: there are too many');
      return;
    }
    const copy = { ...exported, humanSha256: exported.humanSha256 ?? null, exportedAt: new Date(at) };
    const { keyId, bytes } = this.keys.sign(statementOf(copy));
    const signature = bytes.toString('base64url');
    await insertIfNew(manager, TranscriptCopyEntity, { ...copy, keyId, signature });
  }

  /** Whether it is as it was noted. Not remembered: there are many, and each is seldom asked for. */
  isSigned({ signature, keyId, ...copy }: TranscriptCopyEntity): boolean {
    // The database knows times that no `Date` is, such as `infinity`.
    if (!Number.isFinite(Number(copy.exportedAt))) return false;
    const isRemembered = false;
    return this.keys.isSigned(statementOf(copy), keyId, Buffer.from(signature, 'base64url'), isRemembered);
  }

  /** One that is not as it was noted; null when all are. Others get their turn between the batches. */
  async findChanged(manager: EntityManager, agreementId: string): Promise<TranscriptCopyEntity | null> {
    let last: TranscriptCopyEntity | undefined;
    for (;;) {
      const rows = await manager.find(TranscriptCopyEntity, {
        where: { agreementId, ...(last ? { sha256: MoreThan(last.sha256) } : {}) },
        order: { sha256: 'ASC' },
        take: BATCH,
      });
      const changed = rows.find((copy) => !this.isSigned(copy));
      if (changed) return changed;
      if (rows.length < BATCH) return null;
      last = rows.at(-1);
    }
  }
}

/** What is signed of a copy. */
function statementOf(copy: Omit<TranscriptCopyEntity, 'signature' | 'keyId'>): Buffer {
  const { agreementId, sha256, format, language, bytes, transcriptSha256, humanSha256 } = copy;
  const words = humanSha256 === null ? transcriptSha256 : `${transcriptSha256} and ${humanSha256}`;
  const names = copy.areSpeakersNamed ? 'with names by the owner' : 'with names as they were found';
  return Buffer.from(
    `copy as ${format} in ${language} of transcript ${words} of agreement ${agreementId}, ${names}, ${copy.exportedAt.toISOString()}: ${sha256}, ${bytes} bytes`,
  );
}
