import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { DAY_MS, HOUR_MS } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';

const BATCH = 500;
const KEY =
  /^(?:recordings|photos|uploads)\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\//;

/** What is kept, by the id in its key; a deleted recording stays deleted, whoever wrote to it afterwards. */
const KEPT: Record<string, string> = {
  recordings: 'select id from recordings where id = any($1) and deleted_at is null',
  photos: `select p.id from unnest($1::uuid[]) as p (id)
    join agreements on photo_key = 'photos/' || p.id || '/photo.jpg'`,
  // The parts of an upload that became an agreement are in its recording.
  uploads: 'select id from uploads where id = any($1) and agreement_id is null',
};

/** Objects that no row speaks of: somebody died between storing and writing the row, or between the row and deleting. */
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
        if (keys.length === BATCH) {
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
