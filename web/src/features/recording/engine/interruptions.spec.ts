import { StallDetector } from './interruptions';

/** Looks every 100 ms and answers when sound counts as lost, in ms; null when it never does. */
function lostAt(
  liveness: StallDetector,
  from: number,
  to: number,
  onLook?: (now: number) => void,
): number | null {
  for (let now = from; now <= to; now += 100) {
    onLook?.(now);
    if (liveness.isStalled(now)) return now;
  }
  return null;
}

describe('Liveness', () => {
  it('is content while a piece comes every second', () => {
    const liveness = new StallDetector();
    liveness.begin(0);
    expect(lostAt(liveness, 0, 60_000, (now) => now % 1000 === 0 && liveness.noteChunk(now))).toBeNull();
  });

  it('notices within seconds that nothing comes any more', () => {
    const liveness = new StallDetector();
    liveness.begin(0);
    liveness.noteChunk(1000);
    expect(lostAt(liveness, 1000, 20_000)).toBe(5100);
    expect(liveness.lastChunkAt).toBe(1000);
  });

  it('gives what waited a moment to come after the page was asleep', () => {
    const asleep = new StallDetector();
    asleep.begin(0);
    expect(asleep.isStalled(60_000)).toBe(false);
    asleep.noteChunk(60_200);
    expect(lostAt(asleep, 60_100, 64_000)).toBeNull();

    const gone = new StallDetector();
    gone.begin(0);
    expect(lostAt(gone, 60_000, 70_000)).toBe(61_500);
  });
});
