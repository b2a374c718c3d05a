import { useEffect, useRef } from 'react';
import { cn } from '../../../lib/cn';
import type { Recorder } from '../engine/recorder';

const SIZE = 208;
const BARS = 72;
const INNER = 68;
const LONGEST = 30;

interface LevelRingProps {
  recorder: Recorder;
  isLive: boolean;
}

function draw(pen: CanvasRenderingContext2D, levels: readonly number[]): void {
  pen.clearRect(0, 0, SIZE, SIZE);
  pen.lineWidth = 3;
  pen.lineCap = 'round';
  pen.beginPath();
  for (let i = 0; i < BARS; i += 1) {
    // The newest level is at the top and runs down both sides, so the ring stays even.
    const age = Math.min(i, BARS - i);
    const level = levels[levels.length - 1 - age] ?? 0;
    const angle = (i / BARS) * Math.PI * 2 - Math.PI / 2;
    const outer = INNER + 3 + level * LONGEST;
    pen.moveTo(SIZE / 2 + Math.cos(angle) * INNER, SIZE / 2 + Math.sin(angle) * INNER);
    pen.lineTo(SIZE / 2 + Math.cos(angle) * outer, SIZE / 2 + Math.sin(angle) * outer);
  }
  pen.stroke();
}

/** The real loudness of the microphone, drawn around the main control without rendering React. */
export function LevelRing({ recorder, isLive }: LevelRingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    element.width = SIZE * ratio;
    element.height = SIZE * ratio;
    pen.scale(ratio, ratio);
    pen.strokeStyle = getComputedStyle(element).color;
    const levels: number[] = new Array<number>(BARS).fill(0);
    draw(pen, levels);
    if (!isLive) return;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const everyMs = isCalm ? 250 : 33;
    let frame = 0;
    let last = 0;
    const step = (at: number) => {
      frame = requestAnimationFrame(step);
      if (at - last < everyMs) return;
      last = at;
      levels.push(recorder.level());
      levels.shift();
      draw(pen, levels);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [recorder, isLive]);

  return (
    <div aria-hidden="true">
      <canvas
        ref={canvas}
        className={cn('aspect-square w-52 max-w-full', isLive ? 'text-live' : 'text-line')}
      />
    </div>
  );
}
