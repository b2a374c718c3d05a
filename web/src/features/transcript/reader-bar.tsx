import { ChevronDown, ChevronUp, LocateFixed, Pause, Play, Search as SearchIcon, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef } from 'react';
import { t } from '#texts/common';
import { transcriptTexts } from '#texts/transcript';
import { Button } from '../../components/ui/button';
import { formatDuration } from '../../lib/format';
import { PlayerTime, PlayerWaveform } from '../player/player-row';
import { type Player, SPEEDS, type Speed } from '../player/use-player';
import type { Search } from './use-search';

const text = transcriptTexts.search;

/** Finds words in the transcript; Enter goes on to the next place, with Shift to the one before. */
function SearchBox({ search }: { search: Search }) {
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

/** A sound and its player. */
export interface Recording {
  player: Player;
  /** Its shape; null as long as it is asked for. */
  peaks: readonly number[] | null;
}

interface ReaderBarProps {
  bar: RefObject<HTMLDivElement | null>;
  /** What is played here; null where its player stands elsewhere. */
  recording: Recording | null;
  speed: Speed;
  onSpeed: (speed: Speed) => void;
  search: Search;
  /** Brings the line being heard back; null while the screen goes along anyway. */
  onFollow: (() => void) | null;
}

function SpeedChoice({ speed, onSpeed }: Pick<ReaderBarProps, 'speed' | 'onSpeed'>) {
  const id = useId();
  return (
    <span className="relative flex items-center">
      <label htmlFor={id} className="sr-only">
        {transcriptTexts.speed}
      </label>
      <select
        id={id}
        value={speed}
        onChange={(event) => {
          const chosen = SPEEDS.find((one) => String(one) === event.target.value);
          if (chosen) onSpeed(chosen);
        }}
        className="min-h-11 appearance-none rounded-control border border-field bg-surface pr-8 pl-3 text-sm text-ink tabular-nums"
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {transcriptTexts.speedOf(one)}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute right-2.5 size-4 text-muted" aria-hidden="true" />
    </span>
  );
}

function BarPlayer({ player, peaks }: Recording) {
  const Icon = player.isPlaying ? Pause : Play;
  return (
    <div className="flex items-center gap-3 max-2xs:flex-wrap">
      <Button
        size="icon"
        className="shrink-0 rounded-full"
        aria-label={player.isPlaying ? t.viewer.pause : t.viewer.play}
        onClick={player.toggle}
      >
        <Icon className="size-5" aria-hidden="true" />
      </Button>
      <div className="min-w-0 grow basis-24">
        <PlayerWaveform player={player} peaks={peaks} className="h-11" />
      </div>
      <span className="text-sm whitespace-nowrap text-muted tabular-nums">
        <PlayerTime clock={player.clock} />
        {player.duration > 0 && ` / ${formatDuration(player.duration)}`}
      </span>
    </div>
  );
}

/** The player of the recording that is read, at hand all the time, with how fast, and the search. */
export function ReaderBar({ bar, recording, speed, onSpeed, search, onFollow }: ReaderBarProps) {
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={transcriptTexts.tools}
      data-print="no"
      // Where large text leaves little room, the room belongs to the transcript.
      className="top-(--reader-top,0px) z-[5] -mx-1 flex flex-col gap-2 border-b border-line bg-surface px-1 py-2 [@media(min-height:36rem)]:sticky"
    >
      {recording && <BarPlayer {...recording} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SpeedChoice speed={speed} onSpeed={onSpeed} />
        {onFollow && (
          <Button variant="secondary" onClick={onFollow} className="px-3 text-sm">
            <LocateFixed className="size-4 shrink-0" aria-hidden="true" />
            {transcriptTexts.follow}
          </Button>
        )}
        <SearchBox search={search} />
      </div>
    </div>
  );
}
