import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SpokenLanguage } from '../../../lib/api/api-types';
import type { LineTurn } from '../script';
import type { PendingUpload } from '../upload/pending-upload';

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
