import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import {
  assertKey,
  type ByteRange,
  ObjectNotFoundError,
  type ObjectStore,
  type StoredObject,
} from './object-store.js';

/** Of what is being written. On the same file system as the objects, and no object's name begins so. */
const PARTS = '.parts';
/** Nothing takes as long to write. What is older was left behind by a process that was killed. */
const ABANDONED_MS = 3_600_000;

/** Objects as files below one folder: written in a folder of their own, flushed, then renamed. */
export class DiskStore implements ObjectStore {
  private cleanedAt = Number.NEGATIVE_INFINITY;

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

  async *read(key: string): AsyncIterable<Buffer> {
    yield* await this.get(key);
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
      const isPart = key.startsWith(`${PARTS}/`) || entry.name.endsWith('.part');
      if (entry.isFile() && key.startsWith(prefix) && !isPart) yield key;
    }
  }

  async check(): Promise<void> {
    const probe = await this.temporary();
    await writeFile(probe, 'ok');
    await unlink(probe);
    await this.removeAbandoned();
  }

  async keepsVersions(): Promise<boolean> {
    return false;
  }

  /** What a killed process left half-written is a copy of a voice that no deletion knows of. Looked for once an hour. */
  private async removeAbandoned(): Promise<void> {
    const now = Date.now();
    if (now - this.cleanedAt < ABANDONED_MS) return;
    this.cleanedAt = now;
    const folder = join(this.root, PARTS);
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      // Another copy of the service may have removed it, or just finished it.
      const found = await stat(path).catch(() => null);
      if (found && now - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }

  /** Where something is written before it has its name. */
  private async temporary(): Promise<string> {
    const folder = join(this.root, PARTS);
    await mkdir(folder, { recursive: true });
    return join(folder, `${randomUUID()}.part`);
  }

  private path(key: string): string {
    assertKey(key);
    return join(this.root, key);
  }

  private async place(key: string, write: (temporary: string) => Promise<void>): Promise<StoredObject> {
    const target = this.path(key);
    const folder = dirname(target);
    await mkdir(folder, { recursive: true });
    const temporary = await this.temporary();
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
