export interface Interval {
  low: number;
  high: number;
}

/** The middle value; the mean of the two middle ones when their number is even. @throws Error without values */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('no values');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The smallest value that a share (0 to 1) of the values does not exceed. @throws Error without values */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('no values');
  return value;
}

const RESAMPLES = 2000;

/** The 95 % interval of the median, by resampling. The same values and seed give the same interval. */
export function bootstrap(values: readonly number[], seed = 1): Interval {
  const random = generator(seed);
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  );
  return { low: percentile(medians, 0.025), high: percentile(medians, 0.975) };
}

/** Numbers from 0 to 1 that look random and repeat with the seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
