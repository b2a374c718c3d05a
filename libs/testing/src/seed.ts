import { createCipheriv, createHash } from 'node:crypto';

let hasSaid = false;

/**
 * The number that all random input of the tests comes from: TEST_SEED, or the same one every day. Whoever asks for it
 * says it once on stderr, so that the output of a failed run tells how to repeat it.
 */
export function testSeed(env: NodeJS.ProcessEnv = process.env): number {
  const seed = Number(env.TEST_SEED || 20261121);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is no whole number: ${env.TEST_SEED}`);
  if (!hasSaid) process.stderr.write(`Random input of this process: TEST_SEED=${seed}\n`);
  hasSaid = true;
  return seed;
}

/** Random values that are the same in every run with the same seed. */
export class SeededRandom {
  private drawn = 0;

  /** @param name keeps two uses apart: each has numbers of its own, whatever order they are drawn in */
  constructor(
    private readonly name: string,
    private readonly seed = testSeed(),
  ) {}

  /** From 0 up to, but not including, 1. */
  next(): number {
    return this.block().readUInt32BE() / 2 ** 32;
  }

  /** A whole number from `min` up to, but not including, `max`. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min));
  }

  chance(): boolean {
    return this.next() < 0.5;
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error('There is nothing to pick from');
    return values[this.between(0, values.length)] as T;
  }

  bytes(length: number): Buffer {
    const key = this.block();
    // Megabytes in a moment: what AES makes of zeros.
    return createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16)).update(Buffer.alloc(length));
  }

  private block(): Buffer {
    this.drawn += 1;
    return createHash('sha256').update(`${this.seed} ${this.name} ${this.drawn}`).digest();
  }
}
