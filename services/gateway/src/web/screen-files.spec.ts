import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preloadLinks, readScreenFiles } from './screen-files.js';

const FILES = { home: ['/assets/home.js', '/assets/mic.js'], login: ['/assets/login.js'], 'not-found': [] };

describe('files of screens', () => {
  it.each([
    ['/', '</assets/home.js>; rel=modulepreload, </assets/mic.js>; rel=modulepreload'],
    ['/how-it-works', '</assets/home.js>; rel=modulepreload, </assets/mic.js>; rel=modulepreload'],
    ['/login', '</assets/login.js>; rel=modulepreload'],
    ['/login/more', '</assets/login.js>; rel=modulepreload'],
    ['/not-found', undefined],
    ['/nowhere', undefined],
    ['/constructor', undefined],
  ])('%s', (path, links) => {
    expect(preloadLinks(path, FILES)).toBe(links);
  });

  it('does without what an older build did not write', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-screens-'));
    expect(await readScreenFiles(folder)).toEqual({});
    await writeFile(join(folder, 'screens.json'), JSON.stringify(FILES));
    expect(await readScreenFiles(folder)).toEqual(FILES);
    await rm(folder, { recursive: true });
  });
});
