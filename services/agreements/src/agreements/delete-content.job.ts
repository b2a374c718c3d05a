import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, Like } from 'typeorm';
import { contentDeleted } from '#contracts';
import { type Commit, defineJob, JobEntity, type JobHandler, type JobRun, TryLaterError } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, failpoint, HOUR_MS, unlessBackup } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { EventLog, type LogEntry } from '../event-log/event-log.module.js';
import { RecordingEntity, SoundPrintEntity } from '../recordings/recordings.module.js';
import {
  hasOpenSealJob,
  heardBeforeDeletion,
  markContentDeleted,
  quotesLeft,
  SealPartEntity,
  sealedContent,
} from '../seals/seals.module.js';
import type { Party } from '../signed-links.js';
import { AgreementEntity } from './agreement.entity.js';
import { lockAgreement } from './agreements.repository.js';
import { isDeletionDue, scheduleContentDeletion } from './deadlines.js';
import { putOffDeletion } from './kept-content.js';

export interface DeleteContentPayload {
  agreementId: string;
  reason: 'unpaid' | 'cancelled' | 'access-ended' | 'requested';
}

/** Deletes audio and photo of an agreement; hashes and the log stay. */
export const deleteContent = defineJob<DeleteContentPayload>('delete-content', {
  attempts: 8,
  backoffMs: 2000,
});

/**
 * Whether an agreement's content is about to go: objects may be gone whose rows do not say so yet. A job that was given up
 * counts while the deadline is open that it left.
 */
export async function isBeingDeleted(
  manager: EntityManager,
  agreementId: string,
  now: Date,
): Promise<boolean> {
  const ofIt = { name: deleteContent.name, key: Like(`${agreementId}:%`) };
  if (await manager.existsBy(JobEntity, { ...ofIt, status: In(['queued', 'running']) })) return true;
  if (!(await manager.existsBy(JobEntity, { ...ofIt, status: 'failed' }))) return false;
  return isDeletionDue(manager, agreementId, new Date(now.getTime() + AGAIN_AFTER_MS));
}

const AGAIN_AFTER_MS = HOUR_MS;
const WHILE_SEALED_MS = 5000;

const isLeft = (agreementId: string) => ({ agreementId, kind: 'consents', deletedAt: IsNull() }) as const;

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
    const { manager } = this.dataSource;
    const { agreementId } = payload;
    const heard = await heardBeforeDeletion(manager, this.store, agreementId);
    // Beside a backup nothing is begun: what protects the content may come until its end.
    return unlessBackup(this.dataSource, async () => {
      const what = await this.begin(agreementId, heard);
      if (what === 'nothing') return async () => undefined;
      if (what === 'quotes') return this.deleteQuotes(agreementId);
      await this.deleteObjects(agreementId, signal);
      failpoint('agreements.delete-content.after-objects');
      return (transaction: EntityManager) => this.tell(transaction, payload);
    });
  }

  private async deleteObjects(agreementId: string, signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    const agreement = await manager.findOneBy(AgreementEntity, { agreementId });
    const recordings = await manager.findBy(RecordingEntity, { agreementId });
    for (const { id } of recordings) {
      for await (const key of this.store.list(`recordings/${id}/`)) {
        signal.throwIfAborted();
        await this.store.delete(key);
        failpoint('agreements.delete-content.after-object');
      }
    }
    if (agreement?.photoKey) await this.store.delete(agreement.photoKey);
    for await (const key of sealedContent(manager, this.store, agreementId)) {
      signal.throwIfAborted();
      await this.store.delete(key);
      failpoint('agreements.delete-content.after-sealed-object');
    }
  }

  /** The agreement's content is gone already; a file of its seals quotes from it. No other file may be looked at as left over. */
  private async deleteQuotes(agreementId: string): Promise<Commit> {
    for (const key of await quotesLeft(this.dataSource.manager, agreementId)) await this.store.delete(key);
    return (transaction) => markContentDeleted(transaction, agreementId, this.clock.now());
  }

  /**
   * Answers what there is to delete now. What was true when the job was made need not be any more: it may have
   * waited for a store or a backup. A seal that is being made is waited for, and none begins until all is deleted. What the
   * parties were heard agreeing to, without the words, is in the log before the file that says it goes.
   */
  private begin(
    agreementId: string,
    heard: LogEntry['detail'] | null,
  ): Promise<'nothing' | 'quotes' | 'content'> {
    return this.outbox.transaction(async (manager) => {
      const agreement = await lockAgreement(manager, agreementId);
      const isDeleted = agreement.contentDeletedAt !== null;
      if (isDeleted && !(await manager.existsBy(SealPartEntity, isLeft(agreementId)))) return 'nothing';
      const isBegun = agreement.contentDeletionBegunAt !== null;
      const now = this.clock.now();
      if (!isBegun && !isDeleted && (await putOffDeletion(manager, this.log, agreement, now)))
        return 'nothing';
      if ((!isBegun || isDeleted) && (await hasOpenSealJob(manager, agreementId))) {
        throw new TryLaterError('it is being sealed', WHILE_SEALED_MS);
      }
      if (!isBegun) {
        agreement.contentDeletionBegunAt = now;
        await manager.save(agreement);
      }
      if (heard && !(await this.log.has(manager, agreementId, 'spoken-consents-kept'))) {
        const row = { type: 'spoken-consents-kept', actor: 'agreements', detail: heard } as const;
        await this.log.append(manager, agreementId, row);
      }
      return isDeleted ? 'quotes' : 'content';
    });
  }

  /** The store refuses, time after time: the promise to delete stays, so the deadline opens again. */
  async giveUp({ agreementId }: DeleteContentPayload): Promise<Commit> {
    return async (manager) => {
      const { contentDeletedAt } = await lockAgreement(manager, agreementId);
      // What is left of quotes is found by the round that has found it before.
      if (contentDeletedAt !== null) return;
      await scheduleContentDeletion(
        manager,
        agreementId,
        new Date(this.clock.now().getTime() + AGAIN_AFTER_MS),
      );
    };
  }

  private async tell(manager: EntityManager, { agreementId, reason }: DeleteContentPayload): Promise<void> {
    const agreement = await lockAgreement(manager, agreementId);
    if (agreement.contentDeletedAt !== null) return;
    const now = this.clock.now();
    await manager.update(
      RecordingEntity,
      { agreementId, deletedAt: IsNull() },
      { deletedAt: now, mp3: null, webm: null, preview: null, outline: null },
    );
    const recordings = await manager.findBy(RecordingEntity, { agreementId });
    await manager.delete(SoundPrintEntity, { recordingId: In(recordings.map(({ id }) => id)) });
    await markContentDeleted(manager, agreementId, now);
    Object.assign(agreement, { contentDeletedAt: now, backupTranscript: null, photoKey: null });
    await manager.save(agreement);
    const hashOf = (of: Party) =>
      recordings.find(({ party, replacedAt }) => party === of && replacedAt === null)?.sha256;
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
