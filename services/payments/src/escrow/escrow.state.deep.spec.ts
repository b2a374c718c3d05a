import { testSeed } from '../../../../libs/testing/src/seed.js';
import { EVERY_STATE, liveThrough, wrongFees } from './test/escrow-life.js';

describe('the fee', () => {
  it('and the share of the seller are the amount, in whole cents, for every amount', () => {
    expect(wrongFees(10_000_000)).toBe(0);
  }, 120_000);
});

describe('escrows', () => {
  it('keep their books in order, whatever is asked of them and when', () => {
    expect(liveThrough(100_000, testSeed())).toEqual(EVERY_STATE);
  }, 120_000);
});
