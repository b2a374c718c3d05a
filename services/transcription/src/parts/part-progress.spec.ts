import { PartProgress, type PartsDone } from './part-progress.js';

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
});
