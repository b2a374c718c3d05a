import type { TranscriptView } from '../transcripts/transcript.view.js';
import { cuesOf, type SpokenCue } from './cues.js';
import { timestamp } from './heading.js';
import type { ExportWords } from './words.js';

const END = '\r\n';

/** SubRip, with the line ends that old players want. Party B's recording follows party A's. */
export function writeSrt(transcript: TranscriptView, words: ExportWords): string {
  return cuesOf(transcript, words)
    .map((cue, index) => [String(index + 1), times(cue), ...escaped(cue.text).split('\n')].join(END))
    .map((block) => `${block}${END}`)
    .join(END);
}

function times({ startMs, endMs }: SpokenCue): string {
  return `${timestamp(startMs, ',')} --> ${timestamp(endMs, ',')}`;
}

/** SubRip has no rule for this; players take tags and entities as HTML does, and show all else as it stands. */
function escaped(text: string): string {
  return text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/<(?=[^<>]*>)/g, '&lt;')
    .replace(/-->/g, '--&gt;');
}
