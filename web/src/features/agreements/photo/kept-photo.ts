import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

interface PhotoSchema extends DBSchema {
  photos: {
    key: string;
    // Not a Blob: private windows of some browsers refuse to store those.
    value: { id: string; name: string; type: string; data: ArrayBuffer; keptAt: number };
  };
}

let opened: Promise<IDBPDatabase<PhotoSchema>> | null = null;

function openPhotos(): Promise<IDBPDatabase<PhotoSchema>> {
  opened ??= openDB<PhotoSchema>('ssc-photos', 1, {
    upgrade: (db) => void db.createObjectStore('photos', { keyPath: 'id' }),
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Keeps the photo of a draft on this device, so that a reload does not lose it. Answers its place; empty where none can be kept. */
export async function keepPhoto(photo: File, now = Date.now()): Promise<string> {
  try {
    const db = await openPhotos();
    for (const old of await db.getAll('photos')) {
      if (now - old.keptAt > KEEP_MS) await db.delete('photos', old.id);
    }
    const id = crypto.randomUUID();
    await db.put('photos', {
      ...{ id, name: photo.name, type: photo.type, keptAt: now },
      data: await photo.arrayBuffer(),
    });
    return id;
  } catch {
    return '';
  }
}

/** The photo that was kept there, or null. */
export async function readKeptPhoto(id: string): Promise<File | null> {
  if (!id) return null;
  try {
    const kept = await (await openPhotos()).get('photos', id);
    return kept ? new File([kept.data], kept.name, { type: kept.type }) : null;
  } catch {
    return null;
  }
}

/** Removes a kept photo from this device. */
export async function forgetPhoto(id: string): Promise<void> {
  if (!id) return;
  await openPhotos()
    .then((db) => db.delete('photos', id))
    .catch(() => undefined);
}
