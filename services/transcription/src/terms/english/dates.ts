import {
  type Component,
  casual,
  type ParsedComponents,
  type ParsedResult,
  type Parser,
  type Refiner,
} from 'chrono-node';
import { monthsAfter } from '../calendar.js';
import type { Found } from '../passages.js';
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
const ORDINAL = `(?:${[...ORDINALS].reverse().join('|')}|\\d{1,2}(?:st|nd|rd|th))`;
/** What can follow a day: "before the first payment" is none. */
const AFTER_DAY =
  "(?=$|\\s*[^\\p{L}\\d\\s-]|\\s+(?:of (?:each|every)\\b|(?:this|next|every|each) month\\b|(?:and|or|but|so|then|at|by|for|from|with|without|in|on|to|until|till|unless|if|when|where|as|because|since|before|after|around|plus|please|okay|ok|yes|no|now|not|latest|i|we|you|he|she|they|it|my|your|our|his|her|their|noon|midnight|morning|evening)(?:['’]\\p{L}+)?(?!\\p{L})))";
export const DAY_OF_MONTH = new RegExp(
  `\\b(?:by|on|before|until|till|of) (the (${ORDINAL}))(?!\\p{L})${AFTER_DAY}`,
  'iu',
);

/** "Fifteenth" and "15th" are 15. */
function dayOf(ordinal: string): number {
  return (
    Number.parseInt(ordinal, 10) ||
    ORDINALS.findIndex((name) => new RegExp(`^${name}$`, 'i').test(ordinal)) + 1
  );
}

/** "By the fifteenth": the next day of that number. */
const dayOfMonth: Parser = {
  pattern: () => DAY_OF_MONTH,
  extract: (context, match) => {
    const [whole, phrase = '', ordinal = ''] = match;
    const day = dayOf(ordinal);
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
const countedDays: Parser = {
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
    const date = later(context.reference.getDateWithAdjustedTimezone(), number, unit.toLowerCase());
    const result = context.createParsingResult(
      (match.index ?? 0) + skipped,
      whole.slice(skipped),
      date ?? {},
    );
    // Of "two and a half weeks" nobody can say which day that is.
    return date ? result : result.addTag('unclear');
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
const spokenHour: Parser = {
  pattern: () => HOUR_IN_WORDS,
  extract: (_, match) => {
    const word = (match[1] ?? match[3] ?? '').toLowerCase();
    const part = (match[2] ?? match[4] ?? '').toLowerCase().replace('-', ' ');
    const half = (match[5] ?? '').trim().toLowerCase();
    const hour = HOURS.indexOf(word) + 1;
    const minute = PARTS[part] ?? 0;
    if (half === '') return { hour, minute };
    // Midnight, of the one day or of the other.
    if (hour === 12 && half === 'at night') return null;
    const isPm = /^p|afternoon|evening|night/.test(half);
    return { hour: (hour % 12) + (isPm ? 12 : 0), minute, meridiem: isPm ? 1 : 0 };
  },
};

/** Null where it ends between two days. */
function later(from: Date, count: number, unit: string): { year: number; month: number; day: number } | null {
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const isYears = unit === 'year' && Number.isInteger(count * 12);
  if (!Number.isInteger(count) && !isYears) return null;
  const date =
    unit === 'day' || unit === 'week'
      ? new Date(Date.UTC(year, month, day + count * (unit === 'week' ? 7 : 1)))
      : monthsAfter(new Date(Date.UTC(year, month, day)), count * (unit === 'year' ? 12 : 1));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** What makes a phrase a date for people: a day, a month, or a stretch counted from now. */
const DAY =
  /\b(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekend|today|tonight|tomorrow|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}|jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;
const COUNTED = /\b(?:in|within|after|next|this|end of|later|from (?:now|today))\b/i;
const UNIT = /\b(?:days?|weeks?|months?|years?)\b/i;
/** Without a day, the name of a month is a date only after one of these; people march, and may. */
const BEFORE_MONTH = /\b(?:in|by|until|till|before|since|through|of|next|this|end of)\s+$/i;
const NAMED_START = /\b(?:after|before|since|from) (.+)$/i;

/** "Next month", said on 31 January, is February: the reader counts on from a day that it lacks, into March. */
const shorterMonths: Refiner = {
  refine: ({ reference, option }, results) => {
    for (const { text, refDate, start } of results) {
      if (hasDay(start) || !start.isCertain('month') || !start.tags().has('result/relativeDate')) continue;
      const [, named] = NAMED_START.exec(text) ?? [];
      const day =
        (named !== undefined &&
          reader.parse(named, { instant: refDate, timezone: 0 }, option)[0]?.start.get('day')) ||
        reference.getDateWithAdjustedTimezone().getDate();
      const isRunOver = day > 28 && (start.get('day') ?? day) <= 3;
      if (isRunOver) start.assign('month', (start.get('month') ?? 0) - 1);
    }
    return results;
  },
};

const reader = casual.clone();
reader.parsers.unshift(dayOfMonth, countedDays, spokenHour);
reader.refiners.push(shorterMonths);

const WEEKDAY = /\b(?:sun|mon|tues|wednes|thurs|fri|satur)day\b/i;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** Which of several: "the first Friday of December", "next week on Friday", "the Monday after December 20". */
const WHICH_BEFORE =
  /\b(?:(?:first|second|third|fourth|fifth|[1-5](?:st|nd|rd|th))|(?:next|following) (?:week|month),?(?: on)?|weeks?,? on) $/i;
const WHICH_WITHIN = /\b(?:weeks?|months?)\b.*day\b|day\b.*\bin\b.*\b(?:weeks?|months?)\b/i;
const WHICH_AFTER = new RegExp(
  `^,? (?:in (?:[a-z\\d-]+ ){1,3}(?:weeks?|months?)\\b|of (?:next|the)\\b|(?:after|before|following) (?:next|the ${ORDINAL}|${MONTHS}|christmas|new year|easter|thanksgiving)\\b)`,
  'i',
);
const NUMBERED = new RegExp(`^,? the (${ORDINAL})(?!\\p{L})${AFTER_DAY}`, 'iu');
const NEXT_YEAR = /^,? (?:of )?next year\b/i;

/** Days that are over are no days to come, and of which week or year they are, is not plain. */
const PAST_BEFORE = /\b(?:(?:last|past|previous)|ago(?:,? on)?) (?:the )?$/i;
const PAST_WITHIN = /^(?:on )?(?:last|past|previous)\b/i;
const PAST_AFTER =
  /^,? (?:(?:of )?(?:last|the previous) (?:year|month|week)\b|(?:[a-z\d-]+ ){1,3}ago\b|after next\b)/i;
/** "Two weeks", and what they are counted from: "of delivery", "after the first of December". */
const COUNT_AT_END = /((?:[a-z\d-]+ ){1,4})(day|week|month|year)s?(?: (after|before|from))?$/i;
const COUNT_BEFORE =
  /((?:[a-z\d-]+ ){1,4})(day|week|month|year)s?( and a half)? (from|after|before|prior to|following|of) (?:the )?$/i;
const ANCHOR = /^ (?:of|from|after|before|following|since|upon|once|prior to)\b/i;
/** However many those are. */
const VAGUE = /\b(?:few|several|some)\b/i;
const ABOUT = /^ or (?:so|[a-z]+|\d+)\b/i;
const DAY_AND_MONTH = /\b(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2,4}))?/;

/**
 * Days that were named, as `2026-11-27`, with the hour when it is certain (`2026-11-27T18:00`), as `2026-12` when only
 * a month was named. No zone: it is the speakers' own. No value where the words can be read in two ways, for days that are
 * over, and for those that are counted from something whose day nobody names ("within ninety days of delivery").
 */
export function findDates(text: string, recordedAt: Date): Found[] {
  if (!mayNameDay(text)) return [];
  const found = reader
    .parse(text, { instant: recordedAt, timezone: 0 }, { forwardDate: true })
    .flatMap((result) => readResult(text, result));
  const days = found.flatMap((date, at) => {
    const [before, after] = [found[at - 1], found[at + 1]];
    if (after && isSameDay(text, date, after)) return [];
    return before && isSameDay(text, before, date) ? [{ ...date, from: before.from }] : [date];
  });
  const judged = days.map((date) => judge(text, date, recordedAt));
  // "In two weeks from Friday": one day, by the later of both.
  return judged.filter(({ to }, at) => !judged.some((other, place) => place > at && other.from < to));
}

/** With the value that the words around it leave. */
function judge(text: string, date: Found, recordedAt: Date): Found {
  const [before, own, after] = [
    text.slice(0, date.from),
    text.slice(date.from, date.to),
    text.slice(date.to),
  ];
  if (PAST_BEFORE.test(before) || PAST_WITHIN.test(own) || PAST_AFTER.test(after)) {
    return { ...date, value: null };
  }
  if (isEitherOrder(own, recordedAt) || VAGUE.test(own)) return { ...date, value: null };
  const inNextYear = NEXT_YEAR.exec(after)?.[0];
  if (inNextYear !== undefined && date.value !== null) {
    const value = date.value.replaceAll(/\b\d{4}(?=-)/g, String(recordedAt.getUTCFullYear() + 1));
    return { ...date, to: date.to + inNextYear.length, value };
  }
  const weekday = isOnlyWeekday(own) ? (WEEKDAY.exec(own)?.[0].toLowerCase() ?? '') : '';
  if (weekday !== '') {
    const [numbered, ordinal] = NUMBERED.exec(after) ?? [];
    if (numbered !== undefined && ordinal !== undefined) {
      const value = nextNumbered(recordedAt, WEEKDAYS.indexOf(weekday), dayOf(ordinal));
      return { ...date, to: date.to + numbered.length, value };
    }
    const isOther = WHICH_BEFORE.test(before) || WHICH_WITHIN.test(own) || WHICH_AFTER.test(after);
    if (isOther) return { ...date, value: null };
  }
  const [whole = '', words = '', unit = '', half, anchor = ''] = COUNT_BEFORE.exec(before) ?? [];
  if (whole !== '') {
    const { count, from } = countOf(words);
    const isOf = anchor.toLowerCase() === 'of';
    // "The first week of December" is counted from nothing.
    if (isOf && (count === null || !/^\d{4}-\d{2}-\d{2}$/.test(date.value ?? ''))) return date;
    const sign = /^(?:before|prior to)$/i.test(anchor) ? -1 : 1;
    const value = count === null || half ? null : shifted(date.value, sign * count, unit.toLowerCase());
    return { ...date, from: before.length - whole.length + from, value };
  }
  const [, counted = '', countedUnit = '', event] = COUNT_AT_END.exec(own) ?? [];
  // "The day after delivery" is counted from it as "one day after" is.
  const count = event && /^the $/i.test(counted) ? 1 : countOf(counted).count;
  if (count === null || /^(?:next|this)\b/i.test(own)) return date;
  const more = /^ and a half\b/i.exec(after)?.[0].length ?? 0;
  if (more > 0) {
    const isYears = countedUnit.toLowerCase() === 'year';
    return { ...date, to: date.to + more, value: isYears ? shifted(date.value, 6, 'month') : null };
  }
  const isAbout = ABOUT.test(after) && (/^ or so\b/i.test(after) || readNumber(tokensOf(after.slice(4)), 0));
  return event || ANCHOR.test(after) || isAbout ? { ...date, value: null } : date;
}

function isOnlyWeekday(own: string): boolean {
  return WEEKDAY.test(own) && !/\d/.test(own) && !new RegExp(`\\b(?:${MONTHS})\\b`, 'i').test(own);
}

/** "Friday the fourth": the next day of that number, if it is that weekday. */
function nextNumbered(recordedAt: Date, weekday: number, day: number): string | null {
  const [year, month] = [recordedAt.getUTCFullYear(), recordedAt.getUTCMonth()];
  const today = recordedAt.toISOString().slice(0, 10);
  for (let ahead = 0; ahead < 3; ahead += 1) {
    const date = new Date(Date.UTC(year, month + ahead, day));
    const value = date.toISOString().slice(0, 10);
    if (date.getUTCDate() === day && value >= today) return date.getUTCDay() === weekday ? value : null;
  }
  return null;
}

/** The number with which these words end; `from` is its place in them. */
function countOf(words: string): { count: number | null; from: number } {
  const tokens = tokensOf(words);
  const first = tokens.findIndex((_, at) => readNumber(tokens, at)?.next === tokens.length);
  const number = first === -1 ? null : readNumber(tokens, first);
  if (number?.isPlain) return { count: number.value, from: tokens[first]?.from ?? 0 };
  const last = tokens.at(-1);
  const isOne = last !== undefined && /^an?$/.test(last.word);
  return { count: isOne ? 1 : null, from: isOne ? last.from : words.length };
}

function shifted(value: string | null, count: number, unit: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '') ?? [];
  if (day === undefined) return null;
  const date = later(new Date(Number(year), Number(month) - 1, Number(day)), count, unit);
  const digits = (part: number) => String(part).padStart(2, '0');
  return date && `${date.year}-${digits(date.month)}-${digits(date.day)}`;
}

/** Whether day and month may stand in either order: `12/11`. With a year, the order in which the day is still to come. */
function isEitherOrder(own: string, recordedAt: Date): boolean {
  const [, first = '', second = '', year] = DAY_AND_MONTH.exec(own) ?? [];
  const [one, other] = [Number(first), Number(second)];
  if (one === 0 || other === 0 || one > 12 || other > 12 || one === other) return false;
  if (year === undefined) return true;
  const whole = Number(year) + (year.length === 2 ? 2000 : 0);
  const today = recordedAt.toISOString().slice(0, 10);
  const isAhead = (month: number, day: number) =>
    new Date(Date.UTC(whole, month - 1, day)).toISOString().slice(0, 10) >= today;
  // The reader takes the month for the first.
  return !isAhead(one, other) || isAhead(other, one);
}

/** Whether anything that is found would be kept. Most of what people say names no day, and looking for one takes long. */
function mayNameDay(text: string): boolean {
  return DAY.test(text) || DAY_OF_MONTH.test(text) || (COUNTED.test(text) && UNIT.test(text));
}

/** "Monday the thirtieth of November": the second says which Monday. */
function isSameDay(text: string, first: Found, second: Found): boolean {
  const isWeekday = /^(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day$/i.test(
    text.slice(first.from, first.to),
  );
  return isWeekday && /^,?(?: the)? $/i.test(text.slice(first.to, second.from));
}

function readResult(text: string, result: ParsedResult): Found[] {
  const { index: from, start, end } = result;
  const isMonth = !hasDay(start) && start.isCertain('month');
  const isUnclear = result.tags().has('unclear');
  const isSpoken =
    isUnclear ||
    result.tags().has('dayOfMonth') ||
    DAY.test(result.text) ||
    (COUNTED.test(result.text) && UNIT.test(result.text));
  if (!isSpoken || (!isUnclear && !hasDay(start) && !isMonth)) return [];
  if (isMonth && !BEFORE_MONTH.test(text.slice(0, from)) && !COUNTED.test(result.text)) return [];
  const { year, length } = readYear(text.slice(from + result.text.length), start);
  const value = isUnclear ? null : isoOf(start, year);
  const until = end && hasDay(end) ? isoOf(end, year) : null;
  return [
    {
      kind: 'date',
      from,
      to: from + result.text.length + length,
      value: value !== null && until !== null && until !== value ? `${value}/${until}` : value,
    },
  ];
}

function hasDay(date: ParsedComponents): boolean {
  return date.isCertain('day') || date.isCertain('weekday');
}

/** A year in words after a day and a month: "two thousand twenty seven", "twenty twenty seven". */
function readYear(after: string, date: ParsedComponents): { year: number | null; length: number } {
  const none = { year: null, length: 0 };
  if (date.isCertain('year') || !/^,?\s+(?:two thousand|twenty)\b/i.test(after)) return none;
  const tokens = tokensOf(after);
  const first = readNumber(tokens, 0);
  const second = first?.value === 20 ? readNumber(tokens, first.next) : null;
  const year = first?.value === 20 ? 2000 + (second?.value ?? 0) : (first?.value ?? 0);
  const next = (second ?? first)?.next ?? 0;
  const isMoney = /^(?:dollars?|bucks?|cents?|usd|grand)$/.test(tokens[next]?.word ?? '');
  if (year < 2010 || year > 2099 || isMoney) return none;
  return { year, length: tokens[next - 1]?.to ?? 0 };
}

function isoOf(date: ParsedComponents, spokenYear: number | null): string {
  const part = (component: Component, digits: number) =>
    String(date.get(component) ?? 0).padStart(digits, '0');
  const month = `${spokenYear ?? part('year', 4)}-${part('month', 2)}`;
  if (!hasDay(date)) return month;
  const day = `${month}-${part('day', 2)}`;
  // "At six" is morning or evening; "at noon" is not.
  const isHourSure = date.isCertain('hour') && (date.isCertain('meridiem') || (date.get('hour') ?? 0) >= 12);
  return isHourSure ? `${day}T${part('hour', 2)}:${part('minute', 2)}` : day;
}
