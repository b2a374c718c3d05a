import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
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

type Made = { id: string; agreementId: string; sha256: string } & Record<CopyFormat, DerivedObject | null>;

const MADE = `select id, agreement_id as "agreementId", sha256, mp3, webm, preview from recordings`;
const BATCH = 200;

/**
 * The hash of every copy that people are given, signed when it is made: a seal holds the recording as it came, so a copy
 * is in no manifest. Hashes stay when the copies are deleted.
 */
@Injectable()
export class RecordingCopies {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly keys: SealKeys,
  ) {}

  /** Notes what there is of a recording; what is known already stays as it is. */
  async note(manager: EntityManager, recordingId: string): Promise<void> {
    const [recording] = await manager.query<Made[]>(`${MADE} where id = $1`, [recordingId]);
    if (recording) await this.write(manager, recording);
  }

  /** Notes the copies of recordings from before they were noted. */
  async noteOlder(signal: AbortSignal): Promise<void> {
    const recordings = await this.dataSource.query<Made[]>(
      `${MADE} r where mp3 is not null and not exists (select from recording_copies c
         where c.agreement_id = r.agreement_id and c.recording_id = r.id and c.format = 'mp3') limit ${BATCH}`,
    );
    for (const recording of recordings) {
      if (signal.aborted) return;
      await this.write(this.dataSource.manager, recording);
    }
  }

  /** Whether each is as it was noted. */
  checked(rows: readonly CopyRow[]): RecordingCopy[] {
    return rows.map(({ signature, keyId, ...copy }) => ({
      ...copy,
      isSigned: this.keys.isSigned(statementOf(copy), keyId, Buffer.from(signature, 'base64url')),
    }));
  }

  private async write(manager: EntityManager, { id, agreementId, sha256, ...made }: Made): Promise<void> {
    for (const format of copyFormats) {
      const object = made[format];
      if (!object) continue;
      const copy = {
        ...{ agreementId, recordingId: id, format, sha256: object.sha256, bytes: object.bytes },
        originalSha256: sha256,
      };
      const { keyId, bytes } = this.keys.sign(statementOf(copy));
      await manager.query(
        `insert into recording_copies (agreement_id, recording_id, format, sha256, bytes, original_sha256, signature,
           key_id, noted_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
        [
          ...[agreementId, id, format, copy.sha256, copy.bytes, sha256, bytes.toString('base64url'), keyId],
          this.clock.now(),
        ],
      );
    }
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
