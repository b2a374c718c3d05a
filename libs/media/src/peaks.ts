const FULL_SCALE = 32_768;

/**
 * Loudest sample of each tenth of a second, as 0..1, from 16-bit mono samples that arrive in pieces.
 * When `maxPeaks` is reached neighbours are joined, so memory stays constant and the whole recording stays covered.
 */
export class PeakMeter {
  private peaks: number[] = [];
  private samplesPerPeak: number;
  private current = 0;
  private count = 0;
  private oddByte: number | null = null;
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

  write(chunk: Buffer): void {
    let offset = 0;
    if (this.oddByte !== null && chunk.length > 0) {
      this.add(Buffer.from([this.oddByte, chunk.readUInt8(0)]).readInt16LE(0));
      this.oddByte = null;
      offset = 1;
    }
    for (; offset + 1 < chunk.length; offset += 2) this.add(chunk.readInt16LE(offset));
    if (offset < chunk.length) this.oddByte = chunk.readUInt8(offset);
  }

  /** Peaks so far, evenly spread over the recording, rounded to a thousandth. */
  finish(): number[] {
    const peaks = this.count > 0 ? [...this.peaks, this.current] : this.peaks;
    return peaks.slice(0, this.maxPeaks).map((peak) => Math.round((peak / FULL_SCALE) * 1000) / 1000);
  }

  private add(sample: number): void {
    this.total += 1;
    const level = Math.abs(sample);
    if (level > this.current) this.current = level;
    this.count += 1;
    if (this.count === this.samplesPerPeak) this.push();
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
