import { documentTexts as english } from '../i18n/en/document';
import { documentTexts as spanish } from '../i18n/es/document';
import {
  formatAgreementId,
  formatAmount,
  formatCents,
  formatClock,
  formatDateTime,
  formatDuration,
  planLabel,
  shortHash,
  speakDuration,
} from './format';

describe('formatDuration', () => {
  it.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [65, '1:05'],
    [600, '10:00'],
    [3661, '1:01:01'],
    [-1, '0:00'],
  ])('%s seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('speakDuration', () => {
  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [60, '1 minute'],
    [125, '2 minutes 5 seconds'],
  ])('%s seconds are "%s"', (seconds, text) => {
    expect(speakDuration(seconds)).toBe(text);
  });
});

describe('money', () => {
  it('shows cents, and leaves .00 out when asked', () => {
    expect(formatCents(500)).toBe('$5.00');
    expect(formatCents(500, 'usd', true)).toBe('$5');
    expect(formatCents(1250, 'USD', true)).toBe('$12.50');
  });

  it.each([0, 5, 99, 100, 500, 1250, 99_900, 99_999, 100_000, 123_456_789, -500])(
    'writes %s cents as Intl does',
    (cents) => {
      for (const texts of [english, spanish]) {
        const { locale, dollars } = texts;
        const expected = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(
          cents / 100,
        );
        if (cents >= 0 && cents < 100_000) expect(dollars((cents / 100).toFixed(2))).toBe(expected);
        if (texts === english) expect(formatCents(cents)).toBe(expected);
      }
    },
  );

  it('shows an agreed amount, or the text when it is no number', () => {
    expect(formatAmount('1234.5')).toBe('$1,234.50');
    expect(formatAmount('two goats')).toBe('two goats');
  });
});

describe('dates', () => {
  it('always names the zone', () => {
    expect(formatDateTime('2026-11-21T14:03:00Z', 'UTC').replace(/\s/g, ' ')).toBe(
      'Nov 21, 2026, 2:03 PM UTC',
    );
  });

  it('shows a clock with 24 hours', () => {
    expect(formatClock(new Date('2026-11-21T14:03:00Z'), 'UTC')).toBe('14:03');
  });
});

describe('labels', () => {
  it('groups the digits of an agreement id', () => {
    expect(formatAgreementId('1234567890123456')).toBe('#1234 5678 9012 3456');
  });

  it('shortens a hash at both ends', () => {
    expect(shortHash('0123456789abcdef0123456789abcdef')).toBe('01234567…89abcdef');
    expect(shortHash('short')).toBe('short');
  });

  it.each([
    ['split-second-contract', 'Split Second Contract'],
    ['basic', 'Basic'],
    ['very_long_plan', 'Very Long Plan'],
    [null, 'Split Second Contract'],
  ])('the plan %s is shown as %s', (plan, text) => {
    expect(planLabel(plan)).toBe(text);
  });
});

describe('words of both languages', () => {
  it.each([0, 1, 2, 59])('count %s minutes and seconds as Intl does', (count) => {
    for (const { locale, minutes, seconds } of [english, spanish]) {
      const inWords = (unit: string) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
      expect([minutes(count), seconds(count)]).toEqual([inWords('minute'), inWords('second')]);
    }
  });
});
