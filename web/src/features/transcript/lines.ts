import type { Gap, TranscriptSegment } from '../../lib/api/api-types';

interface Timed {
  start: number;
}

/** Index of the segment or word being spoken at `seconds`: the last one that has started; -1 before the first. */
export function activeSegment(segments: readonly Timed[], seconds: number): number {
  let low = 0;
  let high = segments.length - 1;
  let found = -1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.start ?? 0) <= seconds) {
      found = middle;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return found;
}

interface Range {
  /** Place of the first character. */
  from: number;
  /** Place after the last character. */
  to: number;
}

interface WordRange extends Range {
  /** Index among the words. */
  word: number;
}

/** Where each word stands in the text of its segment; a word that is not found belongs to the one before. */
export function placeWords(text: string, words: readonly { text: string }[]): WordRange[] {
  const haystack = text.toLowerCase();
  const placed: WordRange[] = [];
  let cursor = 0;
  words.forEach((word, index) => {
    const needle = word.text.trim().toLowerCase();
    const from = needle === '' ? -1 : haystack.indexOf(needle, cursor);
    if (from < 0) return;
    cursor = from + needle.length;
    placed.push({ word: index, from, to: cursor });
  });
  return placed;
}

interface Piece {
  text: string;
  from: number;
  /** Index of the word this belongs to; -1 between words. */
  word: number;
  /** Index of the found place this belongs to; -1 for none. */
  match: number;
}

const holder = (ranges: readonly Range[], at: number): number =>
  ranges.findIndex(({ from, to }) => from <= at && at < to);

/** A text cut wherever a word or a found place begins or ends. */
export function piecesOf(text: string, words: readonly WordRange[], matches: readonly Range[]): Piece[] {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of [...words, ...matches]) {
    cuts.add(from);
    cuts.add(to);
  }
  const places = [...cuts].sort((one, other) => one - other);
  return places.slice(0, -1).map((from, i) => ({
    text: text.slice(from, places[i + 1]),
    from,
    word: words[holder(words, from)]?.word ?? -1,
    match: holder(matches, from),
  }));
}

const UNSURE_BELOW = 0.6;

export interface SegmentLine {
  kind: 'segment';
  key: string;
  start: number;
  segment: TranscriptSegment;
  /** Whether the line before is of the same speaker. */
  goesOn: boolean;
}

export interface GapLine {
  kind: 'gap';
  key: string;
  start: number;
  end: number;
}

/** One line of a conversation: words, or the lack of them. */
export type Line = SegmentLine | GapLine;

/** Segments and gaps of one recording in the order of their times. */
export function linesOf(
  segments: readonly TranscriptSegment[],
  gaps: readonly Omit<Gap, 'recording'>[],
): Line[] {
  const lines: Line[] = [
    ...segments.map((segment) => ({
      kind: 'segment' as const,
      key: `${segment.start}-${segment.end}-${segment.text.slice(0, 16)}`,
      start: segment.start,
      segment,
      goesOn: false,
    })),
    ...gaps.map(({ start, end }) => ({ kind: 'gap' as const, key: `gap-${start}`, start, end })),
  ].sort((one, other) => one.start - other.start);
  let last: string | null | undefined;
  for (const line of lines) {
    if (line.kind === 'gap') last = undefined;
    else {
      line.goesOn = line.segment.speaker === last;
      last = line.segment.speaker;
    }
  }
  return lines;
}

/** Whether the whole line should be checked by ear. Where each word says how sure it is, only those words are marked. */
export function isUnsure({ confidence, isDoubtful, words }: TranscriptSegment): boolean {
  if (isDoubtful === true) return true;
  if (words?.some((word) => word.confidence !== null)) return false;
  return typeof confidence === 'number' && confidence < UNSURE_BELOW;
}

/** Whether anything in the line should be checked by ear. */
export function hasUnsure(segment: TranscriptSegment): boolean {
  return isUnsure(segment) || (segment.words?.some((word) => word.isUnsure === true) ?? false);
}
