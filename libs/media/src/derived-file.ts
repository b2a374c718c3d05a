import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export interface DerivedFile {
  path: string;
  mime: string;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Size and hash of a file, read as a stream. */
export async function describeFile(path: string, mime: string): Promise<DerivedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { path, mime, bytes, sha256: hash.digest('hex') };
}
