import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLocalData } from './backup-key.js';

it('a backup says why there is none beside its result', () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-no-run-'));
  const register = join(import.meta.dirname, '../../libs/jobs/test/register-typescript.mjs');
  try {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', register, join(import.meta.dirname, 'backup.ts')],
      { cwd: root, env: { PATH: process.env.PATH }, encoding: 'utf8' },
    );
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(/does not run.*make up\n$/)]);
  } finally {
    rmSync(root, { recursive: true });
  }
}, 60_000);

it('the key of backups stays while there is one that it opens, and goes with the rest of the data else', () => {
  const root = mkdtempSync(join(tmpdir(), 'ssc-key-'));
  const directory = join(root, '.local');
  const archive = join(root, 'backups/2026-11-24T080000Z.tar.age');
  try {
    mkdirSync(join(directory, 'postgres'), { recursive: true });
    mkdirSync(join(root, 'backups'));
    for (const file of ['backup-key.txt', 'secrets.json', 'postgres/base'])
      writeFileSync(join(directory, file), file);
    writeFileSync(archive, 'archive');
    expect(removeLocalData(root, directory)).toBe(join(directory, 'backup-key.txt'));
    expect(readdirSync(directory)).toEqual(['backup-key.txt']);
    rmSync(archive);
    expect(removeLocalData(root, directory)).toBeNull();
    expect(existsSync(directory)).toBe(false);
  } finally {
    rmSync(root, { recursive: true });
  }
});
