import { t } from '#texts/common';
import { Skeleton } from '../../../components/ui/skeleton';
import { cn } from '../../../lib/cn';
import type { DashboardFilter } from '../status';

const CARDS: readonly DashboardFilter[] = ['all', 'progress', 'awaiting', 'completed'];

interface FilterCardsProps {
  counts: Record<DashboardFilter, number> | null;
  /** The numbers could not be loaded; filtering works all the same. */
  hasFailed?: boolean;
  active: DashboardFilter;
  onChoose: (filter: DashboardFilter) => void;
}

/** Four numbers; pressing one filters the table. */
export function FilterCards({ counts, hasFailed, active, onChoose }: FilterCardsProps) {
  return (
    <fieldset
      // One line that scrolls on phones: the contracts themselves begin on the first screen.
      className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-0.5 sm:mx-0 sm:grid sm:grid-cols-4 sm:gap-3 sm:px-0"
    >
      <legend className="sr-only">{t.dashboard.filters}</legend>
      {CARDS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={active === filter}
          onClick={() => onChoose(filter)}
          className={cn(
            'flex min-h-11 shrink-0 items-baseline gap-2 rounded-card border bg-surface px-3 py-2 text-left sm:flex-col sm:items-start sm:gap-1 sm:p-4 transition-colors duration-150 hover:bg-raised',
            active === filter ? 'border-accent ring-1 ring-accent' : 'border-line',
          )}
        >
          {counts || hasFailed ? (
            <span className="text-lg font-semibold tabular-nums sm:text-3xl">
              {counts ? counts[filter] : '–'}
            </span>
          ) : (
            <Skeleton className="h-7 w-6 sm:h-9 sm:w-12" />
          )}
          <span className="text-sm text-muted">{t.dashboard.cards[filter]}</span>
        </button>
      ))}
    </fieldset>
  );
}
