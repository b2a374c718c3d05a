import { fitsMask, isMoving, isUnpaid } from './held-payment';

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
