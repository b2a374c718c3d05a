import { cn } from '../../lib/cn';

export interface AmountLine {
  label: string;
  value: string;
  isStrong?: boolean;
}

/** Amounts one below the other, figures aligned. */
export function AmountLines({ lines, className }: { lines: readonly AmountLine[]; className?: string }) {
  return (
    <dl className={cn('flex flex-col gap-2', className)}>
      {lines.map(({ label, value, isStrong }) => (
        <div
          key={label}
          className={cn(
            'flex items-baseline justify-between gap-4 max-2xs:flex-wrap',
            isStrong && 'border-t border-line pt-2 font-semibold',
          )}
        >
          <dt className={isStrong ? undefined : 'text-muted'}>{label}</dt>
          <dd className={cn('shrink-0 tabular-nums', isStrong && 'text-lg')}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
