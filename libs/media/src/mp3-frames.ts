import type { FileHandle } from 'node:fs/promises';

/** Where the frames of an MP3 file lie, which are all equally long. */
export interface Mp3Frames {
  /** Of the first frame with sound, in bytes. */
  offset: number;
  frameBytes: number;
  frameSeconds: number;
  count: number;
}

/** MPEG-1 layer III, without a checksum. */
const SYNC = 0xfffb;
const KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES = [44_100, 48_000, 32_000];
const FRAME_SAMPLES = 1152;
/** Where the name of a first frame that only describes the others stands in a mono or stereo file. */
const NAME_OFFSETS = [21, 36];

/**
 * Finds the frames of an MP3 file with a constant bit rate at which they need no padding (80 kbit/s at 48 kHz, say);
 * null for any other file.
 */
export async function findMp3Frames(file: FileHandle): Promise<Mp3Frames | null> {
  const { size } = await file.stat();
  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return bytesRead === length ? buffer : null;
  };
  const tag = await read(0, 10);
  if (!tag) return null;
  const start = tag.toString('latin1', 0, 3) === 'ID3' ? tag.length + syncSafe(tag.subarray(6)) : 0;
  const first = await read(start, 40);
  const described = first && readFrame(first);
  if (!described) return null;
  const names = NAME_OFFSETS.map((at) => first.toString('latin1', at, at + 4));
  // So is one called whose frames are not all alike.
  if (names.includes('Xing')) return null;
  const offset = names.includes('Info') ? start + described.bytes : start;
  const header = await read(offset, 4);
  const frame = header && readFrame(header);
  if (!frame) return null;
  return {
    offset,
    frameBytes: frame.bytes,
    frameSeconds: frame.seconds,
    count: Math.floor((size - offset) / frame.bytes),
  };
}

/** Length of a frame, from its header; null when it has none of the kind that is understood here. */
function readFrame(header: Buffer): { bytes: number; seconds: number } | null {
  const third = header.readUInt8(2);
  const [kilobits, rate] = [KILOBITS[third >> 4], RATES[(third >> 2) & 3]];
  const isPadded = (third & 2) !== 0;
  if (header.readUInt16BE(0) !== SYNC || !kilobits || !rate || isPadded) return null;
  const bytes = ((FRAME_SAMPLES / 8) * kilobits * 1000) / rate;
  return Number.isInteger(bytes) ? { bytes, seconds: FRAME_SAMPLES / rate } : null;
}

/** Four times seven bits. */
function syncSafe(bytes: Buffer): number {
  return bytes.subarray(0, 4).reduce((length, byte) => length * 128 + (byte & 0x7f), 0);
}
