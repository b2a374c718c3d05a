import { type AudibleFrames, median, someFrames } from './audible-frames.js';
import { GaussianMixture, type Random, randomFrom } from './gaussian-mixture.js';
import { type InitialGuess, initialGuesses, UNKNOWN } from './initial-guesses.js';
import { CEPSTRA } from './mfcc.js';
import { likeliestTurns } from './viterbi.js';
import { FRAME_SECONDS } from './voice-frames.js';

/** Who speaks each frame, and how far that can be believed. */
export interface MixtureDiarization {
  /** 0 or 1 for each frame. */
  speakers: Uint8Array;
  /** Share of the frames about which the best guesses agree, 0.5..1; 0 when no guess led anywhere. */
  agreement: number;
}

const COMPONENTS = 5;
const ROUNDS = 8;
const LAST_ROUNDS = 3;
/** Neighbouring frames say nearly the same: each counts for this much of a frame. */
const EVIDENCE = 30 * FRAME_SECONDS;
const LIMITS = { least: Math.round(0.5 / FRAME_SECONDS), change: 20 };
/** A voice is learned from this many frames at least. */
const LEAST_FRAMES = Math.round(0.8 / FRAME_SECONDS);
const SETTLED = 0.001;
const LEAST_PITCH_SPREAD = 0.08;
const LEAST_VOICED = 20;
/** So many of the best guesses are asked whether they agree. */
const BEST_GUESSES = 7;
/** After so many guesses no other one is tried if the best ones agree fully. */
const FIRST_GUESSES = 9;
const FULL_AGREEMENT = 0.985;
/** Guesses are tried on this much sound; the rest of a long recording follows the voices learned from it. */
const MOST_GUESSED = Math.round(180 / FRAME_SECONDS);
const BLOCKS = 12;
const SEED = 20_261_124;
/** Nats for each frame by which a labelled one is less likely the other's. */
const LABEL_WEIGHT = 5;

interface Way {
  speakers: Uint8Array;
  score: number;
}

/**
 * Tells two voices apart in one recording. Many first guesses are each improved by learning both voices and finding the
 * likeliest turns in alternation; the likeliest result wins, and how far the best ones agree is how sure it is.
 * @param labels who is known to speak: 0, 1, or {@link UNKNOWN} for each frame.
 */
export function diarizeByMixtures(
  audible: AudibleFrames,
  labels: Uint8Array | null = null,
): MixtureDiarization {
  const random = randomFrom(SEED);
  const chosen = spread(audible.count);
  const some = chosen === null ? audible : someFrames(audible, chosen);
  const ways = improvedGuesses(
    some,
    labels && chosen ? Uint8Array.from(chosen, (n) => labels[n] as number) : labels,
    random,
  );
  const [best] = ways;
  if (!best) return { speakers: new Uint8Array(audible.count), agreement: 0 };
  const { majority, agreement } = agree(ways.slice(0, BEST_GUESSES), best);
  const known = chosen === null ? majority : onlyKnown(audible.count, chosen, majority);
  const last = improve(audible, known, labels, random, LAST_ROUNDS);
  return { speakers: last?.speakers ?? majority, agreement };
}

/** Best first. */
function improvedGuesses(audible: AudibleFrames, labels: Uint8Array | null, random: Random): Way[] {
  const ways: Way[] = [];
  let tried = 0;
  for (const guess of labels ? labelledGuesses(audible, labels) : initialGuesses(audible)) {
    const way = improve(audible, guess, labels, random, ROUNDS);
    tried += 1;
    if (way) ways.push(way);
    ways.sort((a, b) => b.score - a.score);
    const [best] = ways;
    if (tried < FIRST_GUESSES || !best) continue;
    const top = ways.slice(0, BEST_GUESSES);
    if (top.length === BEST_GUESSES && agree(top, best).agreement >= FULL_AGREEMENT) break;
  }
  return ways;
}

/** The labels alone, and each other guess turned so that it has most of them. */
function* labelledGuesses(audible: AudibleFrames, labels: Uint8Array): Generator<InitialGuess> {
  yield labels;
  for (const guess of initialGuesses(audible)) {
    let same = 0;
    for (let n = 0; n < labels.length; n += 1) {
      if (labels[n] === UNKNOWN || guess[n] === UNKNOWN) continue;
      same += labels[n] === guess[n] ? 1 : -1;
    }
    yield guess.map((who, n) =>
      labels[n] !== UNKNOWN ? (labels[n] as number) : who === UNKNOWN || same >= 0 ? who : 1 - who,
    );
  }
}

/** Learns both voices and finds their turns until nothing changes. Null when one of them has too little to be learned. */
function improve(
  audible: AudibleFrames,
  guess: InitialGuess,
  labels: Uint8Array | null,
  random: Random,
  rounds: number,
): Way | null {
  let speakers = guess;
  let score = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const scores = new Float64Array(2 * audible.count);
    for (const who of [0, 1]) {
      const own = indicesOf(speakers, who);
      if (own.length < LEAST_FRAMES) return null;
      addTimbre(scores, audible, own, who, random);
      addPitch(scores, audible, own, who);
    }
    if (labels) addLabels(scores, labels);
    const found = likeliestTurns(scores, LIMITS);
    score = found.score;
    let changed = 0;
    for (let n = 0; n < audible.count; n += 1) if (found.speakers[n] !== speakers[n]) changed += 1;
    speakers = found.speakers;
    if (changed < SETTLED * audible.count) break;
  }
  return { speakers, score };
}

function indicesOf(speakers: Uint8Array, who: number): Int32Array {
  let count = 0;
  for (const speaker of speakers) if (speaker === who) count += 1;
  const own = new Int32Array(count);
  let at = 0;
  for (let n = 0; n < speakers.length; n += 1) {
    if (speakers[n] !== who) continue;
    own[at] = n;
    at += 1;
  }
  return own;
}

function addTimbre(
  scores: Float64Array,
  audible: AudibleFrames,
  own: Int32Array,
  who: number,
  random: Random,
): void {
  const mixture = new GaussianMixture(audible.cepstra, CEPSTRA, own, COMPONENTS, random);
  for (let n = 0; n < audible.count; n += 1) scores[2 * n + who] = EVIDENCE * mixture.logLikelihood(n);
}

/** A pitch far from the speaker's own counts a little against it, but never decides alone: it is sometimes heard an octave off. */
function addPitch(scores: Float64Array, audible: AudibleFrames, own: Int32Array, who: number): void {
  const voiced = Float64Array.from(own, (n) => audible.pitch[n] as number).filter(
    (pitch) => !Number.isNaN(pitch),
  );
  if (voiced.length <= LEAST_VOICED) return;
  const middle = median(voiced);
  const spread = Math.max(
    LEAST_PITCH_SPREAD,
    1.4826 * median(voiced.map((pitch) => Math.abs(pitch - middle))),
  );
  for (let n = 0; n < audible.count; n += 1) {
    const pitch = audible.pitch[n] as number;
    if (Number.isNaN(pitch)) continue;
    const away = (pitch - middle) / spread;
    const at = 2 * n + who;
    scores[at] =
      (scores[at] as number) + EVIDENCE * Math.log((0.9 * Math.exp(-0.5 * away * away)) / spread + 0.1);
  }
}

function addLabels(scores: Float64Array, labels: Uint8Array): void {
  for (let n = 0; n < labels.length; n += 1) {
    const who = labels[n] as number;
    if (who === UNKNOWN) continue;
    const other = 2 * n + 1 - who;
    scores[other] = (scores[other] as number) - LABEL_WEIGHT;
  }
}

/** What most of the ways say, each turned so that its speakers are those of the best one. */
function agree(ways: readonly Way[], best: Way): { majority: Uint8Array; agreement: number } {
  const count = best.speakers.length;
  const votes = new Int16Array(count);
  for (const { speakers } of ways) {
    const isTurned = sameShare(speakers, best.speakers) < 0.5;
    for (let n = 0; n < count; n += 1) {
      votes[n] = (votes[n] as number) + (((speakers[n] as number) === 1) !== isTurned ? 1 : -1);
    }
  }
  const majority = Uint8Array.from(votes, (vote) => (vote > 0 ? 1 : 0));
  const shares = ways.map(({ speakers }) => sameShare(speakers, majority));
  const agreement = shares.reduce((sum, share) => sum + Math.max(share, 1 - share), 0) / ways.length;
  return { majority, agreement };
}

function sameShare(a: Uint8Array, b: Uint8Array): number {
  let same = 0;
  for (let n = 0; n < a.length; n += 1) if (a[n] === b[n]) same += 1;
  return same / Math.max(1, a.length);
}

/** Blocks of a long recording, evenly spread; null when it is short enough to take all of it. */
function spread(count: number): Int32Array | null {
  if (count <= MOST_GUESSED) return null;
  const length = Math.floor(MOST_GUESSED / BLOCKS);
  const chosen = new Int32Array(length * BLOCKS);
  for (let block = 0; block < BLOCKS; block += 1) {
    const from = Math.floor((block * (count - length)) / (BLOCKS - 1));
    for (let n = 0; n < length; n += 1) chosen[block * length + n] = from + n;
  }
  return chosen;
}

function onlyKnown(count: number, chosen: Int32Array, speakers: Uint8Array): InitialGuess {
  const known = new Uint8Array(count).fill(UNKNOWN);
  for (const [index, n] of chosen.entries()) known[n] = speakers[index] as number;
  return known;
}
