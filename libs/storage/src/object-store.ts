import type { Readable } from 'node:stream';
import { digestOf } from '#platform';

export interface StoredObject {
  readonly bytes: number;
}

export interface ByteRange {
  /** First byte, from 0. */
  readonly start: number;
  /** Last byte, included. */
  readonly end: number;
}

/** The key has no object. */
export class ObjectNotFoundError extends Error {
  override readonly name = 'ObjectNotFoundError';
}

/** What came is not what was stored: something answered in the store's place, or the object is damaged. */
export class WrongContentError extends Error {
  override readonly name = 'WrongContentError';
}

/** Where recordings, photos and transcripts lie. Written whole or not at all; memory does not grow with size. */
export interface ObjectStore {
  /** Stores a finished local file under the key, replacing what was there. The file may be moved or copied. */
  putFile(key: string, path: string, contentType: string): Promise<StoredObject>;
  /** Stores a small object. */
  putBuffer(key: string, content: Buffer, contentType: string): Promise<StoredObject>;
  /** Size in bytes. @throws ObjectNotFoundError */
  head(key: string): Promise<StoredObject>;
  /** The bytes, or a part of them. @throws ObjectNotFoundError */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * The bytes for work that others wait for: a store that falls silent in the middle is away. `get` is for who may pause, as
   * somebody who listens.
   * @throws ObjectNotFoundError
   */
  read(key: string): AsyncIterable<Buffer>;
  /** Copies the object to a local file that does not exist yet. @throws ObjectNotFoundError */
  getFile(key: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Removes an object; a missing one is fine. */
  delete(key: string): Promise<void>;
  /** Keys that start with the prefix. */
  list(prefix: string): AsyncIterable<string>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
  /**
   * Whether what is deleted stays readable as an older version; null when the store does not say.
   * @throws when it does not answer
   */
  keepsVersions(): Promise<boolean | null>;
}

const KEY = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)+$/;

/** Keys are ours, never a client's: lower case, no empty part, no dot at the start of a part. */
export function assertKey(key: string): void {
  if (!KEY.test(key) || key.includes('..')) throw new Error(`Not an object key: ${key}`);
}

/**
 * Copies an object to a local file that does not exist yet, and makes sure that it is what was stored.
 * @param sha256 in lower-case hex; null where nobody has kept it
 * @throws WrongContentError, ObjectNotFoundError
 */
export async function getSameFile(
  store: ObjectStore,
  key: string,
  path: string,
  { sha256, signal }: { sha256: string | null; signal?: AbortSignal },
): Promise<void> {
  await store.getFile(key, path, signal);
  if (sha256 === null) return;
  const copy = await digestOf(path, signal);
  if (copy.sha256 !== sha256) throw new WrongContentError(`${key} is not what was stored`);
}
