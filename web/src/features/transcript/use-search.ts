import { useEffect, useMemo, useState } from 'react';
import type { Line } from './lines';

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

/** A long transcript is searched when the typing rests, not with each letter. */
const REST_MS = 120;

export interface Search {
  query: string;
  setQuery: (query: string) => void;
  /** How many places there are. */
  count: number;
  /** Which of them is looked at, from 0. */
  at: number;
  go: (by: 1 | -1) => void;
  current: Found | null;
  /** The places by line. */
  byLine: ReadonlyMap<number, readonly Found[]>;
}

/** Looks for words in all lines, and goes from one place to the next. */
export function useSearch(lines: readonly Line[]): Search {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  // A timer and not a deferred value: what plays draws with every frame and would put that off for seconds.
  const [late, setLate] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setLate(query), query === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [query]);
  const texts = useMemo(
    () => lines.map((line) => (line.kind === 'segment' ? line.segment.text : '')),
    [lines],
  );
  const found = useMemo(() => findAll(texts, late), [texts, late]);
  const byLine = useMemo(() => {
    const map = new Map<number, Found[]>();
    for (const place of found) {
      const there = map.get(place.line);
      if (there) there.push(place);
      else map.set(place.line, [place]);
    }
    return map;
  }, [found]);
  const shown = Math.min(at, Math.max(found.length - 1, 0));
  return {
    query,
    setQuery: (next) => {
      setQuery(next);
      setAt(0);
    },
    count: found.length,
    at: shown,
    go: (by) => setAt(step(shown, by, found.length)),
    current: found[shown] ?? null,
    byLine,
  };
}
