import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { extract, type Pack, pack } from 'tar-stream';
import type { ServiceName } from '../image/preparation.js';
import { partBeside, placeFile } from './place-file.js';

/**
 * A backup is one file: a tar in the age format (age-encryption.org), so that its owner can open it without us:
 * `age -d -i key.txt backup.tar.age | tar x`. Its last entry is the manifest.
 */
const MANIFEST = 'manifest.json';
const FORMAT = 1;
const PIECE_BYTES = 256 * 1024;

export interface DatabasePart {
  /** Names of the migrations that were applied. */
  migrations: string[];
  /** Rows by table. */
  rows: Record<string, number>;
}

/** What an archive holds. */
export interface Manifest {
  format: typeof FORMAT;
  takenAt: string;
  /** PostgreSQL's text of the moment, and how it was found. */
  snapshot: { id: string; by: string };
  databases: Record<ServiceName, DatabasePart>;
  objects: {
    count: number;
    bytes: number;
    /** Keys of objects that rows name and that are not in the store, or are there with other bytes. */
    missing: string[];
    damaged: string[];
  };
  /** Every entry before the manifest: how many, and SHA-256 over `<sha256 of its bytes> <name>\n` of each in order. */
  entries: { count: number; sha256: string };
}

/** An archive that cannot be used: unreadable, for another key, cut short, changed, or no backup at all. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** A new key: the identity opens archives and is kept apart from them, the recipient is enough to make them. */
export async function newKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** @throws Error when it is no identity (`AGE-SECRET-KEY-1…`) */
export function recipientOf(identity: string): Promise<string> {
  return identityToRecipient(identity);
}

/** Sums up what passes by, in order. */
class Entries {
  count = 0;
  private readonly hash = createHash('sha256');

  add(name: string, sha256: string): void {
    this.count += 1;
    this.hash.update(`${sha256} ${name}\n`);
  }

  sum(): { count: number; sha256: string } {
    return { count: this.count, sha256: this.hash.copy().digest('hex') };
  }
}

/** Writes an archive beside its place; it is there once it is finished. */
export class ArchiveWriter {
  private readonly entries = new Entries();
  private failure: unknown;

  private constructor(
    private readonly path: string,
    private readonly part: string,
    private readonly tar: Pack,
    /** Ends when all is on the disk; fails when it cannot be written. */
    private readonly written: Promise<void>,
  ) {
    // Whoever adds or finishes is told.
    written.catch((error: unknown) => {
      this.failure = error;
    });
  }

  /**
   * @param part what is written until it is whole
   * @throws Error when the recipient is none, or the file exists
   */
  static async create(path: string, recipient: string, part = partBeside(path)): Promise<ArchiveWriter> {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    if (await exists(path)) throw new Error(`${path} exists already`);
    const tar = pack();
    const encrypted = await encrypter.encrypt(ReadableStream.from<Uint8Array>(tar as AsyncIterable<Buffer>));
    const file = await open(part, 'w', 0o600);
    const written = pipeline(Readable.fromWeb(encrypted as never), file.createWriteStream({ flush: true }));
    return new ArchiveWriter(path, part, tar, written);
  }

  /**
   * Adds what is read, which must be as many bytes as said.
   * @returns the SHA-256 of its bytes
   */
  async add(name: string, bytes: number, content: AsyncIterable<Buffer>): Promise<string> {
    const sha256 = await this.orFailure(this.write(name, bytes, content));
    this.entries.add(name, sha256);
    return sha256;
  }

  async addFile(name: string, path: string): Promise<string> {
    const { size } = await stat(path);
    return this.add(name, size, createReadStream(path, { highWaterMark: PIECE_BYTES }));
  }

  /**
   * Adds the manifest; from then on the archive is in its place.
   * @throws Error when another one was put there meanwhile
   */
  async finish(manifest: Omit<Manifest, 'format' | 'entries'>): Promise<Manifest> {
    const whole: Manifest = { format: FORMAT, ...manifest, entries: this.entries.sum() };
    const text = Buffer.from(`${JSON.stringify(whole, null, 2)}\n`);
    await this.orFailure(this.write(MANIFEST, text.length, Readable.from([text])));
    this.tar.finalize();
    await this.written;
    await placeFile(this.part, this.path);
    return whole;
  }

  /** Leaves nothing behind. */
  async abandon(): Promise<void> {
    this.tar.destroy(new Error('abandoned'));
    await this.written.catch(() => undefined);
    await rm(this.part, { force: true });
  }

  private async write(name: string, bytes: number, content: AsyncIterable<Buffer>): Promise<string> {
    const hash = createHash('sha256');
    const { promise: done, resolve, reject } = Promise.withResolvers<void>();
    done.catch(() => undefined);
    const entry = this.tar.entry({ name, size: bytes, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    entry.on('error', reject);
    for await (const piece of content) {
      hash.update(piece);
      if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), done]);
    }
    entry.end(undefined);
    await done;
    return hash.digest('hex');
  }

  /** What is added waits for the file to take it: when the file fails, that is why. */
  private async orFailure<T>(work: Promise<T>): Promise<T> {
    const ended = this.written.then(() => Promise.reject(new Error(`${this.part} ended early`)));
    try {
      return await Promise.race([work, ended]);
    } catch (error) {
      await nextTurn();
      throw this.failure ?? error;
    }
  }
}

interface TarEntry extends AsyncIterable<Buffer> {
  header: { name: string; size?: number };
}

/** Takes an entry; the next one comes when it is done. */
type OnEntry = (name: string, content: AsyncIterable<Buffer>, bytes: number) => Promise<void>;

/**
 * Reads an archive to its end. No byte is given out that was not put in, but only the end shows that none is missing.
 * @param identity as in {@link newKey}
 * @throws ArchiveError, or what `onEntry` throws
 */
export async function readArchive(path: string, identity: string, onEntry: OnEntry): Promise<Manifest> {
  const decrypted = await decrypt(path, identity);
  const entries = new Entries();
  const tar = extract();
  let manifest: Manifest | null = null;
  let ours: unknown;
  let isBroken = false;
  let failure: unknown;
  const feeding = pipeline(decrypted, tar).catch((error: unknown) => {
    isBroken = true;
    failure = error;
  });
  try {
    for await (const entry of tar as AsyncIterable<TarEntry>) {
      const { name, size = 0 } = entry.header;
      const hash = createHash('sha256');
      const content = hashing(entry, hash);
      if (name === MANIFEST) {
        manifest = JSON.parse(String(Buffer.concat(await Readable.from(content).toArray()))) as Manifest;
        continue;
      }
      await onEntry(name, content, size).catch(async (error: unknown) => {
        // That the file broke is known a turn after what was read from it.
        await nextTurn();
        if (!isBroken) ours = error;
        throw error;
      });
      for await (const _rest of content);
      entries.add(name, hash.digest('hex'));
    }
    await feeding;
  } catch (error) {
    tar.destroy();
    await feeding;
    if (ours === error) throw error;
    throw unreadable(path, failure) ?? new ArchiveError(`${path} was changed or cut short`, { cause: error });
  }
  const sum = entries.sum();
  if (manifest?.format !== FORMAT) throw new ArchiveError(`${path} is no backup that this version can read`);
  if (manifest.entries.count !== sum.count || manifest.entries.sha256 !== sum.sha256) {
    throw new ArchiveError(`${path} does not hold what its manifest says`);
  }
  return manifest;
}

async function decrypt(path: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch (error) {
    throw new ArchiveError('The key is none: it begins with AGE-SECRET-KEY-1', { cause: error });
  }
  await stat(path).catch((error: unknown) => {
    throw unreadable(path, error) ?? error;
  });
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(file) as ReadableStream)) as never);
  } catch (error) {
    file.destroy();
    const problem = unreadable(path, error);
    if (problem) throw problem;
    const isOtherKey = error instanceof Error && error.message.includes('no identity matched');
    throw new ArchiveError(
      isOtherKey ? `${path} was made for another key` : `${path} is no backup, or its beginning was changed`,
      { cause: error },
    );
  }
}

/** What the system says of a file that it does not let be read; null when the error is about what is in it. */
function unreadable(path: string, error: unknown): ArchiveError | null {
  if (!(error instanceof Error) || !('errno' in error)) return null;
  const { code } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  const problem = isMissing ? 'is not there' : `cannot be read: ${error.message}`;
  return new ArchiveError(`${path} ${problem}`, { cause: error });
}

/**
 * Works with a folder beside an archive, which is gone afterwards. What is in it may be as large as the archive: the
 * system's own folder for such things is often memory, in containers it is.
 * @param name tells what is in it
 * @throws Error when there can be none, or what `work` throws
 */
export async function withFolderBeside<T>(
  path: string,
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(`${path}.${name}-`).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${dirname(path)} cannot be written into: ${reason}`, { cause: error });
  });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* hashing(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
