import { cleanText, isGarbled } from './garbled-text.js';

const SPEECH = `I, Anna Becker, agree to sell my car to Ben Ford for two thousand dollars. Ben pays half of it today and
the rest on Friday the twenty-seventh. The car goes over as it is, with its winter tyres, and I hand over both keys
when the second half has arrived. If the money is not there by Sunday, I may sell to somebody else and give the first
half back. We both know about the scratch on the left door, and that the next inspection is due in March. `;

describe('isGarbled', () => {
  it.each(['you '.repeat(20), 'ha'.repeat(200), 'Thank you. '.repeat(500), '...', '♪', ''])(
    'says yes to %j',
    (text) => {
      expect(isGarbled(text)).toBe(true);
    },
  );

  it.each(['Yes.', '2000', 'No, no, no, no!', '同意します', 'Ja, natürlich.', SPEECH])(
    'says no to %j',
    (text) => {
      expect(isGarbled(text)).toBe(false);
    },
  );

  it('judges long text piece by piece', () => {
    const numbers = Array.from({ length: 60 }, (_, index) => `Item ${index} costs ${index * 37} dollars.`);
    const long = `${SPEECH}${numbers.slice(0, 12).join(' ')}${SPEECH}${'you '.repeat(40)}${SPEECH}`;
    expect(isGarbled(long)).toBe(false);
    expect(isGarbled(`${SPEECH}${'you '.repeat(800)}`)).toBe(true);
  });
});

describe('cleanText', () => {
  it('leaves letters of all kinds alone', () => {
    expect(cleanText('  Æther, 同意, café – “so”… 🙂 ')).toBe('Æther, 同意, café – “so”… 🙂');
  });

  it('takes out what cannot be stored', () => {
    expect(cleanText('a\u0000b\tc\u001bd\ufffd\ud800e\r\n')).toBe('a b c d e');
  });
});
