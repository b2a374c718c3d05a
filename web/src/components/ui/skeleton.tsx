import { shellTexts as t } from '#texts/shell';
import { cn } from '../../lib/cn';

/** A grey stand-in with the size of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn('animate-[skeleton_1.6s_ease-in-out_infinite] rounded-control bg-raised', className)}
    />
  );
}

/** The shape of a list while it loads. */
export function SkeletonRows({ rows, className = 'h-16' }: { rows: number; className?: string }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{t.app.loading}</span>
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} className={className} />
      ))}
    </div>
  );
}
