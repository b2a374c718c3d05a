import type { ReactNode } from 'react';
import { cn } from '../../lib/cn';

export type BadgeTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger' | 'purple' | 'blue';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-raised text-ink',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  purple: 'bg-purple-soft text-purple',
  blue: 'bg-blue-soft text-blue',
};

interface BadgeProps {
  tone?: BadgeTone;
  /** A small sign beside the words, so that colour is never alone. */
  icon?: ReactNode;
  /** A whole phrase, which may wrap on small screens. */
  isLong?: boolean;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, isLong = false, className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 px-2.5 font-medium',
        isLong
          ? 'rounded-control py-1 text-xs sm:text-sm'
          : 'rounded-2xl py-0.5 text-sm sm:whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
