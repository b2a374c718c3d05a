import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPage, preloadLinks, readScreenFiles } from './screen-files.js';

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

  it.each([
    ['/', true],
    ['/how-it-works', true],
    ['/terms', true],
    ['/login', true],
    ['/login/', true],
    ['/login/more', false],
    ['/remote-contract/4207731958026614', true],
    ['/remote-contract', false],
    ['/verify', true],
    ['/verify/4207731958026614', true],
    ['/verify/1/2', false],
    ['/home', false],
    ['/policy', false],
    ['/not-found', false],
    ['/nowhere', false],
    ['/constructor', false],
  ])('%s is a page: %s', (path, expected) => {
    const files = { ...FILES, policy: [], verify: [], 'remote-contract': [], confirm: [] };
    expect(isPage(path, files)).toBe(expected);
    expect(isPage(path, {})).toBe(true);
  });

  it('does without what an older build did not write', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ssc-screens-'));
    expect(await readScreenFiles(folder)).toEqual({});
    await writeFile(join(folder, 'screens.json'), JSON.stringify(FILES));
    expect(await readScreenFiles(folder)).toEqual(FILES);
    await rm(folder, { recursive: true });
  });
});
