import { agnes } from 'ml-hclust';
import {
  meanVoice,
  type VoiceTrack,
  voiceDistance,
} from '../../services/transcription/src/diarization/voice-features.js';
import type { Span } from '../../services/transcription/src/recordings/segments.js';
import { followVoices, type VoiceWindow } from './follow-voices.js';

const WINDOW_SECONDS = 1.2;
const STEP_SECONDS = 0.4;
const LEAST_SECONDS = 0.2;

const MOST_VOICES = 4;
/** Clustering takes time with the cube of this; beyond it, windows spread over the whole recording stand for all. */
const MOST_CLUSTERED = 90;
/** Means of voices closer than this are one person: ten seconds of one person were seen to differ by 1.56 at most. */
const LEAST_DISTANCE = 1.6;
/**
 * Two parties are expected. A third voice must be clear, also without its pitch, which is sometimes heard an octave off,
 * and must not be only a cough or a shout of the others.
 */
const THIRD_VOICE = { timbre: 1.4, share: 0.06, seconds: 3 };

/** Cuts the spans of speech into overlapping windows; stretches too short or quiet to tell anything have none. */
export function voiceWindows(track: VoiceTrack, speech: readonly Span[]): VoiceWindow[] {
  return speech.flatMap((span, index) => {
    const length = span.end - span.start;
    const count = Math.max(1, Math.round((length - WINDOW_SECONDS) / STEP_SECONDS) + 1);
    const step = count === 1 ? 0 : (length - WINDOW_SECONDS) / (count - 1);
    return Array.from({ length: count }, (_, n) => {
      const start = span.start + n * step;
      const window = { start, end: count === 1 ? span.end : start + WINDOW_SECONDS };
      const features = track.over(window);
      return features === null || features.seconds < LEAST_SECONDS
        ? []
        : [{ ...window, span: index, features }];
    }).flat();
  });
}

/**
 * Finds out how many people speak, one to four, and which of them in each window.
 * @returns a number from 0 for each window.
 */
export function clusterVoices(windows: readonly VoiceWindow[]): number[] {
  if (windows.length > 2) {
    const sample = spread(windows, MOST_CLUSTERED);
    const tree = agnes(
      sample.map((a) => sample.map((b) => voiceDistance(a.features, b.features))),
      { method: 'ward2', isDistanceMatrix: true },
    );
    for (let count = Math.min(MOST_VOICES, sample.length - 1); count >= 2; count -= 1) {
      const groups = tree.group(count).children.map((cluster) => cluster.indices());
      const seeds = groups.map((indices) =>
        meanVoice(indices.flatMap((index) => sample[index]?.features ?? [])),
      );
      const voices = followVoices(windows, seeds);
      if (areDifferentPeople(windows, voices, count)) return voices;
    }
  }
  return windows.map(() => 0);
}

function areDifferentPeople(
  windows: readonly VoiceWindow[],
  voices: readonly number[],
  count: number,
): boolean {
  const groups = Array.from({ length: count }, (_, voice) =>
    windows.filter((_, index) => voices[index] === voice).map(({ features }) => features),
  );
  if (groups.some((group) => group.length === 0)) return false;
  const means = groups.map(meanVoice);
  const pairs = means.flatMap((a, index) => means.slice(index + 1).map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => voiceDistance(a, b) < LEAST_DISTANCE)) return false;
  if (count === 2) return true;
  const least = Math.min(...groups.map((group) => group.length));
  return (
    least >= THIRD_VOICE.share * windows.length &&
    least * STEP_SECONDS >= THIRD_VOICE.seconds &&
    pairs.every(([a, b]) => voiceDistance({ ...a, pitch: null }, b) >= THIRD_VOICE.timbre)
  );
}

function spread<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, n) => items[Math.floor((n * items.length) / most)] as T);
}
