import type { SpeechSpan } from '../speech/speech-meter.js';
import { BITS, LIKENESS_RATE, SoundBands, WINDOW } from './sound-bands.js';
import { countBits, HOP, LAG, signs } from './sound-print.js';

/** Seconds of a recording that are looked for as a whole. */
const PASSAGE_SECONDS = 2;
/** Passages are taken from all over a long recording. */
const MOST_PASSAGES = 30;
/** A passage with less speech says nothing. */
const LEAST_SPEECH_SECONDS = 0.4;

/** Bands are looked for so much higher, frames so much closer together. */
const PITCHES = [1, 1.02, 0.98, 1.04, 0.96, 1.06, 0.94, 1.08, 0.92, 1.1, 0.9];
const TEMPOS = [1, 1.025, 0.975, 1.05, 0.95];
/** Only with the pitch left alone, or changed as a tape that runs faster or slower changes it. */
const WIDER_TEMPOS = [1.075, 0.925, 1.1, 0.9];
const SLOWEST = Math.min(...WIDER_TEMPOS);

/** What a copy may have been changed by: a place among the pitches, and a tempo. */
interface Way {
  pitch: number;
  tempo: number;
}

/** The least first. */
const EVERY_WAY: readonly Way[] = [
  ...TEMPOS.flatMap((tempo) => PITCHES.map((_, pitch) => ({ pitch, tempo }))),
  ...WIDER_TEMPOS.flatMap((tempo) =>
    PITCHES.flatMap((pitch, index) =>
      pitch === 1 || Math.abs(pitch - tempo) < 0.02 ? [{ pitch: index, tempo }] : [],
    ),
  ),
];

/** Samples between two measured windows: fine enough for every tempo. */
const FINE_HOP = 128;
/** The noise of a recording lies below what a band has in so much of the time. */
const NOISE_SHARE = 0.15;
/** A bit counts where both its bands are so much above the noise: 6 dB, as a natural logarithm of energies. */
const ABOVE_NOISE = 0.6 * Math.LN10;

/** Share of different bits below which two passages are the same sound; shorter ones have to agree more. */
const MOST_DIFFERENT = 0.27;
const MOST_DIFFERENT_SHORT = 0.22;
const SHORT_FRAMES = 45;
/** Share of bits that have to count, and how many, before a passage is judged. */
const LEAST_COUNTED = 0.12;
const LEAST_BITS = 220;

/** After so many frames most places are ruled out. */
const FIRST_FRAMES = 12;
const FIRST_MARGIN = 0.07;

/** A stretch of the recording that is looked for, in one pitch and tempo. */
interface Passage {
  frames: number;
  words: Uint32Array;
  /** The bits of each word that count. */
  masks: Uint32Array;
  bits: number;
  /** Frames with bits that count, spread over the passage: the first of them rule most places out. */
  order: number[];
}

/** The passages of one recording, to be looked for in others. */
export class Passages {
  private readonly meter = new SoundBands(PITCHES);
  private readonly width = PITCHES.length * this.meter.bands;
  private readonly starts: number[];
  private readonly seconds: number;
  /** Windows measured for one passage. */
  private readonly windows: number;
  /** Energies of each passage's windows, at every pitch. */
  private readonly energies: Float32Array[];
  private readonly noise: Float32Array;
  /** What each passage looks like in each way, as far as it was needed: it is looked for in many recordings. */
  private readonly changed: Map<Way, Passage | null>[];

  /** @param speech where somebody speaks in it. */
  constructor(samples: Int16Array, speech: readonly SpeechSpan[]) {
    const whole = samples.length / LIKENESS_RATE;
    this.seconds = Math.min(PASSAGE_SECONDS, Math.max(0, whole - WINDOW / LIKENESS_RATE) * SLOWEST);
    this.starts = spread(passagesWithSpeech(speech, whole, this.seconds / SLOWEST + WINDOW / LIKENESS_RATE));
    this.windows = Math.ceil((this.seconds / SLOWEST) * (LIKENESS_RATE / FINE_HOP)) + 1;
    this.energies = this.starts.map((start) => {
      const energies = new Float32Array(this.windows * this.width);
      for (let n = 0; n < this.windows; n += 1) {
        const at = Math.round(start * LIKENESS_RATE) + n * FINE_HOP;
        this.meter.measure(samples, at, energies, n * this.width);
      }
      return energies;
    });
    this.noise = this.findNoise();
    this.changed = this.starts.map(() => new Map());
  }

  /**
   * The share of what could be judged here that another recording has as well, 0 to 1; null when nothing could be, or
   * when there was no time left for it.
   */
  shareIn(print: Uint32Array, isOver: () => boolean = () => false): number | null {
    const around = withNoiseAround(print, Math.ceil((PASSAGE_SECONDS * LIKENESS_RATE) / HOP));
    let judged = 0;
    let found = 0;
    let likely: Way[] = [];
    for (const index of this.starts.keys()) {
      if (isOver()) return null;
      let most = 0;
      let isFound = false;
      for (const way of [...likely, ...EVERY_WAY]) {
        const passage = this.passage(index, way);
        if (!passage) continue;
        most = Math.max(most, passage.bits);
        const limit = passage.frames < SHORT_FRAMES ? MOST_DIFFERENT_SHORT : MOST_DIFFERENT;
        if (!isIn(around, passage, limit)) continue;
        isFound = true;
        // Whoever changes a recording changes all of it in one way.
        likely = [way];
        break;
      }
      judged += most;
      if (isFound) found += most;
    }
    return judged === 0 ? null : found / judged;
  }

  private passage(index: number, way: Way): Passage | null {
    const changed = this.changed[index] as Map<Way, Passage | null>;
    const known = changed.get(way);
    if (known !== undefined) return known;
    const passage = this.change(index, way);
    changed.set(way, passage);
    return passage;
  }

  private change(index: number, { pitch, tempo }: Way): Passage | null {
    const energies = this.energies[index] as Float32Array;
    const { bands } = this.meter;
    const frames = Math.floor((this.seconds * LIKENESS_RATE) / HOP);
    const place = (frame: number) =>
      Math.round((frame * HOP) / FINE_HOP / tempo) * this.width + pitch * bands;
    const words = new Uint32Array(frames);
    const masks = new Uint32Array(frames);
    const counted: number[] = [];
    let bits = 0;
    for (let frame = LAG; frame < frames; frame += 1) {
      const [now, before] = [place(frame), place(frame - LAG)];
      words[frame] = signs(energies, now, before);
      const mask = this.countedBits(energies, now, before, pitch * bands);
      if (mask === 0) continue;
      masks[frame] = mask;
      bits += countBits(mask);
      counted.push(frame);
    }
    if (bits < LEAST_BITS || bits < LEAST_COUNTED * frames * BITS) return null;
    return { frames, words, masks, bits, order: interleave(counted) };
  }

  /** Bits whose bands are above the noise of the recording, now or at the frame that this one is compared with. */
  private countedBits(energies: Float32Array, now: number, before: number, set: number): number {
    let mask = 0;
    for (let band = 0; band < BITS; band += 1) {
      const least = (this.noise[set + band] as number) + ABOVE_NOISE;
      const here = Math.min(energies[now + band] as number, energies[now + band + 1] as number);
      const earlier = Math.min(energies[before + band] as number, energies[before + band + 1] as number);
      if (here > least || earlier > least) mask |= 1 << band;
    }
    return mask >>> 0;
  }

  private findNoise(): Float32Array {
    return Float32Array.from({ length: this.width }, (_, column) => {
      const values: number[] = [];
      for (const energies of this.energies) {
        // Every fourth window is another sound; those between differ little.
        for (let n = 0; n < this.windows; n += 4) values.push(energies[n * this.width + column] as number);
      }
      values.sort((a, b) => a - b);
      return values[Math.floor(values.length * NOISE_SHARE)] ?? 0;
    });
  }
}

function passagesWithSpeech(speech: readonly SpeechSpan[], whole: number, needed: number): number[] {
  const starts: number[] = [];
  for (let start = 0; start + needed <= whole + 1e-6; start += PASSAGE_SECONDS) starts.push(start);
  const last = whole - needed;
  // What is left at the end is looked at together with some of what came before it.
  if (last > 0 && (starts.at(-1) ?? 0) < last - 0.5) starts.push(last);
  const hasSpeech = (start: number) => {
    const spoken = speech.reduce(
      (sum, span) => sum + Math.max(0, Math.min(span.end, start + needed) - Math.max(span.start, start)),
      0,
    );
    return spoken >= LEAST_SPEECH_SECONDS;
  };
  const withSpeech = starts.filter(hasSpeech);
  // One short word may be all that is said, and stand at the end, behind the last passage.
  return withSpeech.length > 0 ? withSpeech : [Math.max(0, last)].filter(hasSpeech);
}

function spread(starts: number[]): number[] {
  const step = Math.max(1, starts.length / MOST_PASSAGES);
  return Array.from(
    { length: Math.min(starts.length, MOST_PASSAGES) },
    (_, n) => starts[Math.floor(n * step)] as number,
  );
}

function interleave(frames: readonly number[]): number[] {
  const order: number[] = [];
  for (let offset = 0; offset < 8; offset += 1) {
    for (let n = offset; n < frames.length; n += 8) order.push(frames[n] as number);
  }
  return order;
}

/** A passage may begin before the other recording does and end after it; there it agrees by chance alone. */
function withNoiseAround(print: Uint32Array, frames: number): Uint32Array {
  const around = new Uint32Array(print.length + 2 * frames);
  for (let n = 0; n < around.length; n += 1) {
    const word = Math.imul(n + 1, 0x9e3779b1);
    around[n] = Math.imul(word ^ (word >>> 15), 0x85ebca6b);
  }
  around.set(print, frames);
  return around;
}

/** Whether a passage differs at any place of a print by less than the limit allows. */
function isIn(print: Uint32Array, { frames, words, masks, bits, order }: Passage, limit: number): boolean {
  const first = Math.min(order.length, FIRST_FRAMES);
  let firstBits = 0;
  for (let n = 0; n < first; n += 1) firstBits += countBits(masks[order[n] as number] as number);
  const mostFirst = (limit + FIRST_MARGIN) * firstBits;
  const most = limit * bits;
  for (let place = 0; place + frames <= print.length; place += 1) {
    let different = 0;
    let n = 0;
    for (; n < first; n += 1) {
      const frame = order[n] as number;
      different += countBits(
        ((print[place + frame] as number) ^ (words[frame] as number)) & (masks[frame] as number),
      );
    }
    if (different > mostFirst) continue;
    for (; n < order.length && different <= most; n += 1) {
      const frame = order[n] as number;
      different += countBits(
        ((print[place + frame] as number) ^ (words[frame] as number)) & (masks[frame] as number),
      );
    }
    if (different <= most) return true;
  }
  return false;
}
