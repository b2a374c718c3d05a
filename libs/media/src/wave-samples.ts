import type { FileHandle } from 'node:fs/promises';

/** Where the samples of a WAV file lie and what they are. */
export interface WaveSamples {
  /** Of the first sample, in bytes. */
  offset: number;
  bytes: number;
  channels: number;
  /** Per second. */
  sampleRate: number;
  bitsPerSample: number;
}

const PCM = 1;
/** Nobody writes as many; a file that does would keep us reading. */
const MOST_CHUNKS = 64;

/** Finds the samples of a WAV file of whole numbers; null for any other file. */
export async function findWaveSamples(file: FileHandle): Promise<WaveSamples | null> {
  const { size } = await file.stat();
  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    return bytesRead === length ? buffer : null;
  };
  const head = await read(0, 12);
  if (head?.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: Pick<WaveSamples, 'channels' | 'sampleRate' | 'bitsPerSample'> | null = null;
  let at = 12;
  for (let count = 0; count < MOST_CHUNKS; count += 1) {
    const chunk = await read(at, 8);
    if (!chunk) return null;
    const [name, bytes] = [chunk.toString('latin1', 0, 4), chunk.readUInt32LE(4)];
    if (name === 'fmt ') {
      const fields = await read(at + 8, 16);
      if (fields?.readUInt16LE(0) !== PCM) return null;
      format = {
        channels: fields.readUInt16LE(2),
        sampleRate: fields.readUInt32LE(4),
        bitsPerSample: fields.readUInt16LE(14),
      };
    }
    // A file that was written to a pipe says nothing useful about its length.
    if (name === 'data') {
      return format && { ...format, offset: at + 8, bytes: Math.min(bytes, size - at - 8) };
    }
    at += 8 + bytes + (bytes % 2);
  }
  return null;
}

/** The first 44 bytes of a WAV file with that many bytes of samples. */
export function waveHeader(
  { channels, sampleRate, bitsPerSample }: Omit<WaveSamples, 'offset' | 'bytes'>,
  bytes: number,
): Buffer {
  const frameBytes = (channels * bitsPerSample) >> 3;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(PCM, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(bitsPerSample, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
