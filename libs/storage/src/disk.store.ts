import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, opendir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import {
  assertKey,
  type ByteRange,
  ObjectNotFoundError,
  type ObjectStore,
  type StoredObject,
} from './object-store.js';

/** Objects as files below one folder: written beside their place, flushed, then renamed. */
export class DiskStore implements ObjectStore {
  constructor(private readonly root: string) {}

  async putFile(key: string, path: string): Promise<StoredObject> {
    return this.place(key, (temporary) => copyFile(path, temporary));
  }

  async putBuffer(key: string, content: Buffer): Promise<StoredObject> {
    return this.place(key, (temporary) => writeFile(temporary, content));
  }

  async head(key: string): Promise<StoredObject> {
    const { size } = await stat(this.path(key)).catch((error: unknown) => notFound(key, error));
    return { bytes: size };
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.path(key), 'r').catch((error: unknown) => notFound(key, error));
    return createReadStream('', { fd: file, ...range, highWaterMark: 256 * 1024 });
  }

  async getFile(key: string, path: string): Promise<void> {
    await copyFile(this.path(key), path).catch((error: unknown) => notFound(key, error));
  }

  async delete(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  async *list(prefix: string): AsyncIterable<string> {
    // Only the folder that the prefix names: what lies beside it may be all objects of years.
    const folder = join(this.root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
    const entries = await opendir(folder, { recursive: true }).catch(() => null);
    if (!entries) return;
    for await (const entry of entries) {
      const key = relative(this.root, join(entry.parentPath, entry.name)).split(sep).join('/');
      if (entry.isFile() && key.startsWith(prefix) && !entry.name.endsWith('.part')) yield key;
    }
  }

  async check(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    const probe = join(this.root, `.check-${randomUUID()}.part`);
    await writeFile(probe, 'ok');
    await unlink(probe);
  }

  private path(key: string): string {
    assertKey(key);
    return join(this.root, key);
  }

  private async place(key: string, write: (temporary: string) => Promise<void>): Promise<StoredObject> {
    const target = this.path(key);
    const folder = dirname(target);
    await mkdir(folder, { recursive: true });
    const temporary = join(folder, `.${randomUUID()}.part`);
    try {
      await write(temporary);
      const bytes = await flush(temporary);
      await rename(temporary, target);
      // The name itself must survive a power cut, too.
      await flush(folder);
      return { bytes };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
}

async function flush(path: string): Promise<number> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

function notFound(key: string, error: unknown): never {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new ObjectNotFoundError(key);
  throw error as Error;
}
