import type { Span } from '../recordings/recordings.module.js';
import type { HeardRecording } from './speaker.js';
import { listenToVoices, union, type VoiceFeatures, voiceDistance } from './voice-features.js';

/** Whether two recordings sound like one person; `unknown` where too little is said in one of them. */
export const voiceMatches = ['alike', 'different', 'unknown'] as const;
export type VoiceMatch = (typeof voiceMatches)[number];

/** Below this two recordings sound like one person: docs/adr/0052 has how often that is wrong. */
const ALIKE = 1.3;
const LEAST_SECONDS = 1.5;
/** More of it changes little. */
const MOST_SECONDS = 60;

/**
 * Compares the voices of the two recordings of an agreement between people who were apart. A hint and never proof: two
 * people may sound alike, and one person differently on another day.
 */
export async function compareVoices(
  heard: readonly HeardRecording[],
  signal: AbortSignal,
): Promise<VoiceMatch> {
  const [a, b] = heard;
  if (!a || !b) return 'unknown';
  const [one, other] = [await voiceOf(a, signal), await voiceOf(b, signal)];
  if (!one || !other || Math.min(one.seconds, other.seconds) < LEAST_SECONDS) return 'unknown';
  return voiceDistance(one, other) < ALIKE ? 'alike' : 'different';
}

async function voiceOf(heard: HeardRecording, signal: AbortSignal): Promise<VoiceFeatures | null> {
  const speech = heard.speech.length > 0 ? heard.speech : union(heard.parts.flatMap((part) => part.segments));
  const track = await listenToVoices(heard.wavPath, beginning(speech), { signal });
  return track.over({ start: 0, end: heard.durationSeconds });
}

function beginning(speech: readonly Span[]): Span[] {
  const kept: Span[] = [];
  let left = MOST_SECONDS;
  for (const { start, end } of speech) {
    if (left <= 0) break;
    kept.push({ start, end: Math.min(end, start + left) });
    left -= end - start;
  }
  return kept;
}
