import type { TranscriptView } from '../transcripts/transcript.view.js';
import { cuesOf, inOneLine, offsetOfB, type SpokenCue } from './cues.js';
import { clock, headingOf } from './heading.js';

/** To be read and printed. Times count from the start of the recording under whose heading they stand. */
export function writeText(transcript: TranscriptView): string {
  const cues = cuesOf(transcript);
  const offset = offsetOfB(transcript) * 1000;
  const of = (side: SpokenCue['recording']) => cues.filter(({ recording }) => recording === side);
  const a = of('a').map((cue) => line(cue, 0));
  const b = of('b').map((cue) => line(cue, offset));
  const blocks = [
    headingOf(transcript),
    ...(b.length > 0 ? [["Party A's recording"], a, ["Party B's recording"], b] : [a]),
    ...(cues.length === 0 ? [['Nobody was heard to speak.']] : []),
    ...(transcript.human ? [['Written by a person, beside the above'], [transcript.human.text.trim()]] : []),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function line({ startMs, name, text }: SpokenCue, offset: number): string {
  return `[${clock((startMs - offset) / 1000)}] ${name === null ? '' : `${name}: `}${inOneLine(text)}`;
}
