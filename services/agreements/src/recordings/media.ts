import { Readable } from 'node:stream';
import { ApiProperty } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform';
import { ObjectNotFoundError, type ObjectStore } from '#storage';

/** What to send: where it lies, what it is and what it is called. */
export interface MediaFile {
  key: string;
  mime: string;
  fileName: string;
}

/**
 * A mailed link leads to the file itself, for which browsers make a page of their own: a player or a picture with the same
 * address in it, bound by the policy of the answer. So it may load itself; nothing else may, and nothing may run.
 */
const OWN_PAGE_POLICY =
  "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Drawn before anything is heard. */
export class SoundOutline {
  @ApiProperty({
    type: [Number],
    description: "Loudness of a party's recording over time, 0..1; empty while it is not prepared",
  })
  peaks: number[];
}

/**
 * How many bytes a file has. @throws AppError `recording_expired` when there are none any more
 * @throws Error while the store cannot be asked
 */
export async function storedBytes(store: ObjectStore, { key }: Pick<MediaFile, 'key'>): Promise<number> {
  const { bytes } = await store.head(key).catch((error: unknown) => {
    if (error instanceof ObjectNotFoundError) throw new AppError('recording_expired', { cause: error });
    throw error;
  });
  return bytes;
}

/** Streams an object with byte ranges, as players need it. Private: nothing on the way may keep a copy. */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ObjectStore,
  file: MediaFile,
  isDownload: boolean,
): Promise<void> {
  const bytes = await storedBytes(store, file);
  const range = request.headers.range === undefined ? null : readRange(bytes, request.headers.range, reply);
  void reply.headers({
    'content-type': file.mime,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': OWN_PAGE_POLICY,
    'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename="${file.fileName}"`,
    'content-length': String(range ? range.end - range.start + 1 : bytes),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` } : {}),
  });
  void reply.status(range ? 206 : 200);
  if (request.method === 'HEAD') {
    // Fastify would answer `content-length: 0` for no body at all; an empty stream keeps the length above.
    await reply.send(Readable.from([]));
    return;
  }
  await reply.send(await store.get(file.key, range ?? undefined));
}

/** The part that is asked for. Null for anything unusual: the standard allows to send the whole file then. */
function readRange(
  bytes: number,
  header: string,
  reply: FastifyReply,
): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') return null;
  // `-500` are the last 500 bytes, or all when there are fewer.
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (start >= bytes) {
    void reply.header('content-range', `bytes */${bytes}`);
    throw new AppError('range_not_satisfiable');
  }
  return { start, end };
}
