import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn';

/** A sheet on the page: hairline border, 24 px inside (16 px on small screens). */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={cn('rounded-card border border-line bg-surface p-4 sm:p-6', className)} />
  );
}

interface CardTitleProps extends ComponentProps<'h2'> {
  level?: 2 | 3;
}

export function CardTitle({ className, level = 2, ...rest }: CardTitleProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return <Heading {...rest} className={cn('font-sans text-lg font-semibold', className)} />;
}
