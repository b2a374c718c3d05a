import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError, PassingBytes } from '#platform';
import type { Spool } from '#storage';

export interface UploadedFile {
  /** Where it lies on this machine until `dispose`. */
  path: string;
  bytes: number;
  sha256: string;
}

export interface Upload {
  fields: Record<string, string>;
  files: Record<string, UploadedFile>;
  /** Removes the local files. */
  dispose(): Promise<void>;
}

interface UploadLimits {
  /** Allowed files by field name, with their largest size in bytes. */
  files: Record<string, number>;
  /** Allowed text fields. */
  fields: readonly string[];
  /** Largest text field in bytes. */
  fieldBytes: number;
}

/** How long a sender may stand still. */
const IDLE_MS = 30_000;

/**
 * Reads a multipart form as it arrives: files go to the spool folder, counted and hashed on the way, so that memory does
 * not grow with their size. On any error nothing is left.
 * @throws AppError `invalid_multipart`, `file_too_large`, `invalid_input`
 */
export async function readUpload(
  request: IncomingMessage,
  spool: Spool,
  limits: UploadLimits,
): Promise<Upload> {
  const folder = await spool.open();
  try {
    const { fields, files } = await parse(request, folder.path, limits);
    return { fields, files, dispose: folder.close };
  } catch (error) {
    await folder.close();
    // The rest of the body is read and dropped: a half-read request would make the connection unusable.
    request.resume();
    throw error;
  }
}

/** The file that every form with a recording has. @throws AppError `invalid_input` */
export function requiredAudio({ files }: Pick<Upload, 'files'>): UploadedFile {
  if (files.audio) return files.audio;
  throw new AppError('invalid_input', {
    errors: [{ field: 'audio', message: 'Please record audio first' }],
  });
}

/** The photo beside a recording, where there is one. */
export function givenPhoto({ files: { photo } }: Pick<Upload, 'files'>): UploadedFile | null {
  return photo && photo.bytes > 0 ? photo : null;
}

/** How large the body is to be: as the sender announces it, or else as large as it may be. */
export function expectedBytes(
  { headers }: { headers: IncomingMessage['headers'] },
  maxBytes: number,
): number {
  const bytes = Number(headers['content-length'] ?? maxBytes);
  return Number.isFinite(bytes) && bytes >= 0 ? bytes : maxBytes;
}

/** The largest form that is read to its end, but for what stands between its parts. */
export function mostBytes({ files, fields, fieldBytes }: UploadLimits): number {
  return Object.values(files).reduce((sum, bytes) => sum + bytes, fields.length * fieldBytes);
}

function parse(
  request: IncomingMessage,
  folder: string,
  limits: UploadLimits,
): Promise<Pick<Upload, 'fields' | 'files'>> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request, limits);
    const fields: Record<string, string> = Object.create(null) as Record<string, string>;
    const files: Record<string, UploadedFile> = Object.create(null) as Record<string, UploadedFile>;
    const stop = new AbortController();
    const writing: Promise<void>[] = [];
    let isDone = false;
    const fail = (error: unknown) => {
      if (isDone) return;
      isDone = true;
      // From here on the server itself ends a connection that stands still.
      request.off('timeout', stalled);
      request.unpipe(parser);
      parser.destroy();
      // The parser does not end the files it was reading; their writers would wait for ever.
      stop.abort();
      Promise.allSettled(writing).then(
        () => reject(error instanceof AppError ? error : new AppError('invalid_multipart', { cause: error })),
        reject,
      );
    };
    const stalled = () => fail(new AppError('invalid_multipart', { message: 'The upload stood still.' }));

    parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
      if (valueCut) fail(new AppError('body_too_large'));
      else if (name === undefined || !limits.fields.includes(name) || name in fields)
        fail(unknownField(name));
      else fields[name] = value;
    });
    parser.on('file', (name: string | undefined, stream: Readable) => {
      const maxBytes =
        name !== undefined && Object.hasOwn(limits.files, name) ? limits.files[name] : undefined;
      if (isDone || name === undefined || maxBytes === undefined || name in files) {
        stream.resume();
        fail(unknownField(name));
        return;
      }
      const file: UploadedFile = { path: join(folder, name), bytes: 0, sha256: '' };
      files[name] = file;
      const work = receive(stream, file, maxBytes, stop.signal);
      writing.push(work);
      work.catch(fail);
    });
    parser.on('partsLimit', () => fail(new AppError('invalid_multipart')));
    parser.on('error', fail);
    parser.on('finish', () => {
      Promise.all(writing).then(() => {
        if (isDone) return;
        isDone = true;
        // Checking the files may take longer than a sender may stand still.
        request.setTimeout(0);
        resolve({ fields, files });
      }, fail);
    });
    request.on('error', fail);
    request.on('close', () => {
      if (!request.readableEnded) fail(new AppError('invalid_multipart'));
    });
    // It may have ended while the folder was made; such a request says nothing any more.
    if (request.destroyed) fail(new AppError('invalid_multipart'));
    request.setTimeout(IDLE_MS, stalled);
    request.pipe(parser);
  });
}

function unknownField(name: string | undefined): AppError {
  const message = `There is no field ${JSON.stringify(name?.slice(0, 40) ?? '')}, or it came twice.`;
  return new AppError('invalid_input', { message });
}

function createParser(request: IncomingMessage, limits: UploadLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fieldSize: limits.fieldBytes,
        fields: 10,
        files: Object.keys(limits.files).length + 1,
        parts: 12,
      },
      highWaterMark: 256 * 1024,
    });
  } catch (error) {
    throw new AppError('invalid_multipart', { cause: error });
  }
}

/** Writes a stream to `file.path`, counting and hashing. @throws AppError `file_too_large` */
export async function receive(
  stream: Readable,
  file: UploadedFile,
  maxBytes: number,
  signal: AbortSignal,
): Promise<void> {
  const hash = createHash('sha256');
  const passing = new PassingBytes();
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      file.bytes += chunk.length;
      if (file.bytes > maxBytes) {
        done(new AppError('file_too_large'));
        return;
      }
      hash.update(chunk);
      passing.pass(chunk.length);
      done(null, chunk);
    },
  });
  await pipeline(stream, meter, createWriteStream(file.path, { mode: 0o600, flush: true }), { signal });
  file.sha256 = hash.digest('hex');
}

/**
 * Hands a bare body to `use` as a file in the spool folder, counted and hashed as it arrived; afterwards the file is gone.
 * @param maxBytes largest body
 * @throws AppError `file_too_large`, `invalid_input` when it is cut off
 */
export async function withBody<T>(
  request: IncomingMessage,
  spool: Spool,
  maxBytes: number,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  // Anything else was read by somebody before.
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/octet-stream')
    throw new AppError('invalid_input', { message: 'A chunk is sent as application/octet-stream.' });
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError('file_too_large');
  return spool.during(async (folder) => {
    const file: UploadedFile = { path: join(folder, 'body'), bytes: 0, sha256: '' };
    await receiveBody(request, file, maxBytes);
    return use(file);
  });
}

async function receiveBody(request: IncomingMessage, file: UploadedFile, maxBytes: number): Promise<void> {
  // Between the two stands a stream of our own: an error must not end the connection before the answer.
  const body = new PassThrough();
  const cut = () => {
    if (!request.readableEnded)
      body.destroy(new AppError('invalid_input', { message: 'The chunk was cut off.' }));
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
