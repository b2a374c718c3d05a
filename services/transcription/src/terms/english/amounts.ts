import type { Found } from '../passages.js';
import {
  isAfterRangeWord,
  isBehind,
  isBetweenNumbers,
  isSaidInShort,
  readNumber,
  type SpokenNumber,
  scaleOf,
  type Token,
  tokensOf,
} from './numbers.js';
import { endOfFraction, isPlural, isTwofold } from './twofold.js';

const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' };
/** "Pounds" are weights as often as money. */
const UNITS: Record<string, string> = {
  ...{ dollar: 'USD', dollars: 'USD', buck: 'USD', bucks: 'USD', usd: 'USD' },
  ...{ euro: 'EUR', euros: 'EUR', eur: 'EUR', gbp: 'GBP' },
};
/** Dollars of another country, and pesos, which are of many: nothing that could be compared. */
const FOREIGN =
  /^(?:canadian|cad|australian|aud|mexican|mxn|pesos?|singapore|sgd|hkd|nzd|jamaican|bahamian|belize|barbadian|taiwan)$/;
const FOREIGN_PAIR = /^(?:hong kong|new zealand)$/;
/** "Per" and "every" stand before whatever is counted, "a" before more than that: "I give two hundred dollars a try". */
const RATE_WORDS = String.raw`(?:an?|per|every|each)\s+(?:hour|day|week|month|year|night|evening|weekend|visit|lesson|session|piece|person|kid|child|time|room|window|bag|box|yard|trip|load|mile|page|item)\b|(?:for\s+)?(?:per|every)\s+(?:(?:other|single|two|three|four)\s+)?(?!(?:cent|the|this|that|our|your|my|his|her|their)\b)\p{L}+|(?:for\s+)?each\b|apiece\b|hourly\b|weekly\b|monthly\b`;
const RATE = new RegExp(String.raw`^\s*(?:${RATE_WORDS})`, 'iu');
const RATE_AT_END = new RegExp(String.raw`\b(?:${RATE_WORDS})$`, 'iu');
/** Before and after a number that names no currency and can only be money. */
const PAYS =
  /\b(?:for|at|(?:pay|pays|paying|paid|give|lend|lends|owe|owes|charge|charges)(?:\s+(?:you|me|him|her|them|us))?(?:\s+back)?|borrow|prices?(?:\s+(?:is|of))?|costs?|total(?:\s+(?:is|of))?|deposit\s+(?:is|of)|payments?\s+of|rent\s+is)\s+$/i;
const PAID =
  /^\s*(?:$|[.,;!?]|(?:total|cash|in\s+cash|for|now|today|tomorrow|up\s?front|down|when|if|on|by|then|and|altogether|flat)\b)/i;
const SMALLEST_BARE = 20;
/** Before a number that is the name of a thing: "PlayStation five". */
const MODEL = /^(?:model|iphone|playstation|number|unit|version|series|galaxy)$/;
/** Between two numbers that are one, in a way that is not plain: "one point fifty", "two oh five". */
const JOINT = /^(?:point|oh|zero)$/;
/** After "and": "one hundred and oh five". */
const ZERO = /^(?:oh|zero)$/;
/** After these "point" is a word like any other: "at this point five hundred dollars". */
const BEFORE_POINT = /^(?:this|that|the|a|some|any|every|each|which|my|your|starting|selling|no|good)$/;
/** What a number after a sum counts: "five hundred dollars two weeks from now" are no dollars and cents. */
const COUNTED =
  /^(?:times?|day|week|month|year|hour|payment|part|people|percent|more|other|of|[ap]m|a|p|o['’]clock|first|second|third|\p{L}+th)$/u;

/** A sum of money. */
export interface Money extends Found {
  /** Where its rate begins ("an hour"), and where it ends without one. */
  rateFrom: number;
  /** Its value is hundreds without the word ("three fifty dollars"): likely, but not what was said. */
  isPair: boolean;
}

/**
 * Sums of money; those in dollars have values such as `2000.00 USD`. No value where the words can be read in two ways, or
 * where the currency is that of another country.
 */
export function findAmounts(text: string): Money[] {
  const tokens = tokensOf(text);
  const found: Money[] = [];
  for (let at = 0; at < tokens.length; ) {
    const amount = readAmount(text, tokens, at);
    if (amount?.found) found.push(amount.found);
    at = amount?.next ?? at + 1;
  }
  return found;
}

/** Whether an amount, as it was said, is one for each of several: "fifty dollars an hour". */
export function isRate(amount: string): boolean {
  return RATE_AT_END.test(amount);
}

/** The cents of a value such as `2000.00 USD`; null for other values and currencies. */
export function centsOf(value: string | null): number | null {
  const dollars = /^(\d+\.\d{2}) USD$/.exec(value ?? '')?.[1];
  return dollars === undefined ? null : Math.round(Number(dollars) * 100);
}

/** Before a number with which somebody corrects an amount, or offers another one. */
const OFFERS =
  /\b(?:no|nope|wait|sorry|actually|rather|okay|ok|alright|fine|maybe|say|(?:make|call) (?:it|that)|(?:how|what) about|i(?:['’]ll| can| could| will)? (?:give|offer|pay|do)(?: you)?|i mean|i meant|let['’]s (?:say|do))[,.\s-]+(?:(?:for|at|then|just|it['’]s|it is)\s+)?$/i;
const OFFERED =
  /^\s*(?:$|[.,;!?]|(?:then|and|or|okay|ok|deal|cash|in cash|total|now|today|for it|if|it is|is fine|is okay|instead)\b)/i;

/** Numbers without a currency that take the place of an amount said before: "no wait, make it four hundred". No value. */
export function findOffers(text: string): Found[] {
  const tokens = tokensOf(text);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { numbers } = numbersInARow(tokens, at);
    const last = numbers.at(-1);
    const whole = wholeOf(numbers, tokens, at);
    const [from, to] = [tokens[at]?.from ?? 0, tokens[(last?.next ?? 1) - 1]?.to ?? 0];
    const isOffer = whole !== null && whole.value >= SMALLEST_BARE && OFFERS.test(text.slice(0, from));
    if (isOffer && OFFERED.test(text.slice(to))) found.push({ kind: 'amount', from, to, value: null });
    at = last?.next ?? at + 1;
  }
  return found;
}

interface Reading {
  found: Money | null;
  /** The token after all that was looked at. */
  next: number;
}

function readAmount(text: string, tokens: Token[], at: number): Reading | null {
  const { word = '' } = tokens[at] ?? {};
  const sign = SIGNS[word] ?? (word === 'usd' ? 'USD' : undefined);
  if (sign !== undefined) return readSigned(text, tokens, at, sign);
  const one = word === 'a' ? readUnit(tokens, at + 1) : null;
  if (one?.currency && !one.isCents) {
    const isHalf = tokens[at - 1]?.word === 'half';
    const money = { first: isHalf ? at - 1 : at, next: one.next, value: isHalf ? 0.5 : 1 };
    return toReading(text, tokens, { ...money, currency: one.currency });
  }
  const isPoint = word === 'point' && !BEFORE_POINT.test(tokens[at - 1]?.word ?? '');
  const { numbers, hasJoint } = numbersInARow(tokens, isPoint ? at + 1 : at);
  const last = numbers.at(-1);
  if (!last) return null;
  const whole = isPoint || hasJoint ? null : wholeOf(numbers, tokens, at);
  const money = whole && !isTwofold(text, tokens, { ...whole, next: last.next }) ? whole : null;
  const unclear = { first: at, next: last.next, value: null, currency: null };
  const unit = readUnit(tokens, last.next);
  const isList = numbers.length > 2 && last.value < 100;
  if (unit?.isCents) {
    if (isList || last.value >= 100) return { found: null, next: unit.next };
    const cents = money?.isPair ? null : money && { ...money, value: money.value / 100, currency: 'USD' };
    return toReading(text, tokens, { ...(cents ?? unclear), next: unit.next });
  }
  if (isList) return { found: null, next: last.next };
  if (unit || last.isMoney) {
    const { currency, next } = unit ?? { currency: 'USD', next: last.next };
    return toReading(text, tokens, money ? { ...money, next, currency } : { ...unclear, next });
  }
  const fraction = endOfFraction(tokens, last.next);
  if (fraction !== null) {
    const ofUnit = readUnit(tokens, fraction);
    const isMoney = ofUnit !== null || isBareMoney(text, tokens, { ...last, first: at, next: fraction });
    if (isMoney) return toReading(text, tokens, { ...unclear, next: ofUnit?.next ?? fraction });
  }
  const rest = numbers.length === 1 ? readUnclearRest(text, tokens, last) : null;
  if (rest?.isMoney) return toReading(text, tokens, { ...unclear, next: rest.next });
  const rangeCurrency = numbers.length === 1 && money ? currencyOfRange(tokens, last) : null;
  if (rangeCurrency !== null) {
    const [from, to] = [tokens[last.first]?.from ?? 0, tokens[last.next - 1]?.to ?? 0];
    const value = `${last.value.toFixed(2)} ${rangeCurrency}`;
    return { found: { kind: 'amount', from, to, rateFrom: to, value, isPair: false }, next: last.next };
  }
  const isBare = numbers.length === 1 && money !== null && isBareMoney(text, tokens, last);
  if (!isBare) return { found: null, next: last.next };
  return toReading(
    text,
    tokens,
    rest ? { ...unclear, next: rest.next } : { ...money, next: last.next, currency: 'USD' },
  );
}

/** `$500`, `USD 500`. */
function readSigned(text: string, tokens: Token[], at: number, sign: string): Reading | null {
  const [before, own] = [tokens[at - 1], tokens[at]];
  const number = tokens[at + 1]?.mark === '' ? readNumber(tokens, at + 1) : null;
  if (!number || !own) return null;
  // "C$500" is not of this country, "US$500" is.
  const isPrefixed = before !== undefined && before.to === own.from && /^\p{L}+$/u.test(before.word);
  const isForeign = isPrefixed ? before.word !== 'us' : own.mark === '' && FOREIGN.test(before?.word ?? '');
  const unit = readUnit(tokens, number.next);
  const { word: after = '', mark } = tokens[number.next] ?? {};
  const isForeignAfter = unit ? unit.currency !== sign : mark === '' && FOREIGN.test(after);
  const next = unit?.next ?? (isForeignAfter ? number.next + 1 : number.next);
  const first = isPrefixed || isForeign ? at - 1 : at;
  const isSure = !isForeign && !isForeignAfter && number.isPlain && !isBetweenNumbers(tokens, at);
  return toReading(
    text,
    tokens,
    isSure
      ? { first, next, value: number.value, currency: sign }
      : { first, next, value: null, currency: null },
  );
}

type Placed = SpokenNumber & { first: number };

/** `five five five one two` are five numbers; `two thousand five hundred` is one. A sign such as a comma ends the row. */
function numbersInARow(tokens: readonly Token[], at: number): { numbers: Placed[]; hasJoint: boolean } {
  const numbers: Placed[] = [];
  let hasJoint = false;
  const readAt = (first: number) =>
    numbers.length === 0 || tokens[first]?.mark === '' ? readNumber(tokens, first) : null;
  for (let first = at; ; ) {
    const joined = numbers.length > 0 ? afterJoint(tokens, first) : null;
    const place = joined ?? first;
    const number = readAt(place);
    if (!number) return { numbers, hasJoint };
    numbers.push({ ...number, first: place });
    hasJoint ||= joined !== null;
    first = number.next;
  }
}

/** The token after a word that makes one number of two, else null. */
function afterJoint(tokens: readonly Token[], at: number): number | null {
  const [own, next] = [tokens[at], tokens[at + 1]];
  if (own?.mark !== '') return null;
  if (JOINT.test(own.word)) return at + 1;
  return own.word === 'and' && next?.mark === '' && ZERO.test(next.word) ? at + 2 : null;
}

interface Whole {
  first: number;
  value: number;
  /** Hundreds without the word. */
  isPair?: boolean;
}

/** What numbers in a row come to; null where that is not plain: `five hundred four hundred`, `1 500`. */
function wholeOf(numbers: readonly Placed[], tokens: readonly Token[], at: number): Whole | null {
  const [high, low] = numbers;
  if (!high || numbers.length > 2 || numbers.some(({ isPlain }) => !isPlain)) return null;
  if (!low) return high;
  // "Model three fifty dollars": the first number belongs to what stands before it.
  if (MODEL.test(tokens[at - 1]?.word ?? '')) return low;
  // `nineteen ninety nine dollars`, `three fifty dollars`: hundreds without the word. "Twenty twenty five" may be a range.
  const isPair = !high.isDigits && !low.isDigits && high.value < 20 && low.value >= 10 && low.value < 100;
  const isWhole = Number.isInteger(high.value) && Number.isInteger(low.value);
  return isPair && isWhole ? { first: high.first, value: high.value * 100 + low.value, isPair } : null;
}

/**
 * After a comma what is less than a hundred may go on or begin anew: `five hundred, fifty dollars`. `isMoney` says
 * whether its currency follows; without one it ends a sentence.
 */
function readUnclearRest(
  text: string,
  tokens: readonly Token[],
  { next, isDigits }: Placed,
): { next: number; isMoney: boolean } | null {
  const scale = scaleOf(tokens[next - 1]?.word ?? '');
  if (isDigits || scale === 1 || tokens[next]?.mark !== ',') return null;
  const rest = readNumber(tokens, tokens[next]?.word === 'and' ? next + 1 : next);
  if (!rest || rest.isDigits || rest.value >= scale) return null;
  const unit = readUnit(tokens, rest.next);
  if (unit || rest.isMoney) return { next: unit?.next ?? rest.next, isMoney: true };
  return PAID.test(text.slice(tokens[rest.next - 1]?.to)) ? { next: rest.next, isMoney: false } : null;
}

/**
 * The currency that is said with the upper end only: `between one thousand and two thousand dollars`. Null where there
 * is no such end, and where the lower one is said in short: `between two and three hundred dollars`.
 */
function currencyOfRange(tokens: readonly Token[], { first, next, value, isDigits }: Placed): string | null {
  const isNamed = isAfterRangeWord(tokens, first);
  const joint = tokens[next]?.word;
  // "The iPhone 12 and 300 dollars" is no range.
  if ((joint !== 'and' && joint !== 'to') || tokens[next]?.isHalting || tokens[next + 1]?.isHalting)
    return null;
  if (!isNamed && (isDigits || value < 100)) return null;
  const sign = SIGNS[tokens[next + 1]?.word ?? ''];
  const { numbers: ends, hasJoint } = numbersInARow(tokens, sign === undefined ? next + 1 : next + 2);
  const upper = ends.at(-1);
  if (!upper || ends.length > 2 || hasJoint) return null;
  if (isSaidInShort(tokens, value, upper.first, upper)) return null;
  const unit = readUnit(tokens, upper.next);
  const currency = sign ?? unit?.currency ?? (upper.isMoney && !unit ? 'USD' : null);
  return unit?.isCents ? null : currency;
}

interface Unit {
  /** Null for a currency whose country nobody names, or another than those that are known here. */
  currency: string | null;
  isCents: boolean;
  next: number;
}

function readUnit(tokens: readonly Token[], at: number): Unit | null {
  const word = (offset: number) => tokens[at + offset]?.word ?? '';
  if (tokens[at]?.mark === '.') return null;
  const sign = SIGNS[word(0)];
  if (sign !== undefined)
    return isBehind(tokens, at) ? { currency: sign, isCents: false, next: at + 1 } : null;
  if (/^cents?$/.test(word(0))) return { currency: 'USD', isCents: true, next: at + 1 };
  const other = { currency: null, isCents: false };
  if (/^pesos?$/.test(word(0))) return { ...other, next: at + 1 };
  const foreign = FOREIGN.test(word(0)) ? 1 : FOREIGN_PAIR.test(`${word(0)} ${word(1)}`) ? 2 : 0;
  if (foreign > 0) {
    const isMoney = word(foreign) in UNITS || FOREIGN.test(word(foreign));
    return isMoney ? { ...other, next: at + foreign + 1 } : null;
  }
  const skipped = ['us', 'american'].includes(word(0)) ? 1 : word(0) === 'u' && word(1) === 's' ? 2 : 0;
  const currency = UNITS[word(skipped)];
  if (currency === undefined) return null;
  const after = word(skipped + 1);
  // "Fifty euro cents" are no euros, and of "hundred dollar bills" nobody says how many there are.
  const isOther =
    (tokens[at + skipped + 1]?.mark === '' && FOREIGN.test(after)) ||
    (/^(?:dollar|euro)$/.test(word(skipped)) && /^(?:cents?|bills?|coins?|notes?)$/.test(after));
  const next = at + skipped + 1;
  return isOther ? { ...other, next: next + 1 } : { currency, isCents: false, next };
}

interface Stated {
  first: number;
  next: number;
  /** Null where the words can be read in two ways. */
  value: number | null;
  currency: string | null;
  isPair?: boolean;
}

/**
 * With the cents and the rate that follow: `and fifty cents`, `an hour`. At a rate a pair may be dollars and cents:
 * "fifteen fifty dollars an hour".
 */
function toReading(
  text: string,
  tokens: readonly Token[],
  { first, next, value, currency, isPair = false }: Stated,
): Reading {
  const from = tokens[first]?.from ?? 0;
  const cents = readCents(tokens, next) ?? readShortCents(text, tokens, next, (value ?? 0) < 100);
  const after = cents?.next ?? next;
  const to = tokens[after - 1]?.to ?? from;
  const rate = RATE.exec(text.slice(to))?.[0] ?? '';
  const isPairAtRate = isPair && rate !== '';
  const isSure = value !== null && currency !== null && cents?.value !== null && !isPairAtRate;
  const amount = isSure ? `${(value + (cents?.value ?? 0)).toFixed(2)} ${currency}` : null;
  return {
    found: { kind: 'amount', from, to: to + rate.length, rateFrom: to, value: amount, isPair },
    next: after,
  };
}

const isCounted = (word: string): boolean => COUNTED.test(word) || isPlural(word);

function readCents(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  const first = tokens[at]?.word === 'and' ? at + 1 : at;
  if (tokens[at]?.mark === '.') return null;
  const number = readNumber(tokens, first);
  if (!number?.isPlain || number.value >= 100) return null;
  const unit = readUnit(tokens, number.next);
  return unit?.isCents ? { value: number.value / 100, next: unit.next } : null;
}

/**
 * A number right after a sum: "five dollars fifty" has fifty cents. What counts something ("two weeks from now") or has a
 * currency of its own does not belong to the sum; of others nobody can say (`value` null): "$1 500", "five dollars five".
 */
function readShortCents(
  text: string,
  tokens: readonly Token[],
  at: number,
  isSmall: boolean,
): { value: number | null; next: number } | null {
  const [own, before] = [tokens[at], tokens[at - 1]];
  if (!own || !before || own.mark !== '') return null;
  if (own.word === 'and' && tokens[at + 1]?.word === 'a' && tokens[at + 2]?.word === 'half') {
    return { value: null, next: at + 3 };
  }
  // Some write thousands with a space.
  if (/^\d/.test(before.word) && /^\d{3}$/.test(own.word)) return { value: null, next: at + 1 };
  const isJoint = JOINT.test(own.word);
  const number = readNumber(tokens, isJoint ? at + 1 : at);
  if (!number) return null;
  const unclear = { value: null, next: number.next };
  if (isJoint) return unclear;
  const after = tokens[number.next];
  if (readUnit(tokens, number.next) || (after?.mark === '' && isCounted(after.word))) return null;
  if (number.value >= 100 && !number.isDigits) return null;
  const rest = text.slice(tokens[number.next - 1]?.to);
  const isCents = isSmall && number.value >= 10 && number.value < 100 && Number.isInteger(number.value);
  const isEnd = PAID.test(rest) || RATE.test(rest);
  return isCents && isEnd && before.word in UNITS
    ? { value: number.value / 100, next: number.next }
    : unclear;
}

function isBareMoney(
  text: string,
  tokens: readonly Token[],
  { first, next, value, isDigits }: Placed,
): boolean {
  const [from, to] = [tokens[first]?.from ?? 0, tokens[next - 1]?.to ?? 0];
  const isYear = isDigits && value >= 1950 && value < 2050 && value % 100 !== 0;
  if (value < SMALLEST_BARE || isYear) return false;
  const after = text.slice(to);
  return PAYS.test(text.slice(0, from)) && (PAID.test(after) || RATE.test(after));
}
