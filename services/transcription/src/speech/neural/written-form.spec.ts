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
    ['fifty pounds of flour', '50 pounds of flour'],
  ])('%s', (spoken, expected) => {
    expect(written(spoken)).toBe(expected);
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
