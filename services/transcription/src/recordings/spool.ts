import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs `work` with a folder of its own that is gone afterwards. */
export async function withFolder<T>(spool: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(spool, randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
