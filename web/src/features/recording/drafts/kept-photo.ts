import type { DBSchema } from 'idb';
import { DeviceStore } from '../../../lib/browser/device-store';
import { DAY_MS } from '../../../lib/time';
import { drafts } from './draft-db';

const KEEP_MS = 30 * DAY_MS;

interface PhotoSchema extends DBSchema {
  photos: {
    key: string;
    // Not a Blob: private windows of some browsers refuse to store those.
    value: { id: string; name: string; type: string; data: ArrayBuffer; keptAt: number };
  };
}

const photos = new DeviceStore<PhotoSchema>('ssc-photos', 1, (db) => {
  db.createObjectStore('photos', { keyPath: 'id' });
});

/** Keeps the photo of a draft on this device, so that a reload does not lose it. Answers its place; empty where none can be kept. */
export async function keepPhoto(photo: File, now = Date.now()): Promise<string> {
  try {
    const id = crypto.randomUUID();
    const data = await photo.arrayBuffer();
    await photos.use((db) => db.put('photos', { id, name: photo.name, type: photo.type, keptAt: now, data }));
    await removeOld(now).catch(() => undefined);
    return id;
  } catch {
    return '';
  }
}

/** What a draft names stays as long as the draft. */
async function removeOld(now: number): Promise<void> {
  const named = new Set((await drafts.use((db) => db.getAll('sessions'))).map(({ form }) => form.keptPhoto));
  await photos.use(async (db) => {
    for (const { id, keptAt } of await db.getAll('photos')) {
      if (now - keptAt > KEEP_MS && !named.has(id)) await db.delete('photos', id);
    }
  });
}

/** The photo that was kept there, or null. */
export async function readKeptPhoto(id: string): Promise<File | null> {
  if (!id) return null;
  try {
    const kept = await photos.use((db) => db.get('photos', id));
    return kept ? new File([kept.data], kept.name, { type: kept.type }) : null;
  } catch {
    return null;
  }
}

/** Removes a kept photo from this device. */
export async function forgetPhoto(id: string): Promise<void> {
  if (!id) return;
  await photos.use((db) => db.delete('photos', id)).catch(() => undefined);
}
