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
    <fieldset className="grid grid-cols-2 gap-3 max-2xs:grid-cols-1 lg:grid-cols-4">
      <legend className="sr-only">{t.dashboard.filters}</legend>
      {CARDS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={active === filter}
          onClick={() => onChoose(filter)}
          className={cn(
            'flex flex-col items-start gap-1 rounded-card border bg-surface p-4 text-left transition-colors duration-150 hover:bg-raised',
            active === filter ? 'border-accent ring-1 ring-accent' : 'border-line',
          )}
        >
          {counts || hasFailed ? (
            <span className="text-3xl font-semibold tabular-nums">{counts ? counts[filter] : '–'}</span>
          ) : (
            <Skeleton className="h-9 w-12" />
          )}
          <span className="text-sm text-muted">{t.dashboard.cards[filter]}</span>
        </button>
      ))}
    </fieldset>
  );
}
