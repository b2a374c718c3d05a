import { Search } from 'lucide-react';
import { useId } from 'react';
import { t } from '#texts/common';
import { dashboardTexts } from '#texts/dashboard';
import { Field } from '../../components/ui/field';
import { Select } from '../../components/ui/select';
import { Skeleton } from '../../components/ui/skeleton';
import { cn } from '../../lib/cn';
import { type ListOrder, ORDERS } from './arrange';
import { type DashboardFilter, FILTERS } from './status';

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

const text = dashboardTexts.list;
const OPTIONS = ORDERS.map((value) => ({ value, label: text.orders[value] }));

/** From so many contracts on, looking for one is worth a field. */
export const SEARCH_FROM = 8;

interface ListToolsProps {
  search: string;
  onSearch: (search: string) => void;
  /** Somebody is about to type. */
  onSeek: () => void;
  order: ListOrder;
  onOrder: (order: ListOrder) => void;
  /** What the search has found, told to those who listen; null while nothing is searched for. */
  found: number | null;
}

/** Finds a contract in a long list, and puts the list in another order. */
export function ListTools({ search, onSearch, onSeek, order, onOrder, found }: ListToolsProps) {
  const id = useId();
  return (
    <search className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 max-2xs:grid-cols-1">
      <Field
        label={text.search}
        type="search"
        id={id}
        autoComplete="off"
        lead={<Search className="size-4" aria-hidden="true" />}
        value={search}
        onFocus={onSeek}
        onChange={(event) => onSearch(event.target.value)}
      />
      <Select
        label={text.order}
        options={OPTIONS}
        value={order}
        onChange={(event) => onOrder(ORDERS.find((one) => one === event.target.value) ?? 'newest')}
      />
      <p role="status" className="sr-only">
        {found !== null && text.found(found)}
      </p>
    </search>
  );
}
