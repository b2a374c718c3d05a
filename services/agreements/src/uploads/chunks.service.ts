import { Inject, Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, IsNull, PrimaryColumn } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { maxAudioBytes } from '#contracts';
import { AppError, Clock, failpoint, inTransaction, signStatement } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { hashClaim, isClaim, newClaimToken } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { type Sender, UnpaidQuota } from './unpaid-quota.js';
import type { UploadedFile } from './upload-reader.js';

/** A long recording that arrives in chunks. */
@Entity('uploads')
export class UploadEntity {
  @PrimaryColumn('uuid')
  id: string;

  /** SHA-256 of the secret that its sender brings with every call. */
  @Column('text')
  tokenHash: string;

  @Column('timestamptz')
  createdAt: Date;

  /** Once finalized. */
  @Column('text', { nullable: true })
  agreementId: string | null;

  /** `users.id` of who began it; null for a visitor. */
  @Column('int', { nullable: true })
  ownerId: number | null;
}

/** A chunk that has arrived. */
@Entity('upload_chunks')
export class ChunkEntity {
  @PrimaryColumn('uuid')
  uploadId: string;

  /** Its place in the recording, from 0. */
  @PrimaryColumn('int')
  n: number;

  @Column('int')
  bytes: number;

  @Column('text')
  sha256: string;
}

/** A chunk as its sender is told of it. */
export type Chunk = Pick<ChunkEntity, 'n' | 'bytes' | 'sha256'>;

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

  /** @param ownerId of the account whose the recording is if it also ends the upload */
  async begin(ownerId: number | null): Promise<{ uploadId: string; uploadToken: string }> {
    const uploadId = uuidv7();
    const uploadToken = newClaimToken();
    await this.dataSource.manager.insert(UploadEntity, {
      ...{ id: uploadId, tokenHash: hashClaim(uploadToken), createdAt: this.clock.now() },
      ownerId,
    });
    return { uploadId, uploadToken };
  }

  /** @throws AppError `not_found`, the same for an unknown upload and for a wrong token. */
  async open(uploadId: string, token: string | undefined): Promise<UploadEntity> {
    if (!UUID.test(uploadId) || token === undefined) throw new AppError('not_found');
    const upload = await this.dataSource.manager.findOneBy(UploadEntity, { id: uploadId });
    if (!upload || !isClaim(upload.tokenHash, token)) throw new AppError('not_found');
    return upload;
  }

  /** The creator's secret for the agreement: made of the upload's own, so that it can be given again. */
  claimToken(uploadId: string, token: string): string {
    return signStatement(this.config.linkSecret, `claim:${uploadId}:${token}`);
  }

  async list(uploadId: string): Promise<Chunk[]> {
    const chunks = await this.dataSource.manager.find(ChunkEntity, {
      where: { uploadId },
      order: { n: 'ASC' },
    });
    return chunks.map(({ n, bytes, sha256 }) => ({ n, bytes, sha256 }));
  }

  /**
   * Keeps a chunk. The same bytes again change nothing.
   * @throws AppError `chunk_conflict`, `file_too_large` when all chunks together are larger than a recording may be,
   * `too_many_requests`
   */
  async put(uploadId: string, n: number, file: UploadedFile, sender: Sender): Promise<Chunk> {
    if (file.bytes === 0) throw new AppError('invalid_input', { message: 'This chunk is empty.' });
    const chunk: Chunk = { n, bytes: file.bytes, sha256: file.sha256 };
    const known = await this.dataSource.manager.findOneBy(ChunkEntity, { uploadId, n });
    if (known) return sameAs({ n, bytes: known.bytes, sha256: known.sha256 }, chunk);
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

  /** A chunk whose object is gone has to be sent again; once finalized they are all gone, and the rows tell what was sent. */
  async forget(uploadId: string, n: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const where = { id: uploadId, agreementId: IsNull() };
      const isOpen = await manager.findOne(UploadEntity, { where, lock: { mode: 'pessimistic_write' } });
      if (isOpen) await manager.delete(ChunkEntity, { uploadId, n });
    });
  }

  private keep(uploadId: string, chunk: Chunk, sender: Sender): Promise<Chunk> {
    return inTransaction(this.dataSource, async (manager) => {
      const upload = await manager.findOne(UploadEntity, {
        where: { id: uploadId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!upload) throw new AppError('not_found');
      const other = await manager.findOneBy(ChunkEntity, { uploadId, n: chunk.n });
      if (other) return { n: other.n, bytes: other.bytes, sha256: other.sha256 };
      if (upload.agreementId !== null)
        throw new AppError('chunk_conflict', { message: 'This recording is already complete.' });
      const bytesBefore = (await manager.sum(ChunkEntity, 'bytes', { uploadId })) ?? 0;
      if (bytesBefore + chunk.bytes > maxAudioBytes) throw new AppError('file_too_large');
      await this.quota.count(manager, sender, { bytes: chunk.bytes, durationMs: 0 });
      await manager.insert(ChunkEntity, { uploadId, ...chunk });
      return chunk;
    });
  }
}

function sameAs(kept: Chunk, sent: Chunk): Chunk {
  if (kept.sha256 !== sent.sha256) throw new AppError('chunk_conflict');
  return kept;
}
