import type { Away } from '#platform';
import { OutageWatch } from './outage-watch.js';

const MINUTE_MS = 60_000;
const began = Date.parse('2026-11-24T09:00:00.000Z');
const at = (minutes: number) => new Date(began + minutes * MINUTE_MS);
const redis = (since = 0, more: Partial<Away> = {}): Away => ({
  ...{ dependency: 'redis', since: at(since).toISOString(), waiting: 3, services: ['payments'] },
  ...more,
});

describe('what support is told of outages', () => {
  let watch: OutageWatch;
  /** What is due after a look at this minute; it is told at once. */
  const look = (minutes: number, away: Away[], silent: string[] = []): string[] => {
    const now = at(minutes);
    watch.see(away, new Set(silent), now, 0);
    return watch.due(now).map(({ outage, what }) => {
      if (what === 'away') outage.toldAt = now;
      else watch.finish(outage);
      return `${outage.dependency} ${what}`;
    });
  };

  beforeEach(() => {
    watch = new OutageWatch();
  });

  it('says after ten minutes that it is away, and a minute after its end that it is over, once each', () => {
    expect(look(9.5, [redis()])).toEqual([]);
    expect(look(10, [redis()])).toEqual(['redis away']);
    expect(look(500, [redis()])).toEqual([]);
    expect(look(501, [])).toEqual([]);
    expect(look(501.5, [])).toEqual([]);
    expect(look(502, [])).toEqual(['redis over']);
    expect(look(503, [])).toEqual([]);
  });

  it('says nothing of what was shorter', () => {
    expect(look(9.9, [redis()])).toEqual([]);
    expect(look(10, [])).toEqual([]);
    expect(look(12, [])).toEqual([]);
    expect(look(12.5, [redis(12.4)])).toEqual([]);
    expect(look(22, [redis(12.4)])).toEqual([]);
    expect(look(22.4, [redis(12.4)])).toEqual(['redis away']);
  });

  it('takes a dependency that comes back for less than a minute for away', () => {
    expect(look(10, [redis()])).toEqual(['redis away']);
    for (let minute = 20; minute < 60; minute += 1) {
      expect(look(minute, [])).toEqual([]);
      expect(look(minute + 0.9, [redis(minute + 0.8)])).toEqual([]);
    }
    expect(look(61, [])).toEqual([]);
    expect(look(62, [])).toEqual(['redis over']);
  });

  it('counts from the earliest that a service tells, and what all of them hold', () => {
    look(5, [redis(4)]);
    look(6, [redis(1, { waiting: 7, services: ['payments', 'agreements'] })]);
    watch.see([redis(1, { waiting: 7, services: ['payments', 'agreements'] })], new Set(), at(11), 0);
    expect(watch.due(at(11))).toMatchObject([
      { what: 'away', outage: { since: at(1), waiting: 7, services: ['payments', 'agreements'] } },
    ]);
  });

  it('says of the mail server only afterwards that it was away', () => {
    const smtp = redis(0, { dependency: 'smtp' });
    expect(look(10, [smtp])).toEqual([]);
    expect(look(100, [smtp])).toEqual([]);
    look(101, []);
    expect(look(102, [])).toEqual(['smtp over']);
    expect(look(200, [redis(195, { dependency: 'smtp' })])).toEqual([]);
    look(201, []);
    expect(look(203, [])).toEqual([]);
  });

  it('takes nothing for back while those who missed it say nothing', () => {
    const silence = redis(10.5, { dependency: 'payments', services: ['payments'] });
    expect(look(10, [redis()])).toEqual(['redis away']);
    expect(look(11, [silence], ['payments'])).toEqual([]);
    expect(look(15, [silence], ['payments'])).toEqual([]);
    look(16, []);
    expect(look(17, [])).toEqual(['redis over']);
  });

  it('counts by the clock of the product, whatever the machine says', () => {
    const day = 24 * 60;
    watch.see([redis()], new Set(), at(day + 1), day * MINUTE_MS);
    watch.see([redis()], new Set(), at(day + 9), day * MINUTE_MS);
    expect(watch.due(at(day + 9))).toEqual([]);
    watch.see([redis()], new Set(), at(day + 10), day * MINUTE_MS);
    expect(watch.due(at(day + 10))).toMatchObject([{ outage: { since: at(day) } }]);
  });
});
