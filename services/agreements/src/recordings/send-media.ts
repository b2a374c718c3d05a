import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { AppError } from '#platform';
import { ObjectNotFoundError, type ObjectStore } from '#storage';
import type { MediaFile } from './recordings.service.js';

/** Streams an object with byte ranges, as players need it. Private: nothing on the way may keep a copy. */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ObjectStore,
  file: MediaFile,
  isDownload: boolean,
): Promise<void> {
  const { bytes } = await store.head(file.key).catch((error: unknown) => {
    if (error instanceof ObjectNotFoundError) throw new AppError('recording_expired', { cause: error });
    throw error;
  });
  const range = request.headers.range === undefined ? null : readRange(bytes, request.headers.range, reply);
  void reply.headers({
    'content-type': file.mime,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename="${file.fileName}"`,
    'content-length': String(range ? range.end - range.start + 1 : bytes),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` } : {}),
  });
  void reply.status(range ? 206 : 200);
  if (request.method === 'HEAD') {
    await reply.send();
    return;
  }
  await reply.send(await store.get(file.key, range ?? undefined));
}

function readRange(
  bytes: number,
  header: string,
  reply: FastifyReply,
): { start: number; end: number } | null {
  const ranges = parseRange(bytes, header, { combine: true });
  if (ranges === -1) {
    void reply.header('content-range', `bytes */${bytes}`);
    throw new AppError('range_not_satisfiable');
  }
  // Anything unusual (several ranges, other units) is answered with the whole file, as the standard allows.
  const [range] = ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? [] : ranges;
  return range ?? null;
}
