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
