import type { SpokenWord, TranscriptSegment } from '../speech/speech-engine.js';

/** As in the engines: a word that nobody understood must not make a whole sentence worthless. */
const LEAST_CONFIDENCE = 0.001;

/**
 * Cuts a segment before each of the given words.
 * @param cuts indices of words, rising, from 1.
 */
export function cutSegment(segment: TranscriptSegment, cuts: readonly number[]): TranscriptSegment[] {
  const { words } = segment;
  if (words === null || cuts.length === 0) return [segment];
  const bounds = [0, ...cuts, words.length];
  const texts = cutText(segment.text, words, bounds);
  return texts.map((text, index) => {
    const own = words.slice(bounds[index], bounds[index + 1]);
    return {
      ...segment,
      text,
      words: own,
      start: index === 0 ? segment.start : (own[0]?.start ?? segment.start),
      end: index === texts.length - 1 ? segment.end : (own.at(-1)?.end ?? segment.end),
      confidence: confidenceOf(own) ?? segment.confidence,
    };
  });
}

/** The original text with its casing and punctuation where the words can be found in it, else the words themselves. */
function cutText(text: string, words: readonly SpokenWord[], bounds: readonly number[]): string[] {
  const lower = text.toLowerCase();
  const starts: number[] = [];
  let position = 0;
  for (const word of words) {
    const wanted = word.text.trim().toLowerCase();
    const at = lower.indexOf(wanted, position);
    const isNext = at >= 0 && !/[\p{L}\p{N}]/u.test(text.slice(position, at));
    if (!isNext || lower.length !== text.length) {
      return bounds.slice(0, -1).map((from, index) =>
        words
          .slice(from, bounds[index + 1])
          .map((each) => each.text.trim())
          .join(' '),
      );
    }
    starts.push(at);
    position = at + wanted.length;
  }
  return bounds.slice(0, -1).map((from, index) => {
    const next = bounds[index + 1] ?? words.length;
    const begin = index === 0 ? 0 : opening(text, starts[from] ?? 0);
    return text.slice(begin, next < words.length ? opening(text, starts[next] ?? 0) : undefined).trim();
  });
}

/** A bracket or quotation mark belongs to the word it stands before. */
function opening(text: string, at: number): number {
  let begin = at;
  while (begin > 0 && /\S/.test(text[begin - 1] ?? ' ')) begin -= 1;
  return begin;
}

function confidenceOf(words: readonly SpokenWord[]): number | null {
  const known = words.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  if (known.length === 0) return null;
  const logs = known.map((each) => Math.log(Math.min(Math.max(each, LEAST_CONFIDENCE), 1)));
  return Math.round(Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length) * 1000) / 1000;
}
