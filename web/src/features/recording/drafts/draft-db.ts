import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SpokenLanguage } from '../../../lib/api/api-types';
import type { LineTurn } from '../spoken';

/** One take on this device. */
export interface SpoolSession {
  id: string;
  mime: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Last sign of life of the recorder, in milliseconds since 1970. */
  updatedAt: number;
  /** Recorded length so far. */
  elapsedMs: number;
  chunks: number;
  bytes: number;
  /** What the form said when the take began. */
  form: Record<string, string>;
  /** What is spoken; takes of earlier versions do not say. */
  language?: SpokenLanguage;
  /** Whose lines were pressed as said when, in order; takes of earlier versions do not say. */
  turns?: readonly LineTurn[];
  /** Set when the server has confirmed the recording. */
  savedAs: string | null;
}

interface SpoolChunk {
  session: string;
  index: number;
  // Not a Blob: private windows of some browsers refuse to store those.
  data: ArrayBuffer;
  /** Loudness every 100 ms since the chunk before, 0 to 1. */
  levels: number[];
}

interface SpoolSchema extends DBSchema {
  sessions: { key: string; value: SpoolSession };
  chunks: { key: [string, number]; value: SpoolChunk };
  /** Takes on their way to the server, by take. */
  uploads: { key: string; value: PendingUpload };
}

export type SpoolDb = IDBPDatabase<SpoolSchema>;

let opened: Promise<SpoolDb> | null = null;

/** Opens the store of takes; rejects where the browser keeps none. */
export function openSpoolDb(): Promise<SpoolDb> {
  opened ??= openDB<SpoolSchema>('ssc-takes', 2, {
    upgrade(db, from) {
      if (from < 1) {
        db.createObjectStore('sessions', { keyPath: 'id' });
        db.createObjectStore('chunks', { keyPath: ['session', 'index'] });
      }
      if (from < 2) db.createObjectStore('uploads', { keyPath: 'takeId' });
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** The key range of all chunks of a take. */
export function chunksOf(session: string): IDBKeyRange {
  return IDBKeyRange.bound([session, 0], [session, Number.MAX_SAFE_INTEGER]);
}

/** Where the server collects the parts of one take. */
export interface UploadPlace {
  recordingId: string;
  uploadToken: string;
  maxChunkBytes: number;
}

/** A take on its way to the server; kept on the device, so that a reload or a lost connection only pauses it. */
export interface PendingUpload {
  takeId: string;
  /** Null until the server has been asked. */
  recording: UploadPlace | null;
  /** What is sent with the take when all parts are there: JSON of the agreement's data. */
  agreementData: string;
  photo: { name: string; type: string; data: ArrayBuffer } | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** Takes that a person has sent off and the server has not confirmed. Rejects where the browser keeps none. */
export async function waitingUploads(): Promise<PendingUpload[]> {
  return (await openSpoolDb()).getAll('uploads');
}

/** Where a take stands: on its way, on the server already, or neither. */
export async function findUpload(
  takeId: string,
): Promise<{ pending: PendingUpload | null; savedAs: string | null }> {
  const db = await openSpoolDb();
  const [pending, session] = await Promise.all([db.get('uploads', takeId), db.get('sessions', takeId)]);
  return { pending: pending ?? null, savedAs: session?.savedAs ?? null };
}

export async function keepUpload(pending: PendingUpload): Promise<void> {
  await (await openSpoolDb()).put('uploads', pending);
}

export async function dropUpload(takeId: string): Promise<void> {
  await (await openSpoolDb()).delete('uploads', takeId);
}

/** The sound of a take as it lies on this device; null when it is gone. */
export async function readSound(takeId: string): Promise<Blob | null> {
  const db = await openSpoolDb();
  const [session, rows] = await Promise.all([
    db.get('sessions', takeId),
    db.getAll('chunks', chunksOf(takeId)),
  ]);
  if (!session || rows.length === 0) return null;
  return new Blob(
    rows.map((row) => row.data),
    { type: session.mime },
  );
}

/** The server has confirmed a take: nothing waits any more, and it is not offered again. Both or neither. */
export async function noteSaved(takeId: string, agreementId: string): Promise<void> {
  const db = await openSpoolDb();
  const write = db.transaction(['sessions', 'uploads'], 'readwrite');
  const sessions = write.objectStore('sessions');
  const session = await sessions.get(takeId);
  if (session) await sessions.put({ ...session, savedAs: agreementId });
  await write.objectStore('uploads').delete(takeId);
  await write.done;
}
