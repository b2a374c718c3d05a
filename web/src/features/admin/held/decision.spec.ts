import { canDecide } from './api';

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
