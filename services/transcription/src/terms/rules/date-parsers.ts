import type { Parser } from 'chrono-node';
import { readNumber, tokensOf } from './numbers.js';

const ORDINALS = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
  ...['eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth'],
  ...['eighteenth', 'nineteenth', 'twentieth', 'twenty[ -]first', 'twenty[ -]second', 'twenty[ -]third'],
  ...['twenty[ -]fourth', 'twenty[ -]fifth', 'twenty[ -]sixth', 'twenty[ -]seventh', 'twenty[ -]eighth'],
  ...['twenty[ -]ninth', 'thirtieth', 'thirty[ -]first'],
];
const HOURS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const PARTS: Record<string, number> = { thirty: 30, fifteen: 15, 'forty five': 45 };

/** The longer words first: "twenty first" is not the twentieth. */
export const DAY_OF_MONTH = new RegExp(
  `\\b(?:by|on|before|until|till|of) (the (${[...ORDINALS].reverse().join('|')}|\\d{1,2}(?:st|nd|rd|th)))\\b(?! (?:of (?!(?:each|every)\\b)|time|one|half|two|three))`,
  'i',
);

/** "By the fifteenth": the next day of that number. */
export const dayOfMonth: Parser = {
  pattern: () => DAY_OF_MONTH,
  extract: (context, match) => {
    const [whole, phrase = '', ordinal = ''] = match;
    const day =
      Number.parseInt(ordinal, 10) ||
      ORDINALS.findIndex((name) => new RegExp(`^${name}$`, 'i').test(ordinal)) + 1;
    const from = context.reference.getDateWithAdjustedTimezone();
    for (let ahead = 0; ahead < 12; ahead += 1) {
      const date = new Date(Date.UTC(from.getFullYear(), from.getMonth() + ahead, day));
      if (date.getUTCDate() !== day || (ahead === 0 && day < from.getDate())) continue;
      const result = context.createParsingResult((match.index ?? 0) + whole.length - phrase.length, phrase, {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day,
      });
      return result.addTag('dayOfMonth');
    }
    return null;
  },
};

/** "Within thirty days", "two weeks from today". */
export const countedDays: Parser = {
  pattern: () =>
    /\b(?:(?:within|in|after) (?:the next )?)?((?:[a-z]+[ -]){0,3}?[a-z]+|\d{1,3}) (day|week|month|year)s?( from (?:now|today))?\b/i,
  extract: (context, match) => {
    const [whole, amount = '', unit = '', fromNow] = match;
    const tokens = tokensOf(amount);
    const first = tokens.findIndex((_, at) => readNumber(tokens, at)?.next === tokens.length);
    const number = first === -1 ? 1 : (readNumber(tokens, first)?.value ?? 1);
    const isCounted = /^(?:within|in|after)\b/i.test(whole);
    if ((first === -1 && !/^an?$/i.test(amount)) || (!isCounted && !fromNow) || number > 400) return null;
    if (isCounted && first > 0) return null;
    const skipped = isCounted ? 0 : (tokens[Math.max(first, 0)]?.from ?? 0);
    const { year, month, day } = later(
      context.reference.getDateWithAdjustedTimezone(),
      number,
      unit.toLowerCase(),
    );
    return context.createParsingResult((match.index ?? 0) + skipped, whole.slice(skipped), {
      year,
      month,
      day,
    });
  },
};

const HOUR = HOURS.join('|');
const MINUTES = '(?: (thirty|fifteen|forty[ -]five))?';
/** After "at six": it would be part of a larger number, or of something that is no hour. */
const NO_HOUR = `(?![ -](?:\\w+teen|\\w+ty|${HOUR}|hundred|thousand|grand|dollars?|bucks?|cents?|percent|or|point|times|of)\\b)`;
const CLOCK = "o'?\\s?clock";
const HALF = '[ap]\\.?\\s?m\\b\\.?';
const HOUR_IN_WORDS = new RegExp(
  `\\b(?:at (${HOUR})${MINUTES}${NO_HOUR}|(${HOUR})${MINUTES}(?= (?:${HALF}|${CLOCK})))` +
    `(?: ${CLOCK})?( ${HALF}| in the (?:morning|afternoon|evening)| at night)?`,
  'i',
);

/** Hours in words: "at six", "ten thirty pm", "eight o'clock". */
export const spokenHour: Parser = {
  pattern: () => HOUR_IN_WORDS,
  extract: (_, match) => {
    const word = (match[1] ?? match[3] ?? '').toLowerCase();
    const part = (match[2] ?? match[4] ?? '').toLowerCase().replace('-', ' ');
    const half = (match[5] ?? '').trim().toLowerCase();
    const hour = HOURS.indexOf(word) + 1;
    const minute = PARTS[part] ?? 0;
    if (half === '') return { hour, minute };
    const isPm = /^p|afternoon|evening|night/.test(half);
    return { hour: (hour % 12) + (isPm ? 12 : 0), minute, meridiem: isPm ? 1 : 0 };
  },
};

function later(from: Date, count: number, unit: string): { year: number; month: number; day: number } {
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const whole = Math.floor(count);
  const date =
    unit === 'day' || unit === 'week'
      ? new Date(Date.UTC(year, month, day + Math.round(count * (unit === 'week' ? 7 : 1))))
      : new Date(Date.UTC(year, month + whole * (unit === 'year' ? 12 : 1), day));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
