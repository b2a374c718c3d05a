import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '../image/preparation.js';
import { newKey } from './archive.js';
import { restoreBackup } from './restore-backup.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-restore-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Where nothing listens. */
const NOBODY = '127.0.0.1:1';
const onEmptyMachine = (): Record<string, string> => ({
  ...{ PROFILE: 'test', PORT: '0', AMQP_URL: `amqp://${NOBODY}`, REDIS_URL: `redis://${NOBODY}` },
  ...{ SERVICE_TOKEN_SECRET: 'x'.repeat(40), LINK_SECRET: 'x'.repeat(40), LOG_SEAL_SECRET: 'x'.repeat(40) },
  ...{ SEAL_SIGNING_KEY: 'y'.repeat(40), PAYMENTS_URL: 'http://x', TRANSCRIPTION_URL: 'http://x' },
  STORAGE_DISK_ROOT: join(folder, 'objects'),
  ...Object.fromEntries(
    serviceNames.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, `postgres://${NOBODY}/x`]),
  ),
});

async function refusal(env: Record<string, string>, from: string): Promise<string> {
  const { identity } = await newKey();
  const input = { env, from, identity, isReplacing: true, isOnlyCopy: false, log: () => undefined };
  return restoreBackup(input).then(
    () => 'it was restored',
    (error: Error) => error.message,
  );
}

describe('a restore', () => {
  it('says what does not answer before it reads an archive, which takes hours', async () => {
    const from = join(folder, 'archive.tar.age');
    await writeFile(from, 'what it says when it is read: no backup');
    expect(await refusal(onEmptyMachine(), from)).toBe('Redis does not answer');
  });

  it('with what another copy may use, too, is refused before anything is read or written', async () => {
    const env = { STRIPE_SECRET_KEY: 'sk_live_x' };
    expect(await refusal(env, join(folder, 'not-there.tar.age'))).toContain('ONLY_COPY=yes');
    expect(await readdir(folder)).toEqual([]);
  });
});
