import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstLookAt, readFirstLooks } from './first-looks.js';

const LOOKS = { '/': '<p>home', '/login': '<p>login' };

describe('documents that bring their screen along', () => {
  it.each([
    ['/', '<p>home'],
    ['/login', '<p>login'],
    ['/login/', undefined],
    ['/login?then=/record', undefined],
    ['/signup', undefined],
    ['constructor', undefined],
  ])('%s', (address, document) => {
    expect(firstLookAt(address, LOOKS)).toBe(document);
  });

  it('are not there after an older build', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-looks-'));
    expect(await readFirstLooks(folder)).toEqual({});
    await writeFile(join(folder, 'first-looks.json'), JSON.stringify(LOOKS));
    expect(await readFirstLooks(folder)).toEqual(LOOKS);
    await rm(folder, { recursive: true });
  });
});
