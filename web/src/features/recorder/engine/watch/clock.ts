/** Length of a take: time passed minus pauses. All times in milliseconds. */
export class TakeClock {
  private passedMs = 0;
  private runningSince: number | null = null;

  constructor(private readonly now: () => number) {}

  /** Starts or goes on; nothing happens while it runs. */
  run(): void {
    this.runningSince ??= this.now();
  }

  /** Holds the clock, at a moment that may have passed already; nothing happens while it is held. */
  hold(at = this.now()): void {
    if (this.runningSince === null) return;
    this.passedMs += Math.max(0, at - this.runningSince);
    this.runningSince = null;
  }

  /** Back to zero, held. */
  reset(): void {
    this.passedMs = 0;
    this.runningSince = null;
  }

  /** Milliseconds recorded so far. */
  elapsedMs(): number {
    return this.passedMs + (this.runningSince === null ? 0 : this.now() - this.runningSince);
  }
}
