import { assertMove, canMove, humanOrderStatuses } from './human-order.entity.js';

describe('status of an order for a human transcript', () => {
  it('reaches every status from requested', () => {
    const seen = new Set(['requested']);
    for (let i = 0; i < humanOrderStatuses.length; i += 1) {
      for (const from of humanOrderStatuses.filter((status) => seen.has(status))) {
        for (const to of humanOrderStatuses) if (canMove(from, to)) seen.add(to);
      }
    }
    expect([...seen].sort()).toEqual([...humanOrderStatuses].sort());
  });

  it('is delivered once, and not after the money went back', () => {
    expect(() => assertMove('delivered', 'delivered')).toThrow(expect.objectContaining({ status: 409 }));
    expect(() => assertMove('refunded', 'delivered')).toThrow(/cannot go/);
    expect(canMove('delivered', 'refunded')).toBe(false);
  });
});
