import { agnes } from 'ml-hclust';
import { type AudibleFrames, median, normalise } from './audible-frames.js';
import { CEPSTRA } from './mfcc.js';
import { FRAME_SECONDS } from './voice-frames.js';

/** A first guess of who speaks: 0 or 1 for each frame, {@link UNKNOWN} where no window lies. */
export type InitialGuess = Uint8Array;
export const UNKNOWN = 2;

const WINDOWS_SECONDS = [1.5, 1, 2.5] as const;
const STEP_SECONDS = 0.5;
const LEAST_FRAMES = Math.round(0.5 / FRAME_SECONDS);
const LEAST_WINDOWS = 4;
/** Pitch counts as much as four coefficients. */
const PITCH_WEIGHT = 2;
const LEAST_VOICED_FRAMES = 4;
/** Clustering takes time with the cube of this; the windows between those clustered follow the nearer mean. */
const MOST_CLUSTERED = 100;
const DIRECTIONS = 3;
const POWER_STEPS = 40;

interface Windows {
  /** From which to which frame (not included) each reaches. */
  bounds: [number, number][];
  /** Normalised features, `columns` of each window. */
  rows: Float64Array;
  columns: number;
}

/**
 * First guesses from which the voices are learned, most different ones first: what sounds alike over some seconds is
 * grouped by Ward's clustering, and parted along the directions in which windows differ most.
 */
export function* initialGuesses(audible: AudibleFrames): Generator<InitialGuess> {
  const tables = WINDOWS_SECONDS.flatMap((seconds) =>
    [true, false].map((hasDeviations) => describeWindows(audible, seconds, hasDeviations)),
  ).filter(({ bounds }) => bounds.length >= LEAST_WINDOWS);
  for (const table of tables) yield toFrames(audible, table, clustered(table));
  const centred = tables.map((table) => ({ table, found: [] as Float64Array[] }));
  for (let direction = 0; direction < DIRECTIONS; direction += 1) {
    for (const { table, found } of centred) {
      const along = strongestDirection(table, found);
      found.push(along);
      yield toFrames(
        audible,
        table,
        table.bounds.map((_, row) => (dot(table, row, along) > 0 ? 1 : 0)),
      );
    }
  }
}

function describeWindows(audible: AudibleFrames, seconds: number, hasDeviations: boolean): Windows {
  const bounds: [number, number][] = [];
  const end = (audible.starts[audible.count - 1] ?? 0) + FRAME_SECONDS;
  let [from, until] = [0, 0];
  for (
    let at = Math.floor((audible.starts[0] ?? 0) / STEP_SECONDS) * STEP_SECONDS;
    at < end;
    at += STEP_SECONDS
  ) {
    while (from < audible.count && (audible.starts[from] as number) < at) from += 1;
    while (until < audible.count && (audible.starts[until] as number) < at + seconds) until += 1;
    if (until - from >= LEAST_FRAMES) bounds.push([from, until]);
  }
  const columns = (hasDeviations ? 2 * CEPSTRA : CEPSTRA) + 1;
  const rows = new Float64Array(bounds.length * columns);
  const usual = median(audible.pitch.filter((pitch) => !Number.isNaN(pitch)));
  for (const [row, [first, last]] of bounds.entries()) {
    const at = row * columns;
    for (let c = 0; c < CEPSTRA; c += 1) {
      let [sum, squares] = [0, 0];
      for (let n = first; n < last; n += 1) {
        const value = audible.cepstra[n * CEPSTRA + c] as number;
        sum += value;
        squares += value * value;
      }
      const mean = sum / (last - first);
      rows[at + c] = mean;
      if (hasDeviations) {
        rows[at + CEPSTRA + c] = Math.sqrt(Math.max(0, squares / (last - first) - mean * mean));
      }
    }
    const voiced = audible.pitch.subarray(first, last).filter((pitch) => !Number.isNaN(pitch));
    const pitch = voiced.length > LEAST_VOICED_FRAMES ? median(voiced) : usual;
    rows[at + columns - 1] = Number.isNaN(pitch) ? 0 : pitch;
  }
  normalise(rows, columns);
  for (let at = columns - 1; at < rows.length; at += columns) rows[at] = (rows[at] as number) * PITCH_WEIGHT;
  return { bounds, rows, columns };
}

/** What most windows over a frame say. */
function toFrames(audible: AudibleFrames, { bounds }: Windows, labels: readonly number[]): InitialGuess {
  const votes = new Int16Array(audible.count);
  const start = new Uint8Array(audible.count).fill(UNKNOWN);
  for (const [row, [first, last]] of bounds.entries()) {
    const vote = labels[row] === 1 ? 1 : -1;
    for (let n = first; n < last; n += 1) {
      votes[n] = (votes[n] as number) + vote;
      start[n] = (votes[n] as number) > 0 ? 1 : 0;
    }
  }
  return start;
}

function clustered({ bounds, rows, columns }: Windows): number[] {
  const every = Math.ceil(bounds.length / MOST_CLUSTERED);
  const row = (index: number) => rows.subarray(index * columns, (index + 1) * columns);
  const sample = bounds.flatMap((_, index) => (index % every === 0 ? [row(index)] : []));
  const tree = agnes(
    sample.map((a) => sample.map((b) => Math.sqrt(squaredDistance(a, b)))),
    { method: 'ward2', isDistanceMatrix: true },
  );
  const means = tree.group(2).children.map((cluster) => {
    const mean = new Float64Array(columns);
    const own = cluster.indices();
    for (const index of own) {
      const each = sample[index] as Float64Array;
      for (let c = 0; c < columns; c += 1) mean[c] = (mean[c] as number) + (each[c] as number) / own.length;
    }
    return { mean, own };
  });
  const [one, other] = means;
  if (!one || !other) return bounds.map(() => 0);
  if (every === 1) {
    const second = new Set(other.own);
    return bounds.map((_, index) => (second.has(index) ? 1 : 0));
  }
  return bounds.map((_, index) =>
    squaredDistance(row(index), other.mean) < squaredDistance(row(index), one.mean) ? 1 : 0,
  );
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < a.length; c += 1) sum += ((a[c] as number) - (b[c] as number)) ** 2;
  return sum;
}

/** A principal component of the windows, at right angles to those found before: the power method. */
function strongestDirection(table: Windows, before: readonly Float64Array[]): Float64Array {
  const { bounds, rows, columns } = table;
  let along = Float64Array.from({ length: columns }, (_, c) => 1 + ((c * 7) % 5) / 5);
  for (let step = 0; step < POWER_STEPS; step += 1) {
    const next = new Float64Array(columns);
    for (let row = 0; row < bounds.length; row += 1) {
      const share = dot(table, row, along);
      for (let c = 0; c < columns; c += 1) {
        next[c] = (next[c] as number) + share * (rows[row * columns + c] as number);
      }
    }
    for (const each of before) {
      const share = next.reduce((sum, value, c) => sum + value * (each[c] as number), 0);
      for (let c = 0; c < columns; c += 1) next[c] = (next[c] as number) - share * (each[c] as number);
    }
    const length = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0)) + 1e-12;
    along = next.map((value) => value / length);
  }
  return along;
}

function dot({ rows, columns }: Windows, row: number, along: Float64Array): number {
  let sum = 0;
  for (let c = 0; c < columns; c += 1) sum += (rows[row * columns + c] as number) * (along[c] as number);
  return sum;
}
