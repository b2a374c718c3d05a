import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, IsNull, Like, Not } from 'typeorm';
import { contentDeleted, type EscrowChange } from '#contracts';
import {
  type Commit,
  defineJob,
  JobEntity,
  type JobHandler,
  type JobRun,
  Jobs,
  type ScheduleHandler,
  TryLaterError,
} from '#jobs';
import { Outbox } from '#outbox';
import { Clock, DAY_MS, failpoint, HOUR_MS, unlessBackup } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { EventLog, type LogEntry } from '../event-log/event-log.module.js';
import { currentRecording, RecordingEntity, SoundPrintEntity } from '../recordings/recordings.module.js';
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

export interface DeleteContentPayload {
  agreementId: string;
  reason: 'unpaid' | 'cancelled' | 'access-ended';
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
/** The buyer has not paid, or their bank takes its time over it. */
const UNPAID = ['requires_onboarding', 'requires_payment'];
/** While money is held or disputed, the recording may be needed. */
const BLOCKING = ['held', 'release_due', 'releasing', 'refunding', 'disputed', 'resolving'];

/** How long after party B's answer a transcript is waited for: an outage of the engine may take days. */
const PROOF_MS = 7 * DAY_MS;

/**
 * Puts a deletion off by a day while money is held for the agreement, or a bank sends it or takes it back, or while it waits
 * for the transcript that completes it, and answers whether it did. The caller holds the lock on its row.
 */
export async function putOffDeletion(
  manager: EntityManager,
  log: EventLog,
  agreement: AgreementEntity,
  now: Date,
): Promise<boolean> {
  const { agreementId } = agreement;
  const why = await whyPutOff(manager, log, agreement, now);
  if (why === null) return false;
  if (!(await log.has(manager, agreementId, 'deletion-blocked'))) {
    await log.append(manager, agreementId, { type: 'deletion-blocked', actor: 'agreements', detail: why });
  }
  await scheduleContentDeletion(manager, agreementId, new Date(now.getTime() + DAY_MS));
  return true;
}

/** What the log says of it; null when nothing keeps the content. */
async function whyPutOff(
  manager: EntityManager,
  log: EventLog,
  agreement: Pick<AgreementEntity, 'agreementId' | 'status' | 'isRemote' | 'escrowId' | 'escrowStatus'>,
  now: Date,
): Promise<LogEntry['detail'] | null> {
  const money = await whyMoneyKeeps(manager, log, agreement);
  if (money !== null) return money;
  return (await isProofDue(manager, agreement, now)) ? { reason: 'waits_for_transcript' } : null;
}

/**
 * An escrow that is not settled or whose payment a bank is sending, or a bank that takes back what was released; null when
 * there is none of these.
 */
async function whyMoneyKeeps(
  manager: EntityManager,
  log: EventLog,
  { agreementId, escrowId, escrowStatus }: Pick<AgreementEntity, 'agreementId' | 'escrowId' | 'escrowStatus'>,
): Promise<LogEntry['detail'] | null> {
  if (escrowStatus === null) return null;
  if (UNPAID.includes(escrowStatus) && (await isBankTaking(manager, log, agreementId, escrowId)))
    return { escrowStatus };
  const isChargedBack = await isChargebackOpen(manager, log, agreementId);
  if (!BLOCKING.includes(escrowStatus) && !isChargedBack) return null;
  return { escrowStatus, ...(isChargedBack ? { chargeback: 'open' } : {}) };
}

type Kept = Pick<
  AgreementEntity,
  'agreementId' | 'status' | 'isRemote' | 'escrowId' | 'escrowStatus' | 'expiresAt' | 'contentDeletedAt'
>;

/**
 * Whether a paid agreement's content can no longer be had. While its deletion is put off, the end of access does not count:
 * the content is kept for the parties, who hold or dispute money or wait for the proof. What is being deleted may be gone
 * already.
 */
export async function isAccessOver(
  manager: EntityManager,
  log: EventLog,
  { expiresAt, contentDeletedAt, ...agreement }: Kept,
  now: Date,
): Promise<boolean> {
  if (contentDeletedAt !== null) return true;
  if (expiresAt > now) return false;
  const { agreementId } = agreement;
  if ((await whyPutOff(manager, log, agreement, now)) === null) return true;
  return manager.existsBy(AgreementEntity, { agreementId, contentDeletionBegunAt: Not(IsNull()) });
}

/** Party B has answered in time, perhaps in the last minute: the proof of it is made first. */
async function isProofDue(
  manager: EntityManager,
  { agreementId, status, isRemote }: Pick<AgreementEntity, 'agreementId' | 'status' | 'isRemote'>,
  now: Date,
): Promise<boolean> {
  if (status !== 'processing' || !isRemote) return false;
  const answer = await currentRecording(manager, agreementId, 'b');
  return now.getTime() - answer.createdAt.getTime() < PROOF_MS;
}

/**
 * Whether a bank has a payment of the agreement's escrows before it: money that was released keeps its state meanwhile.
 * Each chargeback is opened once and ended once, and a payment's next one begins when the one before is over, so the steps
 * are counted: they may come in any order, and another escrow may be the newest.
 */
async function isChargebackOpen(
  manager: EntityManager,
  log: EventLog,
  agreementId: string,
): Promise<boolean> {
  const steps = (await log.details(manager, agreementId, 'held-payment')).map(({ change }) => change);
  const count = (...changes: EscrowChange[]) =>
    steps.filter((change) => changes.some((one) => one === change)).length;
  return count('chargeback') > count('chargeback-won', 'charged-back');
}

/** Whether a bank takes its time over the payment of the newest escrow, by the newest step that tells of it. */
async function isBankTaking(
  manager: EntityManager,
  log: EventLog,
  agreementId: string,
  escrowId: string | null,
): Promise<boolean> {
  const steps = await log.details(manager, agreementId, 'held-payment');
  const ofBank = steps
    .filter((step) => step.escrowId === escrowId && BY_BANK.some((change) => change === step.change))
    .map(({ at, change }) => ({ at: String(at), change }))
    // They may have come in any order.
    .sort((one, other) => one.at.localeCompare(other.at));
  return ofBank.at(-1)?.change === 'bank-taking';
}
const BY_BANK: readonly EscrowChange[] = ['bank-taking', 'bank-refused'];

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
    const what = await this.begin(agreementId, heard);
    if (what === 'nothing') return async () => undefined;
    if (what === 'quotes') return this.deleteQuotes(agreementId);
    const agreement = await manager.findOneBy(AgreementEntity, { agreementId });
    const recordings = await manager.findBy(RecordingEntity, { agreementId });
    await unlessBackup(this.dataSource, async () => {
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
    });
    failpoint('agreements.delete-content.after-objects');
    return (transaction) => this.tell(transaction, payload);
  }

  /** The agreement's content is gone already; a file of its seals quotes from it. No other file may be looked at as left over. */
  private async deleteQuotes(agreementId: string): Promise<Commit> {
    const { manager } = this.dataSource;
    await unlessBackup(this.dataSource, async () => {
      for (const key of await quotesLeft(manager, agreementId)) await this.store.delete(key);
    });
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

const BATCH = 100;

const isLeft = (agreementId: string) => ({ agreementId, kind: 'consents', deletedAt: IsNull() }) as const;

/** Finds agreements whose content was deleted by an earlier release, which left a file of their seals that quotes it. */
@Injectable()
export class FindQuotes implements ScheduleHandler {
  readonly schedule = { name: 'find-quotes', everyMs: HOUR_MS };

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    const found = await this.dataSource
      .createQueryBuilder(AgreementEntity, 'a')
      .innerJoin(SealPartEntity, 'p', 'p.agreementId = a.agreementId')
      .where({ contentDeletedAt: Not(IsNull()) })
      .andWhere(`p.kind = 'consents' and p.deletedAt is null`)
      .orderBy('a.id')
      .limit(BATCH)
      .getMany();
    const day = this.clock.now().toISOString().slice(0, 10);
    for (const { agreementId } of found) {
      if (signal.aborted) return;
      await this.outbox.transaction(async (manager) => {
        const payload = { agreementId, reason: 'access-ended' } as const;
        await this.jobs.add(manager, deleteContent, `${agreementId}:quotes:${day}`, payload);
      });
    }
  }
}
