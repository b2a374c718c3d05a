import { happenedAt } from './due.js';

const now = new Date('2026-11-27T09:00:00.000Z');

describe('when something happened by the clock of another machine', () => {
  it.each([
    ['before', '2026-11-27T08:00:00.000Z'],
    ['now', now.toISOString()],
    ['as far ahead as clocks differ', '2026-11-27T09:01:00.000Z'],
  ])('is %s, as it says', (_when, at) => {
    expect(happenedAt(at, now)).toEqual(new Date(at));
  });

  it.each(['2026-11-27T09:01:00.001Z', '2026-11-30T09:00:00.000Z'])('is now where it says %s', (at) => {
    expect(happenedAt(at, now)).toEqual(now);
  });
});
