import { Formats, formatClock, manyLines, oneLine, shorten } from './wording.js';

const english = new Formats('en');
const spanish = new Formats('es');

const now = new Date('2026-11-21T09:00:00.000Z');

it.each([
  ['2026-11-21T09:00:01.000Z', '1 day'],
  ['2026-11-22T09:00:00.000Z', '1 day'],
  ['2026-11-22T09:00:01.000Z', '2 days'],
  ['2026-11-20T09:00:00.000Z', '1 day'],
])('counts begun days until %s: %s', (iso, days) => {
  expect(english.daysUntil(iso, now)).toBe(days);
});

it.each([
  ['2026-11-24T08:59:00.000Z', '2 days'],
  ['2026-11-22T09:00:00.000Z', '24 hours'],
  ['2026-11-21T10:59:59.000Z', '119 minutes'],
  ['2026-11-21T09:01:59.000Z', '1 minute'],
  ['2026-11-21T08:00:00.000Z', '1 minute'],
])('says how long it is until %s: %s', (iso, left) => {
  expect(english.timeUntil(iso, now)).toBe(left);
});

it('says hours as people do', () => {
  expect([1, 24, 36, 72].map((hours) => english.hours(hours))).toEqual([
    '1 hour',
    '24 hours',
    '36 hours',
    '3 days',
  ]);
});

it('writes dates with their zone and money with its currency', () => {
  expect(english.dateTime('2026-12-20T14:03:11.000Z')).toBe('December 20, 2026 at 2:03 PM UTC');
  expect(english.amount('250.00', 'usd')).toBe('$250.00 USD');
  expect(formatClock(3723)).toBe('1:02:03');
});

it('says the same in Spanish as Spanish does', () => {
  expect(spanish.dateTime('2026-12-20T14:03:11.000Z')).toBe('20 de diciembre de 2026 a las 2:03 p.m. UTC');
  expect(spanish.date('2026-12-20T14:03:11.000Z')).toBe('20 de diciembre de 2026');
  expect(spanish.amount('1250.50', 'usd')).toBe('$1,250.50 USD');
  expect(spanish.cents(500, 'usd')).toBe('$5.00 USD');
  expect([spanish.price(500, 'usd'), english.price(250, 'usd')]).toEqual(['$5', '$2.50']);
  expect([1, 24, 72].map((hours) => spanish.hours(hours))).toEqual(['1 hora', '24 horas', '3 días']);
  expect(spanish.daysUntil('2026-11-22T09:00:00.000Z', now)).toBe('1 día');
  expect(spanish.timeUntil('2026-11-21T09:05:00.000Z', now)).toBe('5 minutos');
});

it('keeps the words of others to text', () => {
  expect(oneLine('Eve\r\nBcc: x\u202e')).toBe('Eve Bcc: x');
  expect(manyLines('\n one\r\n\n\n\u0007two\r')).toEqual(['one', '', 'two']);
  expect(shorten('Bartholomew', 5)).toBe('Bart…');
});
