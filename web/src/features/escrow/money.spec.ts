import { parseDollars, shareOf, typedDollars } from './money';

describe('a typed amount', () => {
  it.each([
    ['250', 25_000],
    ['250.5', 25_050],
    ['0.29', 29],
    ['19.99', 1999],
    ['1.15', 115],
    ['250,50', 25_050],
    ['1,250', 125_000],
    ['1,250,000.07', 125_000_007],
    [' $ 12.00 ', 1200],
    ['0', 0],
  ])('%s is %i cents', (text, cents) => {
    expect(parseDollars(text)).toBe(cents);
  });

  it.each(['', '-5', 'two goats', '1.234', '1,25,0', '1e3', '12.', '.5', '99999999999'])(
    '"%s" is none',
    (text) => {
      expect(parseDollars(text)).toBeNull();
    },
  );

  it('is typed back without empty cents', () => {
    expect(typedDollars(25_000)).toBe('250');
    expect(typedDollars(25_050)).toBe('250.50');
  });
});

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
