import { toTranscript } from '../speech/speech.module.js';
import { type JoinedTranscript, joinTranscripts } from '../transcripts/transcripts.module.js';

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
  const cues = cuesIn(content, format, seconds.a).map((cue) => ({ ...cue, confidence: null, words: null }));
  if (seconds.b === null) return joinTranscripts(toTranscript(cues, seconds.a, null), null);
  const isOfB = (cue: Cue) => cue.start >= seconds.a;
  const ofA = cues.filter((cue) => !isOfB(cue));
  const ofB = cues
    .filter(isOfB)
    .map((cue) => ({ ...cue, start: cue.start - seconds.a, end: cue.end - seconds.a }));
  return joinTranscripts(toTranscript(ofA, seconds.a, null), toTranscript(ofB, seconds.b, null));
}

function cuesIn(content: string, format: TranscriptFormat, endSeconds: number): Cue[] {
  if (format === 'srt') return parseSrt(content);
  if (format === 'vtt') return parseVtt(content);
  return [{ start: 0, end: endSeconds, text: content.replace(/\r\n?/g, '\n'), speaker: null }];
}

/** What a subtitle file says in one stretch of time. Times in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
  /** From a WebVTT voice tag, else null. */
  speaker: string | null;
}

/** The file is not what its name says; the message tells where. */
export class SubtitleError extends Error {
  override readonly name = 'SubtitleError';
}

const TIMES = /^((?:\d{2,}:)?\d{2}:\d{2}[.,]\d{3}) +--> +((?:\d{2,}:)?\d{2}:\d{2}[.,]\d{3})(?: .*)?$/;
/** Blocks of WebVTT that nobody says. */
const UNSPOKEN = /^(NOTE|STYLE|REGION)\b/;
// No tag may hold another's beginning: hostile files would take very long.
const VOICE = /<v(?:\.[^ <>]*)? ([^<>]+)>/;
const TAG = /<[^<>]*>/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/** Reads an .srt file. @throws SubtitleError */
export function parseSrt(content: string): Cue[] {
  return readCues(blocksOf(content));
}

/** Reads a .vtt file. @throws SubtitleError */
export function parseVtt(content: string): Cue[] {
  const [header, ...blocks] = blocksOf(content);
  if (!header || !/^WEBVTT([ \t]|$)/.test(header.lines[0] ?? '')) {
    throw new SubtitleError('The file does not begin with WEBVTT.');
  }
  return readCues(blocks.filter((block) => !UNSPOKEN.test(block.lines[0] ?? '')));
}

interface Block {
  /** Number of its first line in the file, from 1. */
  at: number;
  lines: string[];
}

/** Lines that stand together, between empty ones. */
function blocksOf(content: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [index, line] of content
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (line.trim() === '') isOpen = false;
    else if (isOpen) blocks.at(-1)?.lines.push(line.trim());
    else {
      blocks.push({ at: index + 1, lines: [line.trim()] });
      isOpen = true;
    }
  }
  return blocks;
}

function readCues(blocks: Block[]): Cue[] {
  const cues = blocks.map(readCue).filter((cue) => cue.text !== '');
  if (cues.length === 0) throw new SubtitleError('The file has no subtitles.');
  return cues;
}

function readCue({ at, lines }: Block): Cue {
  // A number or a name may stand above the times.
  const timesAt = TIMES.test(lines[0] ?? '') ? 0 : 1;
  const times = TIMES.exec(lines[timesAt] ?? '');
  const [, from, to] = times ?? [];
  if (from === undefined || to === undefined) {
    throw new SubtitleError(`Line ${at}: there should be a time such as 00:00:01,000 --> 00:00:02,500.`);
  }
  const [start, end] = [toSeconds(from), toSeconds(to)];
  if (end < start) throw new SubtitleError(`Line ${at + timesAt}: it ends before it begins.`);
  const spoken = lines.slice(timesAt + 1).join(' ');
  return { start, end, text: plain(spoken), speaker: VOICE.exec(spoken)?.[1]?.trim() ?? null };
}

/** `01:02:03,500` or `02:03.500`. */
function toSeconds(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time.replace(',', '.').split(':').map(Number).reverse();
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000) / 1000;
}

function plain(text: string): string {
  return text
    .replace(TAG, '')
    .replace(/&([a-z]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
