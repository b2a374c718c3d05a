import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FreeSpace } from './free-space.js';

describe('FreeSpace', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ssc-free-space-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('takes recordings where there is room', async () => {
    const space = new FreeSpace([folder, join(folder, 'objects')], 1);
    expect(await space.state()).toEqual({ freeBytes: expect.any(Number), takesRecordings: true });
    expect(space.fullSince).toBeNull();
  });

  it('says since when a disk is full, or read-only, until it is not', async () => {
    expect(await new FreeSpace([folder], Number.MAX_SAFE_INTEGER).state()).toMatchObject({
      takesRecordings: false,
    });
    let isReadOnly = true;
    const space = new FreeSpace([folder], 1, () =>
      isReadOnly
        ? Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' }))
        : Promise.resolve(),
    );
    expect(await space.state()).toMatchObject({ takesRecordings: false });
    const since = space.fullSince;
    expect(since).toBeInstanceOf(Date);
    await space.state();
    expect(space.fullSince).toBe(since);
    isReadOnly = false;
    expect(await space.state()).toMatchObject({ takesRecordings: true });
    expect(space.fullSince).toBeNull();
  });
});
