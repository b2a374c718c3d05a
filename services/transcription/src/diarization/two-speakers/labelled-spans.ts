import type { Span } from '../../recordings/recordings.module.js';
import type { AudibleFrames } from './audible-frames.js';
import { GaussianMixture, randomFrom } from './gaussian-mixture.js';
import { UNKNOWN } from './initial-guesses.js';
import { CEPSTRA } from './mfcc.js';
import { diarizeByMixtures, type MixtureDiarization } from './mixtures.js';
import { FRAME_SECONDS } from './voice-frames.js';

/** Somebody present said who speaks here: 0 for party A, 1 for party B. */
export interface LabelledSpan extends Span {
  voice: 0 | 1;
}

interface LabelledDiarization extends MixtureDiarization {
  /** Whether voice 0 is party A and voice 1 party B, as the labels said and the voices bear out. */
  isAnchored: boolean;
}

/** People press a little early or late: the edges of a labelled span say nothing. */
export const EDGE_SECONDS = 0.5;
/** Less of a party's voice than this tells nothing. */
const LEAST_FRAMES = Math.round(1.5 / FRAME_SECONDS);
/** Guesses without labels that agree this far need labels only for the names. */
const SURE = 0.87;
/** Share of the labelled frames that the voices must bear out, or somebody pressed at random. */
const LEAST_BORNE_OUT = 0.7;
const COMPONENTS = 2;
const SEED = 7;

/**
 * Tells two voices apart with the help of labelled spans. Wrong labels do no harm: spans that the voices contradict are
 * left out, and if too many are, all of them.
 */
export function diarizeWithLabels(
  audible: AudibleFrames,
  labelled: readonly LabelledSpan[],
): LabelledDiarization {
  const free = diarizeByMixtures(audible);
  const spans = labelled
    .map((span) => ({ ...span, frames: framesIn(audible, span) }))
    .filter((span) => span.frames.length > 0);
  const isEnough = [0, 1].every(
    (voice) => count(spans.filter((span) => span.voice === voice)) >= LEAST_FRAMES,
  );
  if (!isEnough) return { ...free, isAnchored: false };
  const kept = free.agreement >= SURE ? borneOutBy(free, spans) : borneOutByEachOther(audible, spans);
  if (count(kept) < LEAST_BORNE_OUT * count(spans)) return { ...free, isAnchored: false };
  const labels = new Uint8Array(audible.count).fill(UNKNOWN);
  for (const span of kept) for (const n of span.frames) labels[n] = span.voice;
  const anchored = diarizeByMixtures(audible, labels);
  // Labels may make guesses agree that were apart; they never make a sure result less so.
  return anchored.agreement >= Math.min(SURE, free.agreement)
    ? { ...anchored, isAnchored: anchored.agreement >= SURE }
    : { ...free, isAnchored: false };
}

interface LabelledFrames extends LabelledSpan {
  /** Indices of the frames in it. */
  frames: Int32Array;
}

function framesIn(audible: AudibleFrames, { start, end }: Span): Int32Array {
  const inside: number[] = [];
  for (let n = 0; n < audible.count; n += 1) {
    const at = audible.starts[n] as number;
    if (at >= start + EDGE_SECONDS && at + FRAME_SECONDS <= end - EDGE_SECONDS) inside.push(n);
  }
  return Int32Array.from(inside);
}

function count(spans: readonly LabelledFrames[]): number {
  return spans.reduce((sum, span) => sum + span.frames.length, 0);
}

/** The spans whose voice is the one that most sounds with their label have; none when too many frames have another. */
function borneOutBy({ speakers }: MixtureDiarization, spans: readonly LabelledFrames[]): LabelledFrames[] {
  const same = (span: LabelledFrames) =>
    span.frames.reduce((sum, n) => sum + (speakers[n] === span.voice ? 1 : 0), 0);
  const all = count(spans);
  const right = spans.reduce((sum, span) => sum + same(span), 0);
  if (Math.max(right, all - right) < LEAST_BORNE_OUT * all) return [];
  const isTurned = right < all / 2;
  return spans.filter(
    (span) => (isTurned ? span.frames.length - same(span) : same(span)) > span.frames.length / 2,
  );
}

/** The spans that sound like the other ones with their label, and not like those of the other party. */
function borneOutByEachOther(audible: AudibleFrames, spans: readonly LabelledFrames[]): LabelledFrames[] {
  const pieces = spans.flatMap((span) => {
    const isOnly = spans.filter(({ voice }) => voice === span.voice).length === 1;
    const half = span.frames.length >> 1;
    return isOnly
      ? [
          { ...span, frames: span.frames.subarray(0, half) },
          { ...span, frames: span.frames.subarray(half) },
        ]
      : [span];
  });
  return pieces.filter((piece) => {
    const random = randomFrom(SEED);
    const [own, other] = [piece.voice, 1 - piece.voice].map((voice) => {
      const others = pieces.filter((each) => each.voice === voice && each !== piece);
      const learned = Int32Array.from(others.flatMap((each) => [...each.frames]));
      return learned.length === 0
        ? null
        : new GaussianMixture(audible.cepstra, CEPSTRA, learned, COMPONENTS, random);
    });
    if (!own || !other) return false;
    let likelier = 0;
    for (const n of piece.frames) likelier += own.logLikelihood(n) - other.logLikelihood(n);
    return likelier > 0;
  });
}
