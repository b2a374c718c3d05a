import type { Span } from '../../recordings/recordings.module.js';
import { CEPSTRA } from './mfcc.js';
import { FRAME_SECONDS, type VoiceFrames } from './voice-frames.js';

/** The frames by which voices are told apart: those loud enough, normalised over this recording. */
export interface AudibleFrames {
  count: number;
  /** Which of the recording's frames each of them is, rising. */
  frames: Int32Array;
  /** {@link CEPSTRA} for each, with mean 0 and deviation 1 over all. */
  cepstra: Float32Array;
  /** Octaves above 1 Hz; NaN where nothing is voiced. */
  pitch: Float32Array;
  /** Seconds from the start of the recording. */
  starts: Float64Array;
}

/** Nats (30 dB) below the loud frames of the recording: quieter ones are breath and room. */
const AUDIBLE_RANGE = 7;
const LOUD_SHARE = 0.95;

/** The frames of speech that are loud enough to tell who it is. */
export function audibleFrames(frames: VoiceFrames): AudibleFrames {
  const { count, energy } = frames;
  const sorted = energy.slice(0, count).sort();
  const least = (sorted[Math.floor(LOUD_SHARE * (count - 1))] ?? 0) - AUDIBLE_RANGE;
  const chosen: number[] = [];
  for (let n = 0; n < count; n += 1) if ((energy[n] as number) > least) chosen.push(n);
  const audible = {
    count: chosen.length,
    frames: Int32Array.from(chosen),
    cepstra: new Float32Array(chosen.length * CEPSTRA),
    pitch: Float32Array.from(chosen, (n) => frames.pitch[n] as number),
    starts: Float64Array.from(chosen, (n) => frames.starts[n] as number),
  };
  for (const [index, n] of chosen.entries()) {
    audible.cepstra.set(frames.cepstra.subarray(n * CEPSTRA, (n + 1) * CEPSTRA), index * CEPSTRA);
  }
  normalise(audible.cepstra, CEPSTRA);
  return audible;
}

/** Some of the frames, as they are. @param chosen indices, rising. */
export function someFrames(audible: AudibleFrames, chosen: Int32Array): AudibleFrames {
  const cepstra = new Float32Array(chosen.length * CEPSTRA);
  for (const [index, n] of chosen.entries()) {
    cepstra.set(audible.cepstra.subarray(n * CEPSTRA, (n + 1) * CEPSTRA), index * CEPSTRA);
  }
  return {
    count: chosen.length,
    cepstra,
    frames: Int32Array.from(chosen, (n) => audible.frames[n] as number),
    pitch: Float32Array.from(chosen, (n) => audible.pitch[n] as number),
    starts: Float64Array.from(chosen, (n) => audible.starts[n] as number),
  };
}

/** Gives each column of a table mean 0 and deviation 1. */
export function normalise(rows: Float32Array | Float64Array, columns: number): void {
  const count = rows.length / columns;
  for (let c = 0; c < columns; c += 1) {
    let sum = 0;
    for (let at = c; at < rows.length; at += columns) sum += rows[at] as number;
    const mean = sum / count;
    let squares = 0;
    for (let at = c; at < rows.length; at += columns) squares += ((rows[at] as number) - mean) ** 2;
    const deviation = Math.sqrt(squares / count) + 1e-9;
    for (let at = c; at < rows.length; at += columns) rows[at] = ((rows[at] as number) - mean) / deviation;
  }
}

export function median(values: Float64Array | Float32Array): number {
  const sorted = values.slice().sort();
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** One voice without a break. */
export interface VoiceTurn extends Span {
  voice: number;
}

/** Nats (35 dB) below the loudest frame of a span: quieter ones are no speech. */
const QUIET_RANGE = 8;
/** Longer than the closure of a consonant, shorter than a change of speakers. */
const PAUSE_SECONDS = 0.25;
/** Whoever goes on after a shorter break than this has not stopped speaking. */
const BREATH_SECONDS = 0.5;

/**
 * Turns that follow the speech without its pauses. Frames too quiet to tell who it is belong to whoever is heard nearest.
 * @param speakers the voice of each of the audible frames.
 */
export function turnsOf(frames: VoiceFrames, audible: AudibleFrames, speakers: Uint8Array): VoiceTurn[] {
  const loudest = new Map<number, number>();
  for (let n = 0; n < frames.count; n += 1) {
    const span = frames.spans[n] as number;
    loudest.set(span, Math.max(loudest.get(span) ?? Number.NEGATIVE_INFINITY, frames.energy[n] as number));
  }
  const turns: VoiceTurn[] = [];
  let next = 0;
  for (let n = 0; n < frames.count; n += 1) {
    const least = (loudest.get(frames.spans[n] as number) ?? 0) - QUIET_RANGE;
    if ((frames.energy[n] as number) < least) continue;
    const start = frames.starts[n] as number;
    while (next + 1 < audible.count && (audible.starts[next] as number) < start) next += 1;
    const before = Math.max(0, next - 1);
    const isLater = (audible.starts[next] as number) - start <= start - (audible.starts[before] as number);
    const voice = speakers[isLater ? next : before] ?? 0;
    const last = turns.at(-1);
    const isNear = last !== undefined && start - last.end < PAUSE_SECONDS;
    if (last && start - last.end < BREATH_SECONDS && last.voice === voice) last.end = start + FRAME_SECONDS;
    else turns.push({ start: isNear ? Math.max(last.end, start) : start, end: start + FRAME_SECONDS, voice });
  }
  return turns;
}
