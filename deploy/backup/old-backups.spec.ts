import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#platform';
import { backupName, daysToKeep, removeOldBackups } from './old-backups.js';

const now = new Date('2026-11-30T08:00:00Z');
const daysAgo = (days: number): string => backupName(new Date(now.getTime() - days * DAY_MS));

describe('old backups', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ssc-old-backups-'));
    for (const name of [
      daysAgo(0),
      daysAgo(29),
      daysAgo(31),
      daysAgo(400),
      'of-2025.tar.age',
      `${daysAgo(40)}.part`,
    ])
      writeFileSync(join(folder, name), '');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('go after thirty days, and nothing else of their folder', async () => {
    const lines = await removeOldBackups(join(folder, daysAgo(0)), now, daysToKeep({}));
    expect(lines).toEqual([
      `${daysAgo(400)} is removed: it is older than 30 days`,
      `${daysAgo(31)} is removed: it is older than 30 days`,
    ]);
    const left = [daysAgo(0), daysAgo(29), 'of-2025.tar.age', `${daysAgo(40)}.part`];
    expect(readdirSync(folder).sort()).toEqual(left.sort());
  });

  it('are kept for as long as BACKUP_DAYS says', async () => {
    await removeOldBackups(join(folder, daysAgo(0)), now, daysToKeep({ BACKUP_DAYS: '365' }));
    expect(readdirSync(folder)).not.toContain(daysAgo(400));
    expect(readdirSync(folder)).toContain(daysAgo(31));
    expect(() => daysToKeep({ BACKUP_DAYS: 'a month' })).toThrow('BACKUP_DAYS must be a whole number');
  });

  it('stay where whoever made the backup called it otherwise, who is told so', async () => {
    expect(await removeOldBackups(join(folder, 'today.tar.age'), now, 30)).toEqual([
      expect.stringMatching(/older than 30 days have to be removed by hand/),
    ]);
    expect(readdirSync(folder)).toContain(daysAgo(400));
  });
});
