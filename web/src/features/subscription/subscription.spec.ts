import type { SubscriptionView } from '../../lib/api/api-types';
import { cancelWords, cardLabel, endedAt, nextPayment, stageOf } from './subscription';

const active: SubscriptionView = {
  status: 'active',
  amountCents: 2000,
  currency: 'usd',
  periodEnd: '2026-12-21T12:00:00Z',
  endsAtPeriodEnd: false,
  startedAt: '2026-11-21T12:00:00Z',
  card: { brand: 'visa', last4: '4242' },
  paymentDue: null,
};

describe('the stage', () => {
  it.each([
    ['none', false, 'offer'],
    ['incomplete', false, 'offer'],
    ['active', false, 'active'],
    ['active', true, 'ending'],
    ['past_due', false, 'past_due'],
    ['past_due', true, 'past_due'],
    ['canceled', true, 'ended'],
  ] as const)('of %s (ends: %s) is %s', (status, endsAtPeriodEnd, expected) => {
    expect(stageOf({ ...active, status, endsAtPeriodEnd })).toBe(expected);
  });
});

describe('the next payment', () => {
  it('is named with its date', () => {
    expect(nextPayment(active)).toBe('$20.00 on Dec 21, 2026');
  });

  it('is none once it ends', () => {
    expect(nextPayment({ ...active, endsAtPeriodEnd: true })).toBe('None. Nothing more is charged.');
    expect(nextPayment({ ...active, status: 'canceled' })).toBe('None. Nothing more is charged.');
  });

  it('is what is due', () => {
    const paymentDue = { clientSecret: 's', amountCents: 1500 };
    expect(nextPayment({ ...active, status: 'past_due', paymentDue })).toBe('$15.00, payment due');
    expect(nextPayment({ ...active, status: 'past_due' })).toBe('$20.00, payment due');
  });
});

describe('the card', () => {
  it.each([
    [{ brand: 'visa', last4: '4242' }, 'Visa ending in 4242'],
    [{ brand: 'amex', last4: '8431' }, 'American Express ending in 8431'],
    [{ brand: 'newcard', last4: '1' }, 'newcard ending in 1'],
    [null, 'None saved'],
  ])('%j: %s', (card, expected) => {
    expect(cardLabel(card)).toBe(expected);
  });
});

describe('the end', () => {
  const ended: SubscriptionView = { ...active, status: 'canceled' };

  it('has a date once that is past', () => {
    expect(endedAt(ended, Date.parse('2026-12-22T00:00:00Z'))).toBe('2026-12-21T12:00:00Z');
    expect(endedAt(ended, Date.parse('2026-12-20T00:00:00Z'))).toBeNull();
    expect(endedAt(active, Date.parse('2026-12-22T00:00:00Z'))).toBeNull();
  });

  it('is said before cancelling', () => {
    const before = Date.parse('2026-12-20T00:00:00Z');
    expect(cancelWords(active, before)).toContain('It stays until Dec 21, 2026');
    expect(cancelWords({ ...active, status: 'past_due' }, before)).toContain(
      'not renewed after Dec 21, 2026',
    );
    expect(cancelWords({ ...active, periodEnd: null }, before)).toContain('It ends now');
  });

  it('is at once while a renewal is under way', () => {
    const words = cancelWords(active, Date.parse('2026-12-23T00:00:00Z'));
    expect(words).toContain('It ends now');
    expect(words).not.toContain('Dec 21');
  });
});
