import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BackupsUnderTest } from './test/backups-under-test.js';

/** The programs as somebody calls them: results on one stream, how it goes and what failed on the other. */

let under: BackupsUnderTest;

beforeAll(async () => {
  under = await BackupsUnderTest.start();
}, 180_000);

afterAll(() => under?.stop(), 60_000);

interface Ended {
  code: number | null;
  results: string[];
  progress: string[];
}

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Runs one from its source. */
async function run(name: string, env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const register = path('../../libs/jobs/test/register-typescript.mjs');
  const child = spawn(process.execPath, ['--import', register, path(`./${name}.ts`), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (text: Buffer) => {
      written[stream] += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
  return { code, results: lines(written.stdout), progress: lines(written.stderr) };
}

it('say where the backup is, and how it went beside that', async () => {
  const to = join(under.folder, 'told.tar.age');
  const made = await run('backup', { ...under.source, BACKUP_RECIPIENT: under.key.recipient }, to);
  expect([made.code, made.results]).toEqual([0, [`${to} is written`]]);
  expect(made.progress).toContain('2 objects, 0.3 MB');

  const target = await under.emptySystem('told');
  const key = { BACKUP_KEY: under.key.identity };
  const restored = await run('restore', { ...target, ...key }, to);
  expect([restored.code, restored.results]).toEqual([
    0,
    [expect.stringMatching(/^Everything is as it was at \d{4}-/)],
  ]);
  expect(restored.progress).toContain('2 objects');

  const again = await run('restore', { ...target, ...key }, to, '--objects');
  expect([again.code, again.results]).toEqual([
    0,
    [expect.stringMatching(/^0 objects are back as they were at \d{4}-/)],
  ]);
}, 240_000);

it('say why they failed beside the results, of which there are none', async () => {
  const to = join(under.folder, 'failing.tar.age');
  const env = {
    ...under.source,
    BACKUP_RECIPIENT: under.key.recipient,
    AUTH_DATABASE_URL: 'postgres://x:1/x',
  };
  const made = await run('backup', env, to);
  expect([made.code, made.results]).toEqual([1, []]);
  expect(made.progress).toContainEqual(expect.stringContaining('The database of auth cannot be read'));
  expect((await readdir(under.folder)).filter((name) => name.startsWith('failing'))).toEqual([]);
  expect(await run('restore', {}, to)).toEqual({
    code: 1,
    results: [],
    progress: ['BACKUP_KEY (AGE-SECRET-KEY-1…) is not set'],
  });
}, 120_000);
