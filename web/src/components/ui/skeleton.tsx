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
