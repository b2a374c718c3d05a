import { readNumber, type Token } from './numbers.js';

/** Words that make one number. */
interface Whole {
  first: number;
  /** The token after it, where its currency stands. */
  next: number;
  value: number;
  /** Hundreds without the word: "three fifty". */
  isPair?: boolean;
}

const SINGULAR = /^(?:dollar|buck|euro)$/;
const OF_ONE = /^(?:an?|this|that|another|each|every)$/;
const DETERMINER = /^(?:the|my|your|our|his|her|their)$/;
const MONTH = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;
/** Before an hour as well as a price. */
const BEFORE_HOUR = /^(?:at|by|until|till|before|after)$/;
const LAST_HOUR = 12;
/** Ranges without a word between their ends are small, and these near each other: "ten fifteen dollars", not "five fifty". */
const [FIRST_OF_RANGE, LAST_OF_RANGE, WIDEST_RANGE] = [5, 20, 2];

/**
 * Whether words that make one number are two as well: how many and how much ("four fifty dollar payments", "two hundred
 * dollar visits"), a day or an hour and a sum ("on june ten twenty dollars", "at five thirty dollars"), or both ends of a
 * range ("ten fifteen dollars"). A hyphen between them tells that they are one: "two-hundred-dollar visits".
 */
export function isTwofold(text: string, tokens: readonly Token[], { first, next, value, isPair }: Whole) {
  const before = tokens[first]?.mark === '' ? (tokens[first - 1]?.word ?? '') : '';
  const head = readNumber(tokens.slice(0, first + 1), first);
  const rest = readNumber(tokens, first + 1);
  if (!head || head.isDigits || head.value >= 100 || rest?.next !== next) return false;
  if (text.slice(tokens[first]?.to, tokens[first + 1]?.from) === '-') return false;
  const isPrice = isPair || (!rest.isPlain && rest.next === first + 2);
  if (isPrice && rest.value !== value && isCount(head.value, before, tokens.slice(next, next + 3)))
    return true;
  if (MONTH.test(before)) {
    const isOfMonth = tokens[first - 2]?.word === 'in';
    const isDayOfMonth = head.value >= 20 && head.value <= 30 && rest.isPlain && !isOfMonth;
    if (isPair || isDayOfMonth) return true;
  }
  if (!isPair) return false;
  const isHour = BEFORE_HOUR.test(before) && head.value <= LAST_HOUR;
  const isRange =
    head.value >= FIRST_OF_RANGE &&
    rest.value > head.value &&
    rest.value <= Math.min(LAST_OF_RANGE, head.value * WIDEST_RANGE);
  return isHour || isRange;
}

/** Whether a number before a price may say how many there are of what follows: "fifty dollar gift cards". */
function isCount(count: number, before: string, [unit, ...after]: readonly Token[]): boolean {
  if (!SINGULAR.test(unit?.word ?? '') || OF_ONE.test(before)) return false;
  const end = after.findIndex(({ mark }) => mark !== '');
  const counted = end === -1 ? after : after.slice(0, end);
  return count === 1
    ? counted.length > 0 && !DETERMINER.test(before)
    : counted.some(({ word }) => isPlural(word));
}

const FRACTION = /^and (?:(?:a|one) (?:half|quarter|third)|three quarters|two thirds)$/;

/**
 * The token after an "and a half" that begins here, else null. Behind hundreds, thousands or millions it may be half a
 * dollar or half of one of these.
 */
export function endOfFraction(tokens: readonly Token[], at: number): number | null {
  const words = tokens.slice(at, at + 3);
  const isFraction = FRACTION.test(words.map(({ word }) => word).join(' '));
  return isFraction && words.every(({ mark }) => mark === '') ? at + 3 : null;
}

/** "Payments", "visits"; of words that end like one only those are known that everybody says. */
export function isPlural(word: string): boolean {
  return /^(?!(?:is|was|has|as|his|its|this|us|yes|plus|thus|thanks)$)\p{L}{2,}[^\P{L}s]s$/u.test(word);
}
