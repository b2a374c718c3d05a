import { bootstrap, generator, median, percentile } from './statistics.js';
import { trueMedians } from './test/true-medians.js';

describe('statistics', () => {
  it.each([
    [[3], 3],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[-5, 100, -5], -5],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('there is no median, percentile or interval of nothing', () => {
    expect(() => median([])).toThrow('no values');
    expect(() => percentile([], 0.5)).toThrow('no values');
    expect(() => bootstrap([])).toThrow('no values');
  });

  it.each([
    [0, 1],
    [0.5, 50],
    [0.95, 95],
    [0.99, 99],
    [1, 100],
  ])('the %d percentile of 1 to 100 is %d', (share, expected) => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, share)).toBe(expected);
  });

  it('leaves its input as it is', () => {
    const values = [3, 1, 2];
    median(values);
    percentile(values, 0.5);
    bootstrap(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('draws the same numbers from the same seed, evenly between 0 and 1', () => {
    const draw = (seed: number) => {
      const random = generator(seed);
      return Array.from({ length: 10_000 }, () => random());
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    const values = draw(7);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(median(values)).toBeCloseTo(0.5, 1);
  });

  it('gives an interval around the median, narrow for steady values', () => {
    const steady = bootstrap([1, 1.01, 0.99, 1, 1.02, 0.98, 1, 1]);
    expect(steady.low).toBeGreaterThan(0.97);
    expect(steady.high).toBeLessThan(1.03);
    const noisy = bootstrap([0.5, 1.5, 1, 0.7, 1.3, 0.9, 1.1, 1]);
    expect(noisy.low).toBeLessThan(steady.low);
    expect(noisy.high).toBeGreaterThan(steady.high);
    expect(bootstrap([0.5, 1.5, 1, 0.7])).toEqual(bootstrap([0.5, 1.5, 1, 0.7]));
    expect(bootstrap([2])).toEqual({ low: 2, high: 2 });
  });

  it('holds the true median in nearly every experiment', () => {
    expect(trueMedians(10)).toBeGreaterThanOrEqual(8);
  });
});
