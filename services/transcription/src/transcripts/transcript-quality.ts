import type { RecordedSegment } from './transcript-content.js';

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
