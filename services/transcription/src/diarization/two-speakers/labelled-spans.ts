import type { Span } from '../../recordings/recordings.module.js';
import type { Sounds } from './audible-frames.js';
import { GaussianMixture, randomFrom } from './gaussian-mixture.js';
import { UNKNOWN } from './initial-guesses.js';
import { CEPSTRA } from './mfcc.js';
import { type TwoVoices, tellTwoVoicesApart } from './mixtures.js';
import { FRAME_SECONDS } from './voice-frames.js';

/** Somebody present said who speaks here: 0 for party A, 1 for party B. */
export interface LabelledSpan extends Span {
  voice: 0 | 1;
}

export interface AnchoredVoices extends TwoVoices {
  /** Whether voice 0 is party A and voice 1 party B, as the labels said and the voices bear out. */
  isAnchored: boolean;
}

/** People press a little early or late: the edges of a labelled span say nothing. */
export const EDGE_SECONDS = 0.5;
/** Less of a party's voice than this tells nothing. */
const LEAST_SOUNDS = Math.round(1.5 / FRAME_SECONDS);
/** Free starts that agree this far need labels only for the names. */
const SURE = 0.87;
/** Share of the labelled sounds that the voices must bear out, or somebody pressed at random. */
const LEAST_BORNE_OUT = 0.7;
const COMPONENTS = 2;
const SEED = 7;

/**
 * Tells two voices apart with the help of labelled spans. Wrong labels do no harm: spans that the voices contradict are
 * left out, and if too many are, all of them.
 */
export function tellAnchoredVoices(sounds: Sounds, labelled: readonly LabelledSpan[]): AnchoredVoices {
  const free = tellTwoVoicesApart(sounds);
  const spans = labelled
    .map((span) => ({ ...span, sounds: soundsIn(sounds, span) }))
    .filter((span) => span.sounds.length > 0);
  const isEnough = [0, 1].every(
    (voice) => count(spans.filter((span) => span.voice === voice)) >= LEAST_SOUNDS,
  );
  if (!isEnough) return { ...free, isAnchored: false };
  const kept = free.agreement >= SURE ? borneOutBy(free, spans) : borneOutByEachOther(sounds, spans);
  if (count(kept) < LEAST_BORNE_OUT * count(spans)) return { ...free, isAnchored: false };
  const labels = new Uint8Array(sounds.count).fill(UNKNOWN);
  for (const span of kept) for (const n of span.sounds) labels[n] = span.voice;
  const anchored = tellTwoVoicesApart(sounds, labels);
  // Labels may make starts agree that were apart; they never make a sure result less so.
  return anchored.agreement >= Math.min(SURE, free.agreement)
    ? { ...anchored, isAnchored: anchored.agreement >= SURE }
    : { ...free, isAnchored: false };
}

interface LabelledSounds extends LabelledSpan {
  /** Indices of the sounds in it. */
  sounds: Int32Array;
}

function soundsIn(sounds: Sounds, { start, end }: Span): Int32Array {
  const inside: number[] = [];
  for (let n = 0; n < sounds.count; n += 1) {
    const at = sounds.starts[n] as number;
    if (at >= start + EDGE_SECONDS && at + FRAME_SECONDS <= end - EDGE_SECONDS) inside.push(n);
  }
  return Int32Array.from(inside);
}

function count(spans: readonly LabelledSounds[]): number {
  return spans.reduce((sum, span) => sum + span.sounds.length, 0);
}

/** The spans whose voice is the one that most sounds with their label have; none when too many sounds have another. */
function borneOutBy({ speakers }: TwoVoices, spans: readonly LabelledSounds[]): LabelledSounds[] {
  const same = (span: LabelledSounds) =>
    span.sounds.reduce((sum, n) => sum + (speakers[n] === span.voice ? 1 : 0), 0);
  const all = count(spans);
  const right = spans.reduce((sum, span) => sum + same(span), 0);
  if (Math.max(right, all - right) < LEAST_BORNE_OUT * all) return [];
  const isTurned = right < all / 2;
  return spans.filter(
    (span) => (isTurned ? span.sounds.length - same(span) : same(span)) > span.sounds.length / 2,
  );
}

/** The spans that sound like the other ones with their label, and not like those of the other party. */
function borneOutByEachOther(sounds: Sounds, spans: readonly LabelledSounds[]): LabelledSounds[] {
  const pieces = spans.flatMap((span) => {
    const isOnly = spans.filter(({ voice }) => voice === span.voice).length === 1;
    const half = span.sounds.length >> 1;
    return isOnly
      ? [
          { ...span, sounds: span.sounds.subarray(0, half) },
          { ...span, sounds: span.sounds.subarray(half) },
        ]
      : [span];
  });
  return pieces.filter((piece) => {
    const random = randomFrom(SEED);
    const [own, other] = [piece.voice, 1 - piece.voice].map((voice) => {
      const others = pieces.filter((each) => each.voice === voice && each !== piece);
      const learned = Int32Array.from(others.flatMap((each) => [...each.sounds]));
      return learned.length === 0
        ? null
        : new GaussianMixture(sounds.cepstra, CEPSTRA, learned, COMPONENTS, random);
    });
    if (!own || !other) return false;
    let likelier = 0;
    for (const n of piece.sounds) likelier += own.logLikelihood(n) - other.logLikelihood(n);
    return likelier > 0;
  });
}
