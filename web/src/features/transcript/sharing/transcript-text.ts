import type { SpeakerView, TranscriptSegment } from '../../../lib/api/api-types';
import { formatDuration } from '../../../lib/format';
import { speakerOf } from '../speaker';

/** The conversation to paste elsewhere: who, when, what. */
export function transcriptText(
  segments: readonly TranscriptSegment[],
  speakers: readonly SpeakerView[],
  unknown: string,
): string {
  return segments
    .map(({ speaker, start, text }) => {
      const { name } = speakerOf(speaker, speakers, unknown);
      return `${name} (${formatDuration(start)}): ${text}`;
    })
    .join('\n');
}
