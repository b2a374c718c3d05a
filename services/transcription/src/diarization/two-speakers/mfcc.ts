import FFT from 'fft.js';

/** Coefficients 1 to 19: the shape of the vocal tract. The one for loudness is left out. */
export const CEPSTRA = 19;
/** Samples of one frame at 16 kHz: 25 ms. */
export const CEPSTRA_WINDOW = 400;

const SIZE = 512;
const RATE = 16_000;
const BANDS = 30;
const LOWEST_HZ = 100;
const HIGHEST_HZ = 7600;
const PRE_EMPHASIS = 0.97;
/** Power that is as good as silence, for samples of 16 bits: digital silence must not weigh more than quiet speech. */
const LEAST_POWER = 100;

/** Mel-frequency cepstral coefficients of single frames. Keeps its buffers, so it works on one frame at a time. */
export class CepstraExtractor {
  private readonly fft = new FFT(SIZE);
  private readonly input = new Float64Array(SIZE);
  private readonly spectrum = new Float64Array(2 * SIZE);
  private readonly power = new Float64Array(SIZE / 2 + 1);
  private readonly bands = new Float64Array(BANDS);
  private readonly window = Float64Array.from(
    { length: CEPSTRA_WINDOW },
    (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (CEPSTRA_WINDOW - 1)),
  );
  private readonly filters = melFilters();
  private readonly cosines = cosineTable();

  /**
   * Writes the coefficients of the window that begins at `at`, which must lie inside the samples with one sample before.
   * @returns natural logarithm of the frame's energy.
   */
  extract(samples: Float32Array, at: number, out: Float32Array, outAt: number): number {
    const { input, spectrum, power, bands } = this;
    for (let n = 0; n < CEPSTRA_WINDOW; n += 1) {
      const emphasised = (samples[at + n] as number) - PRE_EMPHASIS * (samples[at + n - 1] as number);
      input[n] = emphasised * (this.window[n] as number);
    }
    this.fft.realTransform(spectrum, input);
    let energy = 1;
    for (let k = 0; k <= SIZE / 2; k += 1) {
      const [re, im] = [spectrum[2 * k] as number, spectrum[2 * k + 1] as number];
      const each = re * re + im * im;
      power[k] = each;
      energy += each;
    }
    for (let band = 0; band < BANDS; band += 1) {
      const { from, weights } = this.filters[band] as MelFilter;
      let sum = LEAST_POWER;
      for (let n = 0; n < weights.length; n += 1) sum += (weights[n] as number) * (power[from + n] as number);
      bands[band] = Math.log(sum);
    }
    for (let c = 0; c < CEPSTRA; c += 1) {
      let sum = 0;
      for (let band = 0; band < BANDS; band += 1) {
        sum += (this.cosines[c * BANDS + band] as number) * (bands[band] as number);
      }
      out[outAt + c] = sum;
    }
    return Math.log(energy);
  }
}

interface MelFilter {
  /** The first bin of the spectrum that it passes. */
  from: number;
  weights: Float64Array;
}

/** Triangles that are equally wide on the mel scale. */
function melFilters(): MelFilter[] {
  const toMel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);
  const toHertz = (mel: number) => 700 * (Math.exp(mel / 1127) - 1);
  const step = (toMel(HIGHEST_HZ) - toMel(LOWEST_HZ)) / (BANDS + 1);
  const edge = (index: number) => toHertz(toMel(LOWEST_HZ) + index * step);
  return Array.from({ length: BANDS }, (_, band) => {
    const [low, middle, high] = [edge(band), edge(band + 1), edge(band + 2)];
    const from = Math.ceil((low * SIZE) / RATE);
    const until = Math.floor((high * SIZE) / RATE);
    return {
      from,
      weights: Float64Array.from({ length: until - from + 1 }, (__, n) => {
        const hertz = ((from + n) * RATE) / SIZE;
        return Math.max(0, Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle)));
      }),
    };
  });
}

function cosineTable(): Float64Array {
  const scale = Math.sqrt(2 / BANDS);
  return Float64Array.from({ length: CEPSTRA * BANDS }, (_, index) => {
    const [c, band] = [Math.floor(index / BANDS) + 1, index % BANDS];
    return scale * Math.cos((Math.PI * c * (band + 0.5)) / BANDS);
  });
}
