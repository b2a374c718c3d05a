import type { Gap, TranscriptSegment } from '../../../lib/api/api-types';

const UNSURE_BELOW = 0.6;

export interface SegmentLine {
  kind: 'segment';
  key: string;
  start: number;
  segment: TranscriptSegment;
  /** Whether the line before is from the same voice. */
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
