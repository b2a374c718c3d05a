import { coversAt } from './coverage';

describe('a subscription', () => {
  const now = Date.parse('2026-12-21T12:00:00Z');
  const later = '2026-12-21T12:00:01Z';
  const earlier = '2026-12-21T11:59:59Z';
  const sixDaysEarlier = '2026-12-15T12:00:00Z';
  const eightDaysEarlier = '2026-12-13T12:00:00Z';

  it.each([
    ['none', false, null, false],
    ['incomplete', false, later, false],
    ['active', false, later, true],
    ['active', false, earlier, true],
    ['active', false, sixDaysEarlier, true],
    ['active', false, eightDaysEarlier, false],
    ['active', false, null, false],
    ['active', true, later, true],
    ['active', true, earlier, false],
    ['past_due', false, later, true],
    ['past_due', false, earlier, false],
    ['past_due', true, later, true],
    ['canceled', false, later, false],
  ] as const)(
    'that is %s (ends: %s) and paid until %s covers: %s',
    (status, endsAtPeriodEnd, periodEnd, covers) => {
      expect(coversAt({ status, endsAtPeriodEnd, periodEnd }, now)).toBe(covers);
    },
  );
});
