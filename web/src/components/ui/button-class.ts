import { cn } from '../../lib/cn';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
/** `sm` is for rows of a table: as high as others where fingers press. */
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon';

const BASE =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control text-center font-medium transition-colors duration-150 ' +
  'disabled:opacity-55 aria-busy:opacity-80';

/** What cannot be pressed yet stays readable; a button at work keeps its colour. */
const RESTING =
  'aria-disabled:not-aria-busy:border aria-disabled:not-aria-busy:border-line aria-disabled:not-aria-busy:bg-raised ' +
  'aria-disabled:not-aria-busy:text-muted';
const FADED = 'aria-disabled:not-aria-busy:opacity-55';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: `bg-accent text-on-accent hover:bg-accent-hover ${RESTING}`,
  secondary: `border border-line bg-surface text-ink hover:bg-raised ${FADED}`,
  quiet: `text-ink hover:bg-raised ${FADED}`,
  danger: `bg-danger text-surface hover:opacity-90 ${RESTING}`,
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'px-2.5 py-1.5 text-sm md:pointer-fine:min-h-9',
  md: 'px-4 py-2 text-base',
  lg: 'min-h-13 px-6 py-3 text-lg',
  icon: 'min-w-11 p-2',
};

/** Class names of a button, shared by buttons and by links that look like one. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'md',
  extra?: string,
): string {
  return cn(BASE, VARIANTS[variant], SIZES[size], extra);
}
