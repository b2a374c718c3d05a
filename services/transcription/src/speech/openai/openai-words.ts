import { cleanText } from '../garbled-text.js';
import type { SpokenWord } from '../speech-engine.js';

/** Reads a list of words with times; what is not a word in a finite stretch of time is passed over. */
export function readWords(list: unknown): SpokenWord[] {
  if (!Array.isArray(list)) return [];
  const words = list.map(readWord).filter((word) => word !== null);
  return words.sort((a, b) => a.start - b.start);
}

/** Gives every word to the segment in which its middle lies, else to the nearest one. */
export function shareOutWords(
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
