import { escrowTexts } from '#texts/escrow';
import { checkWish, isMissing, isStranger, otherEmail } from './check';

const TERMS = { minCents: 50, maxCents: 10_000_000 };
const PARTIES = { partyAEmail: 'maria@example.test', partyBEmail: 'ben@example.test' };
const { form } = escrowTexts;

describe('the wish to protect a payment', () => {
  it('needs both fields', () => {
    expect(isMissing({ amount: ' ', sellerEmail: 'ben@example.test' })).toBe(true);
    expect(isMissing({ amount: '5', sellerEmail: '' })).toBe(true);
    expect(isMissing({ amount: '5', sellerEmail: 'b' })).toBe(false);
    expect(form.missingTitle).toBe('Missing Information');
    expect(checkWish({ amount: '', sellerEmail: '' }, TERMS, '')).toEqual({
      amount: 'Please fill in all required fields',
      sellerEmail: 'Please fill in all required fields',
    });
  });

  it.each([
    ['0.49', 'Please enter an amount from $0.50 to $100,000'],
    ['0.50', undefined],
    ['100000', undefined],
    ['100,000.01', 'Please enter an amount from $0.50 to $100,000'],
    ['a lot', form.badAmount],
    ['1,250', '“1,250” can be $1,250.00 or $1.25. Please choose one.'],
  ])('of %s says %s', (amount, problem) => {
    expect(checkWish({ amount, sellerEmail: 'ben@example.test' }, TERMS, 'x@y.zz').amount).toBe(problem);
  });

  it.each([
    ['ben@', form.badEmail],
    ['Maria@Example.test ', form.isBuyer],
    ['ben@example.test', undefined],
  ])('to %s says %s', (sellerEmail, problem) => {
    expect(checkWish({ amount: '5', sellerEmail }, TERMS, 'maria@example.test').sellerEmail).toBe(problem);
  });
});

describe('the seller', () => {
  it('is probably the other party', () => {
    expect(otherEmail(PARTIES, 'maria@example.test')).toBe('ben@example.test');
    expect(otherEmail(PARTIES, 'BEN@example.test')).toBe('maria@example.test');
    expect(otherEmail(PARTIES, 'account@example.test')).toBe('ben@example.test');
  });

  it('may be neither party', () => {
    expect(isStranger('carl@example.test', PARTIES)).toBe(true);
    expect(isStranger('Ben@example.test', PARTIES)).toBe(false);
    expect(isStranger('carl@', PARTIES)).toBe(false);
  });
});
