import { RecentLevels, SILENT_DB } from './recent-levels.js';
import { type SpanLimits, SpeechSpans } from './speech-spans.js';

/** A stretch of a recording, in seconds from its start. */
export interface SpeechSpan {
  start: number;
  end: number;
}

const FULL_SCALE = 32_768;
const FRAMES_PER_SECOND = 50;
/** The noise of the room is what is heard around a frame, this many frames before and after. */
const AROUND = 10 * FRAMES_PER_SECOND;

const SHARE = 0.1;
const ABOVE_NOISE_DB = 6;
const BELOW_LOUDEST_DB = 35;
const LEAST_DB = -70;
/** Below this lie hum, rumble and wind, and little of a voice that the rest would not show. */
const CUTOFF_HZ = 200;

const LIMITS: SpanLimits = {
  before: 2,
  after: 4,
  joinGap: 15,
  least: 5,
  piece: 100,
  judged: 20,
  steadyDb: 2,
};

/**
 * Finds where somebody speaks in mono samples that arrive in pieces: louder than the room around it, for longer than a
 * click, and not steady as hum, hiss and tones are. It knows sounds, not words: music and animals count as speech.
 * Memory does not grow but for the spans found.
 */
export class SpeechMeter {
  private readonly samplesPerFrame: number;
  private readonly recent = new RecentLevels(2 * AROUND);
  private readonly spans = new SpeechSpans(LIMITS);
  private readonly waiting = new Float32Array(AROUND);
  private readonly filter: HighPass;
  private energy = 0;
  private count = 0;
  private frames = 0;
  private decided = 0;
  private total = 0;
  /** Energies of the last two frames. */
  private last = 0;
  private beforeLast = 0;

  constructor(private readonly sampleRate: number) {
    this.samplesPerFrame = Math.round(sampleRate / FRAMES_PER_SECOND);
    this.filter = new HighPass(CUTOFF_HZ / sampleRate);
  }

  write(samples: Int16Array): void {
    this.total += samples.length;
    for (let offset = 0; offset < samples.length; ) {
      const end = Math.min(samples.length, offset + this.samplesPerFrame - this.count);
      this.energy += this.filter.energy(samples, offset, end);
      this.count += end - offset;
      offset = end;
      if (this.count === this.samplesPerFrame) this.endFrame();
    }
  }

  /** In order, apart from each other, inside the recording, to the hundredth of a second. */
  finish(): SpeechSpan[] {
    while (this.decided < this.frames) this.decide();
    const duration = this.total / this.sampleRate;
    const seconds = (frame: number) => Math.min(duration, frame / FRAMES_PER_SECOND);
    const rounded = (value: number) => Math.floor(value * 100 + 1e-6) / 100;
    return this.spans
      .finish()
      .map(({ start, end }) => ({ start: rounded(seconds(start)), end: rounded(seconds(end)) }))
      .filter(({ start, end }) => end > start);
  }

  private endFrame(): void {
    const mean = this.energy / this.samplesPerFrame / FULL_SCALE ** 2;
    // Three frames together waver less, so noise stays below the threshold.
    const level = Math.max(SILENT_DB, 10 * Math.log10((mean + this.last + this.beforeLast) / 3));
    this.beforeLast = this.last;
    this.last = mean;
    this.energy = 0;
    this.count = 0;
    if (this.frames - this.decided === AROUND) this.decide();
    this.waiting[this.frames % AROUND] = level;
    this.recent.add(level);
    this.frames += 1;
  }

  private decide(): void {
    const frame = this.decided;
    const level = this.waiting[frame % AROUND] ?? SILENT_DB;
    this.decided += 1;
    const spread = this.recent.spread(SHARE);
    const isHeard =
      spread !== null &&
      level > Math.max(LEAST_DB, spread.low + ABOVE_NOISE_DB, spread.high - BELOW_LOUDEST_DB);
    // The level of three frames belongs to the one in the middle.
    if (isHeard) this.spans.heard(Math.max(0, frame - 1), level);
    else this.spans.end();
  }
}

/** Butterworth filter of the second order, in the form that needs two stored values. */
class HighPass {
  private readonly b: number;
  private readonly a1: number;
  private readonly a2: number;
  private first = 0;
  private second = 0;

  /** @param cutoff as a share of the sample rate. */
  constructor(cutoff: number) {
    const k = Math.tan(Math.PI * cutoff);
    const norm = 1 / (1 + Math.SQRT2 * k + k * k);
    this.b = norm;
    this.a1 = 2 * (k * k - 1) * norm;
    this.a2 = (1 - Math.SQRT2 * k + k * k) * norm;
  }

  /** The energy of some samples behind the filter. */
  energy(samples: Int16Array, from: number, to: number): number {
    const { b, a1, a2 } = this;
    let { first, second } = this;
    let sum = 0;
    for (let i = from; i < to; i += 1) {
      const sample = samples[i] ?? 0;
      const passed = b * sample + first;
      first = -2 * b * sample - a1 * passed + second;
      second = b * sample - a2 * passed;
      sum += passed * passed;
    }
    this.first = first;
    this.second = second;
    return sum;
  }
}
