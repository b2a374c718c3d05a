import { periodEnd } from './billing.period.js';

const at = (text: string): number => Date.parse(text) / 1000;
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

describe('periodEnd', () => {
  it.each([
    ['2026-01-15T10:30:00Z', '2026-01-15T10:30:00Z', '2026-02-15T10:30:00.000Z'],
    ['2026-01-31T23:59:59Z', '2026-01-31T23:59:59Z', '2026-02-28T23:59:59.000Z'],
    ['2026-01-31T23:59:59Z', '2026-02-28T23:59:59Z', '2026-03-31T23:59:59.000Z'],
    ['2027-11-30T00:00:00Z', '2028-01-30T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-12-05T00:00:00Z', '2026-12-05T00:00:00Z', '2027-01-05T00:00:00.000Z'],
  ])('a monthly subscription of %s has a period from %s to %s', (anchor, start, end) => {
    expect(iso(periodEnd(at(anchor), { interval: 'month', interval_count: 1 }, at(start)))).toBe(end);
  });

  it.each([
    ['day', 3, '2026-02-03T00:00:00.000Z'],
    ['week', 2, '2026-02-14T00:00:00.000Z'],
    ['month', 3, '2026-04-30T00:00:00.000Z'],
    ['year', 1, '2027-01-31T00:00:00.000Z'],
  ] as const)('counts in %ss', (interval, count, end) => {
    const start = at('2026-01-31T00:00:00Z');
    expect(iso(periodEnd(start, { interval, interval_count: count }, start))).toBe(end);
  });
});
