import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { loadConfig } from '#platform';
import { createObjectStore, ObjectNotFoundError, type ObjectStore } from '#storage';
import { AgreementsConfig } from '../../services/agreements/src/config.js';
import { type ServiceName, serviceNames, unknownMigrations } from '../image/preparation.js';
import { type MadeCopy, madeCopies, namedKeys, storedObjects, unattachedCopies } from '../verify/store.js';
import { ArchiveWriter, type DatabasePart, type Manifest, withFolderBeside } from './archive.js';
import { dumpDatabase } from './postgres.js';
import { type DatabaseUrls, Snapshot } from './snapshot.js';

export type Values = Record<string, string | undefined>;
export type Log = (line: string) => void;

/** Dumps that are written side by side. */
const DUMPS = 2;
const TELL_EVERY_MS = 10_000;

interface BackupInput {
  /** The variables of the services: their databases and the object store. */
  env: Values;
  /** The file to make. Beside it the dumps of the databases lie until they are in it. */
  to: string;
  /** Who can open it (`age1…`). */
  recipient: string;
  /** Whatever else belongs to this system, as it is after the moment of the backup. */
  files?: (takenAt: Date) => AsyncIterable<{ name: string; path: string }>;
  log: Log;
}

/**
 * Makes a backup of a system that runs: all databases as they are at one moment, and the objects that their rows name.
 * @returns what the archive holds
 * @throws Error when something does not answer, or a database is of a newer version than this program; then there is no
 * archive
 */
export async function createBackup(input: BackupInput): Promise<Manifest> {
  const { env, to, recipient } = input;
  const store = createObjectStore(loadConfig(AgreementsConfig, 'agreements', env));
  await mkdir(dirname(to), { recursive: true });
  const archive = await ArchiveWriter.create(to, recipient);
  try {
    return await withFolderBeside(to, 'dumps', (folder) => fill(archive, folder, store, input));
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function fill(
  archive: ArchiveWriter,
  folder: string,
  store: ObjectStore,
  { env, files, log }: BackupInput,
): Promise<Manifest> {
  const snapshot = await Snapshot.take(databaseUrls(env));
  try {
    log(`All databases as they are at ${snapshot.takenAt.toISOString()} (${snapshot.by})`);
    await refuseNewer(snapshot);
    const databases = await dump(snapshot, databaseUrls(env), folder, log);
    const list = join(folder, 'objects');
    await listObjects(snapshot, list);
    await snapshot.endTransactions();
    for (const service of serviceNames) {
      await archive.addFile(`databases/${service}.dump`, dumpFile(folder, service));
    }
    const objects = await copyObjects({ snapshot, store, archive, list, log });
    for await (const { name, path } of files?.(snapshot.takenAt) ?? []) await archive.addFile(name, path);
    // Had a connection been lost, objects could have been deleted before they were copied.
    await snapshot.assertHeld();
    const { id, by, takenAt } = snapshot;
    return await archive.finish({ takenAt: takenAt.toISOString(), snapshot: { id, by }, databases, objects });
  } finally {
    await snapshot.close();
  }
}

/** @throws Error naming a variable that is not set */
export function databaseUrls(env: Values): DatabaseUrls {
  const urls = serviceNames.map((name) => {
    const variable = `${name.toUpperCase()}_DATABASE_URL`;
    const url = env[variable];
    if (!url) throw new Error(`${variable} is not set`);
    return [name, url] as const;
  });
  return Object.fromEntries(urls) as DatabaseUrls;
}

async function dump(
  snapshot: Snapshot,
  urls: DatabaseUrls,
  folder: string,
  log: Log,
): Promise<Record<ServiceName, DatabasePart>> {
  const limit = pLimit(DUMPS);
  const parts = serviceNames.map((service) =>
    limit(async () => {
      const [version] = await snapshot.rows<{ major: number }>(
        service,
        `select current_setting('server_version_num')::int / 10000 as major`,
      );
      const exported = snapshot.exportedName(service);
      await dumpDatabase(urls[service], version?.major ?? 0, exported, dumpFile(folder, service));
      const part = await describe(snapshot, service);
      const rows = Object.values(part.rows).reduce((sum, count) => sum + count, 0);
      log(`${service}: ${rows} rows in ${Object.keys(part.rows).length} tables`);
      return [service, part] as const;
    }),
  );
  return Object.fromEntries(await Promise.all(parts)) as Record<ServiceName, DatabasePart>;
}

function dumpFile(folder: string, service: ServiceName): string {
  return join(folder, `${service}.dump`);
}

/** How many rows each table has, and which migrations made them; of the moment, or of now where there is none. */
export async function describe(
  database: Pick<Snapshot, 'rows'>,
  service: ServiceName,
): Promise<DatabasePart> {
  const tables = await database.rows<{ name: string }>(
    service,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const [found] = await database.rows<{ count: number }>(
      service,
      `select count(*)::float8 as count from "${name}"`,
    );
    rows[name] = found?.count ?? 0;
  }
  return { migrations: await appliedMigrations(database, service), rows };
}

async function appliedMigrations(database: Pick<Snapshot, 'rows'>, service: ServiceName): Promise<string[]> {
  const sql = 'select name from migrations order by id';
  return (await database.rows<{ name: string }>(service, sql)).map(({ name }) => name);
}

/** Which objects there are to copy is known here, not in the databases: newer ones may name others, too. */
async function refuseNewer(snapshot: Snapshot): Promise<void> {
  for (const service of serviceNames) {
    const unknown = await unknownMigrations(service, await appliedMigrations(snapshot, service));
    if (unknown.length === 0) continue;
    throw new Error(
      `The database of ${service} is of a newer version than this program, which may leave out what is new ` +
        `(${unknown.join(', ')}). In containers build ssc-backup anew, of the image that runs`,
    );
  }
}

/** An object that a row names. */
interface Named {
  key: string;
  sha256: string | null;
  /** Whether its row says that it is there, and not only that it may be. */
  isCertain: boolean;
}

/** Into a file, so that the moment need not be kept open while objects are copied, and memory does not grow. */
async function listObjects(snapshot: Snapshot, file: string): Promise<void> {
  const text = (named: Named[]): string => named.map((one) => `${JSON.stringify(one)}\n`).join('');
  async function* lines(): AsyncGenerator<string> {
    for (const { database, sql } of storedObjects) {
      for await (const rows of snapshot.batches<Named>(database, sql)) {
        yield text(rows.map(({ key, sha256 }) => ({ key, sha256, isCertain: true })));
      }
    }
    for await (const rows of snapshot.batches<MadeCopy>('transcription', madeCopies)) {
      const copies = await unattachedCopies((...asked) => snapshot.rows(...asked), rows);
      yield text(copies.map(({ key, isCertain }) => ({ key, sha256: null, isCertain })));
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }));
}

interface Copying {
  snapshot: Snapshot;
  store: ObjectStore;
  archive: ArchiveWriter;
  list: string;
  log: Log;
}

async function copyObjects({ snapshot, store, archive, list, log }: Copying): Promise<Manifest['objects']> {
  const objects: Manifest['objects'] = { count: 0, bytes: 0, missing: [], damaged: [] };
  const ticker = setInterval(() => log(`… ${say(objects)}`), TELL_EVERY_MS);
  try {
    for await (const line of createInterface({ input: createReadStream(list) })) {
      const { key, sha256, isCertain } = JSON.parse(line) as Named;
      const found = await find(store, key);
      if (found === null) {
        if (isCertain && (await isStillNamed(snapshot, key))) objects.missing.push(key);
        continue;
      }
      const copied = await archive.add(`objects/${key}`, found.bytes, found.content);
      objects.count += 1;
      objects.bytes += found.bytes;
      if (sha256 !== null && sha256 !== copied) objects.damaged.push(key);
    }
  } finally {
    clearInterval(ticker);
  }
  log(say(objects));
  return objects;
}

async function find(store: ObjectStore, key: string): Promise<{ bytes: number; content: Readable } | null> {
  try {
    const { bytes } = await store.head(key);
    return { bytes, content: await store.get(key) };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}

/** Its deletion had begun before the backup: then its row has gone, too, and the job that does so is in the backup. */
async function isStillNamed(snapshot: Snapshot, key: string): Promise<boolean> {
  return (await namedKeys((...asked) => snapshot.rows(...asked), [key])).has(key);
}

function say({ count, bytes }: Manifest['objects']): string {
  return `${count} objects, ${(bytes / 1e6).toFixed(1)} MB`;
}
