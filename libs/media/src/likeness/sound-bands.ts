import FFT from 'fft.js';

/** Samples per second of everything that is compared. */
export const LIKENESS_RATE = 8000;
/** Samples of one window: 256 ms, within which words blur and their melody stays. */
export const WINDOW = 2048;
/** Bits of one frame: signs of differences between neighbouring bands. */
export const BITS = 32;
const BANDS = BITS + 1;

const LOWEST_HZ = 300;
/** Each band is so much wider than the one below it: 7.6 %, about the width of a semitone and a quarter. */
const RATIO = 2 ** (1 / 9.5);

/** Logarithmic energies of 33 bands of a window, at the pitch that is asked for. Keeps its buffers between windows. */
export class SoundBands {
  readonly bands = BANDS;
  private readonly fft = new FFT(WINDOW);
  private readonly input = new Float64Array(WINDOW);
  private readonly spectrum = new Float64Array(2 * WINDOW);
  /** Energy below each bin of the spectrum. */
  private readonly below = new Float64Array(WINDOW / 2 + 2);
  private readonly shape = Float64Array.from(
    { length: WINDOW },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW),
  );
  private readonly edges: Float64Array[];

  /** @param pitches how much higher each wanted set of bands lies; 1 is the recording as it is. */
  constructor(private readonly pitches: readonly number[]) {
    this.edges = pitches.map((pitch) =>
      Float64Array.from({ length: BANDS + 1 }, (_, band) => {
        const bin = (LOWEST_HZ * pitch * RATIO ** band * WINDOW) / LIKENESS_RATE + 0.5;
        return Math.min(bin, WINDOW / 2);
      }),
    );
  }

  /** Writes the energies of the window that begins at `at`, one set of bands after the other. */
  measure(samples: Int16Array, at: number, out: Float32Array, outAt: number): void {
    const { input, spectrum, below, shape } = this;
    for (let n = 0; n < WINDOW; n += 1) input[n] = (samples[at + n] ?? 0) * (shape[n] as number);
    this.fft.realTransform(spectrum, input);
    let sum = 0;
    for (let bin = 0; bin <= WINDOW / 2; bin += 1) {
      sum += (spectrum[2 * bin] as number) ** 2 + (spectrum[2 * bin + 1] as number) ** 2;
      below[bin + 1] = sum;
    }
    for (let set = 0; set < this.pitches.length; set += 1) {
      const edges = this.edges[set] as Float64Array;
      let low = this.energyBelow(edges[0] as number);
      for (let band = 0; band < BANDS; band += 1) {
        const high = this.energyBelow(edges[band + 1] as number);
        out[outAt + set * BANDS + band] = Math.log(Math.max(0, high - low) + 1);
        low = high;
      }
    }
  }

  private energyBelow(bin: number): number {
    const whole = Math.floor(bin);
    const before = this.below[whole] as number;
    return before + (bin - whole) * ((this.below[whole + 1] as number) - before);
  }
}
