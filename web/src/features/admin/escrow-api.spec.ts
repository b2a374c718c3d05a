import { canDecide, groupBalances, isPerPayment } from './escrow-api';

const DISPUTED = { state: 'disputed', chargeback: null, isOverdue: false } as const;

describe('a decision about a held payment', () => {
  it('is for a reported problem, or for what is held too long', () => {
    expect(canDecide(DISPUTED)).toBe(true);
    expect(canDecide({ ...DISPUTED, state: 'held' })).toBe(false);
    expect(canDecide({ ...DISPUTED, state: 'held', isOverdue: true })).toBe(true);
    expect(canDecide({ ...DISPUTED, state: 'release_due', isOverdue: true })).toBe(true);
  });

  it('is not for what moves, has moved, or is asked back by a bank', () => {
    expect(canDecide({ ...DISPUTED, state: 'releasing', isOverdue: true })).toBe(false);
    expect(canDecide({ ...DISPUTED, state: 'released', isOverdue: true })).toBe(false);
    expect(canDecide({ ...DISPUTED, chargeback: 'open' })).toBe(false);
    expect(canDecide({ ...DISPUTED, chargeback: 'won' })).toBe(true);
  });
});

describe('the balances of the ledger', () => {
  it('put the accounts of single payments together', () => {
    const groups = groupBalances([
      { account: 'fees', balanceCents: -500 },
      { account: 'held:1', balanceCents: -10_000 },
      { account: 'held:2', balanceCents: -2500 },
      { account: 'sales:contract', balanceCents: -1500 },
      { account: 'sales:subscription', balanceCents: -2000 },
      { account: 'stripe', balanceCents: 16_500 },
    ]);
    expect(groups).toEqual([
      { name: 'fees', balanceCents: -500, count: 1 },
      { name: 'held', balanceCents: -12_500, count: 2 },
      { name: 'sales:contract', balanceCents: -1500, count: 1 },
      { name: 'sales:subscription', balanceCents: -2000, count: 1 },
      { name: 'stripe', balanceCents: 16_500, count: 1 },
    ]);
    expect(groups.filter(isPerPayment).map(({ name }) => name)).toEqual(['held']);
    expect(groups.reduce((sum, group) => sum + group.balanceCents, 0)).toBe(0);
  });

  it('are none before anything was booked', () => {
    expect(groupBalances([])).toEqual([]);
  });
});
