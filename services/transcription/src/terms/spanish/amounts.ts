import { isBehind, isBetweenNumbers, type Token } from '../english/numbers.js';
import type { Found } from '../passages.js';
import { isHalting, readSpanishNumber, type SpanishNumber, sameLength, spanishTokens } from './numbers.js';

const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', usd: 'USD' };
/** Pesos are of many countries, so they have no value that could be compared. */
const UNITS: Record<string, string | null> = {
  ...{ dolar: 'USD', dolares: 'USD', usd: 'USD', euro: 'EUR', euros: 'EUR', peso: null, pesos: null },
};
/** Dollars of another country, and pesos after a sign. */
const FOREIGN =
  /^(?:canadienses?|australian[oa]s?|mexican[oa]s?|cad|aud|mxn|cop|clp|ars|pesos?|jamaiquin[oa]s?|singapurenses?|neozelandes(?:es)?|taiwanes(?:es)?)$/;
const COUNTRY = /^(?:canada|australia|mexico|singapur|jamaica|taiwan)$/;
/** How often an amount is paid, or for each of what, after `sameLength`: "al mes", "cada dos semanas", "quincenales". */
export const SPANISH_RATE =
  '(?:(?:por|al|a la|la)\\s+(?:hora|dia|semana|quincena|mes|ano|noche|visita|clase|leccion|sesion|persona|pieza|vez)|cada\\s+[a-z\\d]+(?:\\s+(?:horas|dias|semanas|quincenas|meses|anos))?|(?:a\\s+)?diari[oa]s?|(?:semanal|quincenal|mensual|anual)(?:es)?|(?:diaria|semanal|quincenal|mensual|anual)mente)\\b';
const RATE = new RegExp(`^\\s*${SPANISH_RATE}`);
/** Before and after a number that names no currency and can only be money. */
const PAYS =
  /\b(?:por|precio(?:\s+(?:es|de|es de))?|cuesta|cuestan|vale|valen|cobro|pago|paga|pagas|pagare|pagara|pagaria|pagar|doy|dare|total(?:\s+(?:es|de|es de))?|deposito(?:\s+(?:es|de|es de))?|renta(?:\s+(?:es|de|es de))?|debe|debo)\s+$/;
const PAID = /^\s*(?:$|[.,;!?]|(?:en efectivo|en total|hoy|manana|ahora|al contado|cuando|si|el|y)\b)/;
const SMALLEST_BARE = 20;
const CENTS = /^(?:centavos?|centimos?)$/;
/** Before a number that is the name of a thing: "PlayStation cinco". */
const MODEL = /^(?:modelo|iphone|playstation|numero|version|serie|galaxy|play)$/;
/** After a number: what it is, nobody knows ("treinta y tantos mil dólares", "cinco y cuarto"). */
const VAGUE_END = /^(?:tant[oa]s|pico|algo|medi[oa]|cuarto)$/;
/** Before a bare "mil" or "cien": how many there are, nobody knows. */
const VAGUE = /^(?:(?:cuant|tant|vari|poc|much|algun)[oa]s|algo|medi[oa]|pico)$/;
/** Between two numbers that are one. */
const JOINT = /^(?:con|punto|coma)$/;
/** What a number after a sum counts: "quinientos dólares dos semanas después". */
const COUNTED =
  /^(?:dia|semana|mes|ano|hora|vez|pago|cuota|parte|persona|de|por|mas|otr[oa]s?|(?!(?:es|tus|mis|sus|nos|los|las|pues|mas|entonces)$)[a-z]{3,}s)$/;

/**
 * Sums of money in Spanish; those in dollars and euros have values such as `2000.00 USD`. No value where the words can be
 * read in two ways, or where nobody knows of which country the currency is.
 */
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

/** Before a number with which somebody corrects an amount, or offers another one. */
const OFFERS =
  /\b(?:no|espera|perdon|mejor|vale|bueno|digo|quise decir|que tal|ponle|dejemoslo|lo dejamos|te doy|te ofrezco|te pago|ofrezco|de acuerdo|sino)[,.\s-]+(?:(?:por|en|entonces|son|que sean)\s+)?$/;
const OFFERED = /^\s*(?:$|[.,;!?]|(?:entonces|y|o|vale|en efectivo|en total|hoy|ahora|si|esta bien|mejor)\b)/;

/** Numbers without a currency that take the place of an amount said before: "no, perdón, cuatrocientos". No value. */
export function findSpanishOffers(text: string): Found[] {
  const tokens = spanishTokens(text);
  const plain = sameLength(text);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { numbers } = numbersInARow(tokens, at);
    const last = numbers.at(-1);
    const whole = wholeOf(tokens, numbers);
    const [from, to] = [tokens[at]?.from ?? 0, tokens[(last?.next ?? 1) - 1]?.to ?? 0];
    const isOffer = whole !== null && whole.value >= SMALLEST_BARE && OFFERS.test(plain.slice(0, from));
    if (isOffer && OFFERED.test(plain.slice(to))) found.push({ kind: 'amount', from, to, value: null });
    at = last?.next ?? at + 1;
  }
  return found;
}

type Placed = SpanishNumber & { first: number };

/** Numbers right after each other: "cinco trescientos", "1 500", "uno punto mil". A sign such as a comma ends the row. */
function numbersInARow(tokens: readonly Token[], at: number): { numbers: Placed[]; hasJoint: boolean } {
  const numbers: Placed[] = [];
  let hasJoint = false;
  for (let first = at; ; ) {
    const { word = '', mark = '' } = tokens[first] ?? {};
    const isJoint = numbers.length > 0 && mark === '' && JOINT.test(word);
    const place = isJoint ? first + 1 : first;
    const isNext = numbers.length === 0 || tokens[place]?.mark === '';
    const number = isNext ? readSpanishNumber(tokens, place) : null;
    if (!number) return { numbers, hasJoint };
    numbers.push({ ...number, first: place });
    hasJoint ||= isJoint;
    first = number.next;
  }
}

/**
 * What numbers in a row come to; null where that is not plain. `cinco con cincuenta` is five fifty, and the first number
 * belongs to what stands before it in `la PlayStation cinco trescientos dólares`.
 */
function wholeOf(
  tokens: readonly Token[],
  numbers: readonly Placed[],
): { value: number; first: number } | null {
  const [first, second] = numbers;
  if (!first || numbers.length > 2 || isHalting(tokens, first.first)) return null;
  if (numbers.some(({ isPlain }) => !isPlain)) return null;
  if (!second) return isPartOf(tokens, first) ? null : first;
  const joint = second.first > first.next ? (tokens[first.next]?.word ?? '') : '';
  if (joint === '' && MODEL.test(tokens[first.first - 1]?.word ?? '')) return second;
  const isCents =
    joint === 'con' && first.value < 1000 && isCentsOf(second.value) && Number.isInteger(first.value);
  return isCents ? { first: first.first, value: first.value + second.value / 100 } : null;
}

/** "Tres cuartos de un millón", "unos cuantos mil": the scale alone is no sum. */
function isPartOf(tokens: readonly Token[], { first, next }: Placed): boolean {
  const word = (place: number) => tokens[place]?.word ?? '';
  if (/^(?:mil|cien)$/.test(word(first)) && VAGUE.test(word(first - 1))) return true;
  if (word(first - 1) !== 'de' || !/^(?:cuartos?|mitad|tercios?|quintos?|parte)$/.test(word(first - 2)))
    return false;
  return (
    (next === first + 1 && /^(?:mil|cien)$/.test(word(first))) ||
    /^un millon$/.test(`${word(first)} ${word(first + 1)}`)
  );
}

function isCentsOf(value: number): boolean {
  return Number.isInteger(value) && value >= 10 && value < 100;
}

interface Unit {
  /** Null where nobody knows of which country it is. */
  currency: string | null;
  next: number;
}

/** `dólares`, `de pesos`, `dólares canadienses`. */
function readUnit(tokens: readonly Token[], at: number): Unit | null {
  if (tokens[at]?.mark === '.') return null;
  const place = tokens[at]?.word === 'de' ? at + 1 : at;
  const word = (index: number) => tokens[index]?.word ?? '';
  const sign = /^[$€£]$/.test(word(at)) ? SIGNS[word(at)] : undefined;
  if (sign !== undefined) return isBehind(tokens, at) ? { currency: sign, next: at + 1 } : null;
  const currency = Object.hasOwn(UNITS, word(place)) ? UNITS[word(place)] : undefined;
  if (currency === undefined) return null;
  const isForeign = tokens[place + 1]?.mark === '' && FOREIGN.test(word(place + 1));
  if (isForeign) return { currency: null, next: place + 2 };
  const isOfCountry = word(place + 1) === 'de' && COUNTRY.test(word(place + 2));
  return isOfCountry ? { currency: null, next: place + 3 } : { currency, next: place + 1 };
}

function readAmount(
  plain: string,
  tokens: readonly Token[],
  at: number,
): { found: Found | null; next: number } | null {
  const sign = SIGNS[tokens[at]?.word ?? ''];
  if (sign !== undefined) return readSigned(plain, tokens, at, sign);
  const { numbers, hasJoint } = numbersInARow(tokens, at);
  const last = numbers.at(-1);
  if (!last) return null;
  if (isPercent(tokens, at)) return { found: null, next: at + 1 };
  const whole = wholeOf(tokens, numbers);
  const unit = readUnit(tokens, last.next);
  if (unit) {
    const isList = numbers.length > 2 && !hasJoint && last.value < 100;
    if (isList) return { found: null, next: unit.next };
    const stated = whole ? { ...whole, ...unit } : { ...unit, first: at, value: null };
    return toReading(plain, tokens, stated);
  }
  if (CENTS.test(tokens[last.next]?.word ?? '')) {
    const value = numbers.length === 1 && whole ? last.value / 100 : null;
    return toReading(plain, tokens, { first: at, next: last.next + 1, value, currency: 'USD' });
  }
  // Without a currency a row of numbers may be anything; each of them is looked at.
  const [first = last] = numbers;
  const rest = readUnclearRest(plain, tokens, first) ?? readRestAfterAnd(plain, tokens, at, first);
  if (rest?.isMoney) {
    return toReading(plain, tokens, { first: at, next: rest.next, value: null, currency: null });
  }
  const ofRange = unitOfRange(tokens, at, first);
  const [from, to] = [tokens[at]?.from ?? 0, tokens[first.next - 1]?.to ?? 0];
  if (ofRange !== undefined) {
    const amount = ofRange === null ? null : `${first.value.toFixed(2)} ${ofRange}`;
    return { found: { kind: 'amount', from, to, value: amount }, next: first.next };
  }
  const isAlone =
    numbers.length === 1 && whole !== null && isBare(plain, from, to, first.value, first.isDigits);
  if (!isAlone) return { found: null, next: last.next };
  const stated = rest ? { next: rest.next, value: null } : { next: first.next, value: first.value };
  return toReading(plain, tokens, { first: at, ...stated, currency: 'USD' });
}

/** "Diez por ciento", "diez por cien": no hundred. "Lo vendo por cien" is one. */
function isPercent(tokens: readonly Token[], at: number): boolean {
  const [number, by, hundred] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  if (by?.word !== 'por' || !/^(?:cien|ciento)$/.test(hundred?.word ?? '')) return false;
  if (readSpanishNumber(tokens, at)?.next !== at + 1) return false;
  return hundred?.word === 'ciento' || (number !== undefined && readSpanishNumber(tokens, at - 2) !== null);
}

/** `$500`, `USD 500`. */
function readSigned(
  plain: string,
  tokens: readonly Token[],
  at: number,
  sign: string,
): { found: Found | null; next: number } | null {
  const [before, own] = [tokens[at - 1], tokens[at]];
  const number = tokens[at + 1]?.mark === '' ? readSpanishNumber(tokens, at + 1) : null;
  if (!number || !own) return null;
  // "C$500" is not of this country, "US$500" is.
  const isPrefixed = before !== undefined && before.to === own.from && /^[a-z]+$/.test(before.word);
  const isForeign = isPrefixed ? before.word !== 'us' : own.mark === '' && FOREIGN.test(before?.word ?? '');
  const unit = readUnit(tokens, number.next);
  const { word: after = '', mark } = tokens[number.next] ?? {};
  const isForeignAfter = unit ? unit.currency !== sign : mark === '' && FOREIGN.test(after);
  const isUnsure = isForeign || isForeignAfter || !number.isPlain || isBetweenNumbers(tokens, at);
  return toReading(plain, tokens, {
    first: isPrefixed || isForeign ? at - 1 : at,
    next: unit?.next ?? (isForeignAfter ? number.next + 1 : number.next),
    ...(isUnsure ? { value: null, currency: null } : { value: number.value, currency: sign }),
  });
}

interface Stated {
  first: number;
  next: number;
  /** Null where the words can be read in two ways. */
  value: number | null;
  currency: string | null;
}

/** With the cents and the rate that follow: `con cincuenta centavos`, `por hora`. */
function toReading(plain: string, tokens: readonly Token[], { first, next, value, currency }: Stated) {
  const cents = readCents(tokens, next) ?? readShortCents(plain, tokens, next, (value ?? 0) < 100);
  const after = cents?.next ?? next;
  const from = tokens[first]?.from ?? 0;
  const end = tokens[after - 1]?.to ?? from;
  const rate = RATE.exec(plain.slice(end))?.[0].length ?? 0;
  const isSure = value !== null && currency !== null && cents?.value !== null;
  const amount = isSure ? `${(value + (cents?.value ?? 0)).toFixed(2)} ${currency}` : null;
  const found: Found = { kind: 'amount', from, to: end + rate, value: amount };
  return { found, next: after };
}

/**
 * After a comma what is less than a hundred may go on or begin anew: `quinientos, cincuenta dólares`. `isMoney` says
 * whether its currency follows; without one it ends a sentence.
 */
function readUnclearRest(
  plain: string,
  tokens: readonly Token[],
  { next, isDigits }: SpanishNumber,
): { next: number; isMoney: boolean } | null {
  const scale = lastScale(tokens, next);
  if (isDigits || scale === 1 || tokens[next]?.mark !== ',') return null;
  const rest = readSpanishNumber(tokens, tokens[next]?.word === 'y' ? next + 1 : next);
  if (!rest || rest.isDigits || rest.value >= scale) return null;
  const unit = readUnit(tokens, rest.next);
  if (unit) return { next: unit.next, isMoney: true };
  return PAID.test(plain.slice(tokens[rest.next - 1]?.to)) ? { next: rest.next, isMoney: false } : null;
}

/** Of the last word of a number: what is smaller may go on with it. */
function lastScale(tokens: readonly Token[], next: number): number {
  const last = tokens[next - 1]?.word ?? '';
  if (/^millon(?:es)?$/.test(last)) return 1_000_000;
  if (last === 'mil') return 1000;
  return /cient[oa]s?$|nient[oa]s$/.test(last) ? 100 : 1;
}

/**
 * What makes a number unclear after "y": `treinta y tantos`, `mil y pico`, and what may belong to it or be a sum of its
 * own: `doscientos y cincuenta`. Only "entre" says that they are two.
 */
function readRestAfterAnd(
  plain: string,
  tokens: readonly Token[],
  at: number,
  { next }: SpanishNumber,
): { next: number; isMoney: boolean } | null {
  const [and, own] = [tokens[next], tokens[next + 1]];
  if (and?.word !== 'y' || and.mark !== '' || own?.mark !== '') return null;
  const end = VAGUE_END.test(own.word)
    ? next + (/^(?:mil|millon(?:es)?)$/.test(tokens[next + 2]?.word ?? '') ? 3 : 2)
    : endOfSmaller(tokens, at, next);
  if (end === null) return null;
  const unit = readUnit(tokens, end);
  if (unit) return { next: unit.next, isMoney: true };
  const after = plain.slice(tokens[end - 1]?.to);
  return PAID.test(after) || RATE.test(after) ? { next: end, isMoney: false } : null;
}

/** Where a number ends that could go on with the one before "y". */
function endOfSmaller(tokens: readonly Token[], at: number, and: number): number | null {
  const rest = tokens[at - 1]?.word === 'entre' ? null : readSpanishNumber(tokens, and + 1);
  return rest && rest.value < lastScale(tokens, and) ? rest.next : null;
}

/**
 * The currency that is said with the upper end only: `entre mil y dos mil dólares`. Undefined where there is no such end,
 * and where the lower one is said in short: `entre dos y tres mil dólares`.
 */
function unitOfRange(tokens: readonly Token[], at: number, lower: SpanishNumber): string | null | undefined {
  const isNamed = /^(?:entre|de|desde)$/.test(tokens[at - 1]?.word ?? '');
  const [joint, next] = [tokens[lower.next], tokens[lower.next + 1]];
  if (!/^(?:y|a|hasta)$/.test(joint?.word ?? '') || joint?.isHalting || next?.isHalting) return undefined;
  if (!isNamed && (lower.isDigits || lower.value < 100)) return undefined;
  const sign = SIGNS[tokens[lower.next + 1]?.word ?? ''];
  const start = sign === undefined ? lower.next + 1 : lower.next + 2;
  const upper = readSpanishNumber(tokens, start);
  if (!upper?.isPlain) return undefined;
  const last = tokens[upper.next - 1]?.word ?? '';
  const scale = last === 'mil' ? 1000 : /^(?:millon(?:es)?|de)$/.test(last) ? 1_000_000 : 1;
  // "Dos" before "tres mil quinientos" may be two thousand, "cinco" before "dos mil" is five.
  const place = tokens.findIndex(
    ({ word }, index) => index >= start && index < upper.next && /^(?:mil|millon(?:es)?)$/.test(word),
  );
  const head = place < 0 ? 0 : (readSpanishNumber(tokens.slice(0, place), start)?.value ?? 1);
  if (lower.value < head || (scale > 1 && lower.value < upper.value / scale)) return undefined;
  const unit = readUnit(tokens, upper.next);
  return sign ?? (unit ? unit.currency : undefined);
}

/** `con cincuenta centavos` */
function readCents(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  if (tokens[at]?.mark === '.') return null;
  const first = /^(?:con|y)$/.test(tokens[at]?.word ?? '') ? at + 1 : at;
  const number = readSpanishNumber(tokens, first);
  if (!number?.isPlain || number.value >= 100) return null;
  return CENTS.test(tokens[number.next]?.word ?? '')
    ? { value: number.value / 100, next: number.next + 1 }
    : null;
}

/**
 * A number right after a sum: "cinco dólares con cincuenta" has fifty cents. What counts something ("dos semanas
 * después") or has a currency of its own does not belong to the sum; of others nobody can say (`value` null).
 */
function readShortCents(
  plain: string,
  tokens: readonly Token[],
  at: number,
  isSmall: boolean,
): { value: number | null; next: number } | null {
  const [own, before] = [tokens[at], tokens[at - 1]];
  if (!own || !before || own.mark !== '') return null;
  if (own.word === 'y' && /^medi[oa]$/.test(tokens[at + 1]?.word ?? '')) return { value: null, next: at + 2 };
  const isJoint = JOINT.test(own.word);
  const number = readSpanishNumber(tokens, isJoint ? at + 1 : at);
  if (!number) return null;
  const unclear = { value: null, next: number.next };
  // Some write thousands with a space.
  if (/^\d/.test(before.word) && /^\d{3}$/.test(own.word)) return unclear;
  const after = tokens[number.next];
  const isCounted = after?.mark === '' && !isJoint && COUNTED.test(after.word);
  if (readUnit(tokens, number.next) || isCounted) return null;
  if (number.value >= 100 && !number.isDigits && !isJoint) return null;
  const rest = plain.slice(tokens[number.next - 1]?.to);
  const isEnd = PAID.test(rest) || RATE.test(rest);
  const isCents = isCentsOf(number.value) && isEnd && (isSmall || own.word === 'con');
  if (isCents && Object.hasOwn(UNITS, before.word) && own.word !== 'punto') {
    return { value: number.value / 100, next: number.next };
  }
  // "Dos mil dólares con un coche" has no cents.
  return isJoint && !isEnd ? null : unclear;
}

function isBare(plain: string, from: number, to: number, value: number, isDigits: boolean): boolean {
  const isYear = isDigits && value >= 1950 && value < 2050 && value % 100 !== 0;
  if (value < SMALLEST_BARE || isYear) return false;
  const after = plain.slice(to);
  return PAYS.test(plain.slice(0, from)) && (PAID.test(after) || RATE.test(after));
}
