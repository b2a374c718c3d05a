import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'minio';
import { request } from 'undici';
import { DISK, OutageError, outageOf } from '#platform';
import {
  assertKey,
  type ByteRange,
  ObjectNotFoundError,
  type ObjectStore,
  type StoredObject,
} from './object-store.js';

export interface S3Options {
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

/** As health calls it. */
const STORAGE = 'storage';
/** What the client says of 429 and 5xx, and of a connection that ended in the middle of an object. */
const AWAY_TEXT = /Retryable HTTP status|^(aborted|socket hang up|Premature close)$/;
const UPLOAD_URL_SECONDS = 300;
const UPLOAD_TIMEOUT_MS = 120_000;
/** A store that says nothing for so long is away. */
const SILENCE_MS = 10_000;
/** Between two looks whether the store takes an object. */
const WRITTEN_EVERY_MS = 60_000;
const NEVER_WRITTEN = 'health/never-written';

/** Any S3: signature version 4, path style, nothing that only one vendor has. */
export class S3Store implements ObjectStore {
  private readonly client: Client;
  private readonly bucket: string;
  /** When it last took an object to see, by the clock that nobody puts back; in milliseconds. */
  private writtenAt = Number.NEGATIVE_INFINITY;

  /** @param silenceMs without a byte for so long, the store counts as away */
  constructor(
    private readonly options: S3Options,
    private readonly silenceMs = SILENCE_MS,
  ) {
    const url = new URL(options.endpoint);
    const isTls = url.protocol === 'https:';
    this.bucket = options.bucket;
    this.client = new Client({
      endPoint: url.hostname,
      port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
      useSSL: isTls,
      region: options.region,
      accessKey: options.accessKey,
      secretKey: options.secretKey,
      pathStyle: true,
      transport: { request: withLimit(isTls ? https.request : http.request, silenceMs) },
    });
  }

  async putFile(key: string, path: string, contentType: string): Promise<StoredObject> {
    assertKey(key);
    const { size } = await stat(path);
    // One signed PUT, streamed: the client's own putObject reads a whole part into memory, and its multipart upload
    // needs calls that not every S3 has. A single PUT may be 5 GB; ours are far below.
    const url = await this.client.presignedPutObject(this.bucket, key, UPLOAD_URL_SECONDS);
    const giveUp = new AbortController();
    const silence = setTimeout(() => giveUp.abort(silent(this.silenceMs)), this.silenceMs);
    const answer = await request(url, {
      method: 'PUT',
      body: Readable.from(
        passing(createReadStream(path, { highWaterMark: 256 * 1024 }), () => silence.refresh()),
      ),
      headers: { 'content-length': String(size), 'content-type': contentType },
      signal: AbortSignal.any([giveUp.signal, AbortSignal.timeout(UPLOAD_TIMEOUT_MS)]),
    })
      .catch((error: unknown) => failed(key, error))
      .finally(() => clearTimeout(silence));
    await answer.body.dump();
    if (answer.statusCode !== 200) {
      const error = new Error(`The object store answered ${answer.statusCode} to a PUT`);
      throw answer.statusCode >= 500 ? new OutageError(STORAGE, error) : error;
    }
    return this.assertStored(key, size);
  }

  async putBuffer(key: string, content: Buffer, contentType: string): Promise<StoredObject> {
    assertKey(key);
    await this.client
      .putObject(this.bucket, key, content, content.length, { 'Content-Type': contentType })
      .catch((error: unknown) => failed(key, error));
    return this.assertStored(key, content.length);
  }

  async head(key: string): Promise<StoredObject> {
    assertKey(key);
    const { size } = await this.client
      .statObject(this.bucket, key)
      .catch((error: unknown) => failed(key, error));
    return { bytes: size };
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    assertKey(key);
    const object = range
      ? this.client.getPartialObject(this.bucket, key, range.start, range.end - range.start + 1)
      : this.client.getObject(this.bucket, key);
    return object.catch((error: unknown) => failed(key, error));
  }

  async *read(key: string): AsyncIterable<Buffer> {
    yield* this.unlessSilent(key, await this.get(key)) as AsyncIterable<Buffer>;
  }

  async getFile(key: string, path: string, signal?: AbortSignal): Promise<void> {
    await pipeline(this.read(key), createWriteStream(path, { mode: 0o600 }), { signal }).catch(
      (error: unknown) => {
        signal?.throwIfAborted();
        failed(key, error);
      },
    );
  }

  async delete(key: string): Promise<void> {
    assertKey(key);
    await this.client.removeObject(this.bucket, key).catch((error: unknown) => {
      if (!isMissing(error)) failed(key, error);
    });
    // Nobody asks for it again, so whoever says yes in the store's place would keep it for ever.
    if ((await this.sizeOf(key)) !== null)
      throw new OutageError(STORAGE, new Error('The object store said that it is gone, and has it'));
  }

  async *list(prefix: string): AsyncIterable<string> {
    const objects = this.client.listObjectsV2(this.bucket, prefix, true);
    for await (const object of this.unlessSilent(prefix, objects)) {
      const { name } = object as { name?: string };
      if (name) yield name;
    }
  }

  async check(): Promise<void> {
    if (!(await this.client.bucketExists(this.bucket))) {
      await this.client.makeBucket(this.bucket, this.options.region);
    }
    const now = performance.now();
    if (now - this.writtenAt < WRITTEN_EVERY_MS) {
      // What says yes to everything has this, too.
      if ((await this.sizeOf(NEVER_WRITTEN)) === null) return;
      throw new OutageError(STORAGE, new Error('The object store has what nobody stored'));
    }
    // One that is full, or whose key may not write any more, still answers questions; and what says yes to everything, as
    // the page of a proxy, is no store.
    const written = Buffer.from(randomUUID());
    // One of its own: two that look at the same time would read and remove each other's.
    const key = `health/probe-${written}`;
    await this.putBuffer(key, written, 'text/plain');
    const read: Buffer[] = [];
    for await (const part of this.read(key)) read.push(part);
    if (!written.equals(Buffer.concat(read)))
      throw new OutageError(STORAGE, new Error('The object store gives back something else than it got'));
    await this.delete(key);
    this.writtenAt = now;
  }

  async keepsVersions(): Promise<boolean | null> {
    try {
      const answer = await this.client.getBucketVersioning(this.bucket);
      const { Status: status } = (answer ?? {}) as { Status?: string };
      // A bucket whose versions are suspended still has those of before.
      return status === 'Enabled' || status === 'Suspended';
    } catch (error) {
      const { code } = error as { code?: unknown };
      // Not every S3 knows versions, and not every key may ask.
      if (code === 'NotImplemented' || code === 'MethodNotAllowed') return false;
      if (code === 'AccessDenied') return null;
      return failed(this.bucket, error);
    }
  }

  /** Whoever says that it took an object need not be the store: a proxy may answer in its place. @throws OutageError */
  private async assertStored(key: string, bytes: number): Promise<StoredObject> {
    if ((await this.sizeOf(key)) !== bytes)
      throw new OutageError(STORAGE, new Error('The object store said yes, and does not have it'));
    return { bytes };
  }

  /** In bytes; null where there is none. */
  private async sizeOf(key: string): Promise<number | null> {
    try {
      return (await this.head(key)).bytes;
    } catch (error) {
      if (error instanceof ObjectNotFoundError) return null;
      throw error;
    }
  }

  /**
   * What comes from the store, for work that others wait for: with nothing for too long while a part is waited for, the
   * store counts as away. Whoever takes the parts may take their time.
   */
  private async *unlessSilent(key: string, parts: Readable): AsyncGenerator<unknown> {
    const giveUp = () => parts.destroy(silent(this.silenceMs));
    let silence = setTimeout(giveUp, this.silenceMs);
    try {
      for await (const part of parts) {
        clearTimeout(silence);
        yield part;
        silence = setTimeout(giveUp, this.silenceMs);
      }
    } catch (error) {
      failed(key, error);
    } finally {
      clearTimeout(silence);
    }
  }
}

/**
 * The client itself waits for ever. What comes after the head of an answer has no limit here, because whoever reads it may
 * be somebody who listens, and pauses; work that others wait for reads by `unlessSilent`.
 */
function withLimit(request: typeof http.request, silenceMs: number): typeof http.request {
  return (...args: unknown[]) => {
    const asked = (request as (...args: unknown[]) => http.ClientRequest)(...args);
    asked.once('response', () => asked.setTimeout(0));
    return asked.setTimeout(silenceMs, () => asked.destroy(silent(silenceMs)));
  };
}

/** Tells of each part that the other side has taken. */
async function* passing(content: Readable, passed: () => void): AsyncGenerator<Buffer> {
  for await (const part of content) {
    passed();
    yield part as Buffer;
  }
}

const silent = (silenceMs: number): Error =>
  Object.assign(new Error(`Nothing came from the object store for ${silenceMs / 1000} s`), {
    code: 'ETIMEDOUT',
  });

function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'NoSuchKey' || code === 'NotFound';
}

function failed(key: string, error: unknown): never {
  if (isMissing(error)) throw new ObjectNotFoundError(key);
  const { message, name } = error as Error;
  const outage = outageOf(error);
  // Where the object was to be copied to.
  if (outage === DISK) throw error as Error;
  const isAway = outage !== null || AWAY_TEXT.test(message) || name === 'TimeoutError';
  throw isAway ? new OutageError(STORAGE, error) : (error as Error);
}
