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

  it.each<[string, [string, string | null][]]>([
    // Days that are over.
    ['I paid the deposit last Friday.', [['last Friday', null]]],
    ['this past Friday', [['past Friday', null]]],
    ['on the 5th of December last year', [['5th of December', null]]],
    ['on Friday two weeks ago', [['on Friday', null]]],
    // Counted from a day that is named.
    ['Two weeks from Friday I bring it.', [['Two weeks from Friday', '2026-12-11']]],
    ['a week from Friday', [['a week from Friday', '2026-12-04']]],
    ['in two weeks from Friday', [['two weeks from Friday', '2026-12-11']]],
    ['two weeks from December first', [['two weeks from December first', '2026-12-15']]],
    ['three days before Friday', [['three days before Friday', '2026-11-24']]],
    ['within thirty days of today', [['thirty days of today', '2026-12-25']]],
    ['a few days after Friday', [['a few days after Friday', null]]],
    ['in a few weeks', [['in a few weeks', null]]],
    ['a week and a half from Friday', [['a week and a half from Friday', null]]],
    ['the Friday after next', [['Friday', null]]],
    // Counted from what nobody dates.
    ['within ninety days of delivery', [['within ninety days', null]]],
    ['within 30 days from the date of delivery', [['within 30 days', null]]],
    ['two weeks after delivery', [['two weeks after', null]]],
    ['in thirty days after I get the keys', [['in thirty days', null]]],
    // Halves.
    ['in a year and a half', [['in a year and a half', '2028-05-25']]],
    ['in one and a half years', [['in one and a half years', '2028-05-25']]],
    ['in two and a half weeks', [['in two and a half weeks', null]]],
    ['in two weeks and a half', [['in two weeks and a half', null]]],
    ['in a week or two', [['in a week', null]]],
    // Day and month in either order.
    ['on 12/11', [['12/11', null]]],
    ['on 12/11/2027', [['12/11/2027', null]]],
    ['on 11/11', [['11/11', '2027-11-11']]],
    ['on 12/25', [['12/25', '2026-12-25']]],
    ['on 25/12', [['25/12', '2026-12-25']]],
    // As before.
    ['in two weeks', [['in two weeks', '2026-12-09']]],
    ['within ninety days, of course', [['within ninety days', '2027-02-23']]],
    ['ten days from now', [['ten days from now', '2026-12-05']]],
    ['the first week of December', [['December', '2026-12']]],
    ['the day after tomorrow', [['the day after tomorrow', '2026-11-27']]],
    ['friday next week', [['friday next week', '2026-12-04']]],
    // Which of several days of one name.
    ['I deliver on Friday the 4th', [['on Friday the 4th', '2026-12-04']]],
    ['Monday the fourteenth', [['Monday the fourteenth', '2026-12-14']]],
    ['Friday the 5th', [['Friday the 5th', null]]],
    ['the first Friday of this deal', [['Friday', null]]],
    [
      'next week on Friday',
      [
        ['next week', '2026-12-02'],
        ['on Friday', null],
      ],
    ],
    ['Friday in two weeks', [['Friday in two weeks', null]]],
    [
      'the Monday after December 20',
      [
        ['Monday', null],
        ['December 20', '2026-12-20'],
      ],
    ],
    ['On Friday the second payment is due', [['On Friday', '2026-11-27']]],
    ['on Friday after work', [['on Friday', '2026-11-27']]],
    ['by the fifteenth i bring it', [['the fifteenth', '2026-12-15']]],
    // Counted from what nobody dates, in words without a number.
    ['I pay you the day after delivery', [['the day after', null]]],
    ['the day after Christmas', [['the day after', null]]],
    ['the week after next', [['the week after', null]]],
    ['the day after December 5', [['the day after December 5', '2026-12-06']]],
    ['the week of December 5', [['December 5', '2026-12-05']]],
    ['December 5 of next year', [['December 5 of next year', '2027-12-05']]],
    ['Friday at twelve at night', [['Friday', '2026-11-27']]],
  ])('%s, said on a Wednesday', (text, days) => {
    const found = findDates(text, new Date('2026-11-25T12:00:00Z'));
    expect(found.map(({ from, to, value }) => [text.slice(from, to), value])).toEqual(days);
  });

  it.each<[string, string, string, string]>([
    ['2027-01-31', 'I pay within one month', 'within one month', '2027-02-28'],
    ['2027-01-30', 'in a month', 'in a month', '2027-02-28'],
    ['2027-01-28', 'in a month', 'in a month', '2027-02-28'],
    ['2028-01-31', 'one month from now', 'one month from now', '2028-02-29'],
    ['2026-10-31', 'in one month', 'in one month', '2026-11-30'],
    ['2026-10-31', 'in two months', 'in two months', '2026-12-31'],
    ['2026-12-31', 'after two months', 'after two months', '2027-02-28'],
    ['2028-02-29', 'in one year', 'in one year', '2029-02-28'],
    ['2027-08-31', 'in one and a half years', 'in one and a half years', '2029-02-28'],
    ['2027-01-10', 'a month from January 31st', 'a month from January 31st', '2027-02-28'],
    ['2027-01-10', 'one month prior to March 31st', 'one month prior to March 31st', '2027-02-28'],
    ['2027-01-31', 'next month', 'next month', '2027-02'],
    ['2026-12-31', 'two months later', 'two months later', '2027-02'],
    ['2027-01-10', 'a month after January 31st', 'a month after January 31st', '2027-02'],
    ['2027-01-31', 'a month after February 2nd', 'a month after February 2nd', '2027-03'],
    // Days and weeks go on into the next month.
    ['2027-01-31', 'in thirty days', 'in thirty days', '2027-03-02'],
    ['2027-01-31', 'within two weeks', 'within two weeks', '2027-02-14'],
  ])('said on %s, "%s": the last day of a shorter month', (day, text, said, value) => {
    const found = findDates(text, new Date(`${day}T12:00:00Z`));
    expect(found.map(({ from, to, value }) => [text.slice(from, to), value])).toEqual([[said, value]]);
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
    'I pay before the first payment',
    'by the third installment',
    'on the 2nd floor',
    'on the fifth avenue',
  ])('none: %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});
