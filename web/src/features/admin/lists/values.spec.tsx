import { dueState } from './values';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('the 24 hours of a human transcript', () => {
  it.each([
    ['2026-11-22T12:00:00Z', { isLate: false, hours: 24, minutes: 0 }],
    ['2026-11-21T12:59:59Z', { isLate: false, hours: 0, minutes: 59 }],
    ['2026-11-21T12:00:00Z', { isLate: false, hours: 0, minutes: 0 }],
    ['2026-11-21T09:30:00Z', { isLate: true, hours: 2, minutes: 30 }],
  ])('due at %s', (dueAt, state) => {
    expect(dueState(dueAt, NOW)).toEqual(state);
  });

  it.each([null, 'soon'])('%s has no clock', (dueAt) => {
    expect(dueState(dueAt, NOW)).toBeNull();
  });
});
