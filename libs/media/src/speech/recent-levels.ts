/** Nothing is quieter than this; frames at or below it are digital silence. */
export const SILENT_DB = -90;

/** The levels of the last frames, in dB below full scale, and how they are spread. */
export class RecentLevels {
  private readonly ring: Uint8Array;
  /** Frames by whole decibels above {@link SILENT_DB}; the first holds digital silence. */
  private readonly counts = new Uint32Array(1 - SILENT_DB);
  private total = 0;

  constructor(capacity: number) {
    this.ring = new Uint8Array(capacity);
  }

  add(level: number): void {
    const place = this.total % this.ring.length;
    if (this.total >= this.ring.length) this.change(this.ring[place] ?? 0, -1);
    const bin = Math.max(0, Math.min(this.counts.length - 1, Math.round(level - SILENT_DB)));
    this.ring[place] = bin;
    this.change(bin, 1);
    this.total += 1;
  }

  /**
   * The level that a share of the frames lies under, and the level above which as many lie. Digital silence does not
   * count: it says nothing about the room. Null when there is nothing else.
   */
  spread(share: number): { low: number; high: number } | null {
    const heard = Math.min(this.total, this.ring.length) - (this.counts[0] ?? 0);
    if (heard === 0) return null;
    return { low: this.levelAt(heard * share), high: this.levelAt(heard * (1 - share)) };
  }

  private levelAt(rank: number): number {
    let passed = 0;
    let bin = 1;
    for (; bin < this.counts.length - 1; bin += 1) {
      passed += this.counts[bin] ?? 0;
      if (passed > rank) break;
    }
    return bin + SILENT_DB;
  }

  private change(bin: number, by: 1 | -1): void {
    this.counts[bin] = (this.counts[bin] ?? 0) + by;
  }
}
