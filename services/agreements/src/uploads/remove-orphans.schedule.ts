import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Any, DataSource, type EntityManager } from 'typeorm';
import type { ScheduleHandler } from '#jobs';
import { DAY_MS, HOUR_MS, LOGGER, MISSING_ROWS, Outages } from '#platform';
import { OBJECT_STORE, type ObjectStore } from '#storage';
import { AgreementEntity } from '../agreements/agreements.module.js';
import { RecordingEntity } from '../recordings/recordings.module.js';
import { UploadEntity } from './chunks.service.js';
import { attempt } from './remove-old-uploads.schedule.js';

const KEYS_AT_ONCE = 500;
/** Removed by one round; the next one finds the others. */
const MOST_KEYS = 20_000;
/** So many objects without rows are believed, whatever share of all they are. */
const FEW = 20;
/** Longer than two rounds: the next ones may be those of another copy. */
const TOLD_FOR_MS = 2.5 * HOUR_MS;
const KEY =
  /^(?:recordings|photos|uploads)\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\//;

/** What the rows say of ids: which are to be kept, and which they know at all, such as those of deleted recordings. */
interface Told {
  kept: Set<string>;
  known: Set<string>;
}

type Ask = (manager: EntityManager, ids: string[]) => Promise<Told>;

const recordingsOf = (manager: EntityManager, ids: string[]) =>
  manager.find(RecordingEntity, { select: { id: true, deletedAt: true }, where: { id: Any(ids) } });

/** What is kept, by the id in its key; a deleted recording stays deleted, whoever wrote to it afterwards. */
const ROWS: Record<string, Ask> = {
  recordings: async (manager, ids) => {
    const rows = await recordingsOf(manager, ids);
    return told(rows, ({ deletedAt }) => deletedAt === null);
  },
  // A photo has the id of the first recording; its key is no longer in the agreement once it is deleted.
  photos: async (manager, ids) => {
    const where = { photoKey: Any(ids.map((id) => `photos/${id}/photo.jpg`)) };
    const rows = await manager.find(AgreementEntity, { select: { id: true, photoKey: true }, where });
    const kept = new Set(rows.map(({ photoKey }) => KEY.exec(photoKey ?? '')?.[1] ?? ''));
    const recordings = await recordingsOf(manager, ids);
    return { kept, known: new Set([...kept, ...recordings.map(({ id }) => id)]) };
  },
  // The chunks of an upload that became an agreement are in its recording.
  uploads: async (manager, ids) => {
    const select = { id: true, agreementId: true } as const;
    const rows = await manager.find(UploadEntity, { select, where: { id: Any(ids) } });
    return told(rows, ({ agreementId }) => agreementId === null);
  },
};

function told<Row extends { id: string }>(rows: readonly Row[], isKept: (row: Row) => boolean): Told {
  const ids = (some: readonly Row[]) => new Set(some.map(({ id }) => id));
  return { kept: ids(rows.filter(isKept)), known: ids(rows) };
}

interface Found {
  /** Objects that are old enough to have a row, and how many of them no row knows. */
  old: number;
  unknown: number;
  /** Keys of what no row keeps, by folder. */
  orphans: Map<string, string[]>;
}

/**
 * Removes objects that no row names: a process ended between storing the object and writing its row, or between changing
 * the row and deleting the object.
 *
 * Where there are no rows at all, or most objects have none, it is the rows that are missing: the database was lost, is
 * another one, or a restore did not come to its end. Then nothing is removed, and health and support are told.
 */
@Injectable()
export class RemoveOrphans implements ScheduleHandler, OnApplicationBootstrap, OnModuleDestroy {
  readonly schedule = { name: 'remove-orphans', everyMs: HOUR_MS };
  private readonly stopping = new AbortController();
  private firstLook: Promise<unknown> | null = null;
  private missing: { since: Date; seenAt: number } | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outages: Outages,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The next round may be an hour away: a restart must not look as if the rows were there again. */
  onApplicationBootstrap(): void {
    this.outages.announce(MISSING_ROWS, () => this.missingSince());
    this.firstLook = this.look(this.stopping.signal).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'objects were not compared with their rows'),
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.firstLook;
  }

  async round(signal: AbortSignal): Promise<void> {
    const orphans = await this.look(signal);
    for (const [folder, keys] of orphans ?? []) {
      for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
        if (signal.aborted) return;
        await this.remove(folder, keys.slice(from, from + KEYS_AT_ONCE));
      }
    }
  }

  /** Answers what may be removed; null when that is not known: it is the rows that are missing, or the look was cut short. */
  private async look(signal: AbortSignal): Promise<Found['orphans'] | null> {
    const found: Found = { old: 0, unknown: 0, orphans: new Map() };
    for (const folder of Object.keys(ROWS)) {
      let keys: string[] = [];
      for await (const key of this.store.list(`${folder}/`)) {
        if (signal.aborted) return null;
        keys.push(key);
        if (keys.length < KEYS_AT_ONCE) continue;
        await this.compare(folder, keys, found);
        keys = [];
      }
      await this.compare(folder, keys, found);
    }
    const { old, unknown, orphans } = found;
    const isMissing =
      (unknown > FEW && unknown > old / 2) || (unknown > 0 && !(await hasRows(this.dataSource.manager)));
    if (isMissing) this.logger.error({ old, unknown }, 'rows are missing: no object is removed');
    const since = this.missingSince() ?? new Date();
    this.missing = isMissing ? { since, seenAt: Date.now() } : null;
    return isMissing ? null : orphans;
  }

  private async compare(folder: string, keys: string[], found: Found): Promise<void> {
    const old = keys.filter(isOld);
    const { kept, known } = await this.ask(folder, old);
    found.old += old.length;
    found.unknown += old.filter((key) => !known.has(idOf(key))).length;
    const orphans = found.orphans.get(folder) ?? [];
    const room = MOST_KEYS - orphans.length;
    orphans.push(...old.filter((key) => !kept.has(idOf(key))).slice(0, room));
    found.orphans.set(folder, orphans);
  }

  /** The rows are asked once more: the look may have lasted. */
  private async remove(folder: string, keys: string[]): Promise<void> {
    const { kept } = await this.ask(folder, keys);
    for (const key of keys.filter((one) => !kept.has(idOf(one))))
      await attempt(this.logger, () => this.store.delete(key));
  }

  private async ask(folder: string, keys: readonly string[]): Promise<Told> {
    const ids = [...new Set(keys.map(idOf))];
    const rows = ROWS[folder];
    return ids.length === 0 || !rows ? told([], () => false) : rows(this.dataSource.manager, ids);
  }

  private missingSince(): Date | null {
    const { since, seenAt } = this.missing ?? { since: null, seenAt: 0 };
    return Date.now() - seenAt < TOLD_FOR_MS ? since : null;
  }
}

async function hasRows(manager: EntityManager): Promise<boolean> {
  for (const entity of [AgreementEntity, RecordingEntity, UploadEntity])
    if (await manager.exists(entity)) return true;
  return false;
}

const idOf = (key: string): string => KEY.exec(key)?.[1] ?? '';

/**
 * Made more than a day ago, by the machine's own time that the id begins with: an upload that still runs has no row yet.
 * A key without such an id is not ours to judge.
 */
function isOld(key: string): boolean {
  const id = idOf(key);
  const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return id !== '' && Date.now() - madeAt > DAY_MS;
}
