import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { DAY_MS, HOUR_MS } from '#platform';
import { ObjectNotFoundError, type ObjectStore } from '#storage';
import {
  type DerivedName,
  derivedKey,
  derivedNames,
} from '../../services/transcription/src/recordings/recording.entity.js';
import type { ServiceName } from '../image/preparation.js';
import { BATCH, type Database, type Databases, type Row } from './databases.js';
import type { Findings, Invariant, System } from './invariant.js';

/** Objects that are read at once. */
const READERS = 8;

/** An object as a row has it. */
interface Expected extends Row {
  key: string;
  /** Null where the row does not say. */
  bytes: number | null;
  sha256: string | null;
  /** Whose it is. */
  owner: string;
}

export interface Stored {
  name: string;
  says: string;
  database: ServiceName;
  /** Columns `key`, `bytes`, `sha256`, `owner` of all that must be there. */
  sql: string;
}

const MISSING = 'is not in the store';

/** Objects go before their row says so. Their agreement then has a job that deletes them, now or once more. */
async function isBeingDeleted({ agreements }: Databases, { owner }: Expected): Promise<boolean> {
  const agreementId = /^agreement (\d+)$/.exec(owner)?.[1];
  if (agreementId === undefined) return false;
  const sql = `select 1 from jobs where name = 'delete-content' and key like $1`;
  return (await agreements.read(sql, [`${agreementId}:%`])).length > 0;
}

/** Rows that speak of objects: all of them are there, with the bytes that were hashed when they came. */
function stored({ name, says, database, sql }: Stored): Invariant {
  return {
    name,
    says,
    holds: 'always',
    reads: [database, 'store'],
    check: async ({ databases, store }, findings) => {
      for await (const page of pages(databases[database], sql)) {
        findings.checked(page.length);
        for (const suspect of await differing(store, page)) {
          // It may have been deleted or made anew since its row was read.
          const [now] = await databases[database].read<Expected>(
            `select * from (${sql}) expected where key = $1`,
            [suspect.key],
          );
          const wrong = now ? await difference(store, now) : null;
          if (wrong === null || (wrong === MISSING && (await isBeingDeleted(databases, suspect)))) continue;
          findings.violation(`${suspect.key} of ${suspect.owner} ${wrong}`);
        }
      }
    },
  };
}

/** Page by page in transactions of their own: reading the objects takes long, and no snapshot is kept meanwhile. */
async function* pages(database: Database, sql: string): AsyncGenerator<Expected[]> {
  let after = '';
  for (;;) {
    const page = await database.read<Expected>(
      `select * from (${sql}) expected where key > $1 order by key limit ${BATCH}`,
      [after],
    );
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.key;
  }
}

async function differing(store: ObjectStore, page: readonly Expected[]): Promise<Expected[]> {
  const limit = pLimit(READERS);
  const wrong = await Promise.all(page.map((one) => limit(() => difference(store, one))));
  return page.filter((_, index) => wrong[index] !== null);
}

/** How an object differs from its row; null when it does not. Its bytes pass by, none of them are kept. */
async function difference(store: ObjectStore, { key, bytes, sha256 }: Expected): Promise<string | null> {
  try {
    const head = await store.head(key);
    if (bytes !== null && head.bytes !== Number(bytes)) return `has ${head.bytes} bytes, not ${bytes}`;
    if (sha256 === null) return null;
    const hash = createHash('sha256');
    for await (const part of await store.get(key)) hash.update(part as Buffer);
    const actual = hash.digest('hex');
    return actual === sha256 ? null : `has the SHA-256 ${actual}, not ${sha256}`;
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return MISSING;
    throw error;
  }
}

const derived = (format: 'mp3' | 'webm' | 'preview'): string => `
  select ${format} ->> 'key' as key, (${format} ->> 'bytes')::float8 as bytes, ${format} ->> 'sha256' as sha256,
    'agreement ' || agreement_id as owner
  from recordings where deleted_at is null and ${format} is not null`;

/** Rounds look for what nobody knows once an hour, and leave it alone for a day: an upload may still run. */
const SWEPT_MS = DAY_MS + 2 * HOUR_MS;
const KEY = /^[a-z]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.+)$/;
const derivedFiles: readonly string[] = derivedNames;

/** What the rows know, by the ids in keys: the names that may be below an id, null for any. */
const KNOWN: Readonly<Record<string, string>> = {
  recordings: `select id::text, split_part(object_key, '/', 3) as name, deleted_at as gone
    from recordings where id = any($1::uuid[])`,
  photos: `select p.id::text, 'photo.jpg' as name, null::timestamptz as gone from unnest($1::uuid[]) as p (id)
    join agreements on photo_key = 'photos/' || p.id || '/photo.jpg'`,
  uploads: `select id::text, null as name, null::timestamptz as gone from uploads
    where id = any($1::uuid[]) and agreement_id is null`,
};

interface Known extends Row {
  id: string;
  name: string | null;
  gone: Date | null;
}

async function findOrphans(
  system: System,
  folder: string,
  keys: string[],
  findings: Findings,
): Promise<void> {
  findings.checked(keys.length);
  const parts = keys.map((key) => ({ key, match: KEY.exec(key) }));
  const ids = [...new Set(parts.flatMap(({ match }) => match?.[1] ?? []))];
  const rows = await system.databases.agreements.read<Known>(KNOWN[folder] ?? '', [ids]);
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { key, match } of parts) {
    const [, id = '', name = ''] = match ?? [];
    const row = known.get(id);
    if (row && row.gone === null && (row.name === null || row.name === name || derivedFiles.includes(name)))
      continue;
    if (row?.gone && row.gone >= system.settledBefore) continue;
    const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    const ageMs = Date.now() - made;
    if (row?.gone) findings.violation(`${key} is there although it was deleted on ${row.gone.toISOString()}`);
    else if (ageMs > SWEPT_MS || Number.isNaN(ageMs)) findings.violation(`${key} has no row`);
    else if (ageMs > system.settledSeconds * 1000) findings.note(`${key} has no row (yet)`);
  }
}

/** The first parts of all keys that services make. */
export const storeFolders = ['recordings', 'photos', 'uploads', 'seals', 'log-heads'] as const;

/** The objects that must be there. A backup copies them, and those of {@link madeCopies}. */
export const storedObjects: readonly Stored[] = [
  {
    name: 'recording-is-in-the-store',
    says: 'Every recording that is not deleted lies in the store as it came: the same size, the same SHA-256.',
    database: 'agreements',
    sql: `select object_key as key, bytes::float8 as bytes, sha256, 'agreement ' || agreement_id as owner
      from recordings where deleted_at is null`,
  },
  {
    name: 'derived-audio-is-in-the-store',
    says: 'MP3, WebM and preview of a recording lie in the store as they were made.',
    database: 'agreements',
    sql: [derived('mp3'), derived('webm'), derived('preview')].join(' union all '),
  },
  {
    name: 'working-copy-is-in-the-store',
    says: 'A copy for recognition that an earlier version has kept lies in the store.',
    database: 'transcription',
    sql: `select working_key as key, null::float8 as bytes, null as sha256, 'agreement ' || agreement_id as owner
      from recordings where deleted_at is null and working_key is not null`,
  },
  {
    name: 'photo-is-in-the-store',
    says: 'Every photo that is not deleted lies in the store with its SHA-256.',
    database: 'agreements',
    sql: `select photo_key as key, null::float8 as bytes, photo_sha256 as sha256, 'agreement ' || agreement_id as owner
      from agreements where photo_key is not null`,
  },
  {
    name: 'sealed-file-is-in-the-store',
    says: 'Every file that was made for a seal lies in the store as it was signed, until retention deletes it.',
    database: 'agreements',
    sql: `select object_key as key, min(bytes)::float8 as bytes, min(sha256) as sha256,
        'agreement ' || min(agreement_id) as owner
      from seal_parts where deleted_at is null and object_key like 'seals/%' group by object_key`,
  },
  {
    name: 'log-head-is-in-the-store',
    says: 'The file of every daily head of the logs lies in the store as it was signed.',
    database: 'agreements',
    sql: `select object_key as key, null::float8 as bytes, sha256, 'the logs on ' || day as owner from log_heads`,
  },
  {
    name: 'upload-chunk-is-in-the-store',
    says: 'Every chunk of an upload that goes on lies in the store as it came.',
    database: 'agreements',
    sql: `select 'uploads/' || u.id || '/' || c.n || '.' || c.sha256 as key, c.bytes::float8 as bytes, c.sha256,
        'upload ' || u.id as owner
      from uploads u join upload_chunks c on c.upload_id = u.id where u.agreement_id is null`,
  },
];

/** In SQL, of the row with this id. */
const keyOfCopy = (name: DerivedName): string => `replace('${derivedKey('<id>', name)}', '<id>', id::text)`;

/**
 * Copies that transcription has made. Agreements names them once it has handled the event that tells of them, which waits
 * for as long as RabbitMQ or agreements is away. Nothing makes them anew then: they are made as far as transcription knows.
 */
export const madeCopies = `
  select mp3_key as key, id, true as "isCertain" from recordings where deleted_at is null and mp3_key is not null
  union all
  select ${keyOfCopy('audio.webm')}, id, false from recordings where deleted_at is null and mp3_key is not null
  union all
  select ${keyOfCopy('preview.mp3')}, id, false from recordings where deleted_at is null and prepared_at is not null`;

/** A row of {@link madeCopies}. */
export interface MadeCopy extends Row {
  key: string;
  /** Of its recording. */
  id: string;
  /** Whether it must be there: a row that was measured may have no preview yet. */
  isCertain: boolean;
}

/** Reads a few rows. */
export type Read = <Found extends Row>(
  database: ServiceName,
  sql: string,
  values: unknown[],
) => Promise<Found[]>;

/** Those that transcription alone names: of the others agreements has the key, or has deleted the recording. */
export async function unattachedCopies(read: Read, copies: readonly MadeCopy[]): Promise<MadeCopy[]> {
  const rows = await read<{ key: string }>(
    'agreements',
    `select made.key from unnest($1::text[], $2::uuid[]) as made (key, id) join recordings r on r.id = made.id
     where r.deleted_at is not null or made.key in (r.mp3 ->> 'key', r.webm ->> 'key', r.preview ->> 'key')`,
    [copies.map(({ key }) => key), copies.map(({ id }) => id)],
  );
  const known = new Set(rows.map(({ key }) => key));
  return copies.filter(({ key }) => !known.has(key));
}

/** The SHA-256 that a row says of an object; null where none says any. */
export async function namedSha256(read: Read, key: string): Promise<string | null> {
  for (const { database, sql } of storedObjects) {
    const rows = await read<{ sha256: string | null }>(
      database,
      `select sha256 from (${sql}) named where key = $1`,
      [key],
    );
    const [named] = rows.filter(({ sha256 }) => sha256 !== null);
    if (named) return named.sha256;
  }
  return null;
}

/** Which of these keys, each there once, some row names: such an object is kept, and comes back from a backup. */
export async function namedKeys(read: Read, keys: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { database, sql } of storedObjects) {
    const statement = `select key from (${sql}) named where key = any($1)`;
    for (const { key } of await read<{ key: string }>(database, statement, [keys])) named.add(key);
    if (named.size === keys.length) return named;
  }
  const statement = `select * from (${madeCopies}) made where key = any($1)`;
  const made = await read<MadeCopy>('transcription', statement, [keys]);
  for (const { key } of await unattachedCopies(read, made)) named.add(key);
  return named;
}

/** Audio, photos and parts of uploads. */
export const storeInvariants: readonly Invariant[] = [
  ...storedObjects.map(stored),
  {
    name: 'object-has-a-row',
    says: 'Every object has a row, or had none long enough for the rounds to have removed it; what was deleted is gone.',
    holds: 'eventually',
    reads: ['agreements', 'store'],
    check: async (system, findings) => {
      for (const folder of Object.keys(KNOWN)) {
        let keys: string[] = [];
        for await (const key of system.store.list(`${folder}/`)) {
          keys.push(key);
          if (keys.length < BATCH) continue;
          await findOrphans(system, folder, keys, findings);
          keys = [];
        }
        await findOrphans(system, folder, keys, findings);
      }
    },
  },
];
