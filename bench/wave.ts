interface WaveFormat {
  rate: number;
  channels: number;
  /** 2 or 4; integers. */
  bytesPerSample: number;
}

/** The first 44 bytes of a WAV file with this many bytes of sound. */
export function waveHeader(soundBytes: number, { rate, channels, bytesPerSample }: WaveFormat): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + soundBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels * bytesPerSample, 28);
  header.writeUInt16LE(channels * bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36);
  header.writeUInt32LE(soundBytes, 40);
  return header;
}
