import { aboutWords, dealTerms, dealText } from './deal-line';

const deal = {
  partyAName: 'Anna Miller',
  partyBName: 'Ben Carter',
  kind: 'car',
  amount: '2000.00',
  currency: 'USD',
  durationSeconds: 11.4,
  recordedAt: '2026-11-23T12:00:00.000Z',
} as const;

describe('the line that tells a deal', () => {
  it('has names, kind, amount, length and date', () => {
    expect(dealText(deal)).toBe('Anna Miller ↔ Ben Carter · Car sale · $2,000.00 · 0:11 · Nov 23, 2026');
  });

  it('leaves out what is not known', () => {
    expect(dealText({ partyAName: 'Anna', partyBName: 'Ben' })).toBe('Anna ↔ Ben');
    expect(dealTerms({ ...deal, kind: null, recordedAt: null })).toBe('$2,000.00 · 0:11');
    expect(dealTerms({ ...deal, amount: null, durationSeconds: null })).toBe('Car sale · Nov 23, 2026');
    expect(dealTerms({ kind: 'other' })).toBe('');
    expect(dealTerms({ kind: 'car', title: 'Honda Civic' })).toBe('Honda Civic');
  });
});

describe('what a deal is about', () => {
  it.each([
    [{ title: 'Honda Civic', kind: 'car' as const }, 'Honda Civic · Car sale'],
    [{ title: 'Honda Civic', kind: 'other' as const }, 'Honda Civic'],
    [{ title: null, kind: 'loan' as const }, 'Small loan'],
    [{ title: null, kind: 'other' as const }, null],
    [{ title: '', kind: null }, null],
  ])('%j', (deal, words) => {
    expect(aboutWords(deal)).toBe(words);
  });
});
