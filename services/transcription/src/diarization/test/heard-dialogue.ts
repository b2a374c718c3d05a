import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Dialogue } from '#testing';
import type { RecordedSegment, TranscriptSegment } from '../../recordings/segments.js';
import type { HeardRecording } from '../speaker.js';

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
    recordedAt: new Date(0),
    parts: [{ ...whole, segments, language: 'en' }],
    ...more,
  };
}

export const unlabelled = ({ turns }: Dialogue) =>
  turns.map(({ start, end, text }) => said(start, end, null, text));
export const speakersOf = (segments: RecordedSegment[]) =>
  new Set(segments.map(({ speaker }) => speaker)).size;

/** Makes 16 kHz mono WAV of any sound, through filters if there are some. */
export async function asWorkingCopy(path: string, outPath: string, filter = 'anull'): Promise<void> {
  await promisify(execFile)('ffmpeg', [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-y', '-i', path, '-af', filter],
    ...['-ar', '16000', '-ac', '1', '-c:a', 'pcm_s16le', '-f', 'wav', outPath],
  ]);
}
