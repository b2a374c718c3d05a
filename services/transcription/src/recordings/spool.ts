import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from '#storage';

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

/** Copies an object to a local file, as ffmpeg and the recogniser need it. */
export async function fetchObject(
  store: ObjectStore,
  key: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await pipeline(await store.get(key), createWriteStream(path, { mode: 0o600 }), { signal });
}
