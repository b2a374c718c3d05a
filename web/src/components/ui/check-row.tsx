import { Check } from 'lucide-react';
import { cn } from '../../lib/cn';

interface CheckRowProps {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** A whole sentence; pressing it ticks the box. */
  children: string;
}

/** One statement to tick, large enough for a thumb. */
export function CheckRow({ name, checked, onChange, children }: CheckRowProps) {
  return (
    <label
      className={cn(
        'relative flex min-h-11 cursor-pointer items-start gap-3 rounded-control border p-3 transition-colors duration-150',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        checked ? 'border-accent bg-accent-soft' : 'border-field hover:bg-raised',
      )}
    >
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span
        aria-hidden="true"
        className={cn(
          'mt-px flex size-5.5 shrink-0 items-center justify-center rounded border-2',
          checked ? 'border-accent bg-accent text-on-accent' : 'border-field bg-surface',
        )}
      >
        {checked && <Check className="size-4" strokeWidth={3} />}
      </span>
      <span>{children}</span>
    </label>
  );
}
