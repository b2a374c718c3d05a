import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { unpaidDays } from '#contracts';
import type { ScheduleHandler } from '#jobs';
import { Clock, DAY_MS, HOUR_MS, unlessBackup } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { UploadEntity } from './chunks.service.js';
import { DailyBudgets } from './unpaid-quota.js';

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
    private readonly budgets: DailyBudgets,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** Objects first, then the row: a round that is cut short leaves something to find for the next. */
  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const before = new Date(now - DAY_MS);
    const old = await this.dataSource.query<{ id: string }[]>(
      `(select id from uploads where agreement_id is null and created_at <= $1 order by created_at limit ${BATCH})
       union
       (select id from uploads where created_at <= $2 order by created_at limit ${BATCH})`,
      [before, new Date(now - FINISHED_DAYS * DAY_MS)],
    );
    for (const { id } of old) {
      if (signal.aborted) return;
      await unlessBackup(this.dataSource, async () => {
        for await (const key of this.store.list(`uploads/${id}/`)) await this.store.delete(key);
      });
      await this.dataSource.manager.delete(UploadEntity, { id });
    }
    await this.dataSource.query('delete from transcribe_calls where at <= $1', [before]);
    await this.budgets.prune();
  }
}

const KEYS_AT_ONCE = 500;
const KEY =
  /^(?:recordings|photos|uploads)\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\//;

/** What is kept, by the id in its key; a deleted recording stays deleted, whoever wrote to it afterwards. */
const KEPT: Record<string, string> = {
  recordings: 'select id from recordings where id = any($1) and deleted_at is null',
  photos: `select p.id from unnest($1::uuid[]) as p (id)
    join agreements on photo_key = 'photos/' || p.id || '/photo.jpg'`,
  // The chunks of an upload that became an agreement are in its recording.
  uploads: 'select id from uploads where id = any($1) and agreement_id is null',
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
    for (const folder of Object.keys(KEPT)) {
      let keys: string[] = [];
      for await (const key of this.store.list(`${folder}/`)) {
        if (signal.aborted) return;
        keys.push(key);
        if (keys.length === KEYS_AT_ONCE) {
          await this.remove(folder, keys);
          keys = [];
        }
      }
      await this.remove(folder, keys);
    }
  }

  private async remove(folder: string, keys: string[]): Promise<void> {
    const old = keys.flatMap((key) => {
      const id = KEY.exec(key)?.[1];
      return id !== undefined && isOld(id) ? [{ key, id }] : [];
    });
    if (old.length === 0) return;
    const ids = [...new Set(old.map(({ id }) => id))];
    const rows = await this.dataSource.query<{ id: string }[]>(KEPT[folder] ?? '', [ids]);
    const kept = new Set(rows.map((row) => row.id));
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
