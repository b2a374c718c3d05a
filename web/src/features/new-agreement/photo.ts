import type { DBSchema } from 'idb';
import { DeviceStore } from '../../lib/browser/device-store';
import { maxPhotoBytes } from '../payments/plans.gen';

/** The longer side of a photo that is sent, in pixels. */
const MAX_SIDE = 2000;
const JPEG_QUALITY = 0.85;

interface Size {
  width: number;
  height: number;
}

/** The size of a picture that has to fit into a square of `side` pixels; never larger than it is. */
export function fitInside({ width, height }: Size, side = MAX_SIDE): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** The name of a photo once it is a JPEG. */
export function jpegName(name: string): string {
  return `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`;
}

/** Draws a picture as JPEG of that size; null where the browser cannot. */
async function drawJpeg(picture: ImageBitmap, size: Size): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  // JPEG knows no transparency; without this it would be black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size.width, size.height);
  pen.drawImage(picture, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}

type PhotoRefusal = 'bad' | 'unreadable';

/**
 * A chosen photo as it is sent: upright, 2000 pixels at most, a JPEG without what the camera wrote beside the picture
 * (place, time, device). What the browser cannot read is refused here, before anybody has recorded.
 */
export async function preparePhoto(file: File): Promise<File | PhotoRefusal> {
  if (!file.type.startsWith('image/')) return 'bad';
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const jpeg = await drawJpeg(picture, fitInside(picture));
    picture.close();
    if (!jpeg) return 'unreadable';
    if (jpeg.size > maxPhotoBytes) return 'bad';
    return new File([jpeg], jpegName(file.name), { type: 'image/jpeg', lastModified: file.lastModified });
  } catch {
    return 'unreadable';
  }
}

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

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
    await photos.use(async (db) => {
      for (const old of await db.getAll('photos')) {
        if (now - old.keptAt > KEEP_MS) await db.delete('photos', old.id);
      }
      await db.put('photos', { id, name: photo.name, type: photo.type, keptAt: now, data });
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
