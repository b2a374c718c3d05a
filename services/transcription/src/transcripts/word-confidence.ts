import type { RecordedSegment } from '../recordings/recordings.module.js';
import type { Term } from '../terms/terms.module.js';

/**
 * How far the words of a transcript can be relied on. `draft`: words are often wrong; `unclear`: they are mostly wrong,
 * so nobody is sent them.
 */
export const transcriptQualities = ['good', 'draft', 'unclear'] as const;
export type TranscriptQuality = (typeof transcriptQualities)[number];

/**
 * Mean confidence of the words of a draft below which it is unclear. PocketSphinx: espeak and most readers have 0.42 to 0.69,
 * meetings, hasty readers and Spanish 0.25 to 0.39, whose words are nonsense.
 */
export const LEAST_CONFIDENCE = 0.4;

interface Judged {
  isDraft: boolean | null;
  segments: readonly Pick<RecordedSegment, 'text' | 'words' | 'confidence'>[] | null;
}

/** Null where there are no words to judge yet. */
export function qualityOf({ isDraft, segments }: Judged): TranscriptQuality | null {
  if (isDraft === null || segments === null) return null;
  if (!isDraft) return 'good';
  const said = segments.flatMap(({ words, text, confidence }) =>
    words ? words.map((word) => word.confidence) : text.split(/\s+/).map(() => confidence),
  );
  const sure = said.filter((confidence) => confidence !== null);
  if (sure.length === 0) return 'draft';
  const mean = sure.reduce((sum, confidence) => sum + confidence, 0) / sure.length;
  return mean < LEAST_CONFIDENCE ? 'unclear' : 'draft';
}

/** Below this a word is marked. */
export const LEAST_SURE = 0.6;
/** The same for what people will hold each other to: an amount, a date, a name. */
const LEAST_SURE_OF_TERMS = 0.9;
/** Times are rounded to a millisecond. */
const ROUNDING_SECONDS = 0.0015;
/** Conditions and items are long and nobody sues over each of their words. */
const IMPORTANT: readonly Term['kind'][] = ['amount', 'date', 'party'];

type Segment = Pick<RecordedSegment, 'recording' | 'start' | 'end' | 'confidence' | 'words'>;

export interface Marked<S, T> {
  segments: S[];
  terms: (T & { isUnsure: boolean })[];
}

/**
 * Marks the words that should be checked by ear, and the terms in which one of them stands. What the engine says of its own
 * confidence is taken as it is. Of an engine whose words are often wrong every amount, date and name should be checked.
 * @param leastOfTerms the confidence below which an amount, a date or a name is marked
 */
export function markUnsure<S extends Segment, T extends Term>(
  segments: readonly S[],
  terms: readonly T[],
  { isDraft, leastOfTerms = LEAST_SURE_OF_TERMS }: { isDraft: boolean; leastOfTerms?: number },
): Marked<S, T> {
  const unsure = new Set(
    segments.flatMap(({ words }) =>
      (words ?? []).filter(({ confidence }) => confidence !== null && confidence < LEAST_SURE),
    ),
  );
  const marked = terms.map((term) => {
    const isImportant = IMPORTANT.includes(term.kind);
    const spoken = wordsOf(term, segments);
    const doubtful = spoken.filter(
      ({ confidence }) => confidence !== null && confidence < (isImportant ? leastOfTerms : LEAST_SURE),
    );
    for (const word of isDraft && isImportant ? spoken : doubtful) unsure.add(word);
    const whole = spoken.some(({ confidence }) => confidence !== null) ? null : confidenceAt(term, segments);
    const isBelow = whole !== null && whole < (isImportant ? leastOfTerms : LEAST_SURE);
    const isUnsure = term.isUnsure === true || (isDraft && isImportant) || doubtful.length > 0 || isBelow;
    return { ...term, isUnsure };
  });
  return {
    segments: segments.map((segment) => {
      const { words } = segment;
      if (!words?.some((word) => unsure.has(word))) return segment;
      return {
        ...segment,
        words: words.map((word) => (unsure.has(word) ? { ...word, isUnsure: true } : word)),
      };
    }),
    terms: marked,
  };
}

/** The words of a term: as many as it has, from the second at which it was said. */
function wordsOf({ recording, start, text }: Term, segments: readonly Segment[]) {
  const count = text.split(/\s+/).filter(Boolean).length;
  return segments
    .filter((segment) => segment.recording === recording && segment.end >= start)
    .flatMap(({ words }) => words ?? [])
    .filter((word) => word.start >= start - ROUNDING_SECONDS)
    .slice(0, count);
}

/** Of the stretch in which a term was said, where its words have none of their own. */
function confidenceAt({ recording, start }: Term, segments: readonly Segment[]): number | null {
  const segment = segments.find(
    (each) => each.recording === recording && each.start <= start && start <= each.end,
  );
  return segment?.confidence ?? null;
}
