import { TriangleAlert } from 'lucide-react';
import { recordScreenTexts } from '#texts/record-screen';
import { cn } from '../../../lib/cn';
import { formatDuration, speakDuration } from '../../../lib/format';

const text = recordScreenTexts.limit;

const TONES: Record<LimitTone, string> = { blue: 'bg-blue', yellow: 'bg-warn', red: 'bg-danger' };

interface LimitBarProps {
  seconds: number;
  limitSeconds: number;
}

/** How much of the plan's time is used; warns in words as well as in colour. */
export function LimitBar({ seconds, limitSeconds }: LimitBarProps) {
  const { share, tone, left, warning } = limitStage(seconds, limitSeconds);
  const remaining = formatDuration(left);
  return (
    <div className="flex w-full max-w-md flex-col gap-1.5">
      <div
        role="progressbar"
        aria-label={text.label}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${speakDuration(seconds)} / ${speakDuration(limitSeconds)}`}
        data-tone={tone}
        className="h-2 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={cn('h-full origin-left transition-transform duration-200', TONES[tone])}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 text-sm tabular-nums">
        {warning === 'remaining' && (
          <span className="font-medium text-warn">{text.remaining(remaining)}</span>
        )}
        {warning === 'approaching' && (
          <span className="flex items-center gap-1.5 font-medium text-danger">
            <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
            {text.approaching(remaining)}
          </span>
        )}
        <span className="ml-auto text-muted">{text.maximum(formatDuration(limitSeconds))}</span>
      </p>
    </div>
  );
}

type LimitTone = 'blue' | 'yellow' | 'red';

interface LimitStage {
  /** How much of the time is used, 0 to 1. */
  share: number;
  tone: LimitTone;
  /** Whole seconds. */
  left: number;
  warning: 'remaining' | 'approaching' | null;
}

/** How near a recording is to its limit. Both in seconds; the limit is above 0. */
export function limitStage(seconds: number, limitSeconds: number): LimitStage {
  const share = Math.min(1, Math.max(0, seconds / limitSeconds));
  const left = Math.max(0, limitSeconds - Math.floor(seconds));
  return {
    share,
    tone: share > 0.8 ? 'red' : share > 0.6 ? 'yellow' : 'blue',
    left,
    warning: share > 0.9 ? 'approaching' : share >= 0.8 ? 'remaining' : null,
  };
}

/** mm:ss. */
export function formatTimer(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}
