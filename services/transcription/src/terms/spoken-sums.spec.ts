import { writeNumbers } from '../speech/neural/written-form.js';
import { findAmounts } from './english/amounts.js';
import { findSpanishAmounts } from './spanish/amounts.js';

const LOW = [
  ...['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

const belowHundred = (sum: number): string =>
  sum < 20 ? (LOW[sum] ?? '') : joined(TENS[Math.floor(sum / 10)] ?? '', LOW[sum % 10] ?? '');

/** Below a million, as it is said with or without "and". */
function english(sum: number, and: '' | 'and'): string {
  const [thousands, hundreds, rest] = [Math.floor(sum / 1000), Math.floor(sum / 100) % 10, sum % 100];
  return joined(
    thousands > 0 ? `${english(thousands, and)} thousand` : '',
    hundreds > 0 ? `${LOW[hundreds]} hundred` : '',
    rest > 0 && sum > rest ? and : '',
    belowHundred(rest),
  );
}

const SPANISH_LOW = [
  ...['', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce'],
  ...['trece', 'catorce', 'quince', 'dieciséis', 'diecisiete', 'dieciocho', 'diecinueve', 'veinte'],
  ...['veintiún', 'veintidós', 'veintitrés', 'veinticuatro', 'veinticinco', 'veintiséis', 'veintisiete'],
  ...['veintiocho', 'veintinueve'],
];
const SPANISH_TENS = [
  ...['', 'diez', 'veinte', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'],
];
const SPANISH_HUNDREDS = [
  ...['', 'ciento', 'doscientos', 'trescientos', 'cuatrocientos', 'quinientos', 'seiscientos'],
  ...['setecientos', 'ochocientos', 'novecientos'],
];

/** Below a million; `apart` as some say and write it: "diez y seis", "veinte y cinco". */
function spanish(sum: number, apart: boolean): string {
  const [thousands, hundreds, rest] = [Math.floor(sum / 1000), Math.floor(sum / 100) % 10, sum % 100];
  const isOneWord = rest < (apart ? 16 : 30) || rest % 10 === 0;
  const inTwo = `${SPANISH_TENS[Math.floor(rest / 10)]}${rest % 10 > 0 ? ` y ${SPANISH_LOW[rest % 10]}` : ''}`;
  return joined(
    thousands > 1 ? spanish(thousands, apart) : '',
    thousands > 0 ? 'mil' : '',
    hundreds === 1 && rest === 0 ? 'cien' : (SPANISH_HUNDREDS[hundreds] ?? ''),
    isOneWord && rest < 30 ? (SPANISH_LOW[rest] ?? '') : inTwo,
  );
}

/** All small ones, and of the larger ones so many that each digit comes in each place. */
const SUMS = [
  ...Array.from({ length: 1200 }, (_, at) => at + 1),
  ...Array.from({ length: 1200 }, (_, at) => 1201 + at * 163),
];
const PAIRS = Array.from({ length: 19 * 90 }, (_, at) => ({
  high: 1 + (at % 19),
  low: 10 + Math.floor(at / 19),
}));

const written = (text: string): string =>
  writeNumbers(text.split(' ').map((word, at) => ({ text: word, start: at, end: at + 0.5, confidence: 1 })))
    .map((word) => word.text)
    .join(' ');
const usd = (sum: number): string => `${sum.toFixed(2)} USD`;

/** Those in which another amount is found, or as which another text is written. */
const wrongEnglish = (rows: readonly { text: string; value: string | null; writing: string }[]) =>
  rows
    .map((row) => ({ ...row, found: findAmounts(row.text).map(({ value }) => value), is: written(row.text) }))
    .filter(({ found, value, is, writing }) => found.length !== 1 || found[0] !== value || is !== writing);
const wrongSpanish = (rows: readonly { text: string; value: string | null }[]) =>
  rows
    .map((row) => ({ ...row, found: findSpanishAmounts(row.text).map(({ value }) => value) }))
    .filter(({ found, value }) => found.length !== 1 || found[0] !== value);

describe('every sum that is said plainly', () => {
  it.each(['', 'and'] as const)('is read and written in English, joined by "%s"', (and) => {
    const rows = SUMS.map((sum) => {
      // "Two thousand five" is 2,005 or 2,500.
      const isOpen = and === '' && sum > 1000 && sum % 1000 > 0 && sum % 1000 < 10;
      const text = `I pay you ${english(sum, and)} dollars now`;
      const writing = isOpen ? text : `I pay you $${sum.toLocaleString('en-US')} now`;
      return { text, value: isOpen ? null : usd(sum), writing };
    });
    expect(wrongEnglish(rows)).toEqual([]);
  });

  it.each([false, true])('is read in Spanish, tens and units apart: %s', (apart) => {
    const rows = SUMS.map((sum) => ({
      text: `te pago ${spanish(sum, apart)} dólares hoy`,
      value: usd(sum),
    }));
    expect(wrongSpanish(rows)).toEqual([]);
  });

  it('is read with its cents, in both languages', () => {
    const sums = [1, 5, 16, 27, 99, 100, 116, 250, 1000, 2016].flatMap((sum) =>
      Array.from({ length: 90 }, (_, at) => ({ sum, cents: at + 10 })),
    );
    const inEnglish = sums.map(({ sum, cents }) => ({
      text: `${english(sum, '')} dollars and ${belowHundred(cents)} cents`,
      value: usd(sum + cents / 100),
      writing: `$${(sum + cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    }));
    const inSpanish = sums.map(({ sum, cents }) => ({
      text: `${spanish(sum, false)} dólares con ${spanish(cents, false)} centavos`,
      value: usd(sum + cents / 100),
    }));
    expect([wrongEnglish(inEnglish), wrongSpanish(inSpanish)]).toEqual([[], []]);
  });
});

describe('two numbers in a row', () => {
  const isRange = (high: number, low: number) => high >= 5 && low > high && low <= Math.min(20, high * 2);

  it('are hundreds without the word where they can be nothing else, and never written as one number', () => {
    const rows = PAIRS.flatMap(({ high, low }) => {
      const said = `${belowHundred(high)} ${belowHundred(low)}`;
      const value = isRange(high, low) ? null : usd(high * 100 + low);
      return [`it is ${said} dollars`, `a ${said} dollar deposit`, `in cash ${said} bucks`].map((text) => ({
        ...{ text, value, writing: text },
      }));
    });
    expect(wrongEnglish(rows)).toEqual([]);
  });

  it('have no value where they may be how many and how much, or a day or an hour and a sum', () => {
    const rows = PAIRS.flatMap(({ high, low }) => {
      const said = `${belowHundred(high)} ${belowHundred(low)}`;
      const texts = [`in ${said} dollar payments`, `on june ${said} dollars`, `until march ${said} bucks`];
      if (high <= 12) texts.push(`at ${said} dollars are due`);
      return texts.map((text) => ({ text, value: null, writing: text }));
    });
    expect(wrongEnglish(rows)).toEqual([]);
  });
});
