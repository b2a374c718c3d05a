import { findDates } from './dates.js';

/** A Saturday. */
const recordedAt = new Date('2026-11-21T10:00:00Z');
const read = (text: string) =>
  findDates(text, recordedAt).map(({ from, to, value }) => [text.slice(from, to), value]);

describe('dates', () => {
  it.each([
    ['i will pay the money on friday morning', 'on friday morning', '2026-11-27'],
    ['by the end of the month', 'end of the month', '2026-11-30'],
    ['march first', 'march first', '2027-03-01'],
    [
      'the fifth of december two thousand twenty seven',
      'fifth of december two thousand twenty seven',
      '2027-12-05',
    ],
    ['on june second twenty twenty eight', 'june second twenty twenty eight', '2028-06-02'],
    ['in two weeks', 'in two weeks', '2026-12-05'],
    ['two weeks from today', 'two weeks from today', '2026-12-05'],
    ['you have to pay within thirty days', 'within thirty days', '2026-12-21'],
    ['within 30 days', 'within 30 days', '2026-12-21'],
    ['I will bring it back tomorrow.', 'tomorrow', '2026-11-22'],
    ['until december thirty first', 'december thirty first', '2026-12-31'],
    ['by the fifteenth', 'the fifteenth', '2026-12-15'],
    ['on the twenty first', 'the twenty first', '2026-11-21'],
    ['by the 31st', 'the 31st', '2026-12-31'],
    ['December 5, 2026 at 3:30 pm', 'December 5, 2026 at 3:30 pm', '2026-12-05T15:30'],
    ['on friday at six pm', 'on friday at six pm', '2026-11-27T18:00'],
    ['on friday at six', 'on friday at six', '2026-11-27'],
    ['at noon on sunday', 'noon on sunday', '2026-11-22T12:00'],
    ['starting monday the thirtieth of november', 'monday the thirtieth of november', '2026-11-30'],
    ['next week', 'next week', '2026-11-28'],
    ['it starts in march', 'march', '2027-03'],
    ['on 12/01/2026', '12/01/2026', '2026-12-01'],
    ['on november twenty eighth', 'november twenty eighth', '2026-11-28'],
  ])('%s', (text, said, value) => {
    expect(read(text)).toEqual([[said, value]]);
  });

  it.each([
    'i will pay the money',
    'one second please',
    'we sat down',
    'i may pay you',
    'it is two thousand dollars now',
    'in twenty nineteen',
    'a 2015 honda civic',
    'at two hundred dollars',
    'for three days',
    'the sun and the second one',
    'march the lawn',
    'fifty dollars a month',
  ])('none: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});
