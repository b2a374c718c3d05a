import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { RecordingStored } from '#contracts';
import { defineJob, Jobs } from '#jobs';
import { lockInTransaction } from '#platform';
import { DeletedContentEntity, RecordingEntity } from './recording.entity.js';

interface RecordingPayload {
  recordingId: string;
  /** For whoever looks at the job: jobs of before do not name it. */
  agreementId?: string;
}

export interface PrepareRecordingPayload extends RecordingPayload {
  /** Whose recordings are prepared one at a time. */
  lane?: string;
}

export const prepareRecording = defineJob<PrepareRecordingPayload>('prepare-recording', {
  ...{ attempts: 5, backoffMs: 1000 },
  concurrency: 1,
  hasLanes: true,
  // Whoever brings a file that is no recording sees it.
  isFailureTold: false,
});

export type CompleteRecordingPayload = RecordingPayload;

/** Apart from the preparation of what nobody has paid for, so that it never waits behind that. */
export const completeRecording = defineJob<CompleteRecordingPayload>('complete-recording', {
  // Half an hour, for a store that refuses a file; afterwards it is begun anew from time to time (`RetryFailedCopies`).
  attempts: 20,
  backoffMs: 1000,
  concurrency: 2,
});

export interface DeleteFilesPayload {
  recordingId: string;
}

export const deleteRecordingFiles = defineJob<DeleteFilesPayload>('delete-recording-files', {
  attempts: 10,
  backoffMs: 2000,
  concurrency: 1,
});

type RecordingOf = Pick<RecordingEntity, 'id' | 'agreementId'>;

/** What waits for recordings. Each method runs in the transaction in which the recording changes. */
export interface RecordingObserver {
  recordingReady(manager: EntityManager, agreementId: string): Promise<void>;
  recordingUnusable(manager: EntityManager, agreementId: string, recordingId: string): Promise<void>;
}

/** The recordings that this service knows, and the jobs that make something of them. */
@Injectable()
export class RecordingsService {
  private observer: RecordingObserver | null = null;

  constructor(private readonly jobs: Jobs) {}

  /** Names who is told of every recording that is ready or given up. */
  observe(observer: RecordingObserver): void {
    this.observer = observer;
  }

  /** A recording is measured, in the same transaction. The caller holds the agreement's lock. */
  async ready(manager: EntityManager, agreementId: string): Promise<void> {
    await this.observer?.recordingReady(manager, agreementId);
  }

  /** A recording cannot be measured. The caller holds the agreement's lock. */
  async unusable(manager: EntityManager, agreementId: string, recordingId: string): Promise<void> {
    await manager.update(RecordingEntity, { id: recordingId }, { unusableAt: new Date() });
    await this.observer?.recordingUnusable(manager, agreementId, recordingId);
  }

  /**
   * A new recording: it is measured and previewed at once. Party B only speaks when it is paid, so all is made of that one;
   * whichever job comes first measures it, because the transcript waits for that and not for the copies. Of one whose
   * deletion was told of before, nothing is made. The caller holds the agreement's lock.
   */
  async stored(manager: EntityManager, event: RecordingStored, at: Date): Promise<void> {
    const {
      recordingId,
      agreementId,
      objectKey,
      sha256,
      mime,
      durationMs,
      party = 'a',
      lane,
      language,
      turns,
      startedAt,
    } = event;
    const deleted = await manager.findOneBy(DeletedContentEntity, { agreementId });
    await manager.insert(RecordingEntity, {
      id: recordingId,
      agreementId,
      party,
      objectKey,
      sha256,
      mime,
      durationMs,
      language: language ?? null,
      turns: turns ?? null,
      startedAt: startedAt === undefined ? null : new Date(startedAt),
      createdAt: at,
      deletedAt: deleted?.deletedAt ?? null,
    });
    if (deleted) return;
    if (party === 'b') await this.complete(manager, { id: recordingId, agreementId });
    const payload = { recordingId, agreementId, ...(lane === undefined ? {} : { lane }) };
    await this.jobs.add(manager, prepareRecording, recordingId, payload);
  }

  /** It is paid: everything is made of it, once. */
  complete(manager: EntityManager, { id, agreementId }: RecordingOf): Promise<void> {
    return this.jobs.add(manager, completeRecording, id, { recordingId: id, agreementId });
  }

  /** Its job was given up at that time: another one, once. */
  completeAgain(manager: EntityManager, { id, agreementId }: RecordingOf, failedAt: Date): Promise<void> {
    const key = `${id}:${failedAt.toISOString()}`;
    return this.jobs.add(manager, completeRecording, key, { recordingId: id, agreementId });
  }

  async isBeingCompleted(manager: EntityManager, recordingId: string): Promise<boolean> {
    const which = [{ payload: { recordingId } }];
    return (await this.jobs.findOpen(manager, [completeRecording], which)).length > 0;
  }

  /** Whether the events of all of them have come. */
  async areKnown(manager: EntityManager, ids: readonly string[]): Promise<boolean> {
    return (await manager.countBy(RecordingEntity, { id: In([...ids]) })) === ids.length;
  }

  /**
   * The recordings in the order of the ids.
   * @throws Error while the event of one of them has not come.
   */
  async inOrder(manager: EntityManager, ids: readonly string[]): Promise<RecordingEntity[]> {
    const found = await manager.findBy(RecordingEntity, { id: In([...ids]) });
    return ids.map((id) => {
      const recording = found.find((one) => one.id === id);
      if (!recording) throw new Error(`recording ${id} is not known yet`);
      return recording;
    });
  }

  /** Those that are not measured and that no open job measures. */
  async idle(manager: EntityManager, recordings: readonly RecordingEntity[]): Promise<RecordingEntity[]> {
    const open = await this.jobs.findOpen<PrepareRecordingPayload>(
      manager,
      [prepareRecording, completeRecording],
      recordings.map(({ id }) => ({ payload: { recordingId: id } })),
    );
    const busy = new Set(open.map(({ payload }) => (payload as PrepareRecordingPayload).recordingId));
    return recordings.filter((recording) => !recording.preparedAt && !busy.has(recording.id));
  }

  /** Tries once more to measure it. `run` tells this try from those before. */
  async prepareAgain(
    manager: EntityManager,
    { id, agreementId }: RecordingEntity,
    { run, isPaid }: { run: number; isPaid: boolean },
  ): Promise<void> {
    await manager.update(RecordingEntity, { id }, { unusableAt: null });
    await this.jobs.add(manager, isPaid ? completeRecording : prepareRecording, `${id}:${run}`, {
      recordingId: id,
      agreementId,
    });
  }

  /**
   * Has everything removed that was made of it until now. Each removal is a job of its own: every job that had begun
   * before the deletion may store files after it, and after the removal that another one has asked for.
   */
  removeFiles(manager: EntityManager, recordingId: string): Promise<void> {
    return this.jobs.add(manager, deleteRecordingFiles, `${recordingId}:${uuidv7()}`, { recordingId });
  }
}

/**
 * One change of an agreement's recordings and transcript at a time, until the end of the transaction: two recordings
 * that become ready at once, or "prepared" and "paid", must not pass each other unseen. Taken before any row's lock.
 */
export async function lockAgreement(manager: EntityManager, agreementId: string): Promise<void> {
  await lockInTransaction(manager, BigInt(agreementId));
}
