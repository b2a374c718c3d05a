import { Play } from 'lucide-react';
import { memo } from 'react';
import { t } from '#texts/common';
import { transcriptTexts } from '#texts/transcript';
import { cn } from '../../../lib/cn';
import { formatDuration } from '../../../lib/format';
import type { PlayerClock } from '../player-clock';
import { SIDES, type Speaker } from '../speaker';
import { LineText } from './line-text';
import { type GapLine, hasUnsure, isUnsure, type SegmentLine } from './rows';
import type { Found } from './search';

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
export const SegmentRow = memo(function SegmentRow(props: SegmentRowProps) {
  const { line, name, side, isActive, isStop, clock, matches = NONE, currentMatch = -1 } = props;
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
          <LineText segment={segment} matches={matches} currentMatch={currentMatch} clock={clock} />
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
export const GapRow = memo(function GapRow({ line, isActive, isStop }: GapRowProps) {
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
