import type { Token } from '../english/amounts.js';
import type { Found } from '../passages.js';

const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', usd: 'USD' };
/** Pesos are of many countries, so they have no value that could be compared. */
const UNITS: Record<string, string | null> = {
  ...{ dolar: 'USD', dolares: 'USD', usd: 'USD', euro: 'EUR', euros: 'EUR', peso: null, pesos: null },
};
const RATE =
  /^\s*(?:(?:por|al|cada|a la|la)\s+(?:hora|dia|semana|mes|ano|noche|visita|clase|leccion|sesion|persona|pieza|vez)\b|cada un[oa]\b|semanales\b|mensuales\b)/;
/** Before and after a number that names no currency and can only be money. */
const PAYS =
  /\b(?:por|precio(?:\s+(?:es|de|es de))?|cuesta|cuestan|vale|valen|cobro|pago|paga|pagas|pagare|pagara|pagaria|pagar|doy|dare|total(?:\s+(?:es|de|es de))?|deposito(?:\s+(?:es|de|es de))?|renta(?:\s+(?:es|de|es de))?|debe|debo)\s+$/;
const PAID = /^\s*(?:$|[.,;!?]|(?:en efectivo|en total|hoy|manana|ahora|al contado|cuando|si|el|y)\b)/;
const SMALLEST_BARE = 20;

/** Sums of money in Spanish; those in dollars and euros have values such as `2000.00 USD`. */
export function findSpanishAmounts(text: string): Found[] {
  const tokens = spanishTokens(text);
  const plain = sameLength(text);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; ) {
    const amount = readAmount(plain, tokens, at);
    if (amount?.found) found.push(amount.found);
    at = amount?.next ?? at + 1;
  }
  return found;
}

/** Without accents, each character in its place. */
export function sameLength(text: string): string {
  const plain = [...text].map((letter) => withoutAccents(letter)).join('');
  return plain.length === text.length ? plain : text.toLowerCase();
}

function readAmount(
  plain: string,
  tokens: readonly Token[],
  at: number,
): { found: Found | null; next: number } | null {
  const sign = SIGNS[tokens[at]?.word ?? ''];
  const first = sign === undefined ? at : at + 1;
  const number = readSpanishNumber(tokens, first);
  if (!number) return null;
  const after = tokens[number.next]?.word === 'de' ? number.next + 1 : number.next;
  const unit = UNITS[tokens[after]?.word ?? ''];
  const isCents = /^(?:centavos?|centimos?)$/.test(tokens[number.next]?.word ?? '');
  const hasUnit = unit !== undefined;
  let next = hasUnit ? after + 1 : isCents ? number.next + 1 : number.next;
  let { value } = number;
  if (isCents && sign === undefined) value /= 100;
  if (hasUnit || sign !== undefined) {
    const cents = readCents(tokens, next);
    if (cents) [value, next] = [value + cents.value, cents.next];
  }
  const from = tokens[at]?.from ?? 0;
  const end = tokens[next - 1]?.to ?? from;
  const ofRange = sign === undefined && !hasUnit && !isCents ? unitOfRange(tokens, at, number) : undefined;
  if (ofRange !== undefined) {
    const amount = ofRange === null ? null : `${value.toFixed(2)} ${ofRange}`;
    return { found: { kind: 'amount', from, to: end, value: amount }, next };
  }
  if (sign === undefined && !hasUnit && !isCents && !isBare(plain, from, end, value, number.isDigits)) {
    return { found: null, next: number.next };
  }
  const currency = sign ?? (hasUnit ? unit : 'USD');
  const rate = RATE.exec(plain.slice(end))?.[0].length ?? 0;
  const amount = currency === null ? null : `${value.toFixed(2)} ${currency}`;
  return { found: { kind: 'amount', from, to: end + rate, value: amount }, next };
}

/**
 * The currency that is said with the upper end only: `entre mil y dos mil dólares`. Undefined where there is no such end,
 * and where the lower one is said in short: `entre dos y tres mil dólares`.
 */
function unitOfRange(tokens: readonly Token[], at: number, lower: SpanishNumber): string | null | undefined {
  const isNamed = /^(?:entre|de|desde)$/.test(tokens[at - 1]?.word ?? '');
  if (!/^(?:y|a|hasta)$/.test(tokens[lower.next]?.word ?? '')) return undefined;
  if (!isNamed && (lower.isDigits || lower.value < 100)) return undefined;
  const sign = SIGNS[tokens[lower.next + 1]?.word ?? ''];
  const upper = readSpanishNumber(tokens, sign === undefined ? lower.next + 1 : lower.next + 2);
  if (!upper) return undefined;
  const last = tokens[upper.next - 1]?.word ?? '';
  const scale = last === 'mil' ? 1000 : /^(?:millon(?:es)?|de)$/.test(last) ? 1_000_000 : 1;
  if (scale > 1 && lower.value < upper.value / scale) return undefined;
  const after = tokens[upper.next]?.word === 'de' ? upper.next + 1 : upper.next;
  return sign ?? UNITS[tokens[after]?.word ?? ''];
}

/** `con cincuenta centavos` */
function readCents(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  const first = /^(?:con|y)$/.test(tokens[at]?.word ?? '') ? at + 1 : at;
  const number = readSpanishNumber(tokens, first);
  if (!number || number.value >= 100) return null;
  const isCents = /^(?:centavos?|centimos?)$/.test(tokens[number.next]?.word ?? '');
  return isCents ? { value: number.value / 100, next: number.next + 1 } : null;
}

function isBare(plain: string, from: number, to: number, value: number, isDigits: boolean): boolean {
  const isYear = isDigits && value >= 1950 && value < 2050 && value % 100 !== 0;
  if (value < SMALLEST_BARE || isYear) return false;
  const after = plain.slice(to);
  return PAYS.test(plain.slice(0, from)) && (PAID.test(after) || RATE.test(after));
}

/** A number in Spanish words or digits. */
export interface SpanishNumber {
  value: number;
  /** The token after it. */
  next: number;
  isDigits: boolean;
}

const SMALL: Record<string, number> = {
  ...{ un: 1, uno: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9 },
  ...{ diez: 10, once: 11, doce: 12, trece: 13, catorce: 14, quince: 15, dieciseis: 16, diecisiete: 17 },
  ...{ dieciocho: 18, diecinueve: 19, veinte: 20, veintiun: 21, veintiuno: 21, veintiuna: 21, veintidos: 22 },
  ...{ veintitres: 23, veinticuatro: 24, veinticinco: 25, veintiseis: 26, veintisiete: 27, veintiocho: 28 },
  veintinueve: 29,
};
const TENS: Record<string, number> = {
  ...{ treinta: 30, cuarenta: 40, cincuenta: 50, sesenta: 60, setenta: 70, ochenta: 80, noventa: 90 },
};
const HUNDREDS: Record<string, number> = {
  ...{
    cien: 100,
    ciento: 100,
    doscient: 200,
    trescient: 300,
    cuatrocient: 400,
    quinient: 500,
    seiscient: 600,
  },
  ...{ setecient: 700, novecient: 900, ochocient: 800 },
};
const TOKEN = /\d+(?:[.,]\d+)*|\p{L}+|[$€£]/gu;

/** Words without their accents, which engines set as they like; places are those in the text as it is. */
export function spanishTokens(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    word: withoutAccents(word),
    from: index,
    to: index + word.length,
  }));
}

/** In lower case; `ñ` stays a letter of its own only where that tells words apart, which none here needs. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The longest number that begins at this token: `mil doscientos cincuenta`, `treinta y cinco`, `1.250,50`. */
export function readSpanishNumber(tokens: readonly Token[], at: number): SpanishNumber | null {
  const word = (index: number) => tokens[index]?.word ?? '';
  const digits = readDigits(word(at));
  if (digits !== null) {
    const isThousands = word(at + 1) === 'mil' && digits < 1000;
    return {
      value: isThousands ? digits * 1000 : digits,
      next: isThousands ? at + 2 : at + 1,
      isDigits: true,
    };
  }
  let [total, next, hasAny] = [0, at, false];
  for (;;) {
    const group = readGroup(word, next);
    const after = group?.next ?? next;
    if (word(after) === 'mil' && total % 1_000_000 === 0) {
      total += (group?.value ?? 1) * 1000;
      next = after + 1;
    } else if (/^millon(?:es)?$/.test(word(after)) && group && total === 0) {
      total = group.value * 1_000_000;
      next = word(after + 1) === 'de' ? after + 2 : after + 1;
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

/** Below a thousand. */
function readGroup(word: (index: number) => string, at: number): { value: number; next: number } | null {
  let [value, next] = [0, at];
  const stem = word(next).replace(/(?<=cient|nient)[oa]s$/, '');
  const hundreds = HUNDREDS[stem];
  if (hundreds !== undefined) [value, next] = [hundreds, next + 1];
  const tens = TENS[word(next)];
  if (tens !== undefined) {
    const unit = word(next + 1) === 'y' ? SMALL[word(next + 2)] : undefined;
    const hasUnit = unit !== undefined && unit < 10;
    return { value: value + tens + (hasUnit ? unit : 0), next: next + (hasUnit ? 3 : 1) };
  }
  const small = SMALL[word(next)];
  if (small !== undefined) [value, next] = [value + small, next + 1];
  return next === at ? null : { value, next };
}

/** `1.250,50` as in Spain, `1,250.50` as in Mexico. */
function readDigits(word: string): number | null {
  if (!/^\d/.test(word)) return null;
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(word)) {
    return Number(word.replaceAll('.', '').replace(',', '.'));
  }
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(word)) return Number(word.replaceAll(',', ''));
  return /^\d+(?:[.,]\d{1,2})?$/.test(word) ? Number(word.replace(',', '.')) : null;
}
