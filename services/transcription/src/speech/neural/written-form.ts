import type { SpokenWord } from '../../recordings/recordings.module.js';
import {
  endOfFraction,
  findAmounts,
  isCutNumber,
  isSaidInShort,
  PAUSE_SECONDS,
  readNumber,
  type Token,
  tokensOf,
} from '../../terms/terms.module.js';

interface Written {
  /** Characters of the words' text. */
  from: number;
  to: number;
  text: string;
}

/** Smaller ones are written in words. */
const LEAST_NUMBER = 10;
const SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' };
const UNIT = /^(?:dollars?|bucks?|euros?|cents?|usd|eur|gbp)$/;
const DIGIT = /\d/;
/** Between two numbers that are one: "one point fifty", "two oh five". */
const JOINT = /^(?:point|oh|zero)$/;
/** After "and", still of the number before it: "one hundred and oh five". */
const ZERO = /^(?:oh|zero)$/;
/** "Twenty first" is one day, and no twenty. */
const ORDINAL =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\w+teenth|tenth|eleventh|twelfth|\w+tieth|hundredth|thousandth)$/;
/** What is counted: without it, numbers between these are years, which nobody writes with a comma. */
const COUNTED =
  /^(?:people|percent|feet|square|cubic|men|women|children|(?!(?:is|was|has|as|his|its|this|us|yes|plus)$)\p{L}+s)$/u;
const [FIRST_YEAR, LAST_YEAR] = [1900, 2099];

/** A voice is given where voices were told apart. */
type Said = SpokenWord & { speaker?: number | null };

/**
 * Amounts and numbers as people write them: "twelve hundred fifty dollars" becomes "$1,250", one word that keeps what
 * was said as `spoken`. What two voices say, or one before and after a long pause, is never joined to a number that
 * nobody said. English only. What already has digits stays as it is.
 */
export function writeNumbers<Word extends Said>(words: readonly Word[]): Word[] {
  const lastOf = new Map<number | null | undefined, string>();
  let last = '';
  return stretchesOf(words).flatMap((stretch) => {
    const speaker = stretch[0]?.speaker;
    const before = [last, lastOf.get(speaker) ?? ''];
    last = textOf(stretch);
    lastOf.set(speaker, last);
    return writeStretch(stretch, before);
  });
}

/** What one voice says without a long pause. */
function stretchesOf<Word extends Said>(words: readonly Word[]): Word[][] {
  const stretches: Word[][] = [];
  for (const word of words) {
    const last = stretches.at(-1)?.at(-1);
    const goesOn = last && last.speaker === word.speaker && word.start - last.end <= PAUSE_SECONDS;
    if (goesOn) stretches.at(-1)?.push(word);
    else stretches.push([word]);
  }
  return stretches;
}

const textOf = (words: readonly SpokenWord[]): string => words.map(({ text }) => text).join(' ');

function writeStretch<Word extends Said>(words: readonly Word[], before: readonly string[]): Word[] {
  const text = textOf(words);
  let end = -1;
  const places = words.map((word) => {
    const from = end + 1;
    end = from + word.text.length;
    return { from, to: end };
  });
  const ranges = shortRangesIn(text);
  const found = [...amountsIn(text), ...numbersIn(text)]
    .filter(({ from }) => from > 0 || !isCutNumber(before, text))
    .filter(({ from, to }) => !ranges.some((range) => from < range.to && range.from < to))
    .sort((a, b) => a.from - b.from);
  const result: Word[] = [];
  for (let index = 0; index < words.length; ) {
    const [word, place] = [words[index], places[index]];
    if (!word || !place) break;
    const written = found.find(({ from }) => from >= place.from && from < place.to);
    const last = written ? places.findLastIndex(({ from }) => from < written.to) : -1;
    const [ending, endPlace] = [words[last], places[last]];
    if (!written || !ending || !endPlace) {
      result.push(word);
      index += 1;
      continue;
    }
    const own = words.slice(index, last + 1);
    const sure = own.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
    result.push({
      ...word,
      end: ending.end,
      text: text.slice(place.from, written.from) + written.text + text.slice(written.to, endPlace.to),
      confidence: sure.length === own.length ? Math.min(...sure) : null,
      spoken: own.map((each) => each.text).join(' '),
    });
    index = last + 1;
  }
  return result;
}

function amountsIn(text: string): Written[] {
  return findAmounts(text).flatMap(({ from, to, rateFrom, value, isPair }, index, all) => {
    const [, figure = '', currency = ''] = /^(\d+\.\d{2}) ([A-Z]{3})$/.exec(value ?? '') ?? [];
    const sign = SIGNS[currency];
    const said = text.slice(from, to);
    // The currency has to be said, and what follows the amount ("a week") is kept as it is.
    const hasUnit = tokensOf(said).some(({ word }) => UNIT.test(word));
    // Of a range only the upper end has it: "between one thousand and two thousand dollars".
    const upper = all[index + 1];
    const isLowerEnd = upper !== undefined && /^\s+(?:and|to)\s+$/.test(text.slice(to, upper.from));
    // Where hundreds are only likely, whoever reads it sees what was said.
    if (sign === undefined || isPair || DIGIT.test(said) || (!hasUnit && !isLowerEnd)) return [];
    const amount = Number(figure).toLocaleString('en-US', {
      minimumFractionDigits: figure.endsWith('.00') ? 0 : 2,
      maximumFractionDigits: 2,
    });
    return [{ from, to: rateFrom, text: `${sign}${amount}` }];
  });
}

/** Ranges whose lower end is said in short: "two or three hundred dollars" are neither 2 nor written with a sign. */
function shortRangesIn(text: string): { from: number; to: number }[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ from }, at) => {
    const lower = readNumber(tokens, at);
    const joint = tokens[lower?.next ?? -1];
    if (!lower || joint?.mark !== '' || !/^(?:and|to|or)$/.test(joint.word)) return [];
    const upper = readNumber(tokens, lower.next + 1);
    if (!upper || !isSaidInShort(tokens, lower.value, lower.next + 1, upper)) return [];
    return [{ from, to: tokens[upper.next - 1]?.to ?? from }];
  });
}

function numbersIn(text: string): Written[] {
  const amounts = findAmounts(text);
  const tokens = tokensOf(text);
  const found: Written[] = [];
  for (let at = 0; at < tokens.length; ) {
    const number = readNumber(tokens, at);
    const follows = number && readNumber(tokens, number.next);
    if (!number) {
      at += 1;
      continue;
    }
    const [from, to] = [tokens[at]?.from ?? 0, tokens[number.next - 1]?.to ?? 0];
    // Two in a row are a year, a telephone number or a price said in short: nobody knows how to write it.
    const { word: after = '', from: afterFrom = to } = tokens[number.next] ?? {};
    const before = tokens[at - 1]?.word ?? '';
    const hasZero = after === 'and' && ZERO.test(tokens[number.next + 1]?.word ?? '');
    const hasPart = JOINT.test(after) || hasZero || endOfFraction(tokens, number.next) !== null;
    const isPart = JOINT.test(before) || hasPart || !number.isPlain;
    const isAlone = !follows && !isPart && !ORDINAL.test(after) && !isNumber(tokens, at - 1);
    const isFree = !amounts.some((amount) => from < amount.to && amount.from < to);
    const isWhole = Number.isInteger(number.value) && number.value >= LEAST_NUMBER;
    if (isAlone && isFree && isWhole && !DIGIT.test(text.slice(from, to))) {
      const isCounted = COUNTED.test(after) && text.slice(to, afterFrom).trim() === '';
      const isYear = number.value >= FIRST_YEAR && number.value <= LAST_YEAR && !isCounted;
      found.push({ from, to, text: number.value.toLocaleString('en-US', { useGrouping: !isYear }) });
    }
    at = number.next;
  }
  return found;
}

function isNumber(tokens: Token[], at: number): boolean {
  return at >= 0 && readNumber(tokens, at) !== null;
}
