import { type Span, toMilliseconds, without } from '../recordings/recordings.module.js';

interface PlanOptions {
  /** Recordings up to this length stay in one piece. */
  wholeSeconds?: number;
  /** No part is longer: hosted engines cut answers about longer recordings off without a word. */
  maxSeconds?: number;
  /** How far from the even division a cut may move to find silence. */
  reachSeconds?: number;
}

/** Up to four parts are made of this length, so that they can be worked on at once. */
const PARALLEL_SECONDS = 150;
const PARALLEL_PARTS = 4;

/**
 * Divides a recording into parts of about the same length, cut in the middle of the longest silence within reach. The
 * same recording always gives the same parts.
 * @param speech where somebody speaks, in order; cuts without silence in reach are made where they fall.
 */
export function planParts(
  durationSeconds: number,
  speech: readonly Span[],
  options: PlanOptions = {},
): Span[] {
  const { wholeSeconds = 180, maxSeconds = 300, reachSeconds = 30 } = options;
  if (durationSeconds <= wholeSeconds) return [{ start: 0, end: durationSeconds }];
  // Even parts leave the cuts room to move without a part becoming too long.
  const least = Math.ceil(durationSeconds / (maxSeconds - reachSeconds));
  const count = Math.max(least, Math.min(PARALLEL_PARTS, Math.ceil(durationSeconds / PARALLEL_SECONDS)));
  const silences = without({ start: 0, end: durationSeconds }, speech);
  const cuts = [0];
  for (let index = 1; index < count; index += 1) {
    const target = (durationSeconds * index) / count;
    const before = cuts.at(-1) ?? 0;
    // What is left after the cut must still fit into the remaining parts.
    const start = Math.max(target - reachSeconds, durationSeconds - (count - index) * maxSeconds);
    const end = Math.min(target + reachSeconds, before + maxSeconds);
    cuts.push(toMilliseconds(cutWithin({ start, end }, target, silences)));
  }
  return cuts.map((start, index) => ({ start, end: cuts[index + 1] ?? durationSeconds }));
}

function cutWithin(window: Span, target: number, silences: readonly Span[]): number {
  const reachable = silences
    .map(({ start, end }) => ({ start: Math.max(start, window.start), end: Math.min(end, window.end) }))
    .filter(({ start, end }) => end > start);
  const middle = ({ start, end }: Span) => (start + end) / 2;
  const [best] = reachable.sort(
    (a, b) =>
      b.end - b.start - (a.end - a.start) || Math.abs(middle(a) - target) - Math.abs(middle(b) - target),
  );
  return best ? middle(best) : Math.min(Math.max(target, window.start), window.end);
}

const EVERY_MS = 1000;

/** How far the parts of a transcript are, and how many segments can be read already. */
export interface PartsDone {
  /** 0..99: what is left to do after the last part has no measure. */
  percent: number;
  segmentCount: number;
}

/**
 * Adds up the parts by their length. Reports at most once a second, one report at a time; what comes between is
 * dropped. A report that fails is only a hint lost.
 */
export class PartProgress {
  private readonly percents = new Map<Span, number>();
  private segmentCount = 0;
  /** Milliseconds of this process. */
  private last = Number.NEGATIVE_INFINITY;
  private current: Promise<void> = Promise.resolve();
  private isBusy = false;

  constructor(
    private readonly totalSeconds: number,
    private readonly send: (done: PartsDone) => Promise<void>,
  ) {}

  get done(): PartsDone {
    const heard = [...this.percents].reduce(
      (sum, [part, percent]) => sum + (part.end - part.start) * percent,
      0,
    );
    return {
      percent: Math.min(99, Math.floor(heard / this.totalSeconds)),
      segmentCount: this.segmentCount,
    };
  }

  report(part: Span, percent: number): void {
    this.percents.set(part, percent);
    const now = performance.now();
    if (this.isBusy || percent >= 100 || now - this.last < EVERY_MS) return;
    this.last = now;
    this.isBusy = true;
    this.current = this.send(this.done)
      .catch(() => undefined)
      .finally(() => {
        this.isBusy = false;
      });
  }

  /** A part is done; whoever stores it tells so too. */
  finish(part: Span, segmentCount: number): PartsDone {
    this.percents.set(part, 100);
    this.segmentCount += segmentCount;
    return this.done;
  }

  settled(): Promise<void> {
    return this.current;
  }
}
