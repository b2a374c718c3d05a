import { toTranscript } from '../speech/speech-engine.js';
import { type JoinedTranscript, joinTranscripts } from '../transcripts/joined-transcript.js';
import { type Cue, parseSrt, parseVtt } from './subtitles.js';

export type TranscriptFormat = 'plain' | 'srt' | 'vtt';

/**
 * What a person wrote, as a transcript. Subtitles have their own times, of both recordings played one after the other;
 * plain text stands over the whole of party A's recording.
 * @param seconds lengths of party A's recording and, if there is one, of party B's.
 * @throws SubtitleError
 */
export function composeHumanTranscript(
  content: string,
  format: TranscriptFormat,
  seconds: { a: number; b: number | null },
): JoinedTranscript {
  const cues = readCues(content, format, seconds.a).map((cue) => ({ ...cue, confidence: null, words: null }));
  if (seconds.b === null) return joinTranscripts(toTranscript(cues, seconds.a, null), null);
  const isOfB = (cue: Cue) => cue.start >= seconds.a;
  const ofA = cues.filter((cue) => !isOfB(cue));
  const ofB = cues
    .filter(isOfB)
    .map((cue) => ({ ...cue, start: cue.start - seconds.a, end: cue.end - seconds.a }));
  return joinTranscripts(toTranscript(ofA, seconds.a, null), toTranscript(ofB, seconds.b, null));
}

function readCues(content: string, format: TranscriptFormat, endSeconds: number): Cue[] {
  if (format === 'srt') return parseSrt(content);
  if (format === 'vtt') return parseVtt(content);
  return [{ start: 0, end: endSeconds, text: content.replace(/\r\n?/g, '\n'), speaker: null }];
}
