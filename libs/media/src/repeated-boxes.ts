import { type FileHandle, open } from 'node:fs/promises';

/** From one byte up to, not including, another; without an end up to the end of the file. */
export interface ByteRange {
  start: number;
  end?: number;
}

const HEADER_BYTES = 8;
const WINDOW_BYTES = 64 * 1024;
/** Some hours of two fragments a second; what has more boxes than that is read as it is. */
const MAX_BOXES = 100_000;
/** The decoder opens the file once for each range, and may open only a few files. */
const MAX_REPEATS = 30;
/** Fragments' headers that stand side by side and differ are no recorder's work. */
const MAX_DIFFERENT = 100;

/**
 * WebKitGTK writes the header of a fragment of an MP4 recording twice in a row, often that of the last one. The header
 * tells by a distance from itself where its sound lies, so the first of two points at the other one, and the decoder takes
 * noise for sound: up to a second of words is lost. Answers the ranges of the file that leave the repeated headers out, or
 * null when there are none.
 */
export async function withoutRepeatedBoxes(path: string): Promise<ByteRange[] | null> {
  const file = await open(path, 'r');
  try {
    return await rangesIn(new Window(file));
  } finally {
    await file.close();
  }
}

async function rangesIn(window: Window): Promise<ByteRange[] | null> {
  const ranges: ByteRange[] = [];
  let start = 0;
  let different = 0;
  let last: Buffer | undefined;
  for (let at = 0, boxes = 0; boxes < MAX_BOXES; boxes += 1) {
    const header = await window.read(at, HEADER_BYTES);
    const size = header.length < HEADER_BYTES ? 0 : header.readUInt32BE(0);
    // What has less than its own header is the rest of the file, or cut off; a large size is never that of a header.
    if (size < HEADER_BYTES) break;
    const isHeader = header.toString('latin1', 4) === 'moof' && size <= WINDOW_BYTES;
    const box = isHeader ? await window.read(at, size) : undefined;
    if (box && last?.equals(box)) {
      if (at > start) ranges.push({ start, end: at });
      start = at + size;
    } else if (box && last) {
      different += 1;
    }
    if (ranges.length > MAX_REPEATS || different > MAX_DIFFERENT) return null;
    last = box;
    at += size;
  }
  return ranges.length > 0 ? [...ranges, { start }] : null;
}

/** Reads a file in large pieces, from its beginning on. */
class Window {
  private bytes: Buffer = Buffer.alloc(0);
  private start = 0;

  constructor(private readonly file: FileHandle) {}

  /** So many bytes, at most those of a window; fewer at the end of the file. */
  async read(position: number, length: number): Promise<Buffer> {
    if (position < this.start || position + length > this.start + this.bytes.length) {
      const { buffer, bytesRead } = await this.file.read(
        Buffer.alloc(WINDOW_BYTES),
        0,
        WINDOW_BYTES,
        position,
      );
      this.bytes = buffer.subarray(0, bytesRead);
      this.start = position;
    }
    return this.bytes.subarray(position - this.start, position - this.start + length);
  }
}
