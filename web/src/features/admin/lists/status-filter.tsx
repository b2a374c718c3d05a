import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { adminTexts } from '#texts/admin';

interface StatusFilterProps {
  /** Value → words. */
  options: Record<string, string>;
  value: string;
  /** Without it every choice narrows the list; with it the first choice is everything. */
  hasAll?: boolean;
  onChoose: (value: string) => void;
}

/** Narrows a list to one state. */
export function StatusFilter({ options, value, hasAll = true, onChoose }: StatusFilterProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {adminTexts.list.status}
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
