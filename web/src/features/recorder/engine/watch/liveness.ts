/** Longest time without a piece of sound while recording; pieces come at least every second. In ms. */
const PATIENCE_MS = 4000;
/** When this much lies between two looks, the page itself was asleep, in ms. */
const ASLEEP_MS = 1500;
/** What arrived while the page was asleep is handed over within this time, in ms. */
const GRACE_MS = 1500;

/** Tells a recorder that runs from one that only says so. All times in milliseconds of one clock. */
export class Liveness {
  /** When the last piece of sound came. */
  lastSignAt = 0;
  private lastLookAt = 0;
  private patientUntil = 0;

  /** Recording begins or goes on. */
  begin(now: number): void {
    this.lastSignAt = now;
    this.lastLookAt = now;
    this.patientUntil = 0;
  }

  /** A piece of sound came. */
  sign(now: number): void {
    this.lastSignAt = now;
  }

  /** The page is seen again: what waited gets a moment to come. */
  wake(now: number): void {
    this.lastLookAt = now;
    this.patientUntil = now + GRACE_MS;
  }

  /** Whether sound stopped coming. */
  isLost(now: number): boolean {
    if (now - this.lastLookAt > ASLEEP_MS) this.wake(now);
    this.lastLookAt = now;
    return now >= this.patientUntil && now - this.lastSignAt > PATIENCE_MS;
  }
}
