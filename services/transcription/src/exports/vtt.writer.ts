import type { TranscriptView } from '../transcripts/transcript.view.js';
import { cuesOf, offsetOfB, type SpokenCue } from './cues.js';
import { clock, headingOf, timestamp } from './heading.js';
import type { ExportWords } from './words.js';

/** WebVTT with voices. Party B's recording follows party A's, as the notes say. */
export function writeVtt(transcript: TranscriptView, words: ExportWords): string {
  const offset = offsetOfB(transcript);
  const notes = [
    headingOf(transcript, words).join('\n'),
    ...(offset > 0 ? [words.timesOfB(clock(offset))] : []),
  ];
  const count = { a: 0, b: 0 };
  const cues = cuesOf(transcript, words).map((cue) => {
    count[cue.recording] += 1;
    return `${cue.recording}-${count[cue.recording]}\n${times(cue)}\n${spoken(cue)}`;
  });
  return `${['WEBVTT', ...notes.map((note) => `NOTE\n${escaped(note)}`), ...cues].join('\n\n')}\n`;
}

function times({ startMs, endMs }: SpokenCue): string {
  return `${timestamp(startMs, '.')} --> ${timestamp(endMs, '.')}`;
}

function spoken({ name, text }: SpokenCue): string {
  return name === null ? escaped(text) : `<v ${escaped(name)}>${escaped(text)}</v>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
