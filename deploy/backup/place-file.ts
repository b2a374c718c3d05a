import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What file systems without hard links answer, such as exFAT and some that lie on another machine. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Where a file is written that shall be at the path once it is whole: beside it, and of nobody else's. */
export function partBeside(path: string): string {
  return `${path}.${randomUUID()}.part`;
}

/**
 * Puts a finished file into its place, unless there is one by now: two that were written at the same time do not take each
 * other's place.
 * @param makeLink as `fs.link`; a test's has no links
 * @throws Error when there is one; then the part is left to whoever wrote it
 */
export async function placeFile(part: string, path: string, makeLink = link): Promise<void> {
  try {
    await makeLink(part, path);
    await rm(part);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw exists(path, error);
    if (!NO_LINKS.has(code)) throw error;
    await reserve(path);
    await rename(part, path);
  }
  await flushFolder(dirname(path));
}

/** An empty file that only one can make; the finished one takes its place. */
async function reserve(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? exists(path, error) : error;
  });
  await file.close();
}

const exists = (path: string, cause: unknown): Error => new Error(`${path} exists already`, { cause });

/** The name itself must survive a power cut, too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
