import { assertMove, canMove, manualOrderStatuses } from './manual-order.state.js';

describe('manual order status', () => {
  it('reaches every status from requested', () => {
    const seen = new Set(['requested']);
    for (let i = 0; i < manualOrderStatuses.length; i += 1) {
      for (const from of manualOrderStatuses.filter((status) => seen.has(status))) {
        for (const to of manualOrderStatuses) if (canMove(from, to)) seen.add(to);
      }
    }
    expect([...seen].sort()).toEqual([...manualOrderStatuses].sort());
  });

  it('is delivered once, and not after the money went back', () => {
    expect(() => assertMove('delivered', 'delivered')).toThrow(expect.objectContaining({ status: 409 }));
    expect(() => assertMove('refunded', 'delivered')).toThrow(/cannot go/);
    expect(canMove('delivered', 'refunded')).toBe(false);
  });
});
