import { closedReason } from './closed-view';

describe('closedReason', () => {
  it.each([
    ['pending', null, null],
    ['awaiting_party', null, 'sealed'],
    ['processing', null, 'sealed'],
    ['completed', null, 'sealed'],
    ['cancelled', null, 'cancelled'],
    ['cancelled', '2026-11-21T10:00:00Z', 'deleted'],
  ] as const)('%s, deleted %s: %s', (status, contentDeletedAt, expected) => {
    expect(closedReason({ status, contentDeletedAt })).toBe(expected);
  });
});
