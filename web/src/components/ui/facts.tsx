import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/cn';

const LAYOUTS = {
  /** Columns of one width, as many as fit. */
  columns: 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,40%)),1fr))] gap-4 sm:gap-x-8',
  /** One beside the other, each as wide as it is. */
  line: 'flex flex-wrap gap-x-8 gap-y-3 tabular-nums',
  /** One below the other; from 40rem on names in a column of their own. */
  table:
    'grid gap-x-6 gap-y-2 text-sm *:flex *:flex-col sm:grid-cols-[auto_1fr] sm:*:contents [&_dd]:wrap-anywhere',
} as const;

interface FactsProps extends ComponentProps<'dl'> {
  layout?: keyof typeof LAYOUTS;
}

/** What there is to know of something, each with its name. */
export function Facts({ layout = 'columns', className, ...rest }: FactsProps) {
  return <dl {...rest} className={cn(LAYOUTS[layout], className)} />;
}

interface FactProps {
  name: string;
  /** Takes a line of its own where facts stand beside each other. */
  isWide?: boolean;
  /** Of the value. */
  className?: string;
  children: ReactNode;
}

export function Fact({ name, isWide, className, children }: FactProps) {
  return (
    <div className={isWide ? 'w-full' : 'min-w-0'}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
