import { refusalOf } from './sandbox';

describe('refusalOf', () => {
  it("passes the provider's own words on", () => {
    expect(refusalOf({ error: { message: 'Your card was declined.' } })).toBe('Your card was declined.');
  });

  it('has words for an error without any', () => {
    expect(refusalOf({ error: {} })).toBe('An unexpected error occurred. Please try again.');
  });

  it('is nothing for a payment that went through', () => {
    expect(refusalOf({ id: 'pi_1', status: 'succeeded' })).toBeNull();
    expect(refusalOf(null)).toBeNull();
  });
});
