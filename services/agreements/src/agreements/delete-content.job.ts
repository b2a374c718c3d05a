import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { contentDeleted } from '#contracts';
import { type Commit, defineJob, type JobHandler, type JobRun } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint, HOUR_MS, unlessBackup } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { EventLog } from '../event-log/event-log.module.js';
import { markContentDeleted, sealedContent } from '../seals/seals.module.js';
import { lockAgreement } from './agreement.queries.js';
import { scheduleContentDeletion } from './deadlines.js';

interface RecordingRow {
  id: string;
  party: 'a' | 'b';
  sha256: string;
  isCurrent: boolean;
}

/** Objects first, then the row that says they are gone: a run that is cut short is simply done again. */
@Injectable()
export class DeleteContent implements JobHandler<DeleteContentPayload> {
  readonly job = deleteContent;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly log: EventLog,
    private readonly clock: Clock,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  async run({ payload, signal }: JobRun<DeleteContentPayload>): Promise<Commit> {
    const [photo] = await this.dataSource.query<{ key: string | null }[]>(
      'select photo_key as key from agreements where agreement_id = $1',
      [payload.agreementId],
    );
    const recordings = await recordingsOf(this.dataSource.manager, payload.agreementId);
    await unlessBackup(this.dataSource, async () => {
      for (const { id } of recordings) {
        for await (const key of this.store.list(`recordings/${id}/`)) {
          signal.throwIfAborted();
          await this.store.delete(key);
          failpoint('agreements.delete-content.after-object');
        }
      }
      if (photo?.key) await this.store.delete(photo.key);
      for await (const key of sealedContent(this.dataSource, this.store, payload.agreementId)) {
        signal.throwIfAborted();
        await this.store.delete(key);
        failpoint('agreements.delete-content.after-sealed-object');
      }
    });
    failpoint('agreements.delete-content.after-objects');
    return (manager) => this.tell(manager, payload);
  }

  /** The store refuses, time after time: the promise to delete stays, so the deadline opens again. */
  async giveUp({ agreementId }: DeleteContentPayload): Promise<Commit> {
    return async (manager) => {
      await lockAgreement(manager, agreementId);
      await scheduleContentDeletion(manager, agreementId, new Date(this.clock.now().getTime() + HOUR_MS));
    };
  }

  private async tell(manager: EntityManager, { agreementId, reason }: DeleteContentPayload): Promise<void> {
    const agreement = await lockAgreement(manager, agreementId);
    if (agreement.contentDeletedAt !== null) return;
    const now = this.clock.now();
    await manager.query(
      `update recordings set deleted_at = $2, mp3 = null, webm = null, preview = null, outline = null
       where agreement_id = $1 and deleted_at is null`,
      [agreementId, now],
    );
    await manager.query(
      'delete from sound_prints where recording_id in (select id from recordings where agreement_id = $1)',
      [agreementId],
    );
    await markContentDeleted(manager, agreementId, now);
    Object.assign(agreement, { contentDeletedAt: now, backupTranscript: null, photoKey: null });
    await manager.save(agreement);
    const current = (await recordingsOf(manager, agreementId)).filter((recording) => recording.isCurrent);
    const hashOf = (party: 'a' | 'b') => current.find((recording) => recording.party === party)?.sha256;
    await this.log.append(manager, agreementId, {
      type: 'content-deleted',
      actor: 'agreements',
      detail: {
        reason,
        sha256: hashOf('a') ?? null,
        consentSha256: hashOf('b') ?? null,
        photoSha256: agreement.photoSha256,
        transcriptSha256: agreement.transcriptSha256,
      },
    });
    await this.outbox.add(manager, contentDeleted, {
      agreementId,
      ownerId: agreement.ownerId,
      reason,
      deletedAt: now.toISOString(),
    });
  }
}

function recordingsOf(manager: EntityManager, agreementId: string): Promise<RecordingRow[]> {
  return manager.query<RecordingRow[]>(
    `select id, party, sha256, replaced_at is null as "isCurrent" from recordings where agreement_id = $1`,
    [agreementId],
  );
}

export interface DeleteContentPayload {
  agreementId: string;
  reason: 'unpaid' | 'cancelled' | 'access-ended';
}

/** Deletes audio and photo of an agreement; hashes and the log stay. */
export const deleteContent = defineJob<DeleteContentPayload>('delete-content', {
  attempts: 8,
  backoffMs: 2000,
});
