import type { FoundSpeaker } from '../diarization/diarization.module.js';
import { type RecordedSegment, type RecordingSide, toMilliseconds } from '../recordings/recordings.module.js';
import { toTranscript } from '../speech/speech.module.js';
import { type JoinedTranscript, joinTranscripts } from '../transcripts/transcripts.module.js';

export type TranscriptFormat = 'plain' | 'srt' | 'vtt';

/** What a person wrote: one text or file, or the words of each of two recordings, empty where nothing is said. */
export type Written = { content: string; format: TranscriptFormat } | Record<RecordingSide, string>;

/** The words, and whose they are where that is known: of two recordings. */
export interface HumanTranscriptContent extends JoinedTranscript {
  speakers: FoundSpeaker[];
}

/** It is not known which of two recordings the words are of; the message tells what to do. */
export class UnplacedWordsError extends Error {
  override readonly name = 'UnplacedWordsError';
}

/** How far the time of a subtitle may be off where a recording ends. */
const EDGE_SECONDS = 0.5;

/**
 * What a person wrote, as a transcript. Subtitles have their own times, of both recordings played one after the other;
 * plain text stands over the whole of its recording. Of two recordings each is that of its party: so are the words that a
 * subtitle file gives to nobody else.
 * @param seconds lengths of party A's recording and, if there is one, of party B's.
 * @throws SubtitleError, UnplacedWordsError
 */
export function composeHumanTranscript(
  written: Written,
  seconds: { a: number; b: number | null },
): HumanTranscriptContent {
  const { a, b } = seconds;
  if (b === null) {
    if (!('content' in written))
      throw new UnplacedWordsError('There is one recording: please give one text.');
    const joined = joinTranscripts(toTranscript(cuesIn(written, a).map(unmeasured), a, null), null);
    return { ...joined, speakers: [] };
  }
  const cues = 'content' in written ? cuesOfBoth(written, { a, b }) : cuesOfEach(written, { a, b });
  const labels = labelsFor(cues);
  const of = (side: RecordingSide, length: number) =>
    toTranscript(
      cues[side].map((cue) => unmeasured({ ...cue, speaker: cue.speaker ?? labels[side] })),
      length,
      null,
    );
  const speakers = (['a', 'b'] as const)
    .filter((side) => cues[side].some(({ speaker }) => speaker === null))
    .map((side): FoundSpeaker => ({ label: labels[side], party: side, basis: 'recording' }));
  return { ...joinTranscripts(of('a', a), of('b', b)), speakers };
}

const unmeasured = (cue: Cue) => ({ ...cue, confidence: null, words: null });

type CuesOfEach = Record<RecordingSide, Cue[]>;

function cuesOfEach(
  written: Record<RecordingSide, string>,
  seconds: Record<RecordingSide, number>,
): CuesOfEach {
  const of = (side: RecordingSide) =>
    written[side] === '' ? [] : cuesIn({ content: written[side], format: 'plain' }, seconds[side]);
  return { a: of('a'), b: of('b') };
}

/** One file of both recordings: its times tell which is which. @throws SubtitleError, UnplacedWordsError */
function cuesOfBoth(
  written: { content: string; format: TranscriptFormat },
  seconds: Record<RecordingSide, number>,
): CuesOfEach {
  if (written.format === 'plain') {
    throw new UnplacedWordsError('There are two recordings: please give the words of each.');
  }
  const endOfA = seconds.a;
  const cues = cuesIn(written, endOfA + seconds.b);
  const torn = cues.find(({ start, end }) => start < endOfA - EDGE_SECONDS && end > endOfA + EDGE_SECONDS);
  if (torn)
    throw new UnplacedWordsError(`A subtitle runs over the end of party A's recording: ${begun(torn.text)}`);
  const isOfB = ({ start, end }: Cue) => (start + end) / 2 >= endOfA;
  const b = cues
    .filter(isOfB)
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start - endOfA), end: cue.end - endOfA }));
  const a = cues.filter((cue) => !isOfB(cue));
  // Times that begin anew with the second recording look as if all was said in the first.
  if (a.length === 0 || b.length === 0) {
    throw new UnplacedWordsError(
      'By their times, all subtitles are of one of two recordings: please give the words of each.',
    );
  }
  return { a, b };
}

/** As an engine calls voices, `1`, `2`, … in the order in which they first speak; other than the names in the file. */
function labelsFor(cues: CuesOfEach): Record<RecordingSide, string> {
  const given = new Set([...cues.a, ...cues.b].map(({ speaker }) => speaker));
  const next = (after: number): number => (given.has(String(after + 1)) ? next(after + 1) : after + 1);
  const first = next(0);
  const isHeard = cues.a.some(({ speaker }) => speaker === null);
  return isHeard
    ? { a: String(first), b: String(next(first)) }
    : { a: String(next(first)), b: String(first) };
}

const BEGUN = 40;
const begun = (text: string): string => (text.length <= BEGUN ? text : `${text.slice(0, BEGUN)}…`);

/**
 * The words to be read beside another transcript, where nothing but they stand: with who says them, as far as that is
 * known.
 * @param names of the parties; null of one recording, whose voices have the names that the file gives them.
 */
export function readableText(
  { text, segments, speakers }: HumanTranscriptContent,
  names: Record<RecordingSide, string> | null,
): string {
  if (names === null) {
    const isNamed = segments.some(({ speaker }) => speaker !== null);
    return isNamed ? turnsOf(segments, (label) => (label === null ? UNNAMED : `${label}: `)) : text;
  }
  const nameOf = (label: string | null): string => {
    const party = speakers.find((speaker) => speaker.label === label)?.party ?? null;
    return `${party === null ? (label ?? '') : names[party]}: `;
  };
  const said = (side: RecordingSide): string => {
    const own = segments.filter(({ recording }) => recording === side);
    return own.length === 0 ? `${names[side]}: ${NOTHING_SAID}` : turnsOf(own, nameOf);
  };
  return [said('a'), said('b')].join('\n\n');
}

/** A line for each segment; who speaks stands before the first one of each turn. */
function turnsOf(segments: readonly RecordedSegment[], nameOf: (label: string | null) => string): string {
  return segments
    .map(({ speaker, text }, index) => {
      const isOpen = index > 0 && segments[index - 1]?.speaker === speaker;
      return isOpen ? text : `${nameOf(speaker)}${text}`;
    })
    .join('\n');
}

/** Before what another says whom nobody names, as dialogues are printed. */
const UNNAMED = '— ';
/** The same in every language. */
const NOTHING_SAID = '—';

/** @param endSeconds where all that was recorded ends: times behind it are those of another file or clock. */
function cuesIn(
  { content, format }: { content: string; format: TranscriptFormat },
  endSeconds: number,
): Cue[] {
  if (format === 'plain') {
    return [{ start: 0, end: endSeconds, text: content.replace(/\r\n?/g, '\n'), speaker: null }];
  }
  const cues = format === 'srt' ? parseSrt(content) : parseVtt(content);
  const late = cues.find(({ start }) => start > endSeconds + EDGE_SECONDS);
  if (late) throw new SubtitleError(`A subtitle begins after the end of the recording: ${begun(late.text)}`);
  return cues;
}

/** What a subtitle file says in one stretch of time. Times in seconds. */
interface Cue {
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
const VOICE = /(<v(?:\.[^ <>]*)? [^<>]+>|<\/v>)/;
const VOICE_NAME = /^<(?:\/v|v(?:\.[^ <>]*)? ([^<>]+))>$/;
/** `<b>`, `</font>`, `<00:01.500>`; "< 500 and > 300" is said. */
const TAG = /<\/?[a-z][^<>]*>|<(?:\d+:){1,2}\d+\.\d+>/gi;
/** By their names, and the two signs that programs also write by their numbers. */
const ENTITIES = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' },
    ...{ quot: '"', '#34': '"', apos: "'", '#39': "'" },
  }),
);

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
  const cues = blocks.flatMap(readCue);
  if (cues.length === 0) throw new SubtitleError('The file has no subtitles.');
  return cues;
}

/** One for each voice in it, all with its times. */
function readCue({ at, lines }: Block): Cue[] {
  // A number or a name may stand above the times.
  const timesAt = TIMES.test(lines[0] ?? '') ? 0 : 1;
  const times = TIMES.exec(lines[timesAt] ?? '');
  const [, from, to] = times ?? [];
  if (from === undefined || to === undefined) {
    throw new SubtitleError(`Line ${at}: there should be a time such as 00:00:01,000 --> 00:00:02,500.`);
  }
  const [start, end] = [toSeconds(from), toSeconds(to)];
  if (end < start) throw new SubtitleError(`Line ${at + timesAt}: it ends before it begins.`);
  const spoken = lines.slice(timesAt + 1);
  // Else the next subtitle would be words of this one, and of whoever speaks in it.
  const next = spoken.findIndex((line) => line.includes('-->'));
  if (next >= 0) {
    throw new SubtitleError(
      `Line ${at + timesAt + 1 + next}: an empty line is missing before this subtitle.`,
    );
  }
  return voicesIn(spoken.join(' ')).map((said) => ({ start, end, ...said }));
}

/** What each voice says in one cue; a voice tag holds to its end or to the next one. */
function voicesIn(spoken: string): Pick<Cue, 'text' | 'speaker'>[] {
  const found: Pick<Cue, 'text' | 'speaker'>[] = [];
  let speaker: string | null = null;
  for (const piece of spoken.split(VOICE)) {
    const name = VOICE_NAME.exec(piece);
    if (name) speaker = name[1]?.trim() || null;
    const text = plain(piece);
    const last = found.at(-1);
    // A full stop may stand behind the end of the tag.
    if (last && !/[\p{L}\p{N}]/u.test(text)) last.text += text;
    else if (text !== '') found.push({ text, speaker });
  }
  return found;
}

/** `01:02:03,500` or `02:03.500`. */
function toSeconds(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0] = time.replace(',', '.').split(':').map(Number).reverse();
  return toMilliseconds(hours * 3600 + minutes * 60 + seconds);
}

function plain(text: string): string {
  return text
    .replace(TAG, '')
    .replace(/&(#?[a-z\d]+);/g, (entity, name: string) => ENTITIES.get(name) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
