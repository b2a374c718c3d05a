import { Inject, Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager, IsNull, LessThanOrEqual } from 'typeorm';
import { unpaidDays } from '#contracts';
import type { ScheduleHandler } from '#jobs';
import { Clock, DAY_MS, HOUR_MS, unlessBackup } from '#platform';
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
  ) {}

  /** Objects first, then the row: a round that is cut short leaves something to find for the next. */
  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const { manager } = this.dataSource;
    const oldest = { order: { createdAt: 'ASC' }, take: BATCH } as const;
    const unfinished = await manager.find(UploadEntity, {
      where: { agreementId: IsNull(), createdAt: LessThanOrEqual(new Date(now - DAY_MS)) },
      ...oldest,
    });
    const old = await manager.find(UploadEntity, {
      where: { createdAt: LessThanOrEqual(new Date(now - FINISHED_DAYS * DAY_MS)) },
      ...oldest,
    });
    for (const id of new Set([...unfinished, ...old].map((upload) => upload.id))) {
      if (signal.aborted) return;
      await unlessBackup(this.dataSource, async () => {
        for await (const key of this.store.list(`uploads/${id}/`)) await this.store.delete(key);
      });
      await manager.delete(UploadEntity, { id });
    }
    await this.usage.prune();
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
    for (const { key, id } of old) if (!kept.has(id)) await this.store.delete(key);
  }
}

/**
 * Made more than a day ago, by the machine's own time that the id begins with: an upload that still runs has no row yet.
 */
function isOld(id: string): boolean {
  const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return Date.now() - madeAt > DAY_MS;
}
