import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn';

export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table {...rest} className={cn('w-full border-collapse text-left', className)} />;
}

export function HeadCell({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      {...rest}
      scope="col"
      className={cn('border-b border-line px-3 py-2 text-sm font-medium text-muted', className)}
    />
  );
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={cn('border-b border-line px-3 py-3 align-middle', className)} />;
}
