import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { HOUR_MS } from '#platform';
import { until } from '../../platform/test/test-service.js';
import { Spool } from './spool.js';

let root: string;
const warnings: unknown[] = [];
const logger = { warn: (...said: unknown[]) => void warnings.push(said) };
const spoolOf = (cleanEveryMs?: number) => new Spool(root, logger, cleanEveryMs);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'spool-'));
  warnings.length = 0;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

/** A folder with a recording, both last written so many milliseconds ago. */
async function left(name: string, agoMs: number, fileAgoMs = agoMs): Promise<void> {
  const path = join(root, name);
  await mkdir(path);
  await writeFile(join(path, 'original'), 'spoken words');
  const at = (ms: number) => new Date(Date.now() - ms);
  await utimes(join(path, 'original'), at(fileAgoMs), at(fileAgoMs));
  await utimes(path, at(agoMs), at(agoMs));
}

/** From now on the machine's clock is ahead. */
function moveTime(ms: number): void {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

describe('the spool', () => {
  it('removes what a process that died has left, when it starts and again and again', async () => {
    await left('long-ago', HOUR_MS + 1000);
    await left('just-now', 1000);
    const spool = spoolOf(50);
    await spool.onApplicationBootstrap();
    expect(await readdir(root)).toEqual(['just-now']);

    moveTime(HOUR_MS);
    await until('the folder is gone', async () => (await readdir(root)).length === 0);
    spool.onModuleDestroy();
    expect(await readdir(root)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('leaves what this process uses, however long', async () => {
    const spool = spoolOf();
    const folder = await spool.open();
    await utimes(folder.path, new Date(0), new Date(0));
    await spool.clean();
    expect(await readdir(root)).toEqual([basename(folder.path)]);
    await folder.close();
    expect(await readdir(root)).toEqual([]);
  });

  it('leaves what another process on the same disk uses, and what is still written to', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'Date'] });
    try {
      const other = spoolOf();
      await other.onApplicationBootstrap();
      const folder = await other.open();
      await utimes(folder.path, new Date(0), new Date(0));
      await jest.advanceTimersByTimeAsync(5 * 60_000);
      other.onModuleDestroy();
      await left('written', 2 * HOUR_MS, 1000);
      // What the timer began goes on outside of it; a test that waits for too long is ended.
      while ((await stat(folder.path)).mtimeMs === 0) await new Promise((resolve) => setImmediate(resolve));
      await spoolOf().clean();
      expect((await readdir(root)).sort()).toEqual([basename(folder.path), 'written'].sort());
    } finally {
      jest.useRealTimers();
    }
  });

  it('hands out a folder for some work, and none is left when it fails', async () => {
    const spool = spoolOf();
    const work = spool.during(async (folder) => {
      await writeFile(join(folder, 'original'), 'spoken words');
      throw new Error('cut short');
    });
    await expect(work).rejects.toThrow('cut short');
    expect(await readdir(root)).toEqual([]);
  });

  it('makes its folder where there is none', async () => {
    await rm(root, { recursive: true });
    await spoolOf().clean();
    expect(await readdir(root)).toEqual([]);
  });
});
