import { shareOf } from './money';

describe('the fee', () => {
  it.each([
    [10_000, 500],
    // 5 % of 1.90 is 9.5 cents: half a cent counts up.
    [190, 10],
    [189, 9],
    [191, 10],
    [50, 3],
    [1, 0],
    [0, 0],
    [10_000_000, 500_000],
  ])('of %i cents is %i', (cents, fee) => {
    expect(shareOf(cents, 5)).toEqual({ fee, seller: cents - fee });
  });

  it('and what the seller gets are the whole amount, for every cent', () => {
    for (let cents = 0; cents <= 5000; cents++) {
      const { fee, seller } = shareOf(cents, 5);
      expect(fee + seller).toBe(cents);
      expect(Math.abs(fee - cents * 0.05)).toBeLessThanOrEqual(0.5);
    }
  });
});
