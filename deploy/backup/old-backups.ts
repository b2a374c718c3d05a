import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DAY_MS } from '#platform';

/** People are promised that what was deleted is gone from backups after this. */
const DEFAULT_DAYS = 30;
/** What a backup is called that says in its name when it was made, to the second. */
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.tar\.age$/;

/** The name of a backup that is made now: by it the backup is recognised when it is old. */
export function backupName(now = new Date()): string {
  return `${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.tar.age`;
}

/** How long backups are kept. @throws Error when `BACKUP_DAYS` is no number of days */
export function daysToKeep({ BACKUP_DAYS: text }: NodeJS.ProcessEnv): number {
  const days = text ? Number(text) : DEFAULT_DAYS;
  if (Number.isInteger(days) && days > 0) return days;
  throw new Error('BACKUP_DAYS must be a whole number of days, at least 1');
}

/**
 * Removes backups beside the one that was just written whose names say that they are too old: they have what was deleted
 * since. Files of other names are somebody else's.
 * @param takenAt the moment of the backup that was written, which is never removed
 * @returns a line for each that is removed, or one that says why none is looked for
 */
export async function removeOldBackups(written: string, takenAt: Date, days: number): Promise<string[]> {
  if (madeAt(basename(written)) === null) {
    return [
      `Backups that are older than ${days} days have to be removed by hand: this one is not called like ${backupName(takenAt)}`,
    ];
  }
  const folder = dirname(written);
  const old = readdirSync(folder).filter((name) => {
    const at = madeAt(name);
    return at !== null && name !== basename(written) && takenAt.getTime() - at > days * DAY_MS;
  });
  for (const name of old) await rm(join(folder, name));
  return old.sort().map((name) => `${name} is removed: it is older than ${days} days`);
}

/** Milliseconds; null where the name does not say it. */
function madeAt(name: string): number | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  const at = Date.parse(`${day}${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? null : at;
}
