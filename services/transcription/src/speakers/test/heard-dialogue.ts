import type { Dialogue } from '#testing';
import type { TranscriptSegment } from '../../speech/speech-engine.js';
import type { HeardRecording, RecordedSegment } from '../../transcripts/transcript-content.js';

/** A segment as an engine gives it. */
export const said = (
  start: number,
  end: number,
  speaker: string | null = null,
  text = 'word',
): TranscriptSegment => ({
  ...{ start, end, text, speaker, confidence: null, words: null },
});

/** A recording of a dialogue in which these segments were recognised. */
export function heard(
  dialogue: Dialogue,
  segments: TranscriptSegment[],
  more: Partial<HeardRecording> = {},
): HeardRecording {
  const { wavPath, durationSeconds } = dialogue;
  const whole = { start: 0, end: durationSeconds };
  return {
    ...{ recording: 'a', wavPath, durationSeconds, speech: [whole], turns: [], language: null },
    parts: [{ ...whole, segments, language: 'en' }],
    ...more,
  };
}

export const unlabelled = ({ turns }: Dialogue) =>
  turns.map(({ start, end, text }) => said(start, end, null, text));
export const speakersOf = (segments: RecordedSegment[]) =>
  new Set(segments.map(({ speaker }) => speaker)).size;
