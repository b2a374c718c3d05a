import sharp from 'sharp';
import { type DerivedFile, describeFile } from './derived-file.js';
import { MediaError } from './media.error.js';
import { sniffFile } from './sniff.js';

export interface PreparedPhoto extends DerivedFile {
  width: number;
  height: number;
}

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 2048;
const TIME_LIMIT_SECONDS = 20;

// Photos are rare and large: decoded pictures are not worth keeping, and one must not take every core.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a photo and writes a fresh JPEG: upright, at most 2048 pixels wide or high, with nothing else from the
 * original in it (no location, no camera data, no appended bytes).
 * @throws MediaError `not_media`, `corrupt` (also for types that cannot be decoded here), `too_large`, `timeout`.
 */
export async function preparePhoto(inputPath: string, outputPath: string): Promise<PreparedPhoto> {
  const type = await sniffFile(inputPath);
  if (type?.kind !== 'image') throw new MediaError('not_media', 'not a photo');
  try {
    const { width, height } = await sharp(inputPath, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(outputPath);
    return { ...(await describeFile(outputPath, 'image/jpeg')), width, height };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (/pixel limit/i.test(message)) {
      throw new MediaError('too_large', `more than ${MAX_PIXELS} pixels`, { cause });
    }
    if (/timeout/i.test(message)) throw new MediaError('timeout', 'the photo took too long', { cause });
    throw new MediaError('corrupt', message, { cause });
  }
}
