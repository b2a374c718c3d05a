import { useEffect } from 'react';
import { escrowTexts } from '#texts/escrow';
import { formatDateTime } from '../../../lib/format';
import type { HeldRole } from '../held-payment';
import { useTicks } from '../use-ticks';
import { leftWords } from '../words';

const text = escrowTexts.clock;
const OVER_LOOK_MS = 15_000;

interface ReleaseClockProps {
  releaseAt: string;
  role: HeldRole;
  onLook: () => Promise<unknown>;
}

/** How long the buyer may still look at it; the same for both sides. */
export function ReleaseClock({ releaseAt, role, onLook }: ReleaseClockProps) {
  const now = useTicks();
  const left = leftWords(Date.parse(releaseAt) - now);
  const isOver = left === null;
  useEffect(() => {
    if (!isOver) return;
    const timer = setInterval(() => onLook().catch(() => undefined), OVER_LOOK_MS);
    return () => clearInterval(timer);
  }, [isOver, onLook]);
  return (
    <div className="rounded-control bg-raised p-4">
      <p className="text-sm text-muted">{text.title}</p>
      <p role="timer" className="font-serif text-3xl font-medium tracking-tight tabular-nums">
        {isOver ? escrowTexts.time.over : escrowTexts.time.left(left)}
      </p>
      <p className="text-sm tabular-nums">
        {isOver ? escrowTexts.time.overText : `${text.until(formatDateTime(releaseAt))}. ${text[role]}`}
      </p>
    </div>
  );
}
