import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { digestOf } from '#platform';

/**
 * Why a model is not here.
 * `unreachable`: nobody answers at its address; `refused`: an answer, but not the file; `interrupted`: it ended too early;
 * `wrong_size`, `wrong_digest`: other bytes than those that were published; `disk_full`; `too_little_memory`;
 * `unpacking`: the archive does not hold what it should; `unusable`: it is all there, and cannot be loaded.
 */
export type InstallFailure =
  | 'unreachable'
  | 'refused'
  | 'interrupted'
  | 'wrong_size'
  | 'wrong_digest'
  | 'disk_full'
  | 'too_little_memory'
  | 'unpacking'
  | 'unusable';

export class InstallError extends Error {
  override readonly name = 'InstallError';

  constructor(
    readonly reason: InstallFailure,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export interface Download {
  url: string;
  /** Where it is put together. What is there of an earlier try is kept. */
  path: string;
  bytes: number;
  sha256: string;
}

interface DownloadOptions {
  signal: AbortSignal;
  onProgress?: (bytes: number) => void;
  /** Without a byte for so long it counts as broken. */
  stallMs?: number;
}

const STALL_MS = 30_000;

/**
 * Fetches a file, going on where an earlier try ended, and checks its size and digest.
 * @throws InstallError; the signal's reason when aborted.
 */
export async function download(file: Download, options: DownloadOptions): Promise<void> {
  const { path, bytes, sha256 } = file;
  const have = await sizeOf(path);
  if (have > bytes) await rm(path, { force: true });
  if (have !== bytes) await fetchRest(file, have > bytes ? 0 : have, options);
  const size = await sizeOf(path);
  if (size < bytes) {
    throw new InstallError(size > have ? 'interrupted' : 'refused', `${size} of ${bytes} bytes came`);
  }
  if ((await digestOf(path, options.signal)).sha256 !== sha256) {
    // Nothing of it can be used.
    await rm(path, { force: true });
    throw new InstallError('wrong_digest', 'its SHA-256 is not the one that was published');
  }
}

async function fetchRest(file: Download, have: number, options: DownloadOptions): Promise<void> {
  const { signal, stallMs = STALL_MS } = options;
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallMs);
  const either = AbortSignal.any([signal, stalled.signal]);
  try {
    const response = await fetch(file.url, {
      headers: { 'accept-encoding': 'identity', ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
      signal: either,
    });
    const from = beginOf(response, file, have);
    await write(response, file, from, { ...options, signal: either }, timer);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof InstallError) throw error;
    const code = codeOf(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new InstallError('disk_full', 'the disk is full', { cause: error });
    }
    const got = await sizeOf(file.path);
    if (got > have)
      throw new InstallError('interrupted', `${got} of ${file.bytes} bytes came`, { cause: error });
    const why = stalled.signal.aborted ? `no answer within ${stallMs / 1000} s` : (code ?? 'no connection');
    throw new InstallError('unreachable', `${new URL(file.url).host}: ${why}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The byte with which the answer begins. @throws InstallError when it is not the file. */
function beginOf(response: Response, { bytes, url }: Download, have: number): number {
  const { status, headers } = response;
  const host = new URL(url).host;
  if (status !== 200 && status !== 206) throw new InstallError('refused', `${host} answers ${status}`);
  const from =
    status === 206 ? Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? -1) : 0;
  if (from !== have && from !== 0)
    throw new InstallError('refused', `${host} sends another part than asked for`);
  const length = headers.get('content-length');
  if (length !== null && Number(length) !== bytes - from) {
    throw new InstallError('wrong_size', `${host} has ${Number(length) + from} bytes instead of ${bytes}`);
  }
  return from;
}

async function write(
  response: Response,
  { path, bytes }: Download,
  from: number,
  { signal, onProgress }: DownloadOptions,
  timer: NodeJS.Timeout,
): Promise<void> {
  const body = response.body ? Readable.fromWeb(response.body) : Readable.from([]);
  const out = createWriteStream(path, { flags: from > 0 ? 'a' : 'w' });
  // Also while the next chunk is awaited, which then nobody needs.
  out.on('error', (error) => body.destroy(error));
  let got = from;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      timer.refresh();
      got += chunk.byteLength;
      if (got > bytes) throw new InstallError('wrong_size', `more than ${bytes} bytes came`);
      if (!out.write(chunk))
        await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]);
      if (out.errored) throw out.errored;
      onProgress?.(got);
    }
  } finally {
    out.end();
    await finished(out);
  }
}

/** In bytes; 0 for a file that is not there. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** `ENOTFOUND`, `ECONNREFUSED`, …: fetch hides it in the cause. */
function codeOf(error: unknown): string | null {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    const [first] = one instanceof AggregateError ? (one.errors as NodeJS.ErrnoException[]) : [];
    if (typeof first?.code === 'string') return first.code;
  }
  return null;
}
