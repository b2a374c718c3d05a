import { BITS, SoundBands, WINDOW } from './sound-bands.js';

/** Samples between two frames of a print: 32 ms. */
export const HOP = 256;
/** A frame is compared with the one so many frames before it: 64 ms. */
export const LAG = 2;

/**
 * What a recording sounds like, as one word of 32 bits for each 32 ms: whether the difference between two neighbouring
 * bands grew or fell. Known as the robust hash of Haitsma and Kalker (ISMIR 2002). Loudness, codecs and noise turn few
 * of the bits; another rendering of the same words has others.
 */
export function printSound(samples: Int16Array): Uint32Array {
  const meter = new SoundBands([1]);
  const { bands } = meter;
  const frames = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1);
  const print = new Uint32Array(frames);
  const recent = new Float32Array((LAG + 1) * bands);
  for (let frame = 0; frame < frames; frame += 1) {
    const now = (frame % (LAG + 1)) * bands;
    meter.measure(samples, frame * HOP, recent, now);
    const before = frame < LAG ? now : ((frame - LAG) % (LAG + 1)) * bands;
    print[frame] = signs(recent, now, before);
  }
  return print;
}

/** One bit for each pair of neighbouring bands. */
export function signs(energies: Float32Array, now: number, before: number): number {
  let bits = 0;
  for (let band = 0; band < BITS; band += 1) {
    const difference = (energies[now + band] as number) - (energies[now + band + 1] as number);
    const earlier = (energies[before + band] as number) - (energies[before + band + 1] as number);
    if (difference > earlier) bits |= 1 << band;
  }
  return bits >>> 0;
}

/** Bits that are set. */
export function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How a print is stored: words of 32 bits, lowest byte first. */
export function packPrint(print: Uint32Array): Buffer {
  const packed = Buffer.alloc(print.length * 4);
  for (const [index, word] of print.entries()) packed.writeUInt32LE(word, index * 4);
  return packed;
}

export function unpackPrint(packed: Uint8Array): Uint32Array {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
}
