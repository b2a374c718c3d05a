interface Range {
  /** Place of the first character. */
  from: number;
  /** Place after the last character. */
  to: number;
}

export interface WordRange extends Range {
  /** Index among the words. */
  word: number;
}

/** Where each word stands in the text of its segment; a word that is not found belongs to the one before. */
export function placeWords(text: string, words: readonly { text: string }[]): WordRange[] {
  const haystack = text.toLowerCase();
  const placed: WordRange[] = [];
  let cursor = 0;
  words.forEach((word, index) => {
    const needle = word.text.trim().toLowerCase();
    const from = needle === '' ? -1 : haystack.indexOf(needle, cursor);
    if (from < 0) return;
    cursor = from + needle.length;
    placed.push({ word: index, from, to: cursor });
  });
  return placed;
}

export interface Piece {
  text: string;
  from: number;
  /** Index of the word this belongs to; -1 between words. */
  word: number;
  /** Index of the found place this belongs to; -1 for none. */
  match: number;
}

const holder = (ranges: readonly Range[], at: number): number =>
  ranges.findIndex(({ from, to }) => from <= at && at < to);

/** A text cut wherever a word or a found place begins or ends. */
export function piecesOf(text: string, words: readonly WordRange[], matches: readonly Range[]): Piece[] {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of [...words, ...matches]) {
    cuts.add(from);
    cuts.add(to);
  }
  const places = [...cuts].sort((one, other) => one - other);
  return places.slice(0, -1).map((from, i) => ({
    text: text.slice(from, places[i + 1]),
    from,
    word: words[holder(words, from)]?.word ?? -1,
    match: holder(matches, from),
  }));
}
