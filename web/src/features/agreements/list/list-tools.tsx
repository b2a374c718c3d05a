import { Search } from 'lucide-react';
import { useId } from 'react';
import { dashboardTexts } from '#texts/dashboard';
import { Field } from '../../../components/ui/field';
import { Select } from '../../../components/ui/select';
import { type ListOrder, ORDERS } from './arrange';

const text = dashboardTexts.list;
const OPTIONS = ORDERS.map((value) => ({ value, label: text.orders[value] }));

/** From so many contracts on, looking for one is worth a field. */
export const SEARCH_FROM = 8;

interface ListToolsProps {
  search: string;
  onSearch: (search: string) => void;
  order: ListOrder;
  onOrder: (order: ListOrder) => void;
  /** What the search has found, told to those who listen; null while nothing is searched for. */
  found: number | null;
}

/** Finds a contract in a long list, and puts the list in another order. */
export function ListTools({ search, onSearch, order, onOrder, found }: ListToolsProps) {
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
