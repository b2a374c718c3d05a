import type { TranscriptView } from '../transcripts/transcript.view.js';
import type { RecordingSide } from '../transcripts/transcript-content.js';
import { type ExportWords, exportWords } from './words.js';

/** What is said in one stretch of time. */
export interface SpokenCue {
  recording: RecordingSide;
  /** Whole milliseconds from the start of party A's recording; party B's follows it. `end` is after `start`. */
  startMs: number;
  endMs: number;
  /** One or several lines, none of them empty. */
  text: string;
  /** In one line; null when nobody could tell. */
  name: string | null;
}

/** How long a cue is shown whose end is not known. */
const SHOWN_MS = 500;
const LINE_ENDS = /[\r\n\v\f\u0085\u2028\u2029]+/;
const UNPRINTABLE = /\p{Cc}/gu;

/** The segments in order, fit for any format: no empty texts, no impossible times. */
export function cuesOf(transcript: TranscriptView, words: ExportWords = exportWords.en): SpokenCue[] {
  const names = new Map(transcript.speakers.map(({ label, name }) => [label, name]));
  const offsets = { a: 0, b: offsetOfB(transcript) * 1000 };
  return transcript.segments.flatMap(({ recording, start, end, text, speaker }) => {
    const lines = cleanLines(text);
    if (lines === '') return [];
    const startMs = offsets[recording] + milliseconds(start);
    const endMs = offsets[recording] + milliseconds(end);
    const name =
      speaker === null ? null : inOneLine(names.get(speaker) ?? nameOfLabel(speaker, words)) || null;
    return [{ recording, startMs, endMs: endMs > startMs ? endMs : startMs + SHOWN_MS, text: lines, name }];
  });
}

/**
 * Where party B's recording begins when both are played in turn, in whole seconds: after the last that is known of
 * party A's, whose exact length is not told apart from the whole. 0 when there is only one recording.
 */
export function offsetOfB({ segments, gaps, terms }: TranscriptView): number {
  const all = [...segments, ...gaps];
  if (![...all, ...terms].some(({ recording }) => recording === 'b')) return 0;
  return Math.ceil(
    Math.max(0, ...all.filter(({ recording }) => recording === 'a').map(({ end }) => finite(end))),
  );
}

export function inOneLine(text: string): string {
  return cleanLines(text).replace(/\s+/g, ' ');
}

/** Transcripts that a person wrote name the voices themselves. */
function nameOfLabel(label: string, words: ExportWords): string {
  return /^\w{1,2}$/.test(label) ? words.speaker(label) : label;
}

function cleanLines(text: string): string {
  return text
    .split(LINE_ENDS)
    .map((line) => line.replace(UNPRINTABLE, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function milliseconds(seconds: number): number {
  return Math.round(finite(seconds) * 1000);
}

function finite(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}
