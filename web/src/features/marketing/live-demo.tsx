import { Check, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { enHome } from '../../i18n/en.home';
import type { TranscriptSegment } from '../../lib/api-types';
import { formatAgreementId, formatDuration } from '../../lib/format';
import { activeSegment } from '../transcript/active-segment';
import { TranscriptConversation } from '../transcript/transcript-view';
import { Waveform } from '../transcript/waveform';
import { useDemoClock } from './use-demo-clock';

const text = enHome.demo;
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
      className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <p className="font-serif text-xl font-medium">
            {text.a} ↔ {text.b}
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
        <Waveform className="grow" peaks={PEAKS} durationSeconds={LENGTH} positionSeconds={clock.seconds} />
        <span className="text-sm text-muted tabular-nums">{formatDuration(clock.seconds)}</span>
      </div>
      <TranscriptConversation
        segments={SEGMENTS}
        names={{ a: text.a, b: text.b }}
        active={hasBegun ? activeSegment(SEGMENTS, clock.seconds) : -1}
        onSeek={clock.seek}
      />
      <p className="text-sm text-muted">{text.silent}</p>
    </section>
  );
}
