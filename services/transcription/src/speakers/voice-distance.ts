import { TIMBRE_SIZE, type VoiceFeatures } from './voice-features.js';

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
