import type { AgreementView } from '../../lib/api/api-types';
import { ordered, searched } from './arrange';

function contract(n: number, change: Partial<AgreementView> = {}): AgreementView {
  return {
    agreementId: String(4207731958026614n + BigInt(n)),
    partyAName: 'Anna Miller',
    partyBName: `Person ${n}`,
    partyAEmail: 'anna@example.com',
    partyBEmail: `b${n}@example.com`,
    kind: null,
    title: null,
    status: 'completed',
    amount: null,
    currency: 'USD',
    durationSeconds: 11,
    createdAt: '2026-11-23T12:00:00.000Z',
    ...change,
  } as AgreementView;
}

const jose = contract(1, { partyBName: 'José Núñez', kind: 'car', title: 'Honda Cívic', amount: '2000.00' });
const cara = contract(2, { partyBName: 'Cara Diaz', amount: '80.00', status: 'cancelled' });
const ben = contract(3, { partyBName: 'Ben Carter' });
const all = [jose, cara, ben];

describe('the search in the list', () => {
  it.each<[string, AgreementView[]]>([
    ['', all],
    ['jose', [jose]],
    ['NÚÑEZ', [jose]],
    ['car sale', [jose]],
    ['honda civic', [jose]],
    ['2,000', [jose]],
    ['2000', [jose]],
    ['cancelled', [cara]],
    ['b3@example', [ben]],
    ['4207731958026615', [jose]],
    ['6616', [cara]],
    ['anna diaz', [cara]],
    ['nobody', []],
  ])('"%s" finds what a row shows', (search, expected) => {
    expect(searched(all, search)).toEqual(expected);
  });

  it('answers within 100 ms among 500 contracts', () => {
    const many = Array.from({ length: 500 }, (_, n) => contract(n));
    const took = [1, 2, 3].map(() => {
      const before = performance.now();
      expect(searched(many, 'person 499')).toHaveLength(1);
      return performance.now() - before;
    });
    // Other work on the machine slows some of them down.
    expect(Math.min(...took)).toBeLessThan(100);
  });
});

describe('the order of the list', () => {
  it.each([
    ['newest', [jose, cara, ben]],
    ['oldest', [ben, cara, jose]],
    ['amount', [jose, cara, ben]],
    ['name', [ben, cara, jose]],
  ] as const)('%s', (order, expected) => {
    expect(ordered(all, order)).toEqual(expected);
  });
});
