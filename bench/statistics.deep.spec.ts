import { trueMedians } from './test/true-medians.js';

describe('statistics', () => {
  it('holds the true median in nearly every experiment', () => {
    expect(trueMedians(40)).toBeGreaterThanOrEqual(34);
  });
});
