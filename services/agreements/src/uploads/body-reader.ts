import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { AppError } from '#platform';
import { IDLE_MS, receive, type UploadedFile } from './upload-reader.js';

/**
 * Hands a bare body to `use` as a file in the spool folder, counted and hashed as it arrived; afterwards the file is gone.
 * @param maxBytes largest body
 * @throws AppError `file_too_large`, `invalid_input` when it is cut off
 */
export async function withBody<T>(
  request: IncomingMessage,
  spool: string,
  maxBytes: number,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  // Anything else was read by somebody before.
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/octet-stream')
    throw new AppError('invalid_input', { message: 'A part is sent as application/octet-stream.' });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError('file_too_large');
  const folder = join(spool, randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    const file: UploadedFile = { path: join(folder, 'body'), bytes: 0, sha256: '' };
    await receiveBody(request, file, maxBytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function receiveBody(request: IncomingMessage, file: UploadedFile, maxBytes: number): Promise<void> {
  // Between the two stands a stream of our own: an error must not end the connection before the answer.
  const body = new PassThrough();
  const cut = () => {
    if (!request.readableEnded)
      body.destroy(new AppError('invalid_input', { message: 'The part was cut off.' }));
  };
  request.once('close', cut);
  request.once('error', cut);
  request.setTimeout(IDLE_MS, cut);
  if (request.destroyed) cut();
  request.pipe(body);
  try {
    await receive(body, file, maxBytes, new AbortController().signal);
  } catch (error) {
    request.unpipe(body);
    request.resume();
    throw error;
  } finally {
    request.off('close', cut);
    request.off('error', cut);
    request.off('timeout', cut);
    request.setTimeout(0);
  }
}
