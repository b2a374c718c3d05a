import { rename, rm, stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { askNodeProgram, MediaError } from '#media';
import { digestOf } from '#platform';
import { download, InstallError, sizeOf } from './download.js';
import { diskBytes, type Model } from './manifest.js';
import type { ModelFolder } from './model-folder.js';

interface InstallOptions {
  baseUrl: string;
  signal: AbortSignal;
  onProgress?: (bytes: number) => void;
  /** Without a byte for so long a download counts as broken. */
  stallMs?: number;
}

/** What is left of a disk after a model. */
const DISK_MARGIN_BYTES = 256 * 1024 ** 2;
/** What else a machine needs beside a model. */
const MEMORY_FACTOR = 1.25;
const LARGEST_UNPACKED_BYTES = 4 * 1024 ** 3;

/**
 * Fetches a model, checks it and puts it in its place. An archive that somebody has laid into the folder of the models is
 * taken instead of a download.
 * @throws InstallError; the signal's reason when aborted.
 */
export async function installModel(folder: ModelFolder, options: InstallOptions): Promise<void> {
  const { model, root } = folder;
  const { signal } = options;
  assertMemory(model);
  const name = basename(model.path);
  const brought = join(root, name);
  const part = `${brought}.part`;
  const isBrought = await isFile(brought);
  await assertDisk(root, model, isBrought ? 0 : await sizeOf(part));
  const source = isBrought ? brought : part;
  if (!isBrought) {
    const url = new URL(model.path, options.baseUrl).href;
    await download({ url, path: part, bytes: model.bytes, sha256: model.sha256 }, options);
  } else if ((await digestOf(brought, signal)).sha256 !== model.sha256) {
    throw new InstallError('wrong_digest', `${name} has another SHA-256 than the one that was published`);
  }
  const incoming = await folder.prepare();
  try {
    const [first] = model.files;
    const isArchive = model.files.some(({ member }) => member !== null);
    if (isArchive) {
      const members = model.files.flatMap(({ member, name: as }) =>
        member === null ? [] : [{ member, name: as }],
      );
      await unpack({ archive: source, folder: incoming, members, mostBytes: LARGEST_UNPACKED_BYTES }, signal);
    } else if (first) await rename(source, join(incoming, first.name));
    await assertFiles(incoming, model, signal);
    await folder.take(incoming, signal);
    if (isArchive && !isBrought) await rm(part, { force: true });
  } catch (error) {
    await rm(incoming, { recursive: true, force: true });
    throw error;
  }
}

/** Whether this machine, or the container that this is, has the memory for it. @throws InstallError `too_little_memory` */
export function assertMemory(model: Model): void {
  const needed = model.memoryBytes * MEMORY_FACTOR;
  const has = machineMemory();
  if (has >= needed) return;
  throw new InstallError('too_little_memory', `it needs ${inMb(needed)} of memory, there are ${inMb(has)}`);
}

function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

async function assertDisk(root: string, model: Model, have: number): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  const needed = diskBytes(model) - have + DISK_MARGIN_BYTES;
  if (bavail * bsize >= needed) return;
  throw new InstallError('disk_full', `it needs ${inMb(needed)} of disk, ${inMb(bavail * bsize)} are free`);
}

async function assertFiles(folder: string, model: Model, signal: AbortSignal): Promise<void> {
  for (const { name, bytes, sha256 } of model.files) {
    const path = join(folder, name);
    const size = await sizeOf(path);
    if (bytes !== null && size !== bytes) {
      throw new InstallError('wrong_size', `${name} has ${size} bytes instead of ${bytes}`);
    }
    if (sha256 !== null && (await digestOf(path, signal)).sha256 !== sha256) {
      throw new InstallError('wrong_digest', `the SHA-256 of ${name} is not the one that was published`);
    }
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

const inMb = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;

export interface UnpackTask {
  /** A `.tar.bz2`. */
  archive: string;
  /** Which exists. */
  folder: string;
  /** What is wanted of it, and the names under which it is kept; all else stays out. */
  members: { member: string; name: string }[];
  /** Of all members together. */
  mostBytes: number;
}

const UNPACK = new URL('./unpack.process.js', import.meta.url);
const TIME_LIMIT_MS = 3_600_000;
const DATA_BYTES = 1024 ** 3;

/** @throws InstallError `unpacking`, `disk_full`; the signal's reason when aborted. */
export async function unpack(task: UnpackTask, signal: AbortSignal): Promise<void> {
  try {
    await askNodeProgram(UNPACK, task, { timeoutMs: TIME_LIMIT_MS, dataBytes: DATA_BYTES, signal });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    const { message } = error;
    if (/^(?:ENOSPC|EDQUOT)/.test(message)) throw new InstallError('disk_full', 'the disk is full');
    throw new InstallError('unpacking', message.slice(0, 300), { cause: error });
  }
}
