import {
  meanVoice,
  type VoiceFeatures,
  voiceDistance,
} from '../../services/transcription/src/diarization/voice-features.js';
import type { Span } from '../../services/transcription/src/recordings/segments.js';

/** A short stretch of speech inside one span of speech. */
export interface VoiceWindow extends Span {
  /** Which span of speech it lies in. */
  span: number;
  features: VoiceFeatures;
}

/** One voice without a break. */
export interface VoiceTurn extends Span {
  voice: number;
}

const ROUNDS = 6;
/** Windows overlap, so each is only part of an observation. */
const EVIDENCE = 2;
/** People seldom take over in the middle of a breath, often after a pause. */
const CHANGE_COST = 3;
const CHANGE_COST_AFTER_PAUSE = 0.5;
const LEAST_TURN_SECONDS = 0.5;

/**
 * Says for each window which of the voices it is: the likeliest way through all of them, where a change costs something.
 * The voices are learned anew from what was found, until nothing changes.
 */
export function followVoices(windows: readonly VoiceWindow[], seeds: readonly VoiceFeatures[]): number[] {
  let means = [...seeds];
  let voices: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = likeliestWay(windows, means);
    if (found.every((voice, index) => voice === voices[index])) break;
    voices = found;
    means = means.map((mean, voice) => {
      const own = windows.filter((_, index) => found[index] === voice).map(({ features }) => features);
      return own.length === 0 ? mean : meanVoice(own);
    });
  }
  return voices;
}

/** Viterbi's algorithm. */
function likeliestWay(windows: readonly VoiceWindow[], means: readonly VoiceFeatures[]): number[] {
  let costs = means.map(() => 0);
  const steps = windows.map((window, index) => {
    const isSameBreath = windows[index - 1]?.span === window.span;
    const change = isSameBreath ? CHANGE_COST : CHANGE_COST_AFTER_PAUSE;
    const cheapest = indexOfLeast(costs);
    const from = costs.map((cost, voice) => (cost <= (costs[cheapest] ?? 0) + change ? voice : cheapest));
    costs = means.map((mean, voice) => {
      const origin = from[voice] ?? voice;
      const base = (costs[origin] ?? 0) + (origin === voice ? 0 : change);
      return base + EVIDENCE * voiceDistance(window.features, mean) ** 2;
    });
    return from;
  });
  const voices: number[] = [];
  let voice = indexOfLeast(costs);
  for (const from of steps.toReversed()) {
    voices.push(voice);
    voice = from[voice] ?? voice;
  }
  return voices.reverse();
}

/** Turns the windows' voices into turns that fill the spans; inside a span none is shorter than half a second. */
export function turnsOf(
  speech: readonly Span[],
  windows: readonly VoiceWindow[],
  voices: readonly number[],
): VoiceTurn[] {
  const bySpan = Map.groupBy(
    windows.map((window, index) => ({ ...window, voice: voices[index] ?? 0 })),
    ({ span }) => span,
  );
  return speech.flatMap((span, index) => {
    const own = bySpan.get(index) ?? [];
    const turns: VoiceTurn[] = [];
    for (const [n, { start, end, voice }] of own.entries()) {
      const next = own[n + 1];
      const until = next ? ((start + end) / 2 + (next.start + next.end) / 2) / 2 : span.end;
      const last = turns.at(-1);
      if (last?.voice === voice) last.end = until;
      else turns.push({ start: last?.end ?? span.start, end: until, voice });
    }
    return withoutBlips(turns);
  });
}

function withoutBlips(turns: VoiceTurn[]): VoiceTurn[] {
  const kept: VoiceTurn[] = [];
  for (const turn of turns) {
    const last = kept.at(-1);
    const isBlip = turns.length > 1 && turn.end - turn.start < LEAST_TURN_SECONDS;
    if (last && (isBlip || last.voice === turn.voice)) last.end = turn.end;
    else kept.push({ ...turn });
  }
  const [first, second] = kept;
  if (first && second && first.end - first.start < LEAST_TURN_SECONDS) {
    return [{ ...second, start: first.start }, ...kept.slice(2)];
  }
  return kept;
}

function indexOfLeast(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value < (values[best] ?? 0) ? index : best), 0);
}
