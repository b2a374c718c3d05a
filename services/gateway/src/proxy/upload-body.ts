import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { maxAudioBytes, maxPhotoBytes } from '#contracts';
import { AppError, PassingBytes } from '#platform';

/** A form with both files and its fields. */
export const MAX_UPLOAD_BYTES = maxAudioBytes + maxPhotoBytes + 1024 * 1024;

/**
 * The body of an upload on its way. A service may answer before it has read everything, because it refuses: what is
 * still to come is then received and dropped, as a browser reads no answer before it has sent all.
 */
export function passUpload(request: FastifyRequest, body: Readable): Readable {
  const passing = new PassingBytes();
  const passed = new PassThrough();
  let bytes = 0;
  body.on('data', (piece: Buffer) => {
    bytes += piece.length;
    passing.pass(piece.length);
    if (bytes > MAX_UPLOAD_BYTES && !passed.destroyed) {
      request.forwarding.refusal = new AppError('file_too_large');
      passed.destroy(request.forwarding.refusal);
    }
  });
  body.pipe(passed);
  body.once('close', () => {
    if (!body.readableEnded) passed.destroy(new AppError('invalid_multipart'));
  });
  passed.once('close', () => {
    body.unpipe(passed);
    body.resume();
  });
  passed.on('error', () => undefined);
  return passed;
}
