import type { DBSchema, IDBPDatabase } from 'idb';
import type { SpokenLanguage } from '../../../lib/api/api-types';
import { DeviceStore } from '../../../lib/browser/device-store';
import { DRAFTS } from '../../../lib/browser/waiting-uploads';
import type { LineTurn } from '../spoken';

/** One draft on this device. */
export interface StoredDraft {
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
  /** Size of the file that it is a copy of, of which a killed page may have kept a part; left out for what was recorded here. */
  fileBytes?: number | undefined;
  /** What the form said when the draft began, or was changed to since. */
  form: Record<string, string>;
  /** What is spoken; drafts of earlier versions do not say. */
  language?: SpokenLanguage;
  /** Whose lines were pressed as said when, in order; drafts of earlier versions do not say. */
  turns?: readonly LineTurn[];
  /** Name of the file that it was made of elsewhere; left out for what was recorded here. */
  fileName?: string | undefined;
  /** Who was signed in when it began; left out for a visitor, and in drafts of earlier versions. */
  userId?: number | undefined;
  /** Set when the server has confirmed the recording. */
  savedAs: string | null;
}

interface StoredChunk {
  session: string;
  index: number;
  // Not a Blob: private windows of some browsers refuse to store those.
  data: ArrayBuffer;
  /** Loudness every 100 ms since the chunk before, 0 to 1. */
  levels: number[];
}

interface DraftSchema extends DBSchema {
  sessions: { key: string; value: StoredDraft };
  chunks: { key: [string, number]; value: StoredChunk };
  /** Drafts on their way to the server, by draft. */
  uploads: { key: string; value: StoredUpload };
}

/** The store of drafts. */
export const drafts = new DeviceStore<DraftSchema>(DRAFTS, 2, (db, from) => {
  if (from < 1) {
    db.createObjectStore('sessions', { keyPath: 'id' });
    db.createObjectStore('chunks', { keyPath: ['session', 'index'] });
  }
  if (from < 2) db.createObjectStore('uploads', { keyPath: 'takeId' });
});

/** Opens the store of drafts; rejects where the browser keeps none. */
export function openDraftDb(): Promise<IDBPDatabase<DraftSchema>> {
  return drafts.open();
}

/** The key range of all chunks of a draft. */
export function chunksOf(draftId: string): IDBKeyRange {
  return IDBKeyRange.bound([draftId, 0], [draftId, Number.MAX_SAFE_INTEGER]);
}

/** Where the server collects the chunks of one draft. */
export interface UploadTarget {
  recordingId: string;
  uploadToken: string;
  maxChunkBytes: number;
}

/** A draft on its way to the server; kept on the device, so that a reload or a lost connection only pauses it. */
export interface PendingUpload {
  draftId: string;
  /** Size of the sound that was sent off, of which the device may have less; uploads of earlier versions do not say. */
  bytes?: number;
  /** Who sent it off; left out for a visitor. */
  userId?: number;
  /** Null until the server has been asked. */
  recording: UploadTarget | null;
  /** What is sent with the draft when all chunks are there: JSON of the agreement's data. */
  agreementData: string;
  photo: { name: string; type: string; data: ArrayBuffer } | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** A row of `uploads`: browsers keep its key under this name. */
export interface StoredUpload extends Omit<PendingUpload, 'draftId'> {
  takeId: string;
}

const toStored = ({ draftId, ...upload }: PendingUpload): StoredUpload => ({
  takeId: draftId,
  ...upload,
});

const fromStored = ({ takeId, ...upload }: StoredUpload): PendingUpload => ({
  draftId: takeId,
  ...upload,
});

/** Drafts that a person has sent off and the server has not confirmed. Rejects where the browser keeps none. */
export async function waitingUploads(): Promise<PendingUpload[]> {
  return (await (await openDraftDb()).getAll('uploads')).map(fromStored);
}

/** Where a draft stands: on its way, on the server already, or neither. */
export async function findUpload(
  draftId: string,
): Promise<{ pending: PendingUpload | null; savedAs: string | null }> {
  const db = await openDraftDb();
  const [stored, draft] = await Promise.all([db.get('uploads', draftId), db.get('sessions', draftId)]);
  return { pending: stored ? fromStored(stored) : null, savedAs: draft?.savedAs ?? null };
}

export async function keepUpload(pending: PendingUpload): Promise<void> {
  await (await openDraftDb()).put('uploads', toStored(pending));
}

export async function dropUpload(draftId: string): Promise<void> {
  await (await openDraftDb()).delete('uploads', draftId);
}
