/** Frames start..end (end not included) in which something is heard. */
interface Run {
  start: number;
  end: number;
}

export interface SpanLimits {
  /** Frames that a run is widened by, before and after. */
  before: number;
  after: number;
  /** Spans nearer to each other than this become one. */
  joinGap: number;
  /** Fewest heard frames of a span. */
  least: number;
  /** Runs are judged in pieces of at most this many frames. */
  piece: number;
  /** Pieces shorter than this are too short to be judged. */
  judged: number;
  /** A piece whose level varies by less decibels (standard deviation) is a steady noise or a tone. */
  steadyDb: number;
}

/** Collects heard frames into spans: leaves out clicks and what sounds steadily, joins what is close together. */
export class SpeechSpans {
  private readonly spans: (Run & { heard: number })[] = [];
  private levels: number[] = [];
  private start = 0;

  constructor(private readonly limits: SpanLimits) {}

  heard(frame: number, level: number): void {
    if (this.levels.length === 0) this.start = frame;
    this.levels.push(level);
    if (this.levels.length === this.limits.piece) this.end();
  }

  /** The frame after what was heard is quiet. */
  end(): void {
    const { levels, limits } = this;
    if (levels.length === 0) return;
    this.levels = [];
    if (levels.length >= limits.judged && deviation(levels) < limits.steadyDb) return;
    const start = Math.max(0, this.start - limits.before);
    const end = this.start + levels.length + limits.after;
    const last = this.spans.at(-1);
    if (last && start - last.end < limits.joinGap) {
      last.end = end;
      last.heard += levels.length;
      return;
    }
    this.dropClick();
    this.spans.push({ start, end, heard: levels.length });
  }

  finish(): Run[] {
    this.end();
    this.dropClick();
    return this.spans.map(({ start, end }) => ({ start, end }));
  }

  private dropClick(): void {
    const last = this.spans.at(-1);
    if (last && last.heard < this.limits.least) this.spans.pop();
  }
}

/** Standard deviation without the first and last two frames, in which a sound only begins or ends. */
function deviation(levels: number[]): number {
  const inner = levels.slice(2, -2);
  const mean = inner.reduce((sum, level) => sum + level, 0) / inner.length;
  return Math.sqrt(inner.reduce((sum, level) => sum + (level - mean) ** 2, 0) / inner.length);
}
