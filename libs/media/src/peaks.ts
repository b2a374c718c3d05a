const FULL_SCALE = 32_768;

/**
 * Loudest sample of each tenth of a second, as 0..1, from mono samples that arrive in pieces.
 * When `maxPeaks` is reached neighbours are joined, so memory stays constant and the whole recording stays covered.
 */
export class PeakMeter {
  private peaks: number[] = [];
  private samplesPerPeak: number;
  private current = 0;
  private count = 0;
  private total = 0;

  constructor(
    sampleRate: number,
    private readonly maxPeaks: number,
  ) {
    this.samplesPerPeak = Math.round(sampleRate / 10);
  }

  /** Samples taken so far. */
  get samples(): number {
    return this.total;
  }

  write(samples: Int16Array): void {
    this.total += samples.length;
    for (let offset = 0; offset < samples.length; ) {
      const end = Math.min(samples.length, offset + this.samplesPerPeak - this.count);
      this.current = loudest(samples, offset, end, this.current);
      this.count += end - offset;
      offset = end;
      if (this.count === this.samplesPerPeak) this.push();
    }
  }

  /** Peaks so far, evenly spread over the recording, rounded to a thousandth. */
  finish(): number[] {
    const peaks = this.count > 0 ? [...this.peaks, this.current] : this.peaks;
    return peaks.slice(0, this.maxPeaks).map((peak) => Math.round((peak / FULL_SCALE) * 1000) / 1000);
  }

  private push(): void {
    if (this.peaks.length === this.maxPeaks) {
      this.joinNeighbours();
      // What was just measured is now the first half of a peak twice as long.
      return;
    }
    this.peaks.push(this.current);
    this.current = 0;
    this.count = 0;
  }

  private joinNeighbours(): void {
    const joined: number[] = [];
    for (let i = 0; i < this.peaks.length; i += 2) {
      joined.push(Math.max(this.peaks[i] ?? 0, this.peaks[i + 1] ?? 0));
    }
    this.peaks = joined;
    this.samplesPerPeak *= 2;
  }
}

/** Loudest value of each of at most `count` parts, rounded to a hundredth: enough to draw a sound of any length. */
export function outlineOf(peaks: readonly number[], count: number): number[] {
  const parts = Math.min(count, peaks.length);
  const startOf = (part: number) => Math.floor((part * peaks.length) / parts);
  return Array.from({ length: parts }, (_, part) => {
    const loudest = Math.max(...peaks.slice(startOf(part), startOf(part + 1)));
    return Math.round(loudest * 100) / 100;
  });
}

function loudest(samples: Int16Array, from: number, to: number, before: number): number {
  let level = before;
  for (let i = from; i < to; i += 1) {
    const sample = samples[i] ?? 0;
    if (sample > level) level = sample;
    else if (-sample > level) level = -sample;
  }
  return level;
}
