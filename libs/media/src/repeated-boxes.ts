import { open } from 'node:fs/promises';

/** From one byte up to, not including, another; without an end up to the end of the file. */
export interface ByteRange {
  start: number;
  end?: number;
}

const HEADER_BYTES = 8;
/** Five hours and more of one fragment a second; what has more boxes than that is read as it is. */
const MAX_BOXES = 40_000;
const MAX_REPEATS = 100;
/** The header of a fragment of a second has 600 bytes, that of a file less than 1,000. */
const MAX_COMPARED_BYTES = 64 * 1024;
/** In front of the sound and of its fragments. */
const HEADERS: ReadonlySet<string> = new Set(['ftyp', 'moov', 'moof']);

/**
 * WebKitGTK writes some headers of an MP4 recording twice in a row. A fragment's header tells by a distance from itself
 * where its sound lies, so the first of two points at the other one, and the decoder takes noise for sound: up to a second
 * of words is lost. Answers the ranges of the file that leave the repeated headers out, or null when there are none.
 */
export async function withoutRepeatedBoxes(path: string): Promise<ByteRange[] | null> {
  const file = await open(path, 'r');
  try {
    const read = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const ranges: ByteRange[] = [];
    let start = 0;
    let last = { type: '', size: 0 };
    for (let at = 0, boxes = 0; boxes < MAX_BOXES && ranges.length < MAX_REPEATS; boxes += 1) {
      const header = await read(at, HEADER_BYTES);
      // What has less than its own header is the rest of the file, or cut off; large sizes are never those of headers.
      if (header.length < HEADER_BYTES || header.readUInt32BE(0) < HEADER_BYTES) break;
      const box = { type: header.toString('latin1', 4), size: header.readUInt32BE(0) };
      const mayBeRepeated =
        HEADERS.has(box.type) &&
        box.type === last.type &&
        box.size === last.size &&
        box.size <= MAX_COMPARED_BYTES;
      if (mayBeRepeated && (await read(at - box.size, box.size)).equals(await read(at, box.size))) {
        ranges.push({ start, end: at });
        start = at + box.size;
      }
      last = box;
      at += box.size;
    }
    return ranges.length > 0 ? [...ranges, { start }] : null;
  } finally {
    await file.close();
  }
}
