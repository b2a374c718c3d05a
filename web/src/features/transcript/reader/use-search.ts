import { useEffect, useMemo, useState } from 'react';
import type { Line } from './rows';
import { type Found, findAll, step } from './search';

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
