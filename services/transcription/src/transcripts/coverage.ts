import {
  type RecordedSegment,
  type RecordingSide,
  type Span,
  toMilliseconds,
  without,
} from '../recordings/recordings.module.js';
import type { Gap } from './transcript-content.js';

/** Engines are off by about this much. */
const TOLERANCE_SECONDS = 0.5;
/** Faster than anybody speaks. */
const MAX_WORDS_PER_SECOND = 6;
/** Shorter stretches without words are breathing, laughter, a cough. */
const MIN_GAP_SECONDS = 3;
/** A pause this short does not divide what somebody says. */
const PAUSE_SECONDS = 1;

/** The segments, those marked that cannot be what somebody said: words in silence, or too many in too short a time. */
export function markDoubtful(
  segments: readonly RecordedSegment[],
  speech: readonly Span[],
): RecordedSegment[] {
  return segments.map((segment) => ({
    ...segment,
    isDoubtful: segment.isDoubtful || isTooFast(segment) || !isWithin(segment, speech),
  }));
}

/** Where somebody speaks for a while and no segment has the words. All of one recording. */
export function findGaps(
  recording: RecordingSide,
  segments: readonly RecordedSegment[],
  speech: readonly Span[],
): Gap[] {
  const covered = segments
    .map(({ start, end }) => ({ start: start - TOLERANCE_SECONDS, end: end + TOLERANCE_SECONDS }))
    .sort((a, b) => a.start - b.start);
  const stretches: Span[] = [];
  for (const piece of speech.flatMap((span) => without(span, covered))) {
    const last = stretches.at(-1);
    const isOneWithLast =
      last !== undefined &&
      piece.start - last.end <= PAUSE_SECONDS &&
      !covered.some(({ start, end }) => start < piece.start && end > last.end);
    if (isOneWithLast) last.end = piece.end;
    else stretches.push({ ...piece });
  }
  return stretches
    .filter(({ start, end }) => end - start > MIN_GAP_SECONDS)
    .map(({ start, end }) => ({ recording, start: toMilliseconds(start), end: toMilliseconds(end) }));
}

function isTooFast({ start, end, text }: RecordedSegment): boolean {
  const words = text.split(/\s+/).filter(Boolean).length;
  return words > MAX_WORDS_PER_SECOND * (end - start + TOLERANCE_SECONDS);
}

function isWithin(segment: Span, speech: readonly Span[]): boolean {
  return speech.some(
    ({ start, end }) => start < segment.end + TOLERANCE_SECONDS && end > segment.start - TOLERANCE_SECONDS,
  );
}
