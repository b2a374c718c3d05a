import { BREAK_SECONDS, type FoundSpeaker } from '../diarization/diarization.module.js';
import type { RecordedSegment, RecordingSide } from '../recordings/recordings.module.js';
import { type Spoken, termsLanguage } from '../terms/terms.module.js';
import { LEAST_SURE, type TranscriptQuality } from '../transcripts/transcripts.module.js';
import { readSayings, type Saying } from './consent-phrases.js';

/**
 * Whether a party is heard saying that they agree. `not_said`: they speak, and do not say it; `silent`: they are never
 * heard; `unchecked`: nobody can say.
 */
export const spokenConsentStates = ['said', 'not_said', 'silent', 'unchecked'] as const;
export type SpokenConsentState = (typeof spokenConsentStates)[number];

/**
 * Why it could not be checked. `words`: they are not good, not clear enough or missing where somebody speaks, or in another
 * language than those in which it is looked for; `voices`: nobody knows who said them;
 * `taken_back`: what follows a yes may undo it. Transcripts that were sealed by earlier versions have `words` for that, too.
 */
export const uncheckedReasons = ['words', 'voices', 'taken_back'] as const;
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
  /** In which recordings somebody speaks for a while without words in the transcript. */
  gaps: readonly { recording: RecordingSide }[];
  /** As they were found: what the owner calls a voice does not count here. */
  speakers: readonly FoundSpeaker[];
  areVoicesUnclear: boolean;
  quality: TranscriptQuality | null;
  /** Each party has a recording of their own. */
  isApart: boolean;
  spoken: Spoken;
}

const SENTENCE_END = /[.?!…]["'”’)\]]*\s*$/u;
const LONGEST_QUOTE = 120;

/** What each party is heard agreeing to, party A first. */
export function findSpokenConsents(heard: Heard): SpokenConsent[] {
  return [afterGaps(spokenBy('a', heard), heard), afterGaps(spokenBy('b', heard), heard)];
}

/** Where somebody speaks and the engine wrote nothing, they may say it: nobody can tell that they do not. */
function afterGaps(found: SpokenConsent, { gaps, isApart }: Heard): SpokenConsent {
  const isOpen = gaps.some(({ recording }) => !isApart || recording === found.party);
  const isMissed = found.state === 'silent' || found.state === 'not_said';
  return isMissed && isOpen ? { ...found, ...unchecked('words') } : found;
}

function spokenBy(party: RecordingSide, heard: Heard): SpokenConsent {
  const nothing = { party, reason: null, recording: null, start: null, text: null };
  const { segments, speakers, quality, isApart, areVoicesUnclear, spoken } = heard;
  const within = segments.filter(
    ({ text, recording }) => text.trim() !== '' && (!isApart || recording === party),
  );
  if (isApart && !isHeard(within)) return { ...nothing, state: 'silent' };
  const isUnderstood = termsLanguage(spoken[isApart ? party : 'a']) !== null;
  if (quality !== 'good' || !isUnderstood) return { ...nothing, state: 'unchecked', reason: 'words' };
  if (!isApart && (areVoicesUnclear || speakers.every((speaker) => speaker.party === null))) {
    // Said by somebody, and perhaps denied by another: by whom, nobody knows.
    const { state } = lastSaying(within);
    return { ...nothing, ...(state === 'not_said' ? { state } : unchecked('voices')) };
  }
  const { own, others } = voicesOf(party, within, heard);
  if (!isHeard(own) && !isHeard(others)) return { ...nothing, state: 'silent' };
  return { ...nothing, ...besideOthers(lastSaying(own), others) };
}

/**
 * What a party says, and what is said by voices that may be theirs as well: in one room by those that are nobody's, in a
 * recording of their own by all that an engine tells from the one that has their name.
 */
function voicesOf(party: RecordingSide, within: RecordedSegment[], { speakers, isApart }: Heard) {
  const labels = new Set(within.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])));
  if (isApart && labels.size < 2) return { own: within, others: [] };
  const label = speakers.find((one) => one.party === party && labels.has(one.label))?.label;
  const own = within.filter(({ speaker }) => label !== undefined && speaker === label);
  const parties = new Set(speakers.flatMap((one) => (one.party === null ? [] : [one.label])));
  const others = within.filter(({ speaker }) =>
    isApart ? speaker !== label || label === undefined : speaker === null || !parties.has(speaker),
  );
  return { own, others };
}

const isHeard = (segments: readonly RecordedSegment[]): boolean =>
  segments.some(({ isDoubtful }) => !isDoubtful);

type Verdict = Pick<SpokenConsent, 'state'> & Partial<SpokenConsent>;

const unchecked = (reason: UncheckedReason): Verdict => ({ state: 'unchecked', reason });

/** Another voice that says it, or that denies it after them, may be theirs. */
function besideOthers(verdict: Verdict, others: readonly RecordedSegment[]): Verdict {
  if (verdict.state === 'not_said' && lastSaying(others).state !== 'not_said') return unchecked('voices');
  if (verdict.state !== 'said') return verdict;
  const { recording, start } = verdict;
  const isDenied = sayingsOf(others).some(
    (saying) => isAgainst(saying) && saying.recording === recording && saying.start > (start ?? 0),
  );
  return isDenied ? unchecked('voices') : verdict;
}

/** A saying where it was heard. */
interface Heeded extends Saying {
  recording: RecordingSide;
  /** Seconds from the start of that recording. */
  start: number;
  /** As they stand in the transcript. */
  text: string;
  /** The engine is not sure of its words. */
  isUnsure: boolean;
  /** Nobody seems to speak where they were heard. */
  isDoubtful: boolean;
}

const isAgainst = ({ kind }: Saying): boolean => kind === 'denial' || kind === 'taking_back';

/**
 * The last time that they say it. Where they deny it afterwards or take it back, if only perhaps, people have to hear what
 * holds; as where nothing but words says it that are unsure or unclear.
 */
function lastSaying(segments: readonly RecordedSegment[]): Verdict {
  let isTakenBack = false;
  let perhaps: Verdict | null = null;
  for (const saying of sayingsOf(segments).reverse()) {
    const { kind, isUnsure, isDoubtful, recording, start, text } = saying;
    if (isAgainst(saying)) {
      // "I don't agree" may be "I do agree".
      if (kind === 'denial' && isUnsure && !isDoubtful) perhaps ??= unchecked('words');
      isTakenBack = true;
    } else if (!isDoubtful && (isUnsure || kind === 'unclear')) {
      perhaps ??= unchecked(isTakenBack ? 'taken_back' : 'words');
    } else if (!isDoubtful) {
      return isTakenBack ? unchecked('taken_back') : { state: 'said', recording, start, text };
    }
  }
  return perhaps ?? { state: 'not_said' };
}

/** What one voice says without the end of a sentence. */
interface Utterance {
  text: string;
  /** Where each of its segments begins in it. */
  pieces: { at: number; segment: RecordedSegment }[];
}

function sayingsOf(segments: readonly RecordedSegment[]): Heeded[] {
  return utterancesOf(segments).flatMap(({ text, pieces }, index, all) =>
    readSayings(text, all[index + 1]?.text).flatMap((saying): Heeded[] => {
      const over = pieces.filter(
        ({ at, segment }) => at < saying.to && saying.from < at + segment.text.length,
      );
      const [first] = over;
      if (!first) return [];
      const { segment, at } = first;
      const whole = segment.text.trim();
      const isQuotedWhole = over.length === 1 && whole.length <= LONGEST_QUOTE;
      return [
        {
          ...saying,
          recording: segment.recording,
          start: startOf(segment, saying.from - at),
          text: isQuotedWhole ? whole : text.slice(saying.from, saying.to),
          isUnsure: over.some((piece) =>
            isUnsure(piece.segment, saying.core - piece.at, saying.to - piece.at),
          ),
          isDoubtful: segment.isDoubtful,
        },
      ];
    }),
  );
}

/** Segments of one voice are joined where no sentence ends between them: a denial may stand in the one before. */
function utterancesOf(segments: readonly RecordedSegment[]): Utterance[] {
  const utterances: Utterance[] = [];
  let last: RecordedSegment | null = null;
  for (const segment of segments) {
    const open = utterances.at(-1);
    if (open && last && goesOn(last, segment)) {
      open.pieces.push({ at: open.text.length + 1, segment });
      open.text += ` ${segment.text}`;
    } else {
      utterances.push({ text: segment.text, pieces: [{ at: 0, segment }] });
    }
    last = segment;
  }
  return utterances;
}

function goesOn(last: RecordedSegment, next: RecordedSegment): boolean {
  return (
    last.recording === next.recording &&
    last.speaker === next.speaker &&
    last.isDoubtful === next.isDoubtful &&
    next.start - last.end <= BREAK_SECONDS &&
    !SENTENCE_END.test(last.text)
  );
}

/** The second at which the word at this place of the text begins, as far as the times of words are known. */
function startOf({ start, words, text }: RecordedSegment, at: number): number {
  if (words === null || words.length === 0) return start;
  const before = text.slice(0, Math.max(0, at)).split(/\s+/u).filter(Boolean).length;
  return words[Math.min(before, words.length - 1)]?.start ?? start;
}

/** Whether one of the words between two places of a text should be checked by ear, else the whole segment. */
function isUnsure({ text, words, confidence }: RecordedSegment, from: number, to: number): boolean {
  const lower = text.toLowerCase();
  let end = 0;
  const known = (words ?? []).flatMap((word) => {
    const written = word.text.trim().toLowerCase();
    const at = lower.indexOf(written, end);
    if (at < 0) return [];
    end = at + written.length;
    return at < to && from < end && word.confidence !== null ? [word.confidence] : [];
  });
  return (known.length > 0 ? Math.min(...known) : (confidence ?? 1)) < LEAST_SURE;
}
