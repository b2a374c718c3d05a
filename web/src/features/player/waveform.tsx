import { type KeyboardEvent, useMemo, useRef } from 'react';
import { t } from '#texts/common';
import { cn } from '../../lib/cn';
import { speakDuration } from '../../lib/format';

/** The lowest bar that is drawn, so that silence is a line and not a gap. */
const LOWEST = 0.06;

/** Loudest value of each part; a short row is stretched, and of nothing there is nothing. */
export function fitPeaks(peaks: readonly number[], count: number): number[] {
  if (peaks.length === 0) return [];
  const top = Math.max(0.05, ...peaks);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((i + 1) * peaks.length) / count));
    return Math.max(LOWEST, Math.max(...peaks.slice(from, to)) / top);
  });
}

const BARS = 96;
/** Above what is played from one drawing to the next: somebody has pressed a line or a term. */
const LEAST_LEAP_SECONDS = 1.5;
const HEIGHT = 48;
const STEP_SECONDS = 5;
const LEAP_SECONDS = 30;

/** How far a key moves, in seconds; the slider's own steps are too small to listen with. */
const KEY_SECONDS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP_SECONDS,
  ArrowDown: -STEP_SECONDS,
  ArrowRight: STEP_SECONDS,
  ArrowUp: STEP_SECONDS,
  PageDown: -LEAP_SECONDS,
  PageUp: LEAP_SECONDS,
};

/** What is drawn of a sound whose shape nobody knows: the track of a slider, which cannot be taken for silence. */
const TRACK = `M4 ${HEIGHT / 2}H${BARS * 4 - 4}`;
const TRACK_WIDTH = 8;

interface WaveformProps {
  /** 0 to 1, any number of them; none when nobody knows the shape of the sound, null as long as it is asked for. */
  peaks: readonly number[] | null;
  durationSeconds: number;
  positionSeconds: number;
  isPlaying?: boolean;
  /** Without it the waveform is a picture. */
  onSeek?: (seconds: number) => void;
  className?: string;
}

function barsPath(bars: readonly number[]): string {
  return bars
    .map((bar, i) => {
      const half = (bar * (HEIGHT - 4)) / 2;
      return `M${i * 4 + 2} ${(HEIGHT / 2 - half).toFixed(1)}V${(HEIGHT / 2 + half).toFixed(1)}`;
    })
    .join('');
}

/** The shape of a recording; the part already heard is in the accent colour. A real slider lies over it. */
export function Waveform(props: WaveformProps) {
  const { peaks, durationSeconds, positionSeconds, isPlaying = false, onSeek, className } = props;
  // What a screen reader is told: it would talk over the recording if the slider went along with it.
  const told = useRef(positionSeconds);
  const before = useRef(positionSeconds);
  const isSought = Math.abs(positionSeconds - before.current) > LEAST_LEAP_SECONDS;
  if (!isPlaying || isSought) told.current = positionSeconds;
  before.current = positionSeconds;
  const seek = (seconds: number) => {
    told.current = seconds;
    onSeek?.(seconds);
  };
  const path = useMemo(() => (peaks?.length ? barsPath(fitPeaks(peaks, BARS)) : TRACK), [peaks]);
  const strokeWidth = peaks?.length ? 2 : TRACK_WIDTH;
  const share = durationSeconds > 0 ? Math.min(1, positionSeconds / durationSeconds) : 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = KEY_SECONDS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    seek(Math.min(Math.max(positionSeconds + by, 0), durationSeconds));
  };
  return (
    <div className={cn('relative h-12', className)}>
      {peaks === null ? (
        <div className="h-full rounded-control bg-raised" />
      ) : (
        <svg
          viewBox={`0 0 ${BARS * 4} ${HEIGHT}`}
          preserveAspectRatio="none"
          fill="none"
          className="size-full"
          aria-hidden="true"
        >
          <path d={path} className="stroke-field" strokeWidth={strokeWidth} strokeLinecap="round" />
          <path
            d={path}
            className="stroke-accent"
            strokeWidth={strokeWidth}
            strokeLinecap="round"
            style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}
          />
        </svg>
      )}
      {onSeek && (
        <input
          type="range"
          min={0}
          max={Math.max(durationSeconds, 0.1)}
          step={0.1}
          value={Math.min(told.current, durationSeconds)}
          onChange={(event) => seek(Number(event.target.value))}
          onKeyDown={onKeyDown}
          aria-label={t.viewer.seek}
          aria-valuetext={t.viewer.position(speakDuration(told.current), speakDuration(durationSeconds))}
          className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control bg-transparent opacity-0 focus-visible:opacity-100 [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:appearance-none"
        />
      )}
    </div>
  );
}
