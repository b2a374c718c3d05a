import { ChevronDown, ChevronUp, Search as SearchIcon, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../../components/ui/button';
import type { Search } from './use-search';

const text = transcriptTexts.search;

/** Finds words in the transcript; Enter goes on to the next place, with Shift to the one before. */
export function SearchBox({ search }: { search: Search }) {
  const { query, setQuery, count, at, go } = search;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const hasQuery = query.trim() !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  };
  return (
    <search className="flex min-w-0 grow basis-64 items-center gap-1">
      <label htmlFor={id} className="sr-only">
        {text.label}
      </label>
      <span className="relative flex min-w-0 grow items-center">
        <SearchIcon className="pointer-events-none absolute left-3 size-4 text-muted" aria-hidden="true" />
        <input
          ref={field}
          id={id}
          type="search"
          value={query}
          placeholder={text.label}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-11 w-full min-w-0 rounded-control border border-field bg-surface py-2 pr-11 pl-9 text-base text-ink placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
        {query !== '' && (
          <button
            type="button"
            aria-label={text.clear}
            onClick={() => {
              setQuery('');
              field.current?.focus();
            }}
            className="absolute right-0 flex size-11 items-center justify-center rounded-control text-muted"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        )}
      </span>
      <span role="status" className="shrink-0 text-sm whitespace-nowrap text-muted tabular-nums">
        {hasQuery && (count > 0 ? text.count(at + 1, count) : text.none)}
      </span>
      {hasQuery && count > 0 && (
        <>
          <Button variant="quiet" size="icon" aria-label={text.previous} onClick={() => go(-1)}>
            <ChevronUp className="size-5" aria-hidden="true" />
          </Button>
          <Button variant="quiet" size="icon" aria-label={text.next} onClick={() => go(1)}>
            <ChevronDown className="size-5" aria-hidden="true" />
          </Button>
        </>
      )}
    </search>
  );
}
