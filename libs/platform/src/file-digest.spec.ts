import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from './file-digest.js';

describe('the digest of a file', () => {
  let folder: string;
  let path: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ssc-digest-'));
    path = join(folder, 'file');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([0, 1, 256 * 1024, 256 * 1024 + 1, 3_000_000])(
    'of %d bytes is that of its bytes',
    async (bytes) => {
      const content = Buffer.alloc(bytes, 'a voice');
      await writeFile(path, content);
      expect(await digestOf(path)).toEqual({
        bytes,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
    },
  );

  it('ends when it is aborted', async () => {
    await writeFile(path, 'a voice');
    const gone = new Error('the job is stopped');
    await expect(digestOf(path, AbortSignal.abort(gone))).rejects.toBe(gone);
  });

  it('fails for a file that is not there', async () => {
    await expect(digestOf(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
