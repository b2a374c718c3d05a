import { byKind, termLabel } from './term-label';

const term = (
  kind: 'party' | 'item' | 'amount' | 'date' | 'condition',
  text: string,
  value: string | null,
) => ({
  kind,
  text,
  value,
  recording: 'a' as const,
  start: 1,
  speaker: null,
  isUnsure: false,
});

describe('termLabel', () => {
  it.each([
    [term('amount', 'two thousand dollars', '2000.00 USD'), '$2,000.00', 'two thousand dollars'],
    [term('amount', 'fifty euros', '50.00 EUR'), '€50.00', 'fifty euros'],
    [term('amount', 'a lot', 'many'), 'many', 'a lot'],
    [term('date', 'next Friday', '2026-11-27'), 'Nov 27, 2026', 'next Friday'],
    [term('date', 'in spring', null), 'in spring', null],
    [term('party', 'anna miller', 'Anna Miller'), 'Anna Miller', null],
    [term('condition', 'if it passes inspection', null), 'if it passes inspection', null],
  ])('%j', (given, value, said) => {
    expect(termLabel(given)).toEqual({ value, said });
  });
});

describe('byKind', () => {
  it('follows the order of a contract and leaves out what was not said', () => {
    const groups = byKind([
      term('date', 'Friday', null),
      term('party', 'Anna', null),
      term('amount', 'ten', null),
      term('party', 'Ben', null),
    ]);
    expect(groups.map(({ kind, terms }) => [kind, terms.length])).toEqual([
      ['party', 2],
      ['amount', 1],
      ['date', 1],
    ]);
  });
});
