import { findDates } from '../../terms/english/dates.js';
import { writeNumbers } from './written-form.js';

const wordsOf = (text: string) =>
  text.split(' ').map((word, index) => ({ text: word, start: index, end: index + 0.5, confidence: 0.9 }));
const written = (text: string) =>
  writeNumbers(wordsOf(text))
    .map((word) => word.text)
    .join(' ');

describe('numbers as people write them', () => {
  it.each([
    ['I pay twelve hundred fifty dollars, today', 'I pay $1,250, today'],
    ['two thousand five hundred dollars.', '$2,500.'],
    ['nineteen dollars and fifty cents each', '$19.50 each'],
    ['three hundred euros a week', '€300 a week'],
    ['within thirty days of the twelve payments', 'within 30 days of the 12 payments'],
    ['one car and two bikes', 'one car and two bikes'],
    ['I owe $1,250 since 2026', 'I owe $1,250 since 2026'],
    ['call five five five one two', 'call five five five one two'],
    ['in nineteen ninety nine', 'in nineteen ninety nine'],
    ['between one thousand and two thousand dollars', 'between $1,000 and $2,000'],
    ['two hundred and three hundred dollars', '$200 and $300'],
    ['between five hundred and one thousand dollars.', 'between $500 and $1,000.'],
    ['from twenty to thirty euros an hour', 'from €20 to €30 an hour'],
    ['between one hundred and two hundred days', 'between 100 and 200 days'],
    ['one hundred and one thousand dollars', '$101,000'],
    ['december twenty first', 'december twenty first'],
    ['by the twenty-first of december, please', 'by the twenty-first of december, please'],
    ['january first two thousand twenty eight', 'january first 2028'],
    ['my two thousand fifteen Honda', 'my 2015 Honda'],
    ['in the year two thousand and nine.', 'in the year 2009.'],
    ['two thousand fifteen dollars', '$2,015'],
    ['it has two thousand fifty miles', 'it has 2,050 miles'],
    ['I have it since two thousand fifteen. Prices fell', 'I have it since 2015. Prices fell'],
    ['for two thousand people', 'for 2,000 people'],
    ['ninety thousand miles', '90,000 miles'],
    ['fifty pounds of flour', '50 pounds of flour'],
    ['The price is fifty, fifty dollars.', 'The price is fifty, $50.'],
    ['five hundred, four hundred dollars', 'five hundred, $400'],
    ['I owe you three, twenty dollars each.', 'I owe you three, $20 each.'],
    ['five thousand, two hundred dollars', '$5,200'],
    ['five hundred, fifty dollars', 'five hundred, fifty dollars'],
    ['I will pay you hundred and fifty dollars.', 'I will pay you $150.'],
    ['a few hundred dollars', 'a few hundred dollars'],
    ['a few hundred people', 'a few hundred people'],
    ['one point five thousand dollars', '$1,500'],
    ['at one point fifty dollars', 'at one point fifty dollars'],
    ['twelve point five percent', 'twelve point five percent'],
    ['five dollars fifty each', '$5.50 each'],
    ['five dollars five', 'five dollars five'],
    ['a euro and a dollar', '€1 and $1'],
    ['five hundred canadian dollars', 'five hundred canadian dollars'],
    ['fifty fifty dollars', 'fifty fifty dollars'],
    ['fifteen fifty dollars an hour', 'fifteen fifty dollars an hour'],
    ['three fifty dollars each', 'three fifty dollars each'],
    // Hundreds without the word are likely only, and may be how many and how much, or a day and a sum.
    ['three fifty dollars', 'three fifty dollars'],
    ['a three fifty dollar deposit', 'a three fifty dollar deposit'],
    ['in four fifty dollar payments', 'in four fifty dollar payments'],
    ['two hundred dollar visits', 'two hundred dollar visits'],
    ['a two hundred dollar visit', 'a $200 visit'],
    ['on june ten twenty dollars', 'on june ten twenty dollars'],
    ['at five thirty dollars', 'at five thirty dollars'],
    ['maybe ten fifteen dollars', 'maybe ten fifteen dollars'],
    ['the house is a million and a half dollars', 'the house is a million and a half dollars'],
    ['two thousand and a half dollars', 'two thousand and a half dollars'],
    ['twelve and a quarter miles', 'twelve and a quarter miles'],
    ['two and a half dollars', '$2.50'],
    ['one hundred and oh five dollars', 'one hundred and oh five dollars'],
    ['room one hundred and oh five', 'room one hundred and oh five'],
    // A lower end that is said in short: nobody says "from 12 to $1,500" of it.
    ['from twelve to fifteen hundred dollars', 'from twelve to fifteen hundred dollars'],
    ['between two and three hundred dollars', 'between two and three hundred dollars'],
    ['four or five hundred dollars a month', 'four or five hundred dollars a month'],
    ['twenty to twenty five thousand miles', 'twenty to twenty five thousand miles'],
    ['two hundred to three hundred thousand dollars', 'two hundred to three hundred thousand dollars'],
    ['between one and two hundred and fifty dollars', 'between one and two hundred and fifty dollars'],
    ['from five to two hundred dollars', 'from $5 to $200'],
    ['from twelve to fifteen dollars', 'from $12 to $15'],
    ['four hundred or five hundred dollars', '400 or $500'],
    ['unit twelve and three hundred dollars', 'unit 12 and $300'],
    ['one of two hundred dollars', 'one of $200'],
    ['three quarters of a million dollars', 'three quarters of a million dollars'],
    ['a quarter of one million people', 'a quarter of one million people'],
  ])('%s', (spoken, expected) => {
    expect(written(spoken)).toBe(expected);
  });

  /** `A:` begins the words of another voice, `|` is a pause of two seconds. */
  const spokenBy = (script: string) => {
    let [speaker, at]: [number | null, number] = [null, 0];
    return script.split(' ').flatMap((text) => {
      if (text === '|') at += 2;
      const voice = /^([AB]):$/.exec(text)?.[1];
      if (voice) speaker = voice.charCodeAt(0) - 65;
      if (voice || text === '|') return [];
      at += 0.4;
      return [{ text, start: at - 0.4, end: at - 0.1, confidence: 0.9, speaker }];
    });
  };

  it.each([
    ['A: I pay two B: thousand dollars', 'I pay two thousand dollars'],
    ['A: for two thousand B: five hundred dollars', 'for two thousand five hundred dollars'],
    ['A: seven hundred and B: fifty bucks', '700 and fifty bucks'],
    ['A: that is one thousand B: right A: five hundred dollars', 'that is 1,000 right five hundred dollars'],
    ['A: two thousand B: fifteen hundred dollars', '2000 $1,500'],
    ['A: I pay two B: mhm A: thousand dollars', 'I pay two mhm thousand dollars'],
    ['A: I pay two | thousand dollars', 'I pay two thousand dollars'],
    ['A: three hundred | fifty dollars', '300 fifty dollars'],
    ['A: three hundred dollars | fifty dollars', '$300 $50'],
    ['A: two thousand dollars B: two thousand dollars', '$2,000 $2,000'],
  ])('never join what voices or pauses part: %s', (script, expected) => {
    const words = writeNumbers(spokenBy(script));
    expect(words.map(({ text }) => text).join(' ')).toBe(expected);
  });

  describe('leave the days that were said', () => {
    const ordinals = [
      ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
      ...['eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth'],
      ...['eighteenth', 'nineteenth', 'twentieth', 'twenty first', 'twenty second', 'twenty third'],
      ...['twenty fourth', 'twenty fifth', 'twenty sixth', 'twenty seventh', 'twenty eighth'],
      ...['twenty ninth', 'thirtieth', 'thirty first'],
    ];
    const years: Record<string, string> = {
      ...{
        2024: 'two thousand twenty four',
        2025: 'two thousand and twenty five',
        2026: 'twenty twenty six',
      },
      ...{ 2027: 'two thousand twenty seven', 2028: 'two thousand twenty eight', 2029: 'twenty twenty nine' },
      ...{ 2030: 'two thousand thirty', 2031: 'two thousand thirty one', 2032: 'twenty thirty two' },
    };
    const recordedAt = new Date('2026-11-21T10:00:00Z');
    const dates = (text: string) => findDates(written(text), recordedAt).map(({ value }) => value);

    it.each(ordinals.map((ordinal, at) => [ordinal, String(at + 1).padStart(2, '0')]))(
      '%s',
      (ordinal, day) => {
        const hyphened = ordinal.replace(' ', '-');
        for (const text of [
          ...[`december ${ordinal}`, `the ${ordinal} of december`, `by the ${ordinal} of december`],
          ...[`december ${hyphened}`, `until the ${hyphened} of december, please`],
        ]) {
          expect([text, dates(text)]).toEqual([text, [`2026-12-${day}`]]);
        }
        for (const [year, words] of Object.entries(years)) {
          for (const text of [
            ...[`december ${ordinal} ${words}`, `the ${ordinal} of december ${words}`],
            ...[`december ${hyphened}, ${words}`, `i pay on december ${ordinal} ${words} in cash`],
          ]) {
            expect([text, dates(text)]).toEqual([text, [`${year}-12-${day}`]]);
          }
        }
      },
    );

    it.each(Object.entries(years))('december %s', (year, words) => {
      expect(dates(`in december ${words}`)).toEqual([`${year}-12`]);
    });
  });

  it('keep what was said, when it was said and the least sure of it', () => {
    const words = wordsOf('for two hundred dollars now');
    const unsure = words.map((word) => (word.text === 'hundred' ? { ...word, confidence: 0.3 } : word));
    expect(writeNumbers(unsure)).toEqual([
      words[0],
      { text: '$200', start: 1, end: 3.5, confidence: 0.3, spoken: 'two hundred dollars' },
      words[4],
    ]);
  });
});
