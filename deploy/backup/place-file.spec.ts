import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partBeside, placeFile } from './place-file.js';

/** Of several files for one place the first one has it, and none is changed. */

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssc-place-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const noLinks = async (): Promise<never> => {
  throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
};

describe.each([
  ['on a file system with links', undefined],
  ['on one without', noLinks],
] as const)('a file that is whole, %s', (_where, makeLink) => {
  it('is in its place, and nothing is left beside it', async () => {
    const path = join(folder, 'x');
    const part = partBeside(path);
    await writeFile(part, 'whole');
    await placeFile(part, path, makeLink);
    expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['x'], 'whole']);
  });

  it('leaves its place to the one that came first', async () => {
    const path = join(folder, 'x');
    const parts = ['first', 'second', 'third'].map((text) => ({ text, part: partBeside(path) }));
    for (const { text, part } of parts) await writeFile(part, text);
    const ends = await Promise.allSettled(parts.map(({ part }) => placeFile(part, path, makeLink)));
    const placed = parts.filter((_part, index) => ends[index]?.status === 'fulfilled');
    expect(placed.map(({ text }) => text)).toEqual([await readFile(path, 'utf8')]);
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [`${end.reason}`] : []));
    expect(reasons).toEqual([`Error: ${path} exists already`, `Error: ${path} exists already`]);
    expect(await readdir(folder)).toHaveLength(3);
  });
});
