import { Play } from 'lucide-react';
import { memo, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { t } from '#texts/common';
import { transcriptTexts } from '#texts/transcript';
import type { SpeakerView, TranscriptSegment } from '../../lib/api/api-types';
import { cn } from '../../lib/cn';
import { formatDuration } from '../../lib/format';
import { type PlayerClock, useAt } from '../player/use-player';
import {
  activeSegment,
  type GapLine,
  hasUnsure,
  isUnsure,
  type Line,
  linesOf,
  piecesOf,
  placeWords,
  type SegmentLine,
} from './lines';
import { SIDES, type Speaker, type SpeakerNames, speakerOf } from './speakers';
import type { Found } from './use-search';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Whether the person is marking words to copy: that is not pressing them. */
function isMarking(list: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && list.contains(selection.anchorNode);
}

/**
 * Pressing anything in the list with `data-at` seeks to that second. Every line has a real button; the words are
 * a shortcut for the pointer, so they have no roles of their own. The buttons are one stop of the tab key.
 */
function useLineEvents(list: RefObject<HTMLElement | null>, onSeek: (seconds: number) => void): void {
  const seek = useRef(onSeek);
  seek.current = onSeek;
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const at = target.closest<HTMLElement>('[data-at]')?.dataset.at;
      if (at === undefined || (!target.closest('button') && isMarking(element))) return;
      seek.current(Number(at));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const by = STEPS[event.key];
      const buttons = [...element.querySelectorAll<HTMLElement>('button[data-at]')];
      const here = buttons.indexOf(event.target as HTMLElement);
      if (by === undefined || here < 0) return;
      event.preventDefault();
      buttons[Math.min(Math.max(here + by, 0), buttons.length - 1)]?.focus();
    };
    element.addEventListener('click', onClick);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('click', onClick);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, [list]);
}

const NO_WORDS: NonNullable<TranscriptSegment['words']> = [];

interface LineTextProps {
  segment: TranscriptSegment;
  matches: readonly Found[];
  /** Index of the match that is being looked at; -1 when it is in another line. */
  currentMatch: number;
}

interface WordsProps extends LineTextProps {
  /** Index of the word being heard; -1 for none. */
  current: number;
}

/** The words of a line, each with its second, and what was searched for marked in them. */
function Words({ segment, matches, currentMatch, current }: WordsProps) {
  const words = segment.words ?? NO_WORDS;
  const placed = useMemo(() => placeWords(segment.text, words), [segment.text, words]);
  const pieces = useMemo(() => piecesOf(segment.text, placed, matches), [segment.text, placed, matches]);
  if (pieces.length === 1 && pieces[0]?.match === -1) return segment.text;
  return pieces.map(({ text, from, word, match }) => {
    if (word < 0 && match < 0) return text;
    const isUnsure = words[word]?.isUnsure === true;
    const isHeard = word >= 0 && word === current;
    const className = cn(
      isHeard && 'rounded-xs bg-accent text-on-accent shadow-[0_0_0_2px_var(--accent)]',
      isUnsure && 'underline decoration-warn decoration-dotted decoration-2 underline-offset-4',
      match >= 0 && !isHeard && (match === currentMatch ? 'bg-warn text-surface' : 'bg-warn-soft text-ink'),
    );
    const Tag = match >= 0 ? 'mark' : 'span';
    return (
      <Tag
        key={from}
        data-at={word >= 0 ? words[word]?.start : undefined}
        data-match={match >= 0 && match === currentMatch ? 'current' : undefined}
        data-word={isHeard ? 'current' : undefined}
        title={isUnsure ? transcriptTexts.checkThis(formatDuration(words[word]?.start ?? 0)) : undefined}
        className={className || undefined}
      >
        {text}
      </Tag>
    );
  });
}

/** The line being heard: only this small part is drawn anew from word to word. */
function HeardWords({ clock, ...rest }: LineTextProps & { clock: PlayerClock }) {
  const words = rest.segment.words ?? NO_WORDS;
  const pick = useCallback((seconds: number) => activeSegment(words, seconds), [words]);
  return <Words {...rest} current={useAt(clock, pick)} />;
}

/** The text of a line. With a clock the word being heard is marked. */
function LineText({ clock, ...rest }: LineTextProps & { clock: PlayerClock | null }) {
  return clock ? <HeardWords {...rest} clock={clock} /> : <Words {...rest} current={-1} />;
}

/** Lines far from the screen are not laid out until they come near; paper has them all. */
const ROW =
  '[content-visibility:auto] [contain-intrinsic-size:auto_4.5rem] print:[content-visibility:visible]';

const NONE: readonly Found[] = [];

interface SegmentRowProps {
  line: SegmentLine;
  name: Speaker['name'];
  side: Speaker['side'];
  isActive: boolean;
  /** Whether the tab key stops here. */
  isStop: boolean;
  /** Only for the line being heard. */
  clock: PlayerClock | null;
  /** What is spoken, as BCP-47; left out where nobody knows. */
  language: string | undefined;
  matches?: readonly Found[];
  currentMatch?: number;
}

function TimeButton({ at, isStop }: { at: number; isStop: boolean }) {
  const time = formatDuration(at);
  return (
    <button
      type="button"
      data-at={at}
      tabIndex={isStop ? 0 : -1}
      aria-label={t.viewer.playFrom(time)}
      className="-mx-1.5 min-h-6 min-w-6 rounded-control px-1.5 text-muted tabular-nums"
    >
      {time}
    </button>
  );
}

/** One stretch of speech. Pressing it plays it, pressing a word plays from there. */
const SegmentRow = memo(function SegmentRow(props: SegmentRowProps) {
  const { line, name, side, isActive, isStop, clock, language, matches = NONE, currentMatch = -1 } = props;
  const { segment } = line;
  const { row, bar, name: colour } = SIDES[side];
  const unsure = isUnsure(segment);
  return (
    <li data-at={segment.start} aria-current={isActive ? 'true' : undefined} className={cn(row, ROW)}>
      <div
        className={cn(
          'flex cursor-pointer flex-col gap-0.5 rounded-r-control border-l-2 px-3 py-2 transition-colors duration-150',
          bar,
          isActive ? 'bg-accent-soft' : 'hover:bg-raised',
        )}
      >
        <p className="flex items-baseline gap-2 text-sm">
          <span className={cn('font-semibold', colour, line.goesOn && 'sr-only')}>{name}</span>
          <TimeButton at={segment.start} isStop={isStop} />
          {segment.isOverlap && <span className="text-muted">{transcriptTexts.overlap}</span>}
        </p>
        <p className={cn(unsure && 'underline decoration-warn decoration-dotted underline-offset-4')}>
          {/* What a person typed of a whole recording has lines of its own. */}
          <span lang={language} className="whitespace-pre-line">
            <LineText segment={segment} matches={matches} currentMatch={currentMatch} clock={clock} />
          </span>
          {hasUnsure(segment) && <span className="sr-only"> {t.viewer.unsure}</span>}
        </p>
      </div>
    </li>
  );
});

interface GapRowProps {
  line: GapLine;
  isActive: boolean;
  isStop: boolean;
}

/** Somebody speaks here, but there are no words: said plainly, with the way to hear it. */
const GapRow = memo(function GapRow({ line, isActive, isStop }: GapRowProps) {
  const [from, to] = [formatDuration(line.start), formatDuration(line.end)];
  return (
    <li aria-current={isActive ? 'true' : undefined} className={cn('py-1', ROW)}>
      <button
        type="button"
        data-at={line.start}
        tabIndex={isStop ? 0 : -1}
        className={cn(
          'flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-control border border-dashed border-field px-3 py-2 text-left text-sm text-muted transition-colors duration-150',
          isActive ? 'bg-accent-soft' : 'hover:bg-raised',
        )}
      >
        <Play className="size-4 shrink-0" aria-hidden="true" />
        <span>{transcriptTexts.gap}</span>
        <span className="tabular-nums">{transcriptTexts.gapTime(from, to)}</span>
      </button>
    </li>
  );
});

interface ConversationProps {
  lines: readonly Line[];
  speakers: readonly SpeakerView[];
  /** Index of the line being heard; -1 for none. */
  active: number;
  onSeek: (seconds: number) => void;
  /** What is spoken, as BCP-47; null where nobody knows. */
  language?: string | null;
  /** Marks the word being heard, where the times of words are known. */
  clock?: PlayerClock | null;
  /** What was searched for, by index of the line. */
  found?: ReadonlyMap<number, readonly Found[]>;
  /** The place that is being looked at. */
  current?: Found | null;
  list?: RefObject<HTMLOListElement | null>;
}

/** Lines of speech as a conversation. Pressing one plays it. */
export function Conversation(props: ConversationProps) {
  const { lines, speakers, active, onSeek, language, clock = null, found, current = null, list } = props;
  const own = useRef<HTMLOListElement>(null);
  const root = list ?? own;
  useLineEvents(root, onSeek);
  const stop = Math.max(active, 0);
  return (
    <ol ref={root} className="flex flex-col gap-1">
      {lines.map((line, i) => {
        const isActive = i === active;
        const common = { isActive, isStop: i === stop };
        if (line.kind === 'gap') return <GapRow key={line.key} line={line} {...common} />;
        const speaker = speakerOf(line.segment.speaker, speakers, t.viewer.unknownSpeaker);
        const matches = found?.get(i);
        return (
          <SegmentRow
            key={line.key}
            line={line}
            name={speaker.name}
            side={speaker.side}
            language={language ?? undefined}
            clock={isActive && line.segment.words?.length ? clock : null}
            matches={matches}
            currentMatch={current ? matches?.indexOf(current) : -1}
            {...common}
          />
        );
      })}
    </ol>
  );
}

interface TranscriptConversationProps {
  /** Their speakers are `a` and `b`. */
  segments: readonly TranscriptSegment[];
  names: SpeakerNames;
  /** Index of the segment being heard; -1 for none. */
  active: number;
  onSeek: (seconds: number) => void;
}

/** A conversation of which nothing but the two parties' words is known. */
export function TranscriptConversation({ segments, names, active, onSeek }: TranscriptConversationProps) {
  const { a, b } = names;
  const lines = useMemo(() => linesOf(segments, []), [segments]);
  const speakers = useMemo(
    () => [
      { label: 'a', party: 'a' as const, name: a, basis: null },
      { label: 'b', party: 'b' as const, name: b, basis: null },
    ],
    [a, b],
  );
  return <Conversation lines={lines} speakers={speakers} active={active} onSeek={onSeek} />;
}
