import { checkAmount } from './check-amount.js';
import type { Term } from './term.js';

const term = (kind: Term['kind'], text: string, value: string | null): Term => ({
  ...{ kind, text, value, recording: 'a', start: 1, speaker: null },
});
const dollars = (...values: number[]) => values.map((value) => term('amount', '', `${value.toFixed(2)} USD`));

describe('the typed amount beside those that were said', () => {
  it('is nothing when none was typed', () => {
    expect(checkAmount(dollars(2000), null)).toBeNull();
  });

  it('flags another amount', () => {
    expect(checkAmount(dollars(2500), 200_000)).toEqual({
      ...{ typedCents: 200_000, spokenCents: [250_000], agrees: false },
    });
  });

  it.each<[string, Term[], boolean]>([
    ['none was said', [term('item', 'my car', null)], true],
    ['one of them is it', dollars(500, 2000), true],
    ['two payments make it up', dollars(500, 1500), true],
    ['others do not', dollars(500, 1400), false],
    ['the same, said twice', dollars(1000, 1000), false],
    ['another currency', [term('amount', '€2,000', '2000.00 EUR')], true],
    ['instalments', [...dollars(500), term('condition', 'in four instalments', null)], true],
    ['payments of', [...dollars(1, 500), term('condition', 'in 4 monthly payments of $500', null)], true],
    ['too few instalments', [...dollars(500), term('condition', 'in three instalments', null)], false],
    ['half and half', [...dollars(1000), term('condition', 'half now and half later', null)], true],
    ['only half', [...dollars(1000), term('condition', 'half now', null)], false],
  ])('%s', (_, terms, agrees) => {
    expect(checkAmount(terms, 200_000)?.agrees).toBe(agrees);
  });
});
