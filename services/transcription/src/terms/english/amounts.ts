import type { Found } from '../passages.js';

const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' };
/** "Pounds" are weights as often as money. */
const UNITS: Record<string, string> = {
  ...{ dollar: 'USD', dollars: 'USD', buck: 'USD', bucks: 'USD', usd: 'USD' },
  ...{ euro: 'EUR', euros: 'EUR', eur: 'EUR', gbp: 'GBP' },
};
const RATE =
  /^\s*(?:(?:an?|per|every|each)\s+(?:hour|day|week|month|year|night|evening|weekend|visit|lesson|session|piece|person|kid|child|time)\b|each\b|apiece\b|hourly\b|weekly\b|monthly\b)/i;
/** Before and after a number that names no currency and can only be money. */
const PAYS =
  /\b(?:for|at|(?:pay|pays|paying|paid|give|lend|lends|owe|owes|charge|charges)(?:\s+(?:you|me|him|her|them|us))?(?:\s+back)?|borrow|prices?(?:\s+(?:is|of))?|costs?|total(?:\s+(?:is|of))?|deposit\s+(?:is|of)|payments?\s+of|rent\s+is)\s+$/i;
const PAID =
  /^\s*(?:$|[.,;!?]|(?:total|cash|in\s+cash|for|now|today|tomorrow|up\s?front|down|when|if|on|by|then|and|altogether|flat)\b)/i;
const SMALLEST_BARE = 20;

/** Sums of money; those in dollars have values such as `2000.00 USD`. */
export function findAmounts(text: string): Found[] {
  const tokens = tokensOf(text);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; ) {
    const amount = readAmount(text, tokens, at);
    if (amount?.found) found.push(amount.found);
    at = amount?.next ?? at + 1;
  }
  return found;
}

/** The cents of a value such as `2000.00 USD`; null for other values and currencies. */
export function centsOf(value: string | null): number | null {
  const dollars = /^(\d+\.\d{2}) USD$/.exec(value ?? '')?.[1];
  return dollars === undefined ? null : Math.round(Number(dollars) * 100);
}

interface Reading {
  found: Found | null;
  /** The token after all that was looked at. */
  next: number;
}

function readAmount(text: string, tokens: Token[], at: number): Reading | null {
  const sign = SIGNS[tokens[at]?.word ?? ''] ?? (tokens[at]?.word === 'usd' ? 'USD' : undefined);
  if (sign !== undefined) {
    const number = readNumber(tokens, at + 1);
    return (
      number && toReading(text, tokens, { first: at, next: number.next, value: number.value, currency: sign })
    );
  }
  if (tokens[at]?.word === 'a' && UNITS[tokens[at + 1]?.word ?? '']) {
    return toReading(text, tokens, { first: at, next: at + 2, value: 1, currency: 'USD' });
  }
  const numbers = numbersInARow(tokens, at);
  const last = numbers.at(-1);
  if (!last) return null;
  const money = pairOf(numbers, tokens, at) ?? { ...last, first: last.first };
  const isList = numbers.length > 2 && last.value < 100;
  const unit = readUnit(tokens, last.next);
  if (unit?.currency === 'cents') {
    if (isList || last.value >= 100) return { found: null, next: unit.next };
    return toReading(text, tokens, { ...last, next: unit.next, value: last.value / 100, currency: 'USD' });
  }
  if (isList) return { found: null, next: last.next };
  if (unit || last.isMoney) {
    const currency = unit?.currency ?? 'USD';
    return toReading(text, tokens, { ...money, next: unit?.next ?? last.next, currency });
  }
  const rangeCurrency = numbers.length === 1 ? currencyOfRange(tokens, last) : null;
  if (rangeCurrency !== null) {
    const [from, to] = [tokens[last.first]?.from ?? 0, tokens[last.next - 1]?.to ?? 0];
    const value = `${last.value.toFixed(2)} ${rangeCurrency}`;
    return { found: { kind: 'amount', from, to, value }, next: last.next };
  }
  const isBare = numbers.length === 1 && isBareMoney(text, tokens, last);
  return isBare ? toReading(text, tokens, { ...last, currency: 'USD' }) : { found: null, next: last.next };
}

type Placed = SpokenNumber & { first: number };

/** `five five five one two` are five numbers; `two thousand five hundred` is one. */
function numbersInARow(tokens: Token[], at: number): Placed[] {
  const numbers: Placed[] = [];
  for (let first = at; ; ) {
    const number = readNumber(tokens, first);
    if (!number) return numbers;
    numbers.push({ ...number, first });
    first = number.next;
  }
}

/**
 * The currency that is said with the upper end only: `between one thousand and two thousand dollars`. Null where there
 * is no such end, and where the lower one is said in short: `between two and three hundred dollars`.
 */
function currencyOfRange(tokens: Token[], { first, next, value, isDigits }: Placed): string | null {
  const isNamed = isAfterRangeWord(tokens, first);
  const joint = tokens[next]?.word;
  // "The iPhone 12 and 300 dollars" is no range.
  if (joint !== 'and' && joint !== 'to') return null;
  if (!isNamed && (isDigits || value < 100)) return null;
  const sign = SIGNS[tokens[next + 1]?.word ?? ''];
  const ends = numbersInARow(tokens, sign === undefined ? next + 1 : next + 2);
  const upper = ends.at(-1);
  if (!upper || ends.length > 2) return null;
  const scale = scaleOf(tokens[upper.next - 1]?.word ?? '');
  if (scale > 1 && value < upper.value / scale) return null;
  const currency = sign ?? readUnit(tokens, upper.next)?.currency ?? (upper.isMoney ? 'USD' : null);
  return currency === 'cents' ? null : currency;
}

function scaleOf(word: string): number {
  if (/^\d.*k$/.test(word)) return 1000;
  if (word === 'hundred') return 100;
  return Object.hasOwn(SCALES, word) ? (SCALES[word] ?? 1) : 1;
}

/** Whether "between" or "from" stands before this token. */
function isAfterRangeWord(tokens: Token[], at: number): boolean {
  const isVague = /^(?:about|around|roughly|maybe|say)$/.test(tokens[at - 1]?.word ?? '');
  return /^(?:between|from)$/.test(tokens[isVague ? at - 2 : at - 1]?.word ?? '');
}

/** `nineteen ninety nine dollars`, `three fifty dollars`: hundreds without the word. */
function pairOf(numbers: Placed[], tokens: Token[], at: number): { first: number; value: number } | null {
  const [high, low] = numbers;
  if (numbers.length !== 2 || !high || !low || high.isDigits || low.isDigits) return null;
  // "Model three fifty dollars": the first number belongs to what stands before it.
  if (/^(?:model|iphone|playstation|number|unit|version|series|galaxy)$/.test(tokens[at - 1]?.word ?? ''))
    return null;
  const isPair = high.value < 100 && low.value >= 10 && low.value < 100;
  return isPair ? { first: high.first, value: high.value * 100 + low.value } : null;
}

function readUnit(tokens: Token[], at: number): { currency: string; next: number } | null {
  const word = (offset: number) => tokens[at + offset]?.word ?? '';
  if (word(0) === 'cents' || word(0) === 'cent') return { currency: 'cents', next: at + 1 };
  const skipped = ['us', 'american'].includes(word(0)) ? 1 : word(0) === 'u' && word(1) === 's' ? 2 : 0;
  const currency = UNITS[word(skipped)];
  return currency === undefined ? null : { currency, next: at + skipped + 1 };
}

interface Money {
  first: number;
  next: number;
  value: number;
  currency: string;
}

/** With the cents and the rate that follow: `and fifty cents`, `an hour`. */
function toReading(text: string, tokens: Token[], { first, next, value, currency }: Money): Reading {
  const from = tokens[first]?.from ?? 0;
  const cents = readCents(tokens, next);
  const after = cents?.next ?? next;
  const to = tokens[after - 1]?.to ?? from;
  const rate = RATE.exec(text.slice(to))?.[0] ?? '';
  const amount = `${(value + (cents?.value ?? 0)).toFixed(2)} ${currency}`;
  return { found: { kind: 'amount', from, to: to + rate.length, value: amount }, next: after };
}

function readCents(tokens: Token[], at: number): { value: number; next: number } | null {
  const first = tokens[at]?.word === 'and' ? at + 1 : at;
  const number = readNumber(tokens, first);
  if (!number || number.value >= 100) return null;
  const unit = readUnit(tokens, number.next);
  return unit?.currency === 'cents' ? { value: number.value / 100, next: unit.next } : null;
}

function isBareMoney(text: string, tokens: Token[], { first, next, value, isDigits }: Placed): boolean {
  const [from, to] = [tokens[first]?.from ?? 0, tokens[next - 1]?.to ?? 0];
  const isYear = isDigits && value >= 1950 && value < 2050 && value % 100 !== 0;
  if (value < SMALLEST_BARE || isYear) return false;
  const after = text.slice(to);
  return PAYS.test(text.slice(0, from)) && (PAID.test(after) || RATE.test(after));
}

/** A word, a number in digits or a currency sign, by its place in the text. */
export interface Token {
  /** In lower case. */
  word: string;
  from: number;
  to: number;
}

export interface SpokenNumber {
  value: number;
  /** The token after it. */
  next: number;
  /** Ends in "grand", which only money does. */
  isMoney: boolean;
  isDigits: boolean;
}

const SMALL: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9 },
  ...{ ten: 10, eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16 },
  ...{ seventeen: 17, eighteen: 18, nineteen: 19 },
  ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
};
const SCALES: Record<string, number> = { thousand: 1000, grand: 1000, million: 1_000_000 };
const DIGITS = /^\d[\d,]*(?:\.\d+)?k?$/;
const TOKEN = /\d[\d,]*(?<=\d)(?:\.\d+)?k?(?![\p{L}\d])|[\p{L}\d]+(?:['’]\p{L}+)?|[$€£]/giu;

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }));
}

/** The longest number that begins at this token, in words or digits: `a hundred and twenty`, `2.5 thousand`. */
export function readNumber(tokens: Token[], at: number): SpokenNumber | null {
  const start = readStart(tokens, at);
  let { next } = start;
  // `below` is what has room for smaller numbers: after "two thousand" and "five hundred", not after "five".
  let [total, group, room, lastScale] = [0, start.value, start.room, Number.POSITIVE_INFINITY];
  let [isMoney, hasAny] = [false, start.value > 0];
  for (;;) {
    const hasAnd = tokens[next]?.word === 'and' && hasAny;
    const index = hasAnd ? next + 1 : next;
    const word = tokens[index]?.word ?? '';
    if (hasAnd && word === 'a' && tokens[index + 1]?.word === 'half' && room < 100 && group > 0) {
      group += 0.5;
      room = 1;
      next = index + 2;
      continue;
    }
    const small = SMALL[word];
    const scale = SCALES[word];
    if (
      small !== undefined &&
      small < room &&
      (!hasAnd || isJoined(tokens, index, { at, room, lastScale }))
    ) {
      group += small;
      room = small >= 20 ? 10 : 1;
    } else if (word === 'hundred' && !hasAnd && group >= 1 && group < 100) {
      group *= 100;
      room = 100;
    } else if (scale !== undefined && !hasAnd && group > 0 && scale < lastScale) {
      total += group * scale;
      [group, room, lastScale] = [0, 1000, scale];
      isMoney = word === 'grand';
    } else break;
    hasAny = true;
    next = index + 1;
    if (isMoney) break;
  }
  const value = Math.round((total + group) * 100) / 100;
  return hasAny && value > 0 ? { value, next, isMoney, isDigits: start.isDigits } : null;
}

/**
 * Whether the number after "and" belongs to the one before: "two hundred and fifty", "two thousand and five hundred" and
 * "one hundred and one thousand", not "two hundred and three hundred". A range has its second end there.
 */
function isJoined(
  tokens: Token[],
  index: number,
  { at, room, lastScale }: { at: number; room: number; lastScale: number },
): boolean {
  const word = (place: number) => tokens[place]?.word ?? '';
  const isSmall = (place: number) => Object.hasOwn(SMALL, word(place));
  const isPair = (SMALL[word(index)] ?? 0) >= 20 && (SMALL[word(index + 1)] ?? 10) < 10;
  const next = index + (isPair ? 2 : 1);
  const isLarge = scaleOf(word(next)) > 1;
  if (room < 100) return false;
  if (isAfterRangeWord(tokens, at)) return !isLarge && !isSmall(next);
  if (!isLarge) return true;
  if (word(next) !== 'hundred') return scaleOf(word(next)) < lastScale;
  // Five hundred fits below a thousand, not below a hundred.
  return room > 100 && scaleOf(word(next + 1)) < lastScale;
}

/** Digits, "a" before hundred or thousand, "a couple", "half a"; else nothing yet. */
function readStart(tokens: Token[], at: number) {
  const word = (offset: number) => tokens[at + offset]?.word ?? '';
  const isLarge = (text: string) => text === 'hundred' || text in SCALES;
  const nothing = { value: 0, next: at, room: 100, isDigits: false };
  if (DIGITS.test(word(0))) {
    const value = Number(word(0).replace(/[,k]/g, '')) * (word(0).endsWith('k') ? 1000 : 1);
    return { value, next: at + 1, room: 1, isDigits: true };
  }
  if (word(0) === 'half' && word(1) === 'a' && word(2) in SCALES) {
    return { ...nothing, value: 0.5, next: at + 2, room: 1 };
  }
  if (word(0) !== 'a' && word(0) !== 'couple') return nothing;
  const couple = word(0) === 'couple' ? 0 : 1;
  if (word(couple) === 'couple') {
    const next = word(couple + 1) === 'of' ? couple + 2 : couple + 1;
    return isLarge(word(next)) ? { ...nothing, value: 2, next: at + next, room: 1 } : nothing;
  }
  return isLarge(word(1)) ? { ...nothing, value: 1, next: at + 1, room: 1 } : nothing;
}
