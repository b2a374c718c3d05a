import { AppError } from '#platform';
import { agreementStatuses, assertMove, canMove } from './agreement.state.js';

describe('agreement status', () => {
  it('reaches every status from pending', () => {
    const seen = new Set(['pending']);
    for (let i = 0; i < agreementStatuses.length; i += 1) {
      for (const from of agreementStatuses.filter((status) => seen.has(status))) {
        for (const to of agreementStatuses) if (canMove(from, to)) seen.add(to);
      }
    }
    expect([...seen].sort()).toEqual([...agreementStatuses].sort());
  });

  it('never goes back', () => {
    const order = ['pending', 'awaiting_party', 'processing', 'completed', 'cancelled'];
    for (const from of agreementStatuses) {
      for (const to of agreementStatuses) {
        if (canMove(from, to)) expect(order.indexOf(to)).toBeGreaterThan(order.indexOf(from));
      }
    }
  });

  it('refuses every other step with 409', () => {
    expect(() => assertMove('completed', 'processing')).toThrow(AppError);
    expect(() => assertMove('cancelled', 'pending')).toThrow(/cannot go/);
    expect(() => assertMove('pending', 'completed')).toThrow(expect.objectContaining({ status: 409 }));
  });
});
