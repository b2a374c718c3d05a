import { deflateSync } from 'node:zlib';
import type { SpokenWord, TranscriptSegment } from '../../recordings/recordings.module.js';
import { SpeechEngineError } from '../speech-engine.js';

export type AnswerFormat = 'diarized_json' | 'verbose_json' | 'json';

/** Whisper's own rule for a stretch in which nobody speaks and the words are made up. */
const SILENCE_PROBABILITY = 0.6;
const SILENCE_LOG_PROBABILITY = -1;
/** Times of a server may run on a little; what begins later than this after the end is made up. */
const OVERRUN_SECONDS = 1;
const LONGEST_LABEL = 40;

type Fields = Record<string, unknown>;

/**
 * Reads a transcription answer. Compatible servers differ in what they leave out, so nothing but the text is relied
 * on; without segments the text stands for the whole recording. What the recogniser made up is left out.
 * @throws SpeechEngineError `unavailable` when the answer is not a transcription.
 */
export function readAnswer(
  answer: unknown,
  format: AnswerFormat,
  durationSeconds: number,
): { segments: TranscriptSegment[]; language: string | null } {
  if (!isFields(answer) || typeof answer.text !== 'string') {
    throw new SpeechEngineError('unavailable', true, `the answer is not a ${format} transcription`);
  }
  const language = readLabel(answer.language);
  const given = Array.isArray(answer.segments) ? answer.segments.filter(isFields) : [];
  const words = readWords(answer.words);
  const segments =
    given.length > 0
      ? readSegments(given, words, durationSeconds)
      : [wholeRecording(answer.text, words, durationSeconds)];
  return { segments: segments.filter((segment) => !isGarbled(segment.text)), language };
}

function wholeRecording(text: string, words: SpokenWord[], durationSeconds: number): TranscriptSegment {
  return {
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? durationSeconds,
    text: cleanText(text),
    speaker: null,
    confidence: null,
    words: words.length > 0 ? words : null,
  };
}

function readSegments(given: Fields[], words: SpokenWord[], durationSeconds: number): TranscriptSegment[] {
  const times = readTimes(given, durationSeconds);
  // Shared out before anything is dropped, so that made-up words do not move into their neighbours.
  const shares = shareOutWords(words, times);
  return given.flatMap((fields, index) => {
    const time = times[index];
    if (!time || isMadeUp(fields) || time.start > durationSeconds + OVERRUN_SECONDS) return [];
    const own = readWords(fields.words);
    const spoken = own.length > 0 ? own : (shares[index] ?? []);
    const segment: TranscriptSegment = {
      ...time,
      text: typeof fields.text === 'string' ? cleanText(fields.text) : '',
      speaker: readLabel(fields.speaker),
      confidence: readConfidence(fields.avg_logprob),
      words: spoken.length > 0 ? spoken : null,
    };
    return [segment];
  });
}

/** A time that is missing or none is taken from the neighbours: the words may still be right. */
function readTimes(given: Fields[], durationSeconds: number): { start: number; end: number }[] {
  const starts = given.map((fields) => readSeconds(fields.start));
  let last = 0;
  return given.map((fields, index) => {
    const start = starts[index] ?? last;
    const next = starts.slice(index + 1).find((time) => time !== null && time >= start);
    const end = readSeconds(fields.end) ?? next ?? Math.max(start, durationSeconds);
    last = Math.min(Math.max(start, end), durationSeconds);
    return { start, end: Math.max(start, end) };
  });
}

function readSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function readConfidence(logProbability: unknown): number | null {
  if (typeof logProbability !== 'number') return null;
  return Math.min(1, Math.round(Math.exp(logProbability) * 1000) / 1000);
}

function readLabel(value: unknown): string | null {
  return typeof value === 'string' ? cleanText(value).slice(0, LONGEST_LABEL) || null : null;
}

function isMadeUp(fields: Fields): boolean {
  const isSilence =
    Number(fields.no_speech_prob) > SILENCE_PROBABILITY &&
    Number(fields.avg_logprob) < SILENCE_LOG_PROBABILITY;
  return isSilence || Number(fields.compression_ratio) > HIGHEST_COMPRESSION_RATIO;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a list of words with times; what is not a word in a finite stretch of time is passed over. */
function readWords(list: unknown): SpokenWord[] {
  if (!Array.isArray(list)) return [];
  const words = list.map(readWord).filter((word) => word !== null);
  return words.sort((a, b) => a.start - b.start);
}

/** Gives every word to the segment in which its middle lies, else to the nearest one. */
function shareOutWords(
  words: SpokenWord[],
  segments: readonly { start: number; end: number }[],
): SpokenWord[][] {
  const shares: SpokenWord[][] = segments.map(() => []);
  for (const word of words) {
    const middle = (word.start + word.end) / 2;
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, segment] of segments.entries()) {
      const distance = Math.max(segment.start - middle, middle - segment.end, 0);
      if (distance < least) [nearest, least] = [index, distance];
    }
    shares[nearest]?.push(word);
  }
  return shares;
}

function readWord(entry: unknown): SpokenWord | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { word, start, end, probability } = entry as Record<string, unknown>;
  const text = typeof word === 'string' ? cleanText(word) : '';
  if (text === '' || !isTime(start) || !isTime(end) || end < start) return null;
  return { start, end, text, confidence: isShare(probability) ? probability : null };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/** Whisper's own rule: text that shrinks more than this is a word or phrase said over and over. */
const HIGHEST_COMPRESSION_RATIO = 2.4;
/** The rule is made for 30 seconds of speech; longer text is judged piece by piece. */
const PIECE_CHARACTERS = 500;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const CONTROL = /[\p{Cc}\p{Co}\p{Cn}\uFFFD]+/gu;

/** Text that can be stored and shown: no control characters, no halves of characters, no runs of blanks. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();
}

/** Whether a recogniser lost itself in a loop, or wrote no word at all. */
export function isGarbled(text: string): boolean {
  if (!LETTER_OR_DIGIT.test(text)) return true;
  const count = Math.ceil(text.length / PIECE_CHARACTERS);
  const length = Math.ceil(text.length / count);
  let garbled = 0;
  for (let index = 0; index < count; index += 1) {
    const piece = Buffer.from(text.slice(index * length, (index + 1) * length));
    if (piece.length / deflateSync(piece).length > HIGHEST_COMPRESSION_RATIO) garbled += 1;
  }
  return garbled > count / 2;
}
