import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import S3rver from 's3rver';
import { eventually } from '../../libs/testing/src/eventually.js';
import { migrateDatabases } from '../image/preparation.js';
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
function run(name: string, env: Record<string, string>, ...args: string[]): Promise<Ended> {
  return runUntil(null, name, env, ...args);
}

/** Kills it as soon as it tells of this. */
async function runUntil(
  line: string | null,
  name: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<Ended> {
  const register = path('../../libs/jobs/test/register-typescript.mjs');
  const child = spawn(process.execPath, ['--import', register, path(`./${name}.ts`), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (text: Buffer) => {
      written[stream] += text;
      if (line !== null && written[stream].includes(line)) child.kill('SIGKILL');
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
  const shared = { BACKUP_KEY: under.key.identity, SMTP_URL: 'smtp://mail.example.com:587' };
  const [refused, allowed] = [
    await run('restore', shared, to),
    await run('restore', shared, to, '--only-copy'),
  ];
  expect(refused.progress).toEqual([expect.stringContaining('ONLY_COPY=yes (or --only-copy)')]);
  expect(allowed.progress).toEqual(['AUTH_DATABASE_URL is not set']);
  expect([refused.code, allowed.code]).toEqual([1, 1]);
}, 120_000);

it('of a restore that was cut short leave nothing that starts, until it is made again', async () => {
  const { to } = await under.backup();
  const target = await under.emptySystem('cut-short');
  const key = { BACKUP_KEY: under.key.identity };
  const cut = await runUntil('payments: filled', 'restore', { ...target, ...key }, to);
  expect(cut.code).toBeNull();
  expect(await under.query(target, 'payments', 'select 1 from outbox_published')).toHaveLength(1);

  const said: string[] = [];
  const migrating = migrateDatabases(target, (line) => said.push(line));
  await expect(migrating).rejects.toThrow(
    /^The restore of the backup of \d{4}-.* has not come to its end in the database of auth\. .*REPLACE=yes/,
  );
  expect(said).toEqual([]);
  const refused = await eventually(
    async () => {
      const failure = await under.fails(target, to);
      expect(failure).not.toMatch('Somebody is connected');
      return failure;
    },
    30_000,
    'the end of what the program had begun',
  );
  expect(refused).toMatch('was cut short');

  await under.restore(target, to, { isReplacing: true });
  await migrateDatabases(target, (line) => said.push(line));
  expect(said).toContain('auth: migrated');
  const [before, after] = [await under.everything(under.source), await under.everything(target)];
  for (const all of [before, after]) delete all['agreements.inbox'];
  expect(after).toEqual(before);
}, 240_000);

it('restore into a bucket that is not there yet', async () => {
  const { to } = await under.backup();
  const directory = join(under.folder, 's3');
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
  const { port } = await server.run();
  try {
    const s3 = {
      ...{ STORAGE_DRIVER: 's3', S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'new-one' },
      ...{ S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' },
    };
    const target = { ...(await under.emptySystem('bucket')), ...s3 };
    const restored = await run('restore', { ...target, BACKUP_KEY: under.key.identity }, to);
    expect([restored.code, restored.progress]).toEqual([0, expect.arrayContaining(['2 objects'])]);
    // Objects alone, when the bucket is lost.
    const lost = { ...target, S3_BUCKET: 'another' };
    const objects = await run('restore', { ...lost, BACKUP_KEY: under.key.identity }, to, '--objects');
    expect([objects.code, objects.results]).toEqual([0, [expect.stringMatching(/^2 objects are back/)]]);
  } finally {
    await server.close();
  }
}, 240_000);
