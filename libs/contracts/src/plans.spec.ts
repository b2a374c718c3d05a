import { longestSeconds, publishedTerms } from './plans.js';

describe('the longest recording of a plan', () => {
  it.each([
    ['split-second-contract', undefined, 600],
    ['basic', undefined, 180],
    ['standard', undefined, 600],
    ['pro', undefined, 600],
    ['split-second-contract', 120, 120],
    ['basic', 120, 120],
    ['pro', 120, 120],
    ['split-second-contract', 1200, 1200],
    ['basic', 1200, 180],
    ['pro', 1200, 1200],
  ] as const)('of %s where %s seconds are sold: %d', (plan, sold, expected) => {
    expect(longestSeconds(plan, sold)).toBe(expected);
    expect(publishedTerms(sold).plans[plan]).toEqual({ priceCents: 500, maxSeconds: expected });
  });
});
