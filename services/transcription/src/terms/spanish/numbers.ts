import { blanked, type Token, tokensIn } from '../english/numbers.js';

/** A number in Spanish words or digits. */
export interface SpanishNumber {
  value: number;
  /** The token after it. */
  next: number;
  isDigits: boolean;
  /** False where it is no certain number: "1/2", "12½". */
  isPlain: boolean;
}

const SMALL: Record<string, number> = {
  ...{ un: 1, uno: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9 },
  ...{ diez: 10, once: 11, doce: 12, trece: 13, catorce: 14, quince: 15, dieciseis: 16, diecisiete: 17 },
  ...{ dieciocho: 18, diecinueve: 19, veintiun: 21, veintiuno: 21, veintiuna: 21, veintidos: 22 },
  ...{ veintitres: 23, veinticuatro: 24, veinticinco: 25, veintiseis: 26, veintisiete: 27, veintiocho: 28 },
  veintinueve: 29,
};
/** Some write "veinte y cinco", and "diez y seis". */
const TENS: Record<string, number> = {
  ...{ veinte: 20, treinta: 30, cuarenta: 40, cincuenta: 50, sesenta: 60, setenta: 70, ochenta: 80 },
  noventa: 90,
};
const HUNDREDS: Record<string, number> = {
  ...{ cien: 100, ciento: 100, doscient: 200, trescient: 300, cuatrocient: 400, quinient: 500 },
  ...{ seiscient: 600, setecient: 700, novecient: 900, ochocient: 800 },
};
/** With the "K" of thousands that stands right behind the digits. Fractions ("1/2", "12½") stand as they are. */
const TOKEN = /\d+(?:\/\d+)+|\d*[¼-¾⅐-⅞]|(?<![\p{L}\d.])\.\d+|\d+(?:[.,]\d+)*(?:k(?!\p{L}))?|\p{L}+|[$€£]/giu;
const FRACTION = /^(?:\d+(?:\/\d+)+|\d*[¼-¾⅐-⅞])$/;
const FILLER = /^(?:eh+|em+|mm+|hm+|ah+|uh+|um+)$/i;
/** "Este" between commas says nothing. */
const FILLERS = /\b(?:o sea|digamos)\b|(?<=,\s*)\beste\b(?=\s*,)/giu;
/** "5 M" may be millions, metres or minutes. */
const UNKNOWN_SCALE = /^(?:m|mm|mdd|bn|b)$/;

/** Words without their accents, which engines set as they like; places are those in the text as it is. */
export function spanishTokens(text: string): Token[] {
  const tokens = tokensIn(blanked(text, FILLERS), TOKEN, FILLER);
  return tokens.map((token) => ({ ...token, word: withoutAccents(token.word) }));
}

/** Whether a number stands before this one, and a filler, a dash or dots in between: they may be one number or two. */
export function isHalting(tokens: readonly Token[], at: number): boolean {
  const hasAnd = tokens[at - 1]?.word === 'y';
  const last = hasAnd ? at - 2 : at - 1;
  const halts = tokens[at]?.isHalting === true || (hasAnd && tokens[at - 1]?.isHalting === true);
  return halts && readSpanishNumber(tokens, last) !== null;
}

/** In lower case; `ñ` stays a letter of its own only where that tells words apart, which none here needs. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Without accents, each character in its place. */
export function sameLength(text: string): string {
  const plain = [...text].map((letter) => withoutAccents(letter)).join('');
  return plain.length === text.length ? plain : text.toLowerCase();
}

type WordAt = (index: number) => string;

/**
 * The longest number that begins at this token: `mil doscientos cincuenta`, `treinta y cinco`, `1.250,50`, `2 mil 500`,
 * `uno punto cinco millones`. Across a comma only thousands and millions go on, with hundreds at least.
 */
export function readSpanishNumber(tokens: readonly Token[], at: number): SpanishNumber | null {
  if (FRACTION.test(tokens[at]?.word ?? ''))
    return { value: 0, next: at + 1, isDigits: true, isPlain: false };
  const number = readPlain(tokens, at);
  return number && { ...number, isPlain: true };
}

type PlainNumber = Omit<SpanishNumber, 'isPlain'>;

function readPlain(tokens: readonly Token[], at: number): PlainNumber | null {
  // A sign ends the number; a comma does too, but where a smaller rest of hundreds follows.
  const word: WordAt = (index) => (isPart(tokens, at, index) ? (tokens[index]?.word ?? '') : '');
  const digits = readDigits(word(at));
  if (digits !== null) {
    return UNKNOWN_SCALE.test(word(at + 1)) ? null : { ...withScale(word, digits, at + 1), isDigits: true };
  }
  const decimal = readDecimal(word, at);
  if (decimal) return decimal;
  if (word(at) === 'medio' && word(at + 1) === 'millon') {
    return { value: 500_000, next: word(at + 2) === 'de' ? at + 3 : at + 2, isDigits: false };
  }
  let [total, next, hasAny] = [0, at, false];
  for (;;) {
    const group = readGroup(word, next);
    const after = group?.next ?? next;
    if (word(after) === 'mil' && total % 1_000_000 === 0) {
      total += (group?.value ?? 1) * 1000;
      next = after + 1;
      const rest = restInDigits(word(next));
      if (rest !== null) return { value: total + rest, next: next + 1, isDigits: false };
    } else if (/^millon(?:es)?$/.test(word(after)) && group && total === 0) {
      total = group.value * 1_000_000;
      next = after + 1;
      if (word(next) === 'y' && word(next + 1) === 'medio') {
        return { value: total + 500_000, next: next + 2, isDigits: false };
      }
      if (word(next) === 'de') next += 1;
    } else {
      if (group) {
        total += group.value;
        next = group.next;
        hasAny = true;
      }
      break;
    }
    hasAny = true;
  }
  return hasAny ? { value: total, next, isDigits: false } : null;
}

/** Whether the number that begins at `at` may go on at this token. */
function isPart(tokens: readonly Token[], at: number, index: number): boolean {
  for (let place = at + 1; place <= index; place += 1) {
    const mark = tokens[place]?.mark ?? '.';
    if (mark === '.') return false;
    const isScale = /^(?:mil|millon|millones)$/.test(tokens[place - 1]?.word ?? '');
    if (mark === ',' && !(isScale && isHundreds(tokens, place))) return false;
  }
  return true;
}

function isHundreds(tokens: readonly Token[], at: number): boolean {
  const word: WordAt = (index) =>
    index > at && tokens[index]?.mark !== '' ? '' : (tokens[index]?.word ?? '');
  const hundreds = readGroup(word, at);
  return hundreds !== null && hundreds.value >= 100 && word(hundreds.next) !== 'mil';
}

/** `2 mil 500`, `2 mil quinientos`, `1,5 millones`. */
function withScale(word: WordAt, digits: number, next: number): { value: number; next: number } {
  if (/^millon(?:es)?$/.test(word(next))) {
    return { value: digits * 1_000_000, next: word(next + 1) === 'de' ? next + 2 : next + 1 };
  }
  if (word(next) === 'k') return { value: digits * 1000, next: next + 1 };
  if (word(next) !== 'mil' || digits >= 1000) return { value: digits, next };
  const inDigits = restInDigits(word(next + 1));
  if (inDigits !== null) return { value: digits * 1000 + inDigits, next: next + 2 };
  const rest = readGroup(word, next + 1);
  return { value: digits * 1000 + (rest?.value ?? 0), next: rest?.next ?? next + 1 };
}

function restInDigits(word: string): number | null {
  return /^[1-9]\d{0,2}$/.test(word) ? Number(word) : null;
}

/** `uno punto cinco millones`, `dos coma veinticinco mil`, `cinco punto cincuenta`. */
function readDecimal(word: WordAt, at: number): PlainNumber | null {
  const whole = readGroup(word, at);
  if (!whole || !/^(?:punto|coma)$/.test(word(whole.next))) return null;
  const hasZero = word(whole.next + 1) === 'cero';
  const decimals = readGroup(word, whole.next + (hasZero ? 2 : 1));
  const isTenth = decimals !== null && decimals.value < 10;
  if (!decimals || decimals.value >= 100 || (hasZero && !isTenth)) return null;
  const value = whole.value + decimals.value / (isTenth && !hasZero ? 10 : 100);
  const scale = word(decimals.next) === 'mil' ? 1000 : /^millon/.test(word(decimals.next)) ? 1_000_000 : 1;
  const hasDe = scale === 1_000_000 && word(decimals.next + 1) === 'de';
  const next = decimals.next + (scale === 1 ? 0 : hasDe ? 2 : 1);
  return { value: Math.round(value * scale * 100) / 100, next, isDigits: false };
}

/** Below a thousand. */
function readGroup(word: WordAt, at: number): { value: number; next: number } | null {
  let [value, next] = [0, at];
  const stem = word(next).replace(/(?<=cient|nient)[oa]s$/, '');
  const count = SMALL[word(next)] ?? 10;
  const hundreds = HUNDREDS[stem];
  if (hundreds !== undefined) [value, next] = [hundreds, next + 1];
  // "Dos cientos", in two words.
  else if (count > 1 && count < 10 && /^cient[oa]s$/.test(word(next + 1))) {
    [value, next] = [count * 100, next + 2];
  }
  const unit = word(next + 1) === 'y' ? (SMALL[word(next + 2)] ?? 10) : 10;
  const hasUnit = unit < 10;
  // "Diez y cinco" are two numbers: nobody says fifteen so.
  const tens = TENS[word(next)] ?? (word(next) === 'diez' && hasUnit && unit > 5 ? 10 : undefined);
  if (tens !== undefined) {
    return { value: value + tens + (hasUnit ? unit : 0), next: next + (hasUnit ? 3 : 1) };
  }
  const small = SMALL[word(next)];
  if (small !== undefined) [value, next] = [value + small, next + 1];
  return next === at ? null : { value, next };
}

/** `1.250,50` as in Spain, `1,250.50` as in Mexico; `1.5k`. */
function readDigits(word: string): number | null {
  if (!/^\.?\d/.test(word)) return null;
  if (word.endsWith('k')) {
    return /^\d+(?:[.,]\d{1,2})?k$/.test(word) ? Number(word.slice(0, -1).replace(',', '.')) * 1000 : null;
  }
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(word)) {
    return Number(word.replaceAll('.', '').replace(',', '.'));
  }
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(word)) return Number(word.replaceAll(',', ''));
  return /^(?:\d+(?:[.,]\d{1,2})?|\.\d{1,2})$/.test(word) ? Number(word.replace(',', '.')) : null;
}
