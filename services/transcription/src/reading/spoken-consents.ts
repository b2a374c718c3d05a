import type { FoundSpeaker } from '../diarization/diarization.module.js';
import type { RecordedSegment, RecordingSide, SpokenWord } from '../recordings/recordings.module.js';
import type { TranscriptQuality } from './word-confidence.js';

/**
 * Whether a party is heard saying that they agree. `not_said`: they speak, and do not say it; `silent`: they are never
 * heard; `unchecked`: nobody can say.
 */
export const spokenConsentStates = ['said', 'not_said', 'silent', 'unchecked'] as const;
export type SpokenConsentState = (typeof spokenConsentStates)[number];

/** Why it could not be checked: the words are not good enough, or nobody knows who said them. */
export const uncheckedReasons = ['words', 'voices'] as const;
export type UncheckedReason = (typeof uncheckedReasons)[number];

export interface SpokenConsent {
  party: RecordingSide;
  state: SpokenConsentState;
  reason: UncheckedReason | null;
  /** Of the words that say it, the last time that they are said. */
  recording: RecordingSide | null;
  /** Seconds from the start of that recording. */
  start: number | null;
  /** As they stand in the transcript. */
  text: string | null;
}

interface Heard {
  segments: readonly RecordedSegment[];
  /** As they were found: what the owner calls a voice does not count here. */
  speakers: readonly FoundSpeaker[];
  areVoicesUnclear: boolean;
  quality: TranscriptQuality | null;
  /** Each party has a recording of their own. */
  isApart: boolean;
}

const EDGE = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';
const YES = '(?:(?:yes|yeah|yep|ok|okay|sure|sí|si|claro)[,.!]?\\s+)*';
/** What says it by itself; what is asked, denied or only supposed is left out by the words before it. */
const SAYINGS = [
  `(?:i|we)\\s+(?:(?:do|both|fully|hereby|also|all|certainly|definitely|absolutely|completely|totally)\\s+)*(?:agree|accept|consent)`,
  `(?:i|we)(?:\\s+a|['’])(?:m|re)\\s+in\\s+agreement`,
  `(?:yo\\s+)?(?:también\\s+)?(?:estoy|estamos)\\s+(?:(?:totalmente|completamente|muy)\\s+)?de\\s+acuerdo`,
  `(?:yo\\s+)?(?:lo\\s+|la\\s+|las\\s+|los\\s+)?(?:acepto|aceptamos|consiento)`,
];
const SAYING = new RegExp(`${EDGE}${YES}(?:${SAYINGS.join('|')})${END}`, 'giu');
const NOT_BEFORE = new RegExp(
  `${EDGE}(?:not|never|no|nunca|tampoco|jamás|do|does|did|if|unless|until|when|whether|before|should|would|could|will|can|may|might|because|say|says|said|that|cuando|antes de que|hasta que|que)\\s+(?:yo\\s+)?$`,
  'iu',
);
/** `si`, without its accent and without a comma, supposes. */
const SUPPOSED = /^si\s/iu;
/** Whoever agrees to be recorded has not agreed to the deal yet. Looked for up to the end of the clause. */
const TO_RECORDING =
  /^(?:(?!\s(?:and|but|y|e|pero)\s)[^,.;!?]){0,60}?(?<![\p{L}\p{N}])(?:recorded|recording|record\s+(?:me|us|this|it|my|our)|grabar(?:me|nos|lo|la)?|graben?|grabad[oa]s?|grabación|grabando)(?![\p{L}\p{N}])/iu;
const ALONE = /^(?:agreed|de acuerdo|acepto|aceptado)[.!]?$/iu;
const LONGEST_QUOTE = 120;

/** What each party is heard agreeing to, party A first. */
export function findSpokenConsents(heard: Heard): SpokenConsent[] {
  return [spokenBy('a', heard), spokenBy('b', heard)];
}

function spokenBy(party: RecordingSide, heard: Heard): SpokenConsent {
  const nothing = { party, reason: null, recording: null, start: null, text: null };
  const { segments, speakers, quality, isApart, areVoicesUnclear } = heard;
  const spoken = segments.filter(({ text, isDoubtful }) => text.trim() !== '' && !isDoubtful);
  if (isApart && !spoken.some(({ recording }) => recording === party)) return { ...nothing, state: 'silent' };
  if (quality !== 'good') return { ...nothing, state: 'unchecked', reason: 'words' };
  if (isApart) {
    const own = spoken.filter(({ recording }) => recording === party);
    return { ...nothing, ...lastSaying(own) };
  }
  const label = speakers.find((speaker) => speaker.party === party)?.label;
  const own = spoken.filter(({ speaker }) => label !== undefined && speaker === label);
  const isTold = !areVoicesUnclear && speakers.some((speaker) => speaker.party !== null);
  if (isTold && own.length === 0) return { ...nothing, state: 'silent' };
  const found = lastSaying(isTold ? own : spoken);
  // Said by somebody: by whom, nobody knows.
  if (!isTold && found.state === 'said') return { ...nothing, state: 'unchecked', reason: 'voices' };
  return { ...nothing, ...found };
}

type Saying = Pick<SpokenConsent, 'state'> & Partial<Pick<SpokenConsent, 'recording' | 'start' | 'text'>>;

function lastSaying(segments: readonly RecordedSegment[]): Saying {
  for (const segment of segments.toReversed()) {
    const found = sayingIn(segment.text);
    if (!found) continue;
    const { recording, text: whole } = segment;
    const text = whole.trim().length <= LONGEST_QUOTE ? whole.trim() : found.text;
    return { state: 'said', recording, start: startOf(segment, found.at), text };
  }
  return { state: 'not_said' };
}

/** The last words of a text that say it. */
function sayingIn(text: string): { text: string; at: number } | null {
  if (ALONE.test(text.trim())) return { text: text.trim(), at: 0 };
  for (const match of [...text.matchAll(SAYING)].reverse()) {
    const [words] = match;
    if (NOT_BEFORE.test(text.slice(0, match.index)) || SUPPOSED.test(words)) continue;
    if (TO_RECORDING.test(text.slice(match.index + words.length))) continue;
    return { text: words, at: match.index };
  }
  return null;
}

/** The second at which the word at this place of the text begins, as far as the times of words are known. */
function startOf({ start, words, text }: RecordedSegment, at: number): number {
  if (words === null || words.length === 0) return start;
  const before = text.slice(0, at).split(/\s+/u).filter(Boolean).length;
  const word: SpokenWord | undefined = words[Math.min(before, words.length - 1)];
  return word?.start ?? start;
}
