import { jest } from '@jest/globals';
import type { Span } from '../recordings/segments.js';
import { PartProgress, type PartsDone, planParts } from './audio-parts.js';

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function conversation(random: () => number, durationSeconds: number): Span[] {
  const speech: Span[] = [];
  let position = random() * 5;
  while (position < durationSeconds) {
    const end = Math.min(position + 0.3 + random() * 20, durationSeconds);
    speech.push({ start: position, end });
    position = end + 0.1 + random() ** 4 * 60;
  }
  return speech;
}

const whole = (durationSeconds: number): Span[] => [{ start: 0, end: durationSeconds }];
const lengths = (parts: Span[]) => parts.map(({ start, end }) => Math.round(end - start));

describe('the parts of a recording', () => {
  it('cover it without gaps, none over five minutes, the same every time', () => {
    const broken: { seed: number; parts: Span[] }[] = [];
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomOf(seed);
      const durationSeconds = Math.round((0.5 + random() ** 2 * 7200) * 1000) / 1000;
      const speech =
        seed % 10 === 0
          ? []
          : seed % 10 === 1
            ? whole(durationSeconds)
            : conversation(random, durationSeconds);
      const parts = planParts(durationSeconds, speech);
      const isContiguous = parts.every(({ start }, index) => start === (parts[index - 1]?.end ?? 0));
      const isWhole = isContiguous && parts.at(-1)?.end === durationSeconds;
      const isInBounds = parts.every(
        ({ start, end }) => end - start <= 300 && end - start > (parts.length > 1 ? 25 : 0),
      );
      const again = JSON.stringify(planParts(durationSeconds, speech));
      if (!isWhole || !isInBounds || again !== JSON.stringify(parts)) broken.push({ seed, parts });
    }
    expect(broken).toEqual([]);
  });

  it.each([
    [12, 1],
    [180, 1],
    [181, 2],
    [301, 3],
    [600, 4],
    [1080, 4],
    [3600, 14],
  ])('of %d seconds are %d', (durationSeconds, count) => {
    const parts = planParts(durationSeconds, whole(durationSeconds));
    expect(parts).toHaveLength(count);
    expect(Math.max(...lengths(parts)) - Math.min(...lengths(parts))).toBeLessThanOrEqual(1);
  });

  it('are cut in the middle of the longest silence within reach', () => {
    const speech = [
      { start: 0, end: 110 },
      { start: 112, end: 125 },
      { start: 129, end: 160 },
      { start: 161, end: 300 },
      { start: 330, end: 600 },
    ];
    expect(planParts(600, speech)).toEqual([
      { start: 0, end: 127 },
      { start: 127, end: 315 },
      { start: 315, end: 450 },
      { start: 450, end: 600 },
    ]);
  });

  it('are cut beside the middle rather than not in silence, however long the silence is', () => {
    const parts = planParts(400, [
      { start: 0, end: 124 },
      { start: 399, end: 400 },
    ]);
    expect(lengths(parts)).toEqual([144, 123, 133]);
  });
});

const first = { start: 0, end: 150 };
const second = { start: 150, end: 300 };
const third = { start: 300, end: 400 };

describe('the progress of a transcript in parts', () => {
  it('adds up the parts by their length, and leaves the last percent to what comes after them', () => {
    const progress = new PartProgress(400, () => Promise.resolve());
    expect(progress.done).toEqual({ percent: 0, segmentCount: 0 });
    progress.report(second, 40);
    expect(progress.done.percent).toBe(15);
    expect(progress.finish(first, 12)).toEqual({ percent: 52, segmentCount: 12 });
    expect(progress.finish(second, 8)).toEqual({ percent: 75, segmentCount: 20 });
    progress.report(third, 50);
    expect(progress.done.percent).toBe(87);
    expect(progress.finish(third, 5)).toEqual({ percent: 99, segmentCount: 25 });
  });

  it('tells one thing at a time and nothing of a part that is done, and lives with a report that fails', async () => {
    const told: PartsDone[] = [];
    const progress = new PartProgress(400, async (done) => {
      told.push(done);
      throw new Error('away');
    });
    progress.report(first, 100);
    progress.report(second, 20);
    progress.report(second, 40);
    await progress.settled();
    expect(told).toEqual([{ percent: 45, segmentCount: 0 }]);
  });

  it('is told of from second to second though the clock is put back', async () => {
    const told: number[] = [];
    const progress = new PartProgress(400, async ({ percent }) => void told.push(percent));
    const [wall, steady] = [jest.spyOn(Date, 'now'), jest.spyOn(performance, 'now')];
    try {
      for (const [second, percent] of [
        [0, 20],
        [1, 40],
        [2, 60],
      ] as const) {
        wall.mockReturnValue(1_800_000_000_000 - second * 3_600_000);
        steady.mockReturnValue(second * 1000);
        progress.report(first, percent);
        await progress.settled();
      }
    } finally {
      jest.restoreAllMocks();
    }
    expect(told).toEqual([7, 15, 22]);
  });
});
