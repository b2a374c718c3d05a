import { deflateSync } from 'node:zlib';

/** Whisper's own rule: text that shrinks more than this is a word or phrase said over and over. */
export const HIGHEST_COMPRESSION_RATIO = 2.4;
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
