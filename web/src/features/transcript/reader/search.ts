export interface Found {
  /** Index of the line. */
  line: number;
  /** Place of the first character in its text. */
  from: number;
  /** Place after the last. */
  to: number;
}

/** Text without case, accents and typographic quotes, with the place of each character in the original. */
function fold(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = letter
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .toLowerCase();
    folded += plain;
    for (let i = 0; i < plain.length; i++) places.push(at);
    at += letter.length;
  }
  places.push(at);
  return { folded, places };
}

/** Every place where the words of the query stand, in order; the query is plain text, never a pattern. */
export function findAll(lines: readonly string[], query: string): Found[] {
  const needle = fold(query.trim().replace(/\s+/g, ' ')).folded;
  if (needle === '') return [];
  return lines.flatMap((text, line) => {
    const { folded, places } = fold(text);
    const found: Found[] = [];
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
      found.push({ line, from: places[at] ?? 0, to: places[at + needle.length] ?? text.length });
    }
    return found;
  });
}

/** The place after (or before) the current one, around the end. */
export function step(current: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + by + count) % count;
}
