import { type ComponentProps, useId } from 'react';
import { t } from '#texts/common';
import { cn } from '../../lib/cn';

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string;
  problem?: string;
  optional?: boolean;
}

/** A labelled box for a few sentences, with hint and problem tied to it. */
export function TextArea({ label, hint, problem, optional, className, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const areaId = id ?? ownId;
  const noteId = `${areaId}-note`;
  const note = problem ?? hint;
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline gap-2">
        <label htmlFor={areaId} className="text-sm font-medium">
          {label}
        </label>
        {optional && <span className="text-sm text-muted">({t.common.optional})</span>}
      </div>
      <textarea
        rows={4}
        {...rest}
        id={areaId}
        aria-invalid={problem ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={cn(
          'min-h-24 w-full rounded-control border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted',
          'transition-colors duration-150',
          problem ? 'border-danger' : 'border-field',
        )}
      />
      {note && (
        <p id={noteId} className={cn('text-sm', problem ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}
