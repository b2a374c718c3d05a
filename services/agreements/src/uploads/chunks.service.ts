import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { maxAudioBytes } from '#contracts';
import { AppError, Clock, failpoint, inTransaction } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { hashClaim, isClaim, newClaimToken } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { signLink } from '../signed-links.js';
import { type Sender, UnpaidQuota } from './unpaid-quota.js';
import type { UploadedFile } from './upload-reader.js';

/** One chunk of a long recording that has arrived. */
export interface Chunk {
  n: number;
  bytes: number;
  sha256: string;
}

export interface ChunkUpload {
  id: string;
  /** Once finalized. */
  agreementId: string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Named after its content: two senders of the same chunk never write over each other. */
export const chunkKey = (uploadId: string, { n, sha256 }: Pick<Chunk, 'n' | 'sha256'>): string =>
  `uploads/${uploadId}/${n}.${sha256}`;

/** The chunks of long recordings, kept in the object store so that any replica can go on. */
@Injectable()
export class ChunksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly config: AgreementsConfig,
    private readonly quota: UnpaidQuota,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async begin(): Promise<{ uploadId: string; uploadToken: string }> {
    const uploadId = uuidv7();
    const uploadToken = newClaimToken();
    await this.dataSource.query('insert into uploads (id, token_hash, created_at) values ($1, $2, $3)', [
      uploadId,
      hashClaim(uploadToken),
      this.clock.now(),
    ]);
    return { uploadId, uploadToken };
  }

  /** @throws AppError `not_found`, the same for an unknown upload and for a wrong token. */
  async open(uploadId: string, token: string | undefined): Promise<ChunkUpload> {
    if (!UUID.test(uploadId) || token === undefined) throw new AppError('not_found');
    const [row] = await this.dataSource.query<{ tokenHash: string; agreementId: string | null }[]>(
      'select token_hash as "tokenHash", agreement_id as "agreementId" from uploads where id = $1',
      [uploadId],
    );
    if (!row || !isClaim(row.tokenHash, token)) throw new AppError('not_found');
    return { id: uploadId, agreementId: row.agreementId };
  }

  /** The creator's secret for the agreement: made of the upload's own, so that it can be given again. */
  claimToken(uploadId: string, token: string): string {
    return signLink(this.config.linkSecret, `claim:${uploadId}:${token}`);
  }

  list(uploadId: string): Promise<Chunk[]> {
    return this.dataSource.query<Chunk[]>(
      'select n, bytes, sha256 from upload_chunks where upload_id = $1 order by n',
      [uploadId],
    );
  }

  /**
   * Keeps a chunk. The same bytes again change nothing.
   * @throws AppError `chunk_conflict`, `file_too_large` when all chunks together are larger than a recording may be,
   * `too_many_requests`
   */
  async put(uploadId: string, n: number, file: UploadedFile, sender: Sender): Promise<Chunk> {
    if (file.bytes === 0) throw new AppError('invalid_input', { message: 'This part is empty.' });
    const chunk: Chunk = { n, bytes: file.bytes, sha256: file.sha256 };
    const known = (await this.list(uploadId)).find((other) => other.n === n);
    if (known) return sameAs(known, chunk);
    const key = chunkKey(uploadId, chunk);
    await this.store.putFile(key, file.path, 'application/octet-stream');
    failpoint('agreements.chunk.after-object');
    const kept = await this.keep(uploadId, chunk, sender).catch(async (error: unknown) => {
      // Only what was surely not written may go; `RemoveOrphans` finds the rest.
      if (error instanceof AppError) await this.store.delete(key).catch(() => undefined);
      throw error;
    });
    failpoint('agreements.chunk.after-commit');
    if (kept.sha256 !== chunk.sha256) await this.store.delete(key).catch(() => undefined);
    return sameAs(kept, chunk);
  }

  /** A chunk whose object is gone has to be sent again. */
  async forget(uploadId: string, n: number): Promise<void> {
    await this.dataSource.query('delete from upload_chunks where upload_id = $1 and n = $2', [uploadId, n]);
  }

  private keep(uploadId: string, chunk: Chunk, sender: Sender): Promise<Chunk> {
    return inTransaction(this.dataSource, async (manager) => {
      const [upload] = await manager.query<{ agreementId: string | null }[]>(
        'select agreement_id as "agreementId" from uploads where id = $1 for update',
        [uploadId],
      );
      if (!upload) throw new AppError('not_found');
      const [other] = await manager.query<Chunk[]>(
        'select n, bytes, sha256 from upload_chunks where upload_id = $1 and n = $2',
        [uploadId, chunk.n],
      );
      if (other) return other;
      if (upload.agreementId !== null)
        throw new AppError('chunk_conflict', { message: 'This recording is already complete.' });
      const [sum] = await manager.query<{ bytes: number }[]>(
        'select coalesce(sum(bytes), 0)::float8 as bytes from upload_chunks where upload_id = $1',
        [uploadId],
      );
      if ((sum?.bytes ?? 0) + chunk.bytes > maxAudioBytes) throw new AppError('file_too_large');
      await this.quota.count(manager, sender, { bytes: chunk.bytes, durationMs: 0 });
      await manager.query('insert into upload_chunks (upload_id, n, bytes, sha256) values ($1, $2, $3, $4)', [
        uploadId,
        chunk.n,
        chunk.bytes,
        chunk.sha256,
      ]);
      return chunk;
    });
  }
}

function sameAs(kept: Chunk, sent: Chunk): Chunk {
  if (kept.sha256 !== sent.sha256) throw new AppError('chunk_conflict');
  return kept;
}
