import FFT from 'fft.js';

/** Samples of one frame at 8 kHz: 40 ms, two periods of a voice of 65 Hz and a little more. */
export const PITCH_WINDOW = 320;

const RATE = 8000;
/** More than the window and the longest lag together, so that the ends do not meet. */
const SIZE = 512;
const SHORTEST_LAG = RATE / 400;
const LONGEST_LAG = Math.floor(RATE / 65);
const LEAST_VOICED = 0.5;
/** The shortest lag this near to the best one is the pitch: twice a period fits as well as one. */
const NEAR_BEST = 0.87;

/** Finds the pitch of single frames by normalised autocorrelation. Keeps its buffers, as {@link CepstraExtractor} does. */
export class PitchExtractor {
  private readonly fft = new FFT(SIZE);
  private readonly input = new Float64Array(SIZE);
  private readonly spectrum = new Float64Array(2 * SIZE);
  private readonly lags = new Float64Array(LONGEST_LAG + 2);
  private readonly window = Float64Array.from(
    { length: PITCH_WINDOW },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / (PITCH_WINDOW - 1)),
  );
  private readonly ofWindow: Float64Array;

  constructor() {
    this.input.set(this.window);
    this.correlate();
    const whole = this.spectrum[0] as number;
    this.ofWindow = Float64Array.from(this.lags, (_, lag) => (this.spectrum[2 * lag] as number) / whole);
  }

  /** @returns octaves above 1 Hz; NaN when nothing is voiced in the window of 8 kHz samples that begins at `at`. */
  find(samples: Float32Array, at: number): number {
    const { input, lags } = this;
    let mean = 0;
    for (let n = 0; n < PITCH_WINDOW; n += 1) mean += samples[at + n] as number;
    mean /= PITCH_WINDOW;
    for (let n = 0; n < PITCH_WINDOW; n += 1) {
      input[n] = ((samples[at + n] as number) - mean) * (this.window[n] as number);
    }
    this.correlate();
    const whole = (this.spectrum[0] as number) + 1e-9;
    let best = 0;
    for (let lag = SHORTEST_LAG - 1; lag <= LONGEST_LAG + 1; lag += 1) {
      const value = (this.spectrum[2 * lag] as number) / whole / ((this.ofWindow[lag] as number) + 1e-3);
      lags[lag] = value;
      if (lag >= SHORTEST_LAG && lag <= LONGEST_LAG && value > best) best = value;
    }
    if (best < LEAST_VOICED) return Number.NaN;
    for (let lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag += 1) {
      const [before, here, after] = [lags[lag - 1] as number, lags[lag] as number, lags[lag + 1] as number];
      if (here <= NEAR_BEST * best || here < before || here < after) continue;
      // Between the samples, at the top of the parabola through the three.
      const shift = (before - after) / (2 * (before - 2 * here + after) - 1e-9);
      return Math.log2(RATE / (lag + Math.max(-0.5, Math.min(0.5, shift))));
    }
    return Number.NaN;
  }

  /** The real parts of `spectrum` become the autocorrelation of `input`, whose power spectrum is even. */
  private correlate(): void {
    const { input, spectrum } = this;
    this.fft.realTransform(spectrum, input);
    const half = SIZE / 2;
    for (let k = 0; k <= half; k += 1) {
      const [re, im] = [spectrum[2 * k] as number, spectrum[2 * k + 1] as number];
      const power = re * re + im * im;
      input[k] = power;
      if (k > 0 && k < half) input[SIZE - k] = power;
    }
    this.fft.realTransform(spectrum, input);
    input.fill(0);
  }
}

/** The same sound at half the rate: a short low-pass filter, because what lies above 4 kHz would fold back. */
export function halveRate(samples: Float32Array): Float32Array {
  const halved = new Float32Array(samples.length >> 1);
  for (let n = 0; n < halved.length; n += 1) {
    let sum = 0;
    for (let tap = 0; tap < TAPS.length; tap += 1) {
      sum += (TAPS[tap] as number) * (samples[2 * n + tap - MIDDLE] ?? 0);
    }
    halved[n] = sum;
  }
  return halved;
}

const MIDDLE = 7;
/** Windowed sinc at a quarter of the rate. */
const TAPS = (() => {
  const taps = Float64Array.from({ length: 2 * MIDDLE + 1 }, (_, index) => {
    const n = index - MIDDLE;
    const sinc = n === 0 ? 0.5 : Math.sin((Math.PI * n) / 2) / (Math.PI * n);
    return sinc * (0.54 + 0.46 * Math.cos((Math.PI * n) / (MIDDLE + 1)));
  });
  const sum = taps.reduce((a, b) => a + b, 0);
  return taps.map((tap) => tap / sum);
})();
