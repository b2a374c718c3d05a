import type { Span } from '../transcripts/transcript-content.js';

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
  private last = 0;
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
    const now = Date.now();
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
