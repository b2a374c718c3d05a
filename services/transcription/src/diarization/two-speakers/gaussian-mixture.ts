const STEPS = 8;
const PLACING_STEPS = 6;
/** Frames by which the first places of the components are found; more of them change nothing. */
const PLACED_BY = 1000;
/** A component needs this many frames. */
const LEAST_FRAMES = 20;
/** No component is narrower than this share of the spread of all frames. */
const LEAST_SHARE = 0.05;
const TINY = 1e-3;

/** Numbers 0..1, the same for the same seed. */
export type Random = () => number;

/** A mixture of Gaussians without covariances, learned from frames by expectation and maximisation. */
export class GaussianMixture {
  private readonly size: number;
  private readonly means: Float64Array;
  private readonly inverse: Float64Array;
  /** Logarithm of a component's weight over its volume. */
  private readonly constants: Float64Array;
  private readonly spread: Float64Array;
  private readonly scores: Float64Array;

  /**
   * @param frames all frames, `dimensions` numbers each.
   * @param own which of them it is learned from.
   */
  constructor(
    private readonly frames: Float32Array,
    private readonly dimensions: number,
    own: Int32Array,
    components: number,
    random: Random,
  ) {
    this.size = Math.max(1, Math.min(components, Math.floor(own.length / LEAST_FRAMES)));
    this.means = new Float64Array(this.size * dimensions);
    this.inverse = new Float64Array(this.size * dimensions);
    this.constants = new Float64Array(this.size);
    this.scores = new Float64Array(this.size);
    this.spread = this.spreadOf(own);
    this.place(own, random);
    for (let step = 0; step < STEPS; step += 1) this.learn(own);
  }

  /** Logarithm of the density at one frame. */
  logLikelihood(frame: number): number {
    const { size, scores } = this;
    const most = this.score(frame);
    let sum = 0;
    for (let k = 0; k < size; k += 1) sum += Math.exp((scores[k] as number) - most);
    return most + Math.log(sum);
  }

  private score(frame: number): number {
    const { frames, dimensions, means, inverse, constants, scores, size } = this;
    const at = frame * dimensions;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < size; k += 1) {
      const from = k * dimensions;
      let sum = 0;
      for (let d = 0; d < dimensions; d += 1) {
        const away = (frames[at + d] as number) - (means[from + d] as number);
        sum += away * away * (inverse[from + d] as number);
      }
      const score = (constants[k] as number) - 0.5 * sum;
      scores[k] = score;
      if (score > most) most = score;
    }
    return most;
  }

  private spreadOf(own: Int32Array): Float64Array {
    const { frames, dimensions } = this;
    const sums = new Float64Array(dimensions);
    const squares = new Float64Array(dimensions);
    for (const frame of own) {
      for (let d = 0; d < dimensions; d += 1) {
        const value = frames[frame * dimensions + d] as number;
        sums[d] = (sums[d] as number) + value;
        squares[d] = (squares[d] as number) + value * value;
      }
    }
    const count = Math.max(1, own.length);
    return sums.map((sum, d) => Math.max(0, (squares[d] as number) / count - (sum / count) ** 2) + TINY);
  }

  /** Places the components where frames are dense: k-means from frames drawn at random. */
  private place(own: Int32Array, random: Random): void {
    const { frames, dimensions, means, size, spread } = this;
    const every = Math.max(1, Math.floor(own.length / PLACED_BY));
    for (let k = 0; k < size; k += 1) {
      const drawn = own[Math.floor(random() * own.length)] ?? 0;
      for (let d = 0; d < dimensions; d += 1) {
        means[k * dimensions + d] = frames[drawn * dimensions + d] as number;
      }
    }
    // Plain distances: the frames are normalised, and so is every component here.
    this.inverse.fill(1);
    this.constants.fill(0);
    const counts = new Float64Array(size);
    const sums = new Float64Array(size * dimensions);
    const squares = new Float64Array(size * dimensions);
    for (let step = 0; step <= PLACING_STEPS; step += 1) {
      counts.fill(0);
      sums.fill(0);
      squares.fill(0);
      for (let n = 0; n < own.length; n += every) {
        const frame = own[n] as number;
        this.score(frame);
        let nearest = 0;
        for (let k = 1; k < size; k += 1) {
          if ((this.scores[k] as number) > (this.scores[nearest] as number)) nearest = k;
        }
        counts[nearest] = (counts[nearest] as number) + 1;
        for (let d = 0; d < dimensions; d += 1) {
          const value = frames[frame * dimensions + d] as number;
          const into = nearest * dimensions + d;
          sums[into] = (sums[into] as number) + value;
          squares[into] = (squares[into] as number) + value * value;
        }
      }
      for (let k = 0; k < size; k += 1) {
        const count = counts[k] as number;
        if (count === 0) continue;
        for (let d = 0; d < dimensions; d += 1) {
          means[k * dimensions + d] = (sums[k * dimensions + d] as number) / count;
        }
      }
    }
    const placed = counts.reduce((a, b) => a + b, 0);
    for (let k = 0; k < size; k += 1) {
      const count = counts[k] as number;
      const isKnown = count > dimensions;
      for (let d = 0; d < dimensions; d += 1) {
        const at = k * dimensions + d;
        const least = LEAST_SHARE * (spread[d] as number);
        const own = (squares[at] as number) / Math.max(1, count) - (means[at] as number) ** 2 + least;
        this.inverse[at] = 1 / (isKnown ? own : (spread[d] as number));
      }
      this.weigh(k, count / placed + TINY);
    }
  }

  /** One step of expectation and maximisation. */
  private learn(own: Int32Array): void {
    const { frames, dimensions, means, inverse, size, scores, spread } = this;
    const counts = new Float64Array(size);
    const sums = new Float64Array(size * dimensions);
    const squares = new Float64Array(size * dimensions);
    for (const frame of own) {
      const most = this.score(frame);
      let sum = 0;
      for (let k = 0; k < size; k += 1) {
        const share = Math.exp((scores[k] as number) - most);
        scores[k] = share;
        sum += share;
      }
      const at = frame * dimensions;
      for (let k = 0; k < size; k += 1) {
        const share = (scores[k] as number) / sum;
        // Far components learn nothing from this frame.
        if (share < 1e-4) continue;
        counts[k] = (counts[k] as number) + share;
        const from = k * dimensions;
        for (let d = 0; d < dimensions; d += 1) {
          const value = frames[at + d] as number;
          const part = share * value;
          sums[from + d] = (sums[from + d] as number) + part;
          squares[from + d] = (squares[from + d] as number) + part * value;
        }
      }
    }
    for (let k = 0; k < size; k += 1) {
      const count = (counts[k] as number) + 1e-6;
      for (let d = 0; d < dimensions; d += 1) {
        const at = k * dimensions + d;
        const mean = (sums[at] as number) / count;
        const variance = Math.max(0, (squares[at] as number) / count - mean * mean);
        means[at] = mean;
        inverse[at] = 1 / (variance + LEAST_SHARE * (spread[d] as number));
      }
      this.weigh(k, count / own.length);
    }
  }

  private weigh(k: number, weight: number): void {
    const { dimensions, inverse } = this;
    let logs = 0;
    for (let d = 0; d < dimensions; d += 1) logs += Math.log(inverse[k * dimensions + d] as number);
    this.constants[k] = Math.log(weight) + 0.5 * (logs - dimensions * Math.log(2 * Math.PI));
  }
}

/** The mulberry32 generator: enough to draw frames, and the same everywhere. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
