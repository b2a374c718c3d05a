import { ChevronDown, Search } from 'lucide-react';
import { useCallback, useEffect, useId, useState } from 'react';
import { useSearchParams } from 'wouter';
import { adminTexts } from '#texts/admin';
import { Field } from '../../../components/ui/field';
import { withFilters } from '../sections';

const PAUSE_MS = 300;

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (value: string) => void;
}

/** Searches when typing pauses, or at once with Enter. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  // A space at the end stays: the next word follows.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <search className="grow sm:max-w-80">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <Field
          label={label}
          type="search"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          lead={<Search className="size-4" aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}

interface StatusFilterProps {
  /** Value → words. */
  options: Record<string, string>;
  value: string;
  /** What it is called where a screen has two of them. */
  label?: string;
  /** Without it every choice narrows the list; with it the first choice is everything. */
  hasAll?: boolean;
  onChoose: (value: string) => void;
}

/** Narrows a list to one state. */
export function StatusFilter({ options, value, label, hasAll = true, onChoose }: StatusFilterProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label ?? adminTexts.list.status}
      </label>
      <div className="relative flex items-center">
        <select
          id={id}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
          className="min-h-11 w-full appearance-none rounded-control border border-field bg-surface py-2 pr-10 pl-3 text-base text-ink"
        >
          {hasAll && <option value="">{adminTexts.list.all}</option>}
          {Object.entries(options).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute right-3 size-4 text-muted" aria-hidden="true" />
      </div>
    </div>
  );
}

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
