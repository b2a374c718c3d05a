import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { AppError, failpoint, type Origin, type Principal, unlessBackup } from '#platform';
import { FreeSpace, OBJECT_STORE, ObjectNotFoundError, type ObjectStore, Spool } from '#storage';
import { AgreementEntity, accountOf, type SavedAgreement } from '../agreements/agreements.module.js';
import { AgreementsConfig } from '../config.js';
import { RecordingEntity, WorkLimit } from '../recordings/recordings.module.js';
import type { AgreementData } from './agreement-form.js';
import { type Chunk, ChunksService, chunkKey, UploadEntity } from './chunks.service.js';
import { UnpaidQuota } from './unpaid-quota.js';
import type { UploadedFile } from './upload-reader.js';
import { UploadsService } from './uploads.service.js';

interface FinalizeForm {
  data: AgreementData;
  /** How many chunks the recording has. */
  count: number;
  photo: UploadedFile | null;
}

/** Who finalizes an upload, and from where. */
interface From {
  origin: Origin;
  caller: Principal;
}

/** Calls for one upload that may wait for the first: of the page that sent it, and of one after that. */
const REPEATED_CALLS = 4;

/** Somebody else finalized the same upload meanwhile. */
class AlreadyFinalizedError extends Error {
  override readonly name = 'AlreadyFinalizedError';
}

/** Puts the chunks of a long recording together and saves it like any other. */
@Injectable()
export class FinalizeService {
  /** A few at once, as they are checked: each reads and writes a whole recording, also one that is refused then. */
  private readonly limit: WorkLimit;
  /** By upload: a call that is repeated while the first waits in line finds out what that has come to, and does no work. */
  private readonly turns = new Map<string, WorkLimit>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly chunks: ChunksService,
    private readonly uploads: UploadsService,
    private readonly quota: UnpaidQuota,
    private readonly spool: Spool,
    private readonly space: FreeSpace,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    { audioChecksAtOnce, audioChecksWaiting }: AgreementsConfig,
  ) {
    this.limit = new WorkLimit(audioChecksAtOnce, audioChecksWaiting);
  }

  /**
   * Saves the recording with its agreement, once; every further call answers the same. The upload is looked up here, and
   * not before the form is read: another call may finalize it while a slow one arrives.
   * @throws AppError `not_found`, `upload_incomplete`, `storage_full`, `daily_limit`, `unavailable` when too many wait
   * already, and what saving throws
   */
  async finalize(uploadId: string, token: string, form: FinalizeForm, from: From): Promise<SavedAgreement> {
    const turns = this.turns.get(uploadId) ?? new WorkLimit(1, REPEATED_CALLS);
    this.turns.set(uploadId, turns);
    try {
      return await turns.run(() => this.finalizeInTurn(uploadId, token, form, from));
    } finally {
      if (turns.isIdle) this.turns.delete(uploadId);
    }
  }

  private async finalizeInTurn(
    uploadId: string,
    token: string,
    form: FinalizeForm,
    { origin, caller }: From,
  ): Promise<SavedAgreement> {
    const upload = await this.chunks.open(uploadId, token);
    if (upload.agreementId !== null) return this.again(upload.agreementId, upload.id, token);
    const chunks = await this.complete(upload.id, form.count);
    await this.space.assertEnough(bytesOf(chunks));
    // The bytes of its chunks are counted; its length is known once it is put together and decoded.
    const sender = { caller, address: origin.address };
    await this.quota.assertLeft(sender, { bytes: form.photo?.bytes ?? 0, durationMs: 1 });
    // Another replica may have saved it while this call waited in line.
    const assertWanted = async () => {
      const { agreementId } = await this.chunks.open(uploadId, token);
      if (agreementId !== null) throw new AlreadyFinalizedError(uploadId);
    };
    const folder = await this.spool.open();
    try {
      const path = join(folder.path, 'audio');
      const audio = await this.limit.run(async () => {
        await assertWanted();
        return this.assemble(upload.id, chunks, path);
      });
      failpoint('agreements.finalize.after-assembly');
      const saved = await this.uploads.save(form.data, audio, form.photo, {
        ...{ origin, caller, assertWanted, isCounted: true },
        // Another account in the same browser may have ended what this one began; then it is claimed as a visitor's is.
        ownerId: upload.ownerId === accountOf(caller) ? upload.ownerId : null,
        claimToken: this.chunks.claimToken(upload.id, token),
        alongside: (manager, agreementId) => markFinalized(manager, upload.id, agreementId),
      });
      failpoint('agreements.finalize.after-save');
      await this.dropObjects(upload.id, chunks);
      return saved;
    } catch (error) {
      // Whoever was first has the agreement, and may have removed the chunks while we read them.
      const { agreementId } = await this.chunks.open(upload.id, token);
      if (agreementId !== null) return this.again(agreementId, upload.id, token);
      throw error;
    } finally {
      await folder.close();
    }
  }

  private async complete(uploadId: string, count: number): Promise<Chunk[]> {
    const chunks = await this.chunks.list(uploadId);
    const present = new Set(chunks.map((chunk) => chunk.n));
    const missing = Array.from({ length: count }, (_value, n) => n).filter((n) => !present.has(n));
    if (missing.length > 0) throw incomplete(missing);
    if (chunks.length > count) {
      const message = 'More chunks have arrived than this.';
      throw new AppError('invalid_input', { message, errors: [{ field: 'chunks', message }] });
    }
    return chunks;
  }

  private async assemble(uploadId: string, chunks: Chunk[], path: string): Promise<UploadedFile> {
    const hash = createHash('sha256');
    const { store, chunks: service } = this;
    async function* content(): AsyncGenerator<Buffer> {
      for (const chunk of chunks) {
        const own = createHash('sha256');
        try {
          for await (const piece of store.read(chunkKey(uploadId, chunk))) {
            own.update(piece);
            hash.update(piece);
            yield piece;
          }
        } catch (error) {
          if (!(error instanceof ObjectNotFoundError)) throw error;
          await service.forget(uploadId, chunk.n);
          throw incomplete([chunk.n]);
        }
        if (own.digest('hex') !== chunk.sha256) {
          await service.forget(uploadId, chunk.n);
          throw incomplete([chunk.n]);
        }
      }
    }
    await pipeline(content, createWriteStream(path, { mode: 0o600, flush: true }));
    return { path, bytes: bytesOf(chunks), sha256: hash.digest('hex') };
  }

  /** What is left over when this fails, or while a backup runs, goes with the orphans, a day later. */
  private async dropObjects(uploadId: string, chunks: Chunk[]): Promise<void> {
    await unlessBackup(this.dataSource, async () => {
      for (const chunk of chunks) await this.store.delete(chunkKey(uploadId, chunk)).catch(() => undefined);
    }).catch(() => undefined);
    failpoint('agreements.finalize.after-drop');
  }

  private async again(agreementId: string, uploadId: string, token: string): Promise<SavedAgreement> {
    const { manager } = this.dataSource;
    const agreement = await manager.findOneBy(AgreementEntity, { agreementId });
    // The first of party A's: what was sent, whatever was recorded again since.
    const recording = await manager.findOne(RecordingEntity, {
      where: { agreementId, party: 'a' },
      order: { createdAt: 'ASC' },
    });
    if (!agreement || !recording) throw new AppError('not_found');
    return {
      agreementId,
      claimToken: this.chunks.claimToken(uploadId, token),
      status: 'pending',
      sha256: recording.sha256,
      bytes: recording.bytes,
      durationSeconds: recording.durationMs / 1000,
      createdAt: agreement.createdAt.toISOString(),
    };
  }
}

const bytesOf = (chunks: readonly Chunk[]): number => chunks.reduce((sum, { bytes }) => sum + bytes, 0);

async function markFinalized(manager: EntityManager, uploadId: string, agreementId: string): Promise<void> {
  const { affected } = await manager.update(
    UploadEntity,
    { id: uploadId, agreementId: IsNull() },
    { agreementId },
  );
  if (affected === 0) throw new AlreadyFinalizedError(uploadId);
}

function incomplete(missing: number[]): AppError {
  return new AppError('upload_incomplete', { extra: { missing: missing.slice(0, 100) } });
}
