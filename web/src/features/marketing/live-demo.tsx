import { ArrowLeftRight, Check, Pause, Play } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { homeTexts } from '#texts/home';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { Fact, Facts } from '../../components/ui/facts';
import type { TranscriptSegment } from '../../lib/api/api-types';
import { useMediaQuery } from '../../lib/browser/hooks';
import { usePieces } from '../../lib/browser/start-up';
import { cn } from '../../lib/cn';
import { formatAgreementId, formatDuration } from '../../lib/format';
import { Waveform } from '../player/waveform';
import { activeSegment } from '../transcript/lines';
import { TranscriptConversation } from '../transcript/transcript-view';
import { DEMO_HEIGHT } from './hero';

const text = homeTexts.demo;
const LENGTH = 23;
const PEAKS_PER_SECOND = 6;

const SEGMENTS: TranscriptSegment[] = text.segments.map(({ who, ...rest }) => ({
  ...rest,
  speaker: who,
  confidence: null,
}));

/** Loudness as speech has it: syllables inside the spoken parts, near silence between them. */
const PEAKS = Array.from({ length: LENGTH * PEAKS_PER_SECOND }, (_, i) => {
  const at = i / PEAKS_PER_SECOND;
  const isSpoken = SEGMENTS.some((segment) => at >= segment.start && at < segment.end);
  if (!isSpoken) return 0.05;
  return 0.35 + 0.4 * Math.abs(Math.sin(i * 1.7)) + 0.25 * Math.abs(Math.sin(i * 0.61 + 1));
});

/** A finished contract, drawn by the same components as the real one. */
export function LiveDemo() {
  const root = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const clock = useDemoClock(LENGTH, isSeen);
  const pieces = usePieces(3);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      threshold: 0.35,
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const hasBegun = clock.isRunning || clock.seconds > 0;
  return (
    <section
      ref={root}
      aria-label={text.label}
      className={cn('flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-6', DEMO_HEIGHT)}
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <p className="font-serif text-xl font-medium">
            {text.a}{' '}
            {/* No font of ours has the sign: looking for one that does takes longer than the rest of the page. */}
            <ArrowLeftRight className="inline size-4 text-muted" role="img" aria-label={text.and} /> {text.b}
          </p>
          <p className="text-sm text-muted tabular-nums">
            {text.example} · {formatAgreementId(text.id)}
          </p>
        </div>
        <Badge tone="ok" icon={<Check className="size-3.5" aria-hidden="true" />}>
          {text.sealed}
        </Badge>
      </div>
      <div className="flex items-center gap-4">
        <Button
          size="icon"
          className="size-12 shrink-0 rounded-full"
          aria-label={clock.isRunning ? text.pause : text.play}
          onClick={clock.toggle}
        >
          {clock.isRunning ? (
            <Pause className="size-5" aria-hidden="true" />
          ) : (
            <Play className="size-5" aria-hidden="true" />
          )}
        </Button>
        <div className="min-w-0 grow">
          <Waveform
            peaks={PEAKS}
            durationSeconds={LENGTH}
            positionSeconds={clock.seconds}
            onSeek={clock.seek}
          />
          <p className="mt-1 flex justify-between text-sm text-muted tabular-nums">
            <span>{formatDuration(clock.seconds)}</span>
            <span>{formatDuration(LENGTH)}</span>
          </p>
        </div>
      </div>
      {pieces > 1 && (
        <TranscriptConversation
          segments={SEGMENTS}
          names={{ a: text.a, b: text.b }}
          active={hasBegun ? activeSegment(SEGMENTS, clock.seconds) : -1}
          onSeek={clock.seek}
        />
      )}
      {pieces > 2 && (
        <>
          <Facts layout="line" className="border-t border-line pt-4">
            {text.facts.map((fact) => (
              <Fact key={fact.name} name={fact.name}>
                {fact.value}
              </Fact>
            ))}
          </Facts>
          <p className="text-sm text-muted">{text.silent}</p>
        </>
      )}
    </section>
  );
}

const STEP_MS = 100;

interface DemoClock {
  seconds: number;
  isRunning: boolean;
  toggle: () => void;
  seek: (seconds: number) => void;
}

/** Runs once through a silent example when it is first seen; holds still for people who ask for less motion. */
function useDemoClock(lengthSeconds: number, isSeen: boolean): DemoClock {
  const [seconds, setSeconds] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const hasStarted = useRef(false);

  useEffect(() => {
    if (!isSeen || hasStarted.current) return;
    hasStarted.current = true;
    if (!isCalm) setRunning(true);
  }, [isSeen, isCalm]);

  // The setting may change while it runs. Pressing play still works afterwards.
  useEffect(() => {
    if (isCalm) setRunning(false);
  }, [isCalm]);

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      setSeconds((now) => Math.min(lengthSeconds, now + STEP_MS / 1000));
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isRunning, lengthSeconds]);

  const isOver = seconds >= lengthSeconds;
  useEffect(() => {
    if (isOver) setRunning(false);
  }, [isOver]);

  const toggle = useCallback(() => {
    if (isOver) setSeconds(0);
    setRunning((running) => !running);
  }, [isOver]);

  return { seconds, isRunning, toggle, seek: setSeconds };
}
