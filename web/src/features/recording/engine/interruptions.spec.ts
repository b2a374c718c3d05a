import { Liveness } from './interruptions';

/** Looks every 100 ms and answers when sound counts as lost, in ms; null when it never does. */
function lostAt(liveness: Liveness, from: number, to: number, onLook?: (now: number) => void): number | null {
  for (let now = from; now <= to; now += 100) {
    onLook?.(now);
    if (liveness.isLost(now)) return now;
  }
  return null;
}

describe('Liveness', () => {
  it('is content while a piece comes every second', () => {
    const liveness = new Liveness();
    liveness.begin(0);
    expect(lostAt(liveness, 0, 60_000, (now) => now % 1000 === 0 && liveness.sign(now))).toBeNull();
  });

  it('notices within seconds that nothing comes any more', () => {
    const liveness = new Liveness();
    liveness.begin(0);
    liveness.sign(1000);
    expect(lostAt(liveness, 1000, 20_000)).toBe(5100);
    expect(liveness.lastSignAt).toBe(1000);
  });

  it('gives what waited a moment to come after the page was asleep', () => {
    const asleep = new Liveness();
    asleep.begin(0);
    expect(asleep.isLost(60_000)).toBe(false);
    asleep.sign(60_200);
    expect(lostAt(asleep, 60_100, 64_000)).toBeNull();

    const gone = new Liveness();
    gone.begin(0);
    expect(lostAt(gone, 60_000, 70_000)).toBe(61_500);
  });
});
