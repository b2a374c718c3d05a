import type { Span } from '../../transcripts/transcript-content.js';
import type { Sounds } from './sounds.js';
import { FRAME_SECONDS, type VoiceFrames } from './voice-frames.js';

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
 * @param speakers the voice of each of the sounds.
 */
export function turnsOf(frames: VoiceFrames, sounds: Sounds, speakers: Uint8Array): VoiceTurn[] {
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
    while (next + 1 < sounds.count && (sounds.starts[next] as number) < start) next += 1;
    const before = Math.max(0, next - 1);
    const isLater = (sounds.starts[next] as number) - start <= start - (sounds.starts[before] as number);
    const voice = speakers[isLater ? next : before] ?? 0;
    const last = turns.at(-1);
    const isNear = last !== undefined && start - last.end < PAUSE_SECONDS;
    if (last && start - last.end < BREATH_SECONDS && last.voice === voice) last.end = start + FRAME_SECONDS;
    else turns.push({ start: isNear ? Math.max(last.end, start) : start, end: start + FRAME_SECONDS, voice });
  }
  return turns;
}
