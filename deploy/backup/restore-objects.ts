import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadConfig } from '#platform';
import { createObjectStore, ObjectNotFoundError, type ObjectStore } from '#storage';
import { AgreementsConfig } from '../../services/agreements/src/config.js';
import type { ServiceName } from '../image/preparation.js';
import { namedKeys, namedSha256, type Read, storeFolders } from '../verify/store.js';
import { readArchive, withFolderBeside } from './archive.js';
import { databaseUrls, type Log, type Values } from './create-backup.js';
import { withDatabase } from './postgres.js';
import type { DatabaseUrls } from './snapshot.js';

/** The archive, its key, and the system whose objects are looked at. */
interface ObjectsInput {
  /** The variables of the services: their databases and the object store. */
  env: Values;
  /** The archive. Beside it each object lies while it is put into the store. */
  from: string;
  /** The key (`AGE-SECRET-KEY-1…`). */
  identity: string;
  log: Log;
}

export interface RestoredObjects {
  restored: number;
  takenAt: string;
  /**
   * Keys of objects that the archive has with other bytes than their rows say: those that are in the store and were left
   * as they are, and those of which nothing else was there.
   */
  left: string[];
  damaged: string[];
}

/** Objects whose keys are looked up at once. */
const BATCH = 500;
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.webm': 'audio/webm',
  '.wav': 'audio/wav',
  '.jpg': 'image/jpeg',
};

/**
 * Brings back objects that rows of now name and that are not in the store, or are there with other bytes than the rows
 * say. What is damaged in the archive takes the place of nothing that is there. Services may run; nothing else is touched.
 * @returns how many were brought back, of which moment they are, and which were left
 * @throws Error before anything is touched, when the archive cannot be used
 */
export function restoreObjects(input: ObjectsInput): Promise<RestoredObjects> {
  return withFolderBeside(input.from, 'object', (folder) => restoreMissing(input, folder));
}

async function restoreMissing(
  { env, from, identity, log }: ObjectsInput,
  folder: string,
): Promise<RestoredObjects> {
  const urls = databaseUrls(env);
  const store = createObjectStore(loadConfig(AgreementsConfig, 'agreements', env));
  log(`… reading ${from} to its end`);
  const { takenAt, objects } = await readArchive(from, identity, async () => undefined);
  const knownDamaged = new Set(objects.damaged);
  await store.check();
  const result: RestoredObjects = { restored: 0, takenAt, left: [], damaged: [] };
  await readArchive(from, identity, async (name, content) => {
    const key = /^objects\/(.+)$/.exec(name)?.[1];
    if (key === undefined || !(await isNamed(key, urls))) return;
    const archived = await unpack(key, content, join(folder, 'object'));
    const sha256 = await namedSha256(reading(urls), key);
    // It may have been made anew since the backup: what its row says now decides.
    const isDamaged = sha256 === null ? knownDamaged.has(key) : sha256 !== archived.sha256;
    if (isDamaged && (await isInStore(store, key))) {
      result.left.push(key);
      return;
    }
    if (!(await putObject(store, archived))) return;
    result.restored += 1;
    if (isDamaged) result.damaged.push(key);
    else log(`${key} is back`);
  });
  return result;
}

async function isNamed(key: string, urls: DatabaseUrls): Promise<boolean> {
  return (await namedKeys(reading(urls), [key])).has(key);
}

function reading(urls: DatabaseUrls): Read {
  return <Found extends object>(service: ServiceName, sql: string, values: unknown[]) =>
    withDatabase(service, urls, async (client) => (await client.query<Found>(sql, values)).rows);
}

/** An object of the archive, as a file. */
interface Archived {
  key: string;
  path: string;
  bytes: number;
  sha256: string;
}

/** Writes it to `path`, counting and hashing. */
export async function unpack(key: string, content: AsyncIterable<Buffer>, path: string): Promise<Archived> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
  }
  await pipeline(passing, createWriteStream(path, { mode: 0o600 }));
  return { key, path, bytes, sha256: hash.digest('hex') };
}

/** One that is there already with the same bytes is left alone. Answers whether it was not. */
export async function putObject(store: ObjectStore, archived: Archived): Promise<boolean> {
  if (await isThere(store, archived)) return false;
  const { key, path } = archived;
  await store.putFile(key, path, CONTENT_TYPES[extname(key)] ?? 'application/octet-stream');
  return true;
}

async function isThere(store: ObjectStore, { key, bytes, sha256 }: Archived): Promise<boolean> {
  try {
    if ((await store.head(key)).bytes !== bytes) return false;
    const hash = createHash('sha256');
    for await (const piece of await store.get(key)) hash.update(piece as Buffer);
    return hash.digest('hex') === sha256;
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return false;
    throw error;
  }
}

/** Whether the store has an object by this key, whatever its bytes. */
export async function isInStore(store: ObjectStore, key: string): Promise<boolean> {
  try {
    await store.head(key);
    return true;
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return false;
    throw error;
  }
}

/** Keys of what this product keeps: whatever else lies in the same bucket is somebody else's. */
export async function* ownKeys(store: ObjectStore): AsyncGenerator<string> {
  for (const folder of storeFolders) yield* store.list(`${folder}/`);
}

/** Objects of after the backup: no row names them any more. */
export async function removeOthers(store: ObjectStore, urls: DatabaseUrls, log: Log): Promise<void> {
  let removed = 0;
  const remove = async (keys: string[]): Promise<void> => {
    const named = await namedKeys(reading(urls), keys);
    for (const key of keys.filter((one) => !named.has(one))) {
      await store.delete(key);
      removed += 1;
    }
  };
  let keys: string[] = [];
  for await (const key of ownKeys(store)) {
    keys.push(key);
    if (keys.length < BATCH) continue;
    await remove(keys);
    keys = [];
  }
  await remove(keys);
  if (removed > 0) log(`${removed} objects of after the backup are removed`);
}
