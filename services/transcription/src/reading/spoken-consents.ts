import type { FoundSpeaker } from '../diarization/diarization.module.js';
import type { RecordedSegment, RecordingSide, SpokenWord } from '../recordings/recordings.module.js';
import type { TranscriptQuality } from './word-confidence.js';

/**
 * Whether a party is heard saying that they agree. `not_said`: they speak, and do not say it; `silent`: they are never
 * heard; `unchecked`: nobody can say.
 */
export const spokenConsentStates = ['said', 'not_said', 'silent', 'unchecked'] as const;
export type SpokenConsentState = (typeof spokenConsentStates)[number];

/**
 * Why it could not be checked: the words are not good enough or take back what they said before, or nobody knows who
 * said them.
 */
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
const YES = '(?:(?:yes|yeah|yep|ok|okay|sure|sí|si|claro que sí|claro)[,.!]?\\s+)*';
const ADVERB =
  '(?:do|both|fully|hereby|also|all|certainly|definitely|absolutely|completely|totally|really|actually)';
/** Neither "I could not agree more" nor what would not be agreed to. */
const DENIED = "(?:(?:do|did|can|will)\\s*not|no\\s+longer|never|(?:do|did|ca|wo)n[’']?t)";
/** What says it by itself or denies it; what is asked or only supposed is left out by the words before it. */
const SAYINGS = [
  `(?:i|we)\\s+(?:(?:${ADVERB}|${DENIED})\\s+)*(?:agree|accept|consent)`,
  `(?:i|we)\\s+(?:(?:completely|totally|strongly)\\s+)?disagree`,
  `(?:i|we)(?:\\s+a|['’])(?:m|re)\\s+(?:(?:not|no\\s+longer)\\s+)?in\\s+agreement`,
  `(?:yo\\s+)?(?:también\\s+)?(?:estoy|estamos)\\s+(?:(?:totalmente|completamente|muy)\\s+)?de\\s+acuerdo`,
  `(?:yo\\s+)?(?:(?:me|te|se|le|les|nos)\\s+)?(?:lo\\s+|la\\s+|las\\s+|los\\s+)?(?:acepto|aceptamos|consiento)`,
];
const SAYING = new RegExp(`${EDGE}${YES}(?:${SAYINGS.join('|')})${END}`, 'giu');
const SUPPOSED_BEFORE = new RegExp(
  `${EDGE}(?:do|does|did|if|unless|until|when|whether|before|should|would|could|will|can|may|might|because|say|says|said|that|cuando|antes de que|hasta que|que|si(?:\\s+ya)?\\s+no)\\s+(?:yo\\s+)?$`,
  'iu',
);
/** How far back a denial reaches. */
const CLAUSE_START =
  /[.,;:!?¿¡…—]|(?<![\p{L}\p{N}])(?:and|but|so(?!\s+(?:sure|certain|much|far))|y|e|pero|porque)(?![\p{L}\p{N}])/giu;
const NEGATION = new RegExp(
  `${EDGE}(?:not|never|no|none|nothing|nobody|neither|nor|cannot|doubt|disagree|(?:do|did|does|ca|wo|is|are|was|have|has)n[’']?t|\\p{L}+n[’']t|nunca|tampoco|jamás|ni|nada|nadie|ningún|ninguna|ninguno)${END}`,
  'iu',
);
/** Phrases with a negation of something else than the agreement. */
const NO_DENIAL = new RegExp(
  `${EDGE}(?:${[
    '(?:no|any)\\s+(?:problem|question|objection|issue|complaint|worry|worrie|pressure|matter)s?',
    '(?:no|without(?:\\s+an?y?)?|beyond(?:\\s+an?y?)?)\\s+doubts?',
    'nothing\\s+(?:else|more|to\\s+add)',
    'why\\s+not',
    'not\\s+only',
    'no\\s+(?:hay|tengo|tenemos)\\s+(?:(?:ningún|ninguna)\\s+)?(?:problema|duda|inconveniente|objeción|objecione|pregunta)s?',
    'sin\\s+(?:(?:ningún|ninguna)\\s+)?(?:problema|duda|inconveniente)s?',
    'nada\\s+más',
    'c[óo]mo\\s+no',
    'por\\s+qué\\s+no',
    'no\\s+(?:te\\s+preocupes|se\\s+preocupen?|importa|s[óo]lo)',
  ].join('|')})${END}`,
  'giu',
);
/** "No I agree" answers something else, or denies: nobody knows. */
const BARE_NO = /^\s*(?:no\s+)+$/iu;
const ENGLISH = new RegExp(`${EDGE}(?:i|we)${END}`, 'iu');
/** Whoever does not accept cheques may still agree to the deal. */
const ACCEPTS = /(?<![\p{L}\p{N}])(?:accept|consent|acepto|aceptamos|consiento)$/iu;
const ITS_OBJECT = /(?<![\p{L}\p{N}])(?:lo|la|los|las)\s+\p{L}+$/iu;
const THE_DEAL =
  /^\s*(?:$|[.,;:!?…]|(?:it|this|that|these|those|any\s*(?:more|thing|longer)|your|ya|eso|esto|nada|(?:to\s+)?(?:the|this|that)\s+(?:deal|offer|price|terms?|conditions?|agreement|contract)|(?:el|su|tu|ese|este|esa|esta|la|las|sus|tus|esas|estas)\s+(?:trato|precio|acuerdo|contrato|oferta|condiciones))(?![\p{L}\p{N}]))/iu;
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
  // Said by somebody, and perhaps denied by another: by whom, nobody knows.
  if (!isTold && found.state !== 'not_said') return { ...nothing, state: 'unchecked', reason: 'voices' };
  return { ...nothing, ...found };
}

type Saying = Pick<SpokenConsent, 'state'> &
  Partial<Pick<SpokenConsent, 'reason' | 'recording' | 'start' | 'text'>>;

/** The last time that they say it, unless they deny it afterwards: what holds then, only people can say. */
function lastSaying(segments: readonly RecordedSegment[]): Saying {
  let isTakenBack = false;
  for (const segment of segments.toReversed()) {
    for (const { text: words, at, isDenied } of sayingsIn(segment.text).reverse()) {
      if (isDenied) {
        isTakenBack = true;
        continue;
      }
      if (isTakenBack) return { state: 'unchecked', reason: 'words' };
      const { recording, text: whole } = segment;
      const text = whole.trim().length <= LONGEST_QUOTE ? whole.trim() : words;
      return { state: 'said', recording, start: startOf(segment, at), text };
    }
  }
  return { state: 'not_said' };
}

interface SayingWords {
  text: string;
  at: number;
  isDenied: boolean;
}

/** The words of a text that say it or deny it, in order. */
function sayingsIn(text: string): SayingWords[] {
  if (ALONE.test(text.trim())) return [{ text: text.trim(), at: 0, isDenied: false }];
  return [...text.matchAll(SAYING)].flatMap(({ 0: words, index: at }) => {
    const [before, after] = [text.slice(0, at), text.slice(at + words.length)];
    if (SUPPOSED_BEFORE.test(before) || SUPPOSED.test(words) || TO_RECORDING.test(after)) return [];
    const clause = before.slice(startOfClause(text, at));
    if (BARE_NO.test(clause) && ENGLISH.test(words) && !NEGATION.test(words)) return [];
    const isDenied = NEGATION.test(words) || NEGATION.test(clause.replaceAll(NO_DENIAL, ''));
    const isOther = ACCEPTS.test(words) && !ITS_OBJECT.test(words) && !THE_DEAL.test(after);
    return isDenied && isOther ? [] : [{ text: words, at, isDenied }];
  });
}

function startOfClause(text: string, at: number): number {
  const last = [...text.matchAll(CLAUSE_START)].findLast(({ index }) => index < at);
  return last ? last.index + last[0].length : 0;
}

/** The second at which the word at this place of the text begins, as far as the times of words are known. */
function startOf({ start, words, text }: RecordedSegment, at: number): number {
  if (words === null || words.length === 0) return start;
  const before = text.slice(0, at).split(/\s+/u).filter(Boolean).length;
  const word: SpokenWord | undefined = words[Math.min(before, words.length - 1)];
  return word?.start ?? start;
}
