import type { RecordedSegment } from '../../recordings/segments.js';
import { findSpokenConsents } from '../spoken-consents.js';

/** What party B, who was apart, is taken to have said: one text per segment, a second between them. */
export function heardFrom(...texts: string[]): string {
  const segments = texts.map(
    (text, index): RecordedSegment => ({
      ...{ start: index * 3, end: index * 3 + 2, text, speaker: '2', confidence: 0.9, words: null },
      ...{ recording: 'b', isDoubtful: false, isOverlap: false },
    }),
  );
  const [, b] = findSpokenConsents({
    segments,
    ...{ gaps: [], speakers: [], areVoicesUnclear: false, quality: 'good', isApart: true },
    spoken: { a: null, b: null },
  });
  return [b?.state, b?.reason].filter(Boolean).join('/');
}
