import type { RecordedSegment, RecordingSide, SpokenWord } from '../recordings/recordings.module.js';
import { readNumber, tokensOf } from './english/numbers.js';
import { readSpanishNumber, spanishTokens } from './spanish/numbers.js';
import type { Term, TermKind } from './term.js';

/** Something found in the text of a passage, by its place in it. */
export interface Found {
  kind: TermKind;
  from: number;
  to: number;
  value: string | null;
  /** It is refused: "I will not pay five hundred dollars". */
  isRefused?: boolean;
}

/** One character of a passage: where it comes from. */
interface Piece {
  /** Where this piece begins in the passage, and which part of its segment's text it is. */
  at: number;
  from: number;
  to: number;
  segment: RecordedSegment;
  index: number;
}

/** A pause after which a sentence goes on only when it cannot be complete, and one after which it never does. */
const BREATH_SECONDS = 0.6;
export const PAUSE_SECONDS = 1.5;
/** In characters, about a minute of speech: nobody says more without a stop, but engines may write it so. */
const LONGEST_PASSAGE = 1000;
const SENTENCE_END = /(?<!\b(?:\p{L}|mr|mrs|ms|dr|st|no))[.?!]+["')\]]*(?=\s|$)/giu;
/** Words with which nobody ends a sentence. */
const OPEN_END =
  /\b(?:a|an|the|my|your|our|his|her|their|for|of|to|at|by|on|in|with|and|or|if|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|el|la|los|las|un|una|mi|tu|su|de|del|para|por|al|con|y|o|si|en|mil|cien|ciento|\w+cientos|\w+enta|veinte)$/i;

/** What was said before it may be the head of a "hundred" or "mil" with which a passage begins. */
const NUMBER_END =
  /(?:^|[\s-])(?:an?|and|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|half|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veint\w+|dieci\w+|\w+enta|cien|\w*cientos|quinientos|un|y|\d+)$/i;
/** Dots, a dash or a filler with which somebody stops in the middle. */
const HALT_AT_END = /(?:[\s,]*(?:\u2026|\.{2,}|[\u2013\u2014-]|\b(?:u[hm]+|er|eh+|em+|mm+)\b[.,]?))+\s*$/iu;
const SCALE_BEGINS = /^(?:hundred|thousand|million|mil|mill[oó]n(?:es)?)\b/i;

/**
 * "Two" before a long pause or from another voice, "thousand dollars" after it: nobody can say how many. The same for
 * "three hundred" and "fifty dollars", which may be one number or two.
 * @param before What was said last before it, by anybody and by the same voice.
 */
export function isCutNumber(before: readonly string[], text: string): boolean {
  return before
    .map((said) => said.replace(HALT_AT_END, ''))
    .some((said) => NUMBER_END.test(said) && (SCALE_BEGINS.test(text) || isOneNumber(said, text)));
}

/** Whether a number goes on from one text into the next. */
function isOneNumber(said: string, text: string): boolean {
  const joined = `${said.slice(-LONGEST_NUMBER)} ${text.slice(0, LONGEST_NUMBER)}`;
  const boundary = Math.min(said.length, LONGEST_NUMBER);
  return [
    { tokens: tokensOf(joined), read: readNumber },
    { tokens: spanishTokens(joined), read: readSpanishNumber },
  ].some(({ tokens, read }) =>
    tokens.some(({ from }, at) => {
      const next = from < boundary ? read(tokens, at)?.next : undefined;
      return next !== undefined && (tokens[next - 1]?.from ?? 0) > boundary;
    }),
  );
}

/** In characters: "nine hundred and ninety nine thousand nine hundred and ninety nine" is shorter. */
const LONGEST_NUMBER = 80;

/** What one voice says without a stop, in one or several segments, with the second of every character. */
export class Passage {
  readonly text: string;
  readonly recording: RecordingSide;
  readonly speaker: string | null;

  /** @param before What was said last before it in the same recording, by anybody and by the same voice. */
  constructor(
    private readonly pieces: Piece[],
    private readonly before: readonly string[],
  ) {
    this.text = pieces.map(({ segment, from, to }) => segment.text.slice(from, to)).join(' ');
    this.recording = pieces[0]?.segment.recording ?? 'a';
    this.speaker = pieces[0]?.segment.speaker ?? null;
  }

  /** Places of the segments in the whole transcript. */
  get segments(): number[] {
    return this.pieces.map(({ index }) => index);
  }

  /** Which segment's words begin at this character. */
  segmentAt(offset: number): number {
    return this.pieceAt(offset)?.index ?? -1;
  }

  /** The second at which the word at this character begins. */
  secondAt(offset: number): number {
    const piece = this.pieceAt(offset);
    if (!piece) return 0;
    const { segment, from, at } = piece;
    const second = secondInSegment(segment, from + Math.max(0, offset - at));
    return Math.round(Math.max(0, Number.isFinite(second) ? second : 0) * 1000) / 1000;
  }

  toTerm({ kind, from, to, value, isRefused = false }: Found): Term {
    const text = this.text.slice(from, to);
    const isCut = from === 0 && kind === 'amount' && isCutNumber(this.before, text);
    const isDoubtful = this.pieces.some((piece) => piece.segment.isDoubtful && isWithin(piece, from, to));
    return {
      kind,
      text,
      value: isCut ? null : value,
      recording: this.recording,
      start: this.secondAt(from),
      speaker: this.speaker,
      ...(isRefused || isDoubtful ? { isUnsure: true } : {}),
    };
  }

  private pieceAt(offset: number): Piece | undefined {
    return this.pieces.findLast(({ at }) => at <= offset);
  }
}

/** Whether a piece has characters between these two places of its passage. */
function isWithin(piece: Piece, from: number, to: number): boolean {
  return piece.at < to && from < piece.at + (piece.to - piece.from);
}

/** Cuts at the ends of sentences and in long pauses, and joins what a short pause in the middle of one has cut. */
export function passagesOf(segments: RecordedSegment[]): Passage[] {
  const passages: Passage[] = [];
  let pieces: Piece[] = [];
  const close = () => {
    const own = pieces[0]?.segment;
    const isBefore = ({ recording }: Passage) => recording === own?.recording;
    const isByOne = (one: Passage) => isBefore(one) && one.speaker === own?.speaker;
    const before = [passages.findLast(isBefore), passages.findLast(isByOne)];
    if (own)
      passages.push(
        new Passage(
          pieces,
          before.flatMap((passage) => passage?.text ?? []),
        ),
      );
    pieces = [];
  };
  for (const [index, segment] of segments.entries()) {
    const last = pieces.at(-1)?.segment;
    if (last && (!goesOn(last, segment) || lengthOf(pieces) > LONGEST_PASSAGE)) close();
    let from = 0;
    for (const to of [...cutsOf(segment), segment.text.length]) {
      const part = segment.text.slice(from, to);
      const skipped = part.length - part.trimStart().length;
      if (part.trim() !== '') {
        const end = pieces.at(-1);
        const at = end ? end.at + (end.to - end.from) + 1 : 0;
        pieces.push({ at, from: from + skipped, to: from + part.trimEnd().length, segment, index });
      }
      if (to !== segment.text.length) close();
      from = to;
    }
    if (/[.?!]["')\]]*\s*$/.test(segment.text)) close();
  }
  close();
  return passages;
}

/** Where a sentence ends in the text of a segment, or a word begins after a long pause. */
function cutsOf(segment: RecordedSegment): number[] {
  const places = placesOf(segment);
  const pauses = places.flatMap(({ at, word }, index) => {
    const last = places[index - 1]?.word;
    return last && word.start - last.end > PAUSE_SECONDS ? [at] : [];
  });
  return [...new Set([...sentenceEnds(segment.text), ...pauses])].sort((a, b) => a - b);
}

function sentenceEnds(text: string): number[] {
  return [...text.matchAll(SENTENCE_END)]
    .map((match) => match.index + match[0].length)
    .filter((end) => end < text.length);
}

function lengthOf(pieces: Piece[]): number {
  const last = pieces.at(-1);
  return last ? last.at + last.to - last.from : 0;
}

function goesOn(last: RecordedSegment, next: RecordedSegment): boolean {
  if (last.recording !== next.recording || last.speaker !== next.speaker) return false;
  const pause = next.start - last.end;
  return pause <= BREATH_SECONDS || (pause <= PAUSE_SECONDS && OPEN_END.test(last.text.trim()));
}

/** By the words' own times, else in proportion to the characters. */
function secondInSegment(segment: RecordedSegment, offset: number): number {
  const { text, start, end } = segment;
  const said = placesOf(segment).findLast(({ at }) => at <= offset);
  return (
    said?.word.start ??
    start + (Math.max(0, end - start) * Math.min(offset, text.length)) / Math.max(1, text.length)
  );
}

/** The words of a segment with the characters at which they begin, as far as they are found in its text. */
function placesOf({ words, text }: RecordedSegment): { at: number; word: SpokenWord }[] {
  const lower = text.toLowerCase();
  let searchFrom = 0;
  return (words ?? []).flatMap((word) => {
    const wanted = word.text.trim().toLowerCase();
    const at = lower.indexOf(wanted, searchFrom);
    if (at === -1) return [];
    searchFrom = at + wanted.length;
    return [{ at, word }];
  });
}
