interface WavHeader {
  /** 1: whole numbers, 3: floating point. */
  format?: number;
  channels?: number;
  sampleRate?: number;
  bits?: number;
  /** What the header says of the length; by default the truth. */
  claimedBytes?: number;
}

/** A WAV file with whatever its header is to say. */
export function wav(data: Buffer, header: WavHeader = {}): Buffer {
  const { format = 1, channels = 1, sampleRate = 16_000, bits = 16, claimedBytes = data.length } = header;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(Math.min(0xffff_ffff, 36 + claimedBytes), 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE((sampleRate * channels * (bits >> 3)) >>> 0, 28);
  head.writeUInt16LE((channels * (bits >> 3)) & 0xffff, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(claimedBytes, 40);
  return Buffer.concat([head, data]);
}

/** Seconds of a quiet tone at 16 kHz, 16 bits. */
export function toneData(seconds: number): Buffer {
  const data = Buffer.alloc(Math.round(seconds * 16_000) * 2);
  for (let i = 0; i < data.length / 2; i += 1) data.writeInt16LE(Math.round(6000 * Math.sin(i / 6)), i * 2);
  return data;
}

/** Seconds of 16 kHz floating-point samples. */
export function floatData(seconds: number, sampleAt: (index: number) => number): Buffer {
  const data = Buffer.alloc(Math.round(seconds * 16_000) * 4);
  for (let i = 0; i < data.length / 4; i += 1) data.writeFloatLE(sampleAt(i), i * 4);
  return data;
}
