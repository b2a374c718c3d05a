import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of a file, in hexadecimal. @throws the signal's reason when aborted; the error of a file that cannot be read. */
export async function digestOf(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
    hash.update(chunk as Buffer);
  }
  return hash.digest('hex');
}
