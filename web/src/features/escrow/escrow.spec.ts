import { fitsMask, isMoving, isUnpaid, shareOf } from './escrow';

describe('a masked address', () => {
  it.each([
    ['ben@example.test', 'b***@example.test', true],
    [' Ben@Example.test ', 'b***@example.test', true],
    ['b@example.test', 'b***@example.test', true],
    ['anna@example.test', 'b***@example.test', false],
    ['ben@example.com', 'b***@example.test', false],
    ['ben', 'b***@example.test', false],
    ['ben@example.test', 'ben@example.test', true],
    ['benno@example.test', 'ben@example.test', false],
    ['', '', false],
  ])('of %s may be %s: %s', (email, masked, fits) => {
    expect(fitsMask(email, masked)).toBe(fits);
  });
});

describe('states', () => {
  it('move while money is on its way', () => {
    expect(['releasing', 'refunding', 'resolving'].every((state) => isMoving(state as 'releasing'))).toBe(
      true,
    );
    expect(isMoving('held')).toBe(false);
    expect(isMoving('released')).toBe(false);
  });

  it('are unpaid before the money is held', () => {
    expect(isUnpaid('requires_onboarding')).toBe(true);
    expect(isUnpaid('requires_payment')).toBe(true);
    expect(isUnpaid('failed')).toBe(false);
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
