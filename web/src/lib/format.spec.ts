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
