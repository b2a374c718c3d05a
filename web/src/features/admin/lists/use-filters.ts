import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { withFilters } from '../sections';

interface Filters<N extends string> {
  filters: Record<N, string>;
  /** Stays the same between renders. */
  setFilters: (changes: Partial<Record<N, string>>) => void;
}

/** Values of the address: what a list is narrowed to, so that a link or a reload shows the same. */
export function useFilters<N extends string>(...names: N[]): Filters<N> {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
    N,
    string
  >;
  const setFilters = useCallback(
    (changes: Partial<Record<N, string>>) =>
      setParams(withFilters(new URLSearchParams(location.search), changes as Record<string, string>), {
        replace: true,
      }),
    [setParams],
  );
  return { filters, setFilters };
}
