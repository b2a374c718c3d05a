import { t } from '#texts/common';
import { cn } from '../../../lib/cn';
import { type DashboardFilter, FILTERS } from '../status';

interface FilterButtonsProps {
  counts: Record<DashboardFilter, number> | null;
  active: DashboardFilter;
  onChoose: (filter: DashboardFilter) => void;
}

/** The table's filter, with how many each choice holds. */
export function FilterButtons({ counts, active, onChoose }: FilterButtonsProps) {
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-1 overflow-x-auto px-4 py-0.5 sm:-mx-1 sm:flex-wrap sm:px-0">
      <legend className="sr-only">{t.dashboard.filterLabel}</legend>
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={active === filter}
          onClick={() => onChoose(filter)}
          className={cn(
            'min-h-11 shrink-0 rounded-control px-3 text-sm font-medium transition-colors duration-150',
            active === filter ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-raised hover:text-ink',
          )}
        >
          {t.dashboard.filterNames[filter]}{' '}
          {counts && <span className="tabular-nums">({counts[filter]})</span>}
        </button>
      ))}
    </fieldset>
  );
}
