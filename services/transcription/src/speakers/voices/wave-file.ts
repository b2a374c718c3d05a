import type { FileHandle } from 'node:fs/promises';

/** Samples per second of every recording in which voices are told apart. */
export const SAMPLE_RATE = 16_000;

const HEAD_BYTES = 4096;

/** Where the samples of a WAV file lie: `offset` in bytes, `length` in samples. @throws Error for any other file */
export async function findSamples(file: FileHandle): Promise<{ offset: number; length: number }> {
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  let at = 12;
  let isReadable = false;
  while (at + 24 <= buffer.length) {
    const name = buffer.toString('latin1', at, at + 4);
    const bytes = buffer.readUInt32LE(at + 4);
    if (name === 'fmt ') {
      const [channels, rate, bits] = [
        buffer.readUInt16LE(at + 10),
        buffer.readUInt32LE(at + 12),
        buffer.readUInt16LE(at + 22),
      ];
      isReadable = channels === 1 && rate === SAMPLE_RATE && bits === 16;
    }
    if (name === 'data' && isReadable) {
      // A file that was written to a pipe says nothing useful about its length.
      return { offset: at + 8, length: Math.min(bytes, size - at - 8) >> 1 };
    }
    at += 8 + bytes + (bytes % 2);
  }
  throw new Error('voices are read from 16-bit mono WAV files of 16 kHz');
}

/** Samples as they are, -32768..32767. Fewer than asked for at the end of the file. */
export async function readSamples(
  file: FileHandle,
  offset: number,
  from: number,
  count: number,
): Promise<Float32Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count * 2), 0, count * 2, offset + from * 2);
  const samples = new Float32Array(bytesRead >> 1);
  for (let index = 0; index < samples.length; index += 1) samples[index] = buffer.readInt16LE(index * 2);
  return samples;
}
