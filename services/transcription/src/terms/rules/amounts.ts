import type { Found } from '../passages.js';
import { readNumber, type SpokenNumber, type Token, tokensOf } from './numbers.js';

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
