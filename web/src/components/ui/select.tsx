import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { cn } from '../../lib/cn';

interface SelectProps extends ComponentProps<'select'> {
  label: string;
  options: readonly { value: string; label: string }[];
  /** What the empty choice says; without it there is none. */
  placeholder?: string;
  problem?: string;
}

/** A labelled choice of one; the device's own list opens. */
export function Select({ label, options, placeholder, problem, className, id, ...rest }: SelectProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const noteId = `${selectId}-note`;
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <label htmlFor={selectId} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative flex items-center">
        <select
          {...rest}
          id={selectId}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? noteId : rest['aria-describedby']}
          className={cn(
            'min-h-11 w-full appearance-none rounded-control border bg-surface py-2 pr-10 pl-3 text-base text-ink',
            'transition-colors duration-150',
            problem ? 'border-danger' : 'border-field',
          )}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute right-3 size-4 text-muted" aria-hidden="true" />
      </div>
      {problem && (
        <p id={noteId} className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
