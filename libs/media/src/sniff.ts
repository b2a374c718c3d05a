import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** How many bytes from the start of a file {@link sniff} looks at. */
const SNIFF_BYTES = 4100;

export type AudioExtension = 'webm' | 'mp4' | 'wav' | 'ogg' | 'mp3' | 'flac' | 'aiff' | 'aac' | 'amr';
export type ImageExtension = 'jpg' | 'png' | 'webp' | 'heic';

export type SniffedMedia =
  | { kind: 'audio'; mime: string; extension: AudioExtension }
  | { kind: 'image'; mime: string; extension: ImageExtension };

const audio = (mime: string, extension: AudioExtension): SniffedMedia => ({ kind: 'audio', mime, extension });
const image = (mime: string, extension: ImageExtension): SniffedMedia => ({ kind: 'image', mime, extension });

const WEBM = audio('audio/webm', 'webm');
const MP4 = audio('audio/mp4', 'mp4');
const OGG = audio('audio/ogg', 'ogg');

/** WebM and MP4 hold audio or video alike: only decoding tells, so they pass as audio here. */
const ACCEPTED: ReadonlyMap<string, SniffedMedia> = new Map([
  ['webm', WEBM],
  ['mp4', MP4],
  ['m4a', MP4],
  ['m4b', MP4],
  ['3gp', MP4],
  ['wav', audio('audio/wav', 'wav')],
  ['ogg', OGG],
  ['oga', OGG],
  ['opus', OGG],
  ['spx', OGG],
  ['mp3', audio('audio/mpeg', 'mp3')],
  ['flac', audio('audio/flac', 'flac')],
  ['aif', audio('audio/aiff', 'aiff')],
  ['aac', audio('audio/aac', 'aac')],
  ['amr', audio('audio/amr', 'amr')],
  ['jpg', image('image/jpeg', 'jpg')],
  ['png', image('image/png', 'png')],
  ['webp', image('image/webp', 'webp')],
  ['heic', image('image/heic', 'heic')],
]);

/** Tells an accepted audio or image type from the first bytes of a file, or null. Never throws. */
export async function sniff(firstBytes: Uint8Array): Promise<SniffedMedia | null> {
  try {
    // A copy, because the parser works on what it is given and the cap bounds its work.
    const type = await fileTypeFromBuffer(Uint8Array.from(firstBytes.subarray(0, SNIFF_BYTES)));
    return (type && ACCEPTED.get(type.ext)) ?? null;
  } catch {
    return null;
  }
}

/** {@link sniff} on the start of a file. Throws only when the file cannot be read. */
export async function sniffFile(path: string): Promise<SniffedMedia | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return await sniff(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
