import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyRequest } from 'fastify';
import { maxAudioBytes, maxPhotoBytes } from '#contracts';
import { AppError } from '#platform';

/** A form with both files and its fields. */
export const MAX_UPLOAD_BYTES = maxAudioBytes + maxPhotoBytes + 1024 * 1024;

/**
 * The body of an upload on its way. A service may answer before it has read everything, because it refuses: what is
 * still to come is then received and dropped, as a browser reads no answer before it has sent all.
 */
export function passUpload(request: FastifyRequest, body: Readable): Readable {
  const stopCollecting = collectWhileReceiving(request.raw.socket);
  const passed = new PassThrough();
  let bytes = 0;
  body.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_UPLOAD_BYTES && !passed.destroyed) {
      request.forwarding.refusal = new AppError('file_too_large');
      passed.destroy(request.forwarding.refusal);
    }
  });
  body.pipe(passed);
  body.once('close', () => {
    stopCollecting();
    if (!body.readableEnded) passed.destroy(new AppError('invalid_multipart'));
  });
  passed.once('close', () => {
    body.unpipe(passed);
    body.resume();
  });
  passed.on('error', () => undefined);
  return passed;
}

const EVERY_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 10;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Gives the memory of a passing upload back while it arrives. Its pieces live outside of V8's heap and weigh almost
 * nothing in it, so the collector would let tens of megabytes pile up before it looks; a look takes about a millisecond.
 */
function collectWhileReceiving(socket: Socket): () => void {
  let last = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - last < EVERY_BYTES) return;
    last = socket.bytesRead;
    collect({ type: 'minor' });
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
