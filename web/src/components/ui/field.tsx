import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { shellTexts as t } from '#texts/shell';
import { cn } from '../../lib/cn';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  problem?: string;
  optional?: boolean;
  /** Drawn inside the box, before the text. */
  lead?: ReactNode;
  /** A control inside the box, after the text. */
  trail?: ReactNode;
}

/** A labelled input with hint and problem, tied together for assistive technology. */
export function Field(props: FieldProps) {
  const { label, hint, problem, optional, lead, trail, className, id, ...rest } = props;
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = problem ?? hint;
  /** Whether the person has done something in it since the focus came: its description is not read out again by itself. */
  const [isUsed, setUsed] = useState(false);
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline gap-2">
        <label htmlFor={inputId} className="text-sm font-medium">
          {label}
        </label>
        {optional && <span className="text-sm text-muted">({t.common.optional})</span>}
      </div>
      <div className="relative flex items-center">
        {lead && <span className="pointer-events-none absolute left-3 text-muted">{lead}</span>}
        <input
          {...rest}
          id={inputId}
          aria-invalid={problem ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          onFocus={(event) => {
            setUsed(false);
            rest.onFocus?.(event);
          }}
          onKeyDown={(event) => {
            setUsed(true);
            rest.onKeyDown?.(event);
          }}
          onChange={(event) => {
            setUsed(true);
            rest.onChange?.(event);
          }}
          className={cn(
            'min-h-11 w-full rounded-control border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted',
            'transition-colors duration-150',
            Boolean(lead) && 'pl-9',
            Boolean(trail) && 'pr-12',
            problem ? 'border-danger' : 'border-field',
          )}
        />
        {trail && <span className="absolute right-0">{trail}</span>}
      </div>
      <p
        id={problem ? noteId : undefined}
        aria-live={isUsed ? 'polite' : 'off'}
        className="text-sm text-danger empty:sr-only"
      >
        {problem}
      </p>
      {!problem && hint && (
        <p id={noteId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
