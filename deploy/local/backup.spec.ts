import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
