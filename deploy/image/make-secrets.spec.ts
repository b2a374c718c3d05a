import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicKeysOf } from '#platform';
import { makeSecrets, ownSecrets, secretsToAppend, speakers } from './make-secrets.js';

const valuesOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.filter((line) => line !== '').map((line) => line.split(/=(.*)/s).slice(0, 2)));
const namesOf = (lines: readonly string[]): string[] => Object.keys(valuesOf(lines));

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-secrets-'));
  file = join(folder, '.env');
});
afterEach(() => rm(folder, { recursive: true }));

describe('secrets that are appended to .env', () => {
  it('are those that are not there yet, and none the second time', async () => {
    await writeFile(file, '# of the operator\nS3_ACCESS_KEY="of-the-store"\nREDIS_PASSWORD=');
    const first = secretsToAppend(folder, { LOG_SEAL_SECRET: 'of-the-environment' });
    const given = ['S3_ACCESS_KEY', 'LOG_SEAL_SECRET'];
    expect(namesOf(first.split('\n')).sort()).toEqual(
      [...ownSecrets.filter((name) => !given.includes(name)), 'SERVICE_TOKEN_PUBLIC_KEYS'].sort(),
    );
    await appendFile(file, `${first}LOG_SEAL_SECRET=of-the-environment\n`);
    // The line that was there has its end.
    expect(await readFile(file, 'utf8')).toMatch(/^REDIS_PASSWORD=$/m);
    expect(secretsToAppend(folder, {})).toBe('');
  });

  it('are all of them where there is no such file', () => {
    expect(namesOf(secretsToAppend(folder, {}).split('\n'))).toEqual([
      ...ownSecrets,
      'SERVICE_TOKEN_PUBLIC_KEYS',
    ]);
  });

  it('come with public keys that belong to all who sign, where one of these is new', () => {
    const before = valuesOf(makeSecrets({}));
    expect(makeSecrets(before)).toEqual([]);
    const { AUTH_SERVICE_TOKEN_SECRET: _removed, ...rest } = before;
    const added = valuesOf(makeSecrets(rest));
    expect(Object.keys(added)).toEqual(['AUTH_SERVICE_TOKEN_SECRET', 'SERVICE_TOKEN_PUBLIC_KEYS']);
    const now = { ...before, ...added };
    const tokens = speakers.map((name) => [name, now[`${name.toUpperCase()}_SERVICE_TOKEN_SECRET`] ?? '']);
    expect(now.SERVICE_TOKEN_PUBLIC_KEYS).toBe(publicKeysOf(Object.fromEntries(tokens)));
    const { SERVICE_TOKEN_PUBLIC_KEYS: keys, ...withoutKeys } = before;
    expect(makeSecrets(withoutKeys)).toEqual([`SERVICE_TOKEN_PUBLIC_KEYS=${keys}`]);
  });
});
