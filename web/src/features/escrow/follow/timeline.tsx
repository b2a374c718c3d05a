import { Check } from 'lucide-react';
import { escrowTexts } from '#texts/escrow';
import { Card, CardTitle } from '../../../components/ui/card';
import { cn } from '../../../lib/cn';
import { formatDateTime } from '../../../lib/format';
import type { HeldPayment } from '../held-payment';
import { type Point, type PointState, timelinePoints } from '../words';

const text = escrowTexts.timeline;

const SIGNS: Record<PointState, string> = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent bg-surface',
  todo: 'border-field bg-surface',
};

function Sign({ state }: { state: PointState }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'relative z-10 flex size-6 shrink-0 items-center justify-center rounded-full border-2',
        SIGNS[state],
      )}
    >
      {state === 'done' && <Check className="size-4" strokeWidth={3} />}
      {state === 'current' && <span className="size-2.5 rounded-full bg-accent" />}
    </span>
  );
}

function Row({ point, isLast }: { point: Point; isLast: boolean }) {
  return (
    <li
      className="relative flex gap-4 pb-6 last:pb-0"
      aria-current={point.state === 'current' ? 'step' : undefined}
    >
      {!isLast && (
        <span
          aria-hidden="true"
          className={cn(
            'absolute top-6 bottom-0 left-3 -ml-px w-0.5',
            point.state === 'done' ? 'bg-accent' : 'bg-line',
          )}
        />
      )}
      <Sign state={point.state} />
      <div className="min-w-0">
        <p className={point.state === 'todo' ? 'text-muted' : 'font-medium'}>
          {point.label}
          <span className="sr-only">: {text[point.state]}</span>
        </p>
        {point.at && (
          <time dateTime={point.at} className="text-sm text-muted tabular-nums">
            {formatDateTime(point.at)}
          </time>
        )}
        {point.note && <p className="text-sm text-muted tabular-nums">{point.note}</p>}
      </div>
    </li>
  );
}

/** Held, delivered, released: with their times. */
export function Timeline({ held }: { held: HeldPayment }) {
  const points = timelinePoints(held, formatDateTime);
  return (
    <Card aria-labelledby="held-timeline" className="flex flex-col gap-5">
      <CardTitle id="held-timeline">{text.title}</CardTitle>
      <ol>
        {points.map((point, i) => (
          <Row key={point.label} point={point} isLast={i === points.length - 1} />
        ))}
      </ol>
    </Card>
  );
}
