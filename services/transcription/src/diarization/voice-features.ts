import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import meyda from 'meyda';
import { PitchDetector } from 'pitchy';
import type { Span } from '../recordings/recordings.module.js';
import { findSamples, SAMPLE_RATE as RATE, readSamples } from './two-speakers/voice-frames.js';

/** How somebody sounds over some stretch of speech. Kept in memory while a transcript is made, and never stored. */
export interface VoiceFeatures {
  /** Shape of the vocal tract: mean mel-frequency cepstral coefficients 1 to 12, without the one for loudness. */
  timbre: number[];
  /** Median pitch in octaves above 1 Hz; null when nothing was voiced. */
  pitch: number | null;
  /** Seconds of audible speech that this is taken from. */
  seconds: number;
}

const FRAME = 512;
const FRAME_SECONDS = FRAME / RATE;
/** Frames between two turns of the event loop: some 5 ms of work on a machine of 2024. */
const FRAMES_AT_A_TIME = 16;
const TIMBRE_SIZE = 12;
const MEL_BANDS = 26;

/** Pitch is looked for at half the rate over 64 ms, which holds two periods of the deepest voice. */
const PITCH_FRAME = 512;
const LEAST_PITCH = 55;
const GREATEST_PITCH = 420;
const LEAST_CLARITY = 0.7;

/** Frames this much quieter (25 dB) than the loudest of their stretch are breath and room. */
const AUDIBLE_SHARE = 0.056;
const SILENT_RMS = 20;
/** Longer than the closure of a consonant, shorter than a change of speakers. */
const PAUSE_SECONDS = 0.25;

interface ListenOptions {
  signal: AbortSignal;
  /** Every how many frames one is listened to; a mean over many seconds hardly changes when some are left out. */
  every?: number;
}

/** node resolves meyda's CommonJS build, whose export is what its types call the default of that export. */
const features = meyda as unknown as typeof meyda.default;

/** The frames of a recording's speech, from which {@link VoiceTrack.over} sums up any stretch. */
export class VoiceTrack {
  private readonly starts: number[] = [];
  private readonly timbres: number[][] = [];
  private readonly pitches: (number | null)[] = [];

  add(start: number, timbre: number[], pitch: number | null): void {
    this.starts.push(start);
    this.timbres.push(timbre);
    this.pitches.push(pitch);
  }

  /** @returns null when nothing audible is in the stretch. */
  over(span: Span): VoiceFeatures | null {
    const sums = new Array<number>(TIMBRE_SIZE).fill(0);
    const pitches: number[] = [];
    let count = 0;
    for (let index = this.firstFrom(span.start); index < this.starts.length; index += 1) {
      if ((this.starts[index] ?? 0) + FRAME_SECONDS > span.end) break;
      const timbre = this.timbres[index] ?? [];
      for (let c = 0; c < TIMBRE_SIZE; c += 1) sums[c] = (sums[c] ?? 0) + (timbre[c] ?? 0);
      const pitch = this.pitches[index] ?? null;
      if (pitch !== null) pitches.push(pitch);
      count += 1;
    }
    if (count === 0) return null;
    return {
      timbre: sums.map((sum) => sum / count),
      pitch: pitches.length === 0 ? null : median(pitches),
      seconds: count * FRAME_SECONDS,
    };
  }

  /** The speech without its pauses. */
  stretches(): Span[] {
    const spans: Span[] = [];
    for (const start of this.starts) {
      const last = spans.at(-1);
      const end = start + FRAME_SECONDS;
      if (last && start - last.end < PAUSE_SECONDS) last.end = end;
      else spans.push({ start, end });
    }
    return spans;
  }

  private firstFrom(start: number): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Listens to the voices in the speech of a 16 kHz mono WAV file, in small pieces so that the process stays responsive.
 * @throws Error when the file is something else; the signal's reason when aborted.
 */
export async function listenToVoices(
  wavPath: string,
  speech: readonly Span[],
  { signal, every = 1 }: ListenOptions,
): Promise<VoiceTrack> {
  const file = await open(wavPath);
  try {
    const { offset, length } = await findSamples(file);
    const pitch = PitchDetector.forFloat32Array(PITCH_FRAME);
    const track = new VoiceTrack();
    for (const span of speech) {
      const from = Math.max(0, Math.floor(span.start * RATE));
      const until = Math.min(length, Math.floor(span.end * RATE));
      const heard: HeardFrame[] = [];
      for (let at = from; at + FRAME <= until; at += FRAME * FRAMES_AT_A_TIME) {
        signal.throwIfAborted();
        // One frame more, because pitch is looked for over two.
        const count = Math.min(until - at, FRAME * (FRAMES_AT_A_TIME + 1));
        heard.push(...hear(await readSamples(file, offset, at, count), at / RATE, pitch, every));
        await nextTurn();
      }
      const loudest = heard.reduce((most, frame) => Math.max(most, frame.rms), 0);
      for (const { start, rms, timbre, pitch } of heard) {
        if (rms >= loudest * AUDIBLE_SHARE) track.add(start, timbre, pitch);
      }
    }
    return track;
  } finally {
    await file.close();
  }
}

/** Where the engine heard words, for a recording whose speech nobody has looked for. */
export function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

interface HeardFrame {
  start: number;
  rms: number;
  timbre: number[];
  pitch: number | null;
}

function hear(
  samples: Float32Array,
  start: number,
  detector: PitchDetector<Float32Array>,
  every: number,
): HeardFrame[] {
  const frames: HeardFrame[] = [];
  let pitch: number | null = null;
  for (let index = 0; index < FRAMES_AT_A_TIME; index += every) {
    const at = index * FRAME;
    if (at + FRAME > samples.length) break;
    const frame = samples.subarray(at, at + FRAME);
    const rms = rootMeanSquare(frame);
    // The pitch of every second frame is enough for a median.
    if (index % 2 === 0) pitch = findPitch(samples.subarray(at, at + 2 * FRAME), detector);
    if (rms < SILENT_RMS) continue;
    frames.push({ start: start + at / RATE, rms, timbre: timbreOf(frame), pitch });
  }
  return frames;
}

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

function timbreOf(frame: Float32Array): number[] {
  // Meyda keeps its settings in one global object; nothing else may run between here and the extraction.
  features.bufferSize = FRAME;
  features.sampleRate = RATE;
  features.melBands = MEL_BANDS;
  features.numberOfMFCCCoefficients = TIMBRE_SIZE + 1;
  return features.extract(['mfcc'], frame)?.mfcc?.slice(1) ?? [];
}

function findPitch(samples: Float32Array, detector: PitchDetector<Float32Array>): number | null {
  if (samples.length < 2 * PITCH_FRAME) return null;
  const halved = new Float32Array(PITCH_FRAME);
  for (let i = 0; i < PITCH_FRAME; i += 1) halved[i] = (samples[2 * i] ?? 0) + (samples[2 * i + 1] ?? 0);
  const [hertz, clarity] = detector.findPitch(halved, RATE / 2);
  return clarity >= LEAST_CLARITY && hertz >= LEAST_PITCH && hertz <= GREATEST_PITCH
    ? Math.log2(hertz)
    : null;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** How much each coefficient varies while one person talks, measured over many voices, synthetic and real. */
const TIMBRE_SPREAD = [12, 12, 10, 7.5, 7, 7, 6, 5.5, 4.5, 4.3, 3.6, 3.2];
/** The same for pitch, in octaves. */
const PITCH_SPREAD = 0.16;
/** Pitch counts as much as this many coefficients. */
const PITCH_WEIGHT = 4;
/** An octave wrongly heard must not outweigh everything else. */
const MOST_SPREADS = 4;

/** The mean of several stretches, weighted by their length. */
export function meanVoice(stretches: readonly VoiceFeatures[]): VoiceFeatures {
  const seconds = stretches.reduce((sum, stretch) => sum + stretch.seconds, 0);
  const timbre = Array.from(
    { length: TIMBRE_SIZE },
    (_, c) =>
      stretches.reduce((sum, stretch) => sum + (stretch.timbre[c] ?? 0) * stretch.seconds, 0) / seconds,
  );
  const pitches = stretches.flatMap(({ pitch }) => (pitch === null ? [] : [pitch])).sort((a, b) => a - b);
  return { timbre, pitch: pitches[pitches.length >> 1] ?? null, seconds };
}

/**
 * How differently two stretches sound: about 1 for two stretches of one person, from 1.6 for the means of two people.
 */
export function voiceDistance(a: VoiceFeatures, b: VoiceFeatures): number {
  let sum = 0;
  for (let c = 0; c < TIMBRE_SIZE; c += 1) {
    sum += (((a.timbre[c] ?? 0) - (b.timbre[c] ?? 0)) / (TIMBRE_SPREAD[c] ?? 1)) ** 2;
  }
  if (a.pitch === null || b.pitch === null) return Math.sqrt(sum / TIMBRE_SIZE);
  const spreads = Math.min(MOST_SPREADS, Math.abs(a.pitch - b.pitch) / PITCH_SPREAD);
  return Math.sqrt((sum + PITCH_WEIGHT * spreads ** 2) / (TIMBRE_SIZE + PITCH_WEIGHT));
}
