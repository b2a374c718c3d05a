import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Any, DataSource, type EntityManager, type FindOptionsWhere, IsNull, LessThanOrEqual } from 'typeorm';
import { unpaidDays } from '#contracts';
import type { ScheduleHandler } from '#jobs';
import { Clock, DAY_MS, HOUR_MS, LOGGER, outageOf, unlessBackup } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementEntity } from '../agreements/agreements.module.js';
import { RecordingEntity } from '../recordings/recordings.module.js';
import { UploadEntity } from './chunks.service.js';
import { UsageRepository } from './usage.repository.js';

const BATCH = 100;
/** As long as its unpaid agreement may live: a device that comes back by then gets that one, not a second. */
const FINISHED_DAYS = unpaidDays + 1;

/**
 * A long upload is kept for a day, time enough to go on; what became an agreement is remembered longer, so that who lost
 * the answer can ask again. Its chunks are gone by then.
 */
@Injectable()
export class RemoveOldUploads implements ScheduleHandler {
  readonly schedule = { name: 'remove-old-uploads', everyMs: 15 * 60_000 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly usage: UsageRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Until none is left: whoever began very many must not keep other people's voices here for longer. */
  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const before = (ms: number) => LessThanOrEqual(new Date(now - ms));
    await this.removeAll({ agreementId: IsNull(), createdAt: before(DAY_MS) }, signal);
    await this.removeAll({ createdAt: before(FINISHED_DAYS * DAY_MS) }, signal);
    await this.usage.prune();
  }

  private async removeAll(where: FindOptionsWhere<UploadEntity>, signal: AbortSignal): Promise<void> {
    let kept = 0;
    for (;;) {
      const uploads = await this.dataSource.manager.find(UploadEntity, {
        ...{ where, select: { id: true }, order: { createdAt: 'ASC', id: 'ASC' } },
        ...{ skip: kept, take: BATCH },
      });
      for (const { id } of uploads) {
        if (signal.aborted) return;
        if (!(await this.remove(id))) kept += 1;
      }
      if (uploads.length < BATCH) return;
    }
  }

  /** Objects first, then the row: a round that is cut short leaves something to find for the next. */
  private async remove(id: string): Promise<boolean> {
    const isGone = await attempt(this.logger, () =>
      unlessBackup(this.dataSource, async () => {
        for await (const key of this.store.list(`uploads/${id}/`)) await this.store.delete(key);
      }),
    );
    if (isGone) await this.dataSource.manager.delete(UploadEntity, { id });
    return isGone;
  }
}

/**
 * One object that cannot be deleted keeps no other from going. What concerns all ends the round.
 * @throws an outage, a backup that runs among them
 */
async function attempt(logger: Logger, removal: () => Promise<void>): Promise<boolean> {
  try {
    await removal();
    return true;
  } catch (error) {
    if (outageOf(error)) throw error;
    logger.error({ err: error }, 'object not deleted');
    return false;
  }
}

const KEYS_AT_ONCE = 500;
const KEY =
  /^(?:recordings|photos|uploads)\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\//;

type Kept = (manager: EntityManager, ids: string[]) => Promise<string[]>;

/** What is kept, by the id in its key; a deleted recording stays deleted, whoever wrote to it afterwards. */
const KEPT: Record<string, Kept> = {
  recordings: async (manager, ids) => {
    const where = { id: Any(ids), deletedAt: IsNull() };
    return (await manager.find(RecordingEntity, { select: { id: true }, where })).map(({ id }) => id);
  },
  photos: async (manager, ids) => {
    const where = { photoKey: Any(ids.map((id) => `photos/${id}/photo.jpg`)) };
    const kept = await manager.find(AgreementEntity, { select: { id: true, photoKey: true }, where });
    return kept.map(({ photoKey }) => KEY.exec(photoKey ?? '')?.[1] ?? '');
  },
  // The chunks of an upload that became an agreement are in its recording.
  uploads: async (manager, ids) => {
    const where = { id: Any(ids), agreementId: IsNull() };
    return (await manager.find(UploadEntity, { select: { id: true }, where })).map(({ id }) => id);
  },
};

/**
 * Removes objects that no row names: a process ended between storing the object and writing its row, or between changing
 * the row and deleting the object.
 */
@Injectable()
export class RemoveOrphans implements ScheduleHandler {
  readonly schedule = { name: 'remove-orphans', everyMs: HOUR_MS };

  constructor(
    private readonly dataSource: DataSource,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async round(signal: AbortSignal): Promise<void> {
    for (const [folder, kept] of Object.entries(KEPT)) {
      let keys: string[] = [];
      for await (const key of this.store.list(`${folder}/`)) {
        if (signal.aborted) return;
        keys.push(key);
        if (keys.length === KEYS_AT_ONCE) {
          await this.remove(keys, kept);
          keys = [];
        }
      }
      await this.remove(keys, kept);
    }
  }

  private async remove(keys: string[], keptOf: Kept): Promise<void> {
    const old = keys.flatMap((key) => {
      const id = KEY.exec(key)?.[1];
      return id !== undefined && isOld(id) ? [{ key, id }] : [];
    });
    if (old.length === 0) return;
    const ids = [...new Set(old.map(({ id }) => id))];
    const kept = new Set(await keptOf(this.dataSource.manager, ids));
    for (const { key, id } of old)
      if (!kept.has(id)) await attempt(this.logger, () => this.store.delete(key));
  }
}

/**
 * Made more than a day ago, by the machine's own time that the id begins with: an upload that still runs has no row yet.
 */
function isOld(id: string): boolean {
  const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return Date.now() - madeAt > DAY_MS;
}
