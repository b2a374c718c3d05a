import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

const PIECE_BYTES = 256 * 1024;

export interface FileDigest {
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Size and hash of a file. Every piece is read into the same memory: pieces of a stream pile up outside of V8's heap, so
 * that a large recording would cost tens of megabytes.
 * @throws the signal's reason when aborted; the error of a file that cannot be read
 */
export async function digestOf(path: string, signal?: AbortSignal): Promise<FileDigest> {
  await using file = await open(path);
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let bytes = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, bytes);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    hash.update(piece.subarray(0, bytesRead));
    bytes += bytesRead;
  }
}
