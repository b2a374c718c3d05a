import type { TranscriptView } from '../transcripts/transcript.view.js';
import { cuesOf, inOneLine, offsetOfB, type SpokenCue } from './cues.js';
import { clock, headingOf } from './heading.js';
import type { ExportWords } from './words.js';

/** To be read and printed. Times count from the start of the recording under whose heading they stand. */
export function writeText(transcript: TranscriptView, words: ExportWords): string {
  const cues = cuesOf(transcript, words);
  const offset = offsetOfB(transcript) * 1000;
  const of = (side: SpokenCue['recording']) => cues.filter(({ recording }) => recording === side);
  const a = of('a').map((cue) => line(cue, 0));
  const b = of('b').map((cue) => line(cue, offset));
  const blocks = [
    headingOf(transcript, words),
    ...(b.length > 0 ? [[words.recordingA], a, [words.recordingB], b] : [a]),
    ...(cues.length === 0 ? [[words.silence]] : []),
    ...(transcript.human ? [[words.besides], [transcript.human.text.trim()]] : []),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function line({ startMs, name, text }: SpokenCue, offset: number): string {
  return `[${clock((startMs - offset) / 1000)}] ${name === null ? '' : `${name}: `}${inOneLine(text)}`;
}
