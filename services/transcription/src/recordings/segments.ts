/** Whose recording something is from: party A's, or party B's of an agreement made apart. */
export type RecordingSide = 'a' | 'b';

/** A stretch of a recording, in seconds from its start. */
export interface Span {
  start: number;
  end: number;
}

/** What is left of a span; the others are in order of their start. */
export function without(span: Span, others: readonly Span[]): Span[] {
  const left: Span[] = [];
  let position = span.start;
  for (const { start, end } of others) {
    if (start >= span.end) break;
    if (start > position) left.push({ start: position, end: start });
    position = Math.max(position, end);
  }
  if (position < span.end) left.push({ start: position, end: span.end });
  return left;
}

/** Seconds, rounded to thousandths. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** One word as it was heard. Times are seconds from the start of the recording. */
export interface SpokenWord {
  start: number;
  end: number;
  text: string;
  /** 0..1, or null when the engine does not say. */
  confidence: number | null;
  /** As it was said, where it is written in another way: `$1,250` is `twelve hundred fifty dollars`. */
  spoken?: string;
}

/** What was said in one stretch of a recording. Times are seconds from its start. */
export interface TranscriptSegment {
  start: number;
  end: number;
  text: string;
  /** The engine's own label (`A`, `B`, …), or null when it does not tell speakers apart. */
  speaker: string | null;
  /** 0..1, or null when the engine does not say. */
  confidence: number | null;
  /** In order, inside the segment; null when the engine gives no times of words. */
  words: SpokenWord[] | null;
}

/**
 * A segment of the whole transcript. Its times are seconds from the start of its own recording. `speaker` is `1`, `2`, …
 * in the order in which people first speak, the same in all parts and recordings; null when nobody could tell.
 */
export interface RecordedSegment extends TranscriptSegment {
  recording: RecordingSide;
  /** True when nobody seems to speak where the engine heard these words. */
  isDoubtful: boolean;
  /** True when somebody else speaks at the same time. */
  isOverlap: boolean;
}
