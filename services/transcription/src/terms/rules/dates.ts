import { type Component, casual, type ParsedComponents, type ParsedResult } from 'chrono-node';
import type { Found } from '../passages.js';
import { countedDays, DAY_OF_MONTH, dayOfMonth, spokenHour } from './date-parsers.js';
import { readNumber, tokensOf } from './numbers.js';

/** What makes a phrase a date for people: a day, a month, or a stretch counted from now. */
const DAY =
  /\b(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|weekend|today|tonight|tomorrow|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}|jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;
const COUNTED = /\b(?:in|within|after|next|this|end of|later|from (?:now|today))\b/i;
const UNIT = /\b(?:days?|weeks?|months?|years?)\b/i;
/** Without a day, the name of a month is a date only after one of these; people march, and may. */
const BEFORE_MONTH = /\b(?:in|by|until|till|before|since|through|of|next|this|end of)\s+$/i;
const reader = casual.clone();
reader.parsers.unshift(dayOfMonth, countedDays, spokenHour);

/**
 * Days that were named, as `2026-11-27`, with the hour when it is certain (`2026-11-27T18:00`), as `2026-12` when only
 * a month was named. No zone: it is the speakers' own.
 */
export function findDates(text: string, recordedAt: Date): Found[] {
  if (!mayNameDay(text)) return [];
  const found = reader
    .parse(text, { instant: recordedAt, timezone: 0 }, { forwardDate: true })
    .flatMap((result) => readResult(text, result));
  return found.flatMap((date, at) => {
    const [before, after] = [found[at - 1], found[at + 1]];
    if (after && isSameDay(text, date, after)) return [];
    return before && isSameDay(text, before, date) ? [{ ...date, from: before.from }] : [date];
  });
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
  const isSpoken =
    result.tags().has('dayOfMonth') ||
    DAY.test(result.text) ||
    (COUNTED.test(result.text) && UNIT.test(result.text));
  if (!isSpoken || (!hasDay(start) && !isMonth)) return [];
  if (isMonth && !BEFORE_MONTH.test(text.slice(0, from)) && !COUNTED.test(result.text)) return [];
  const { year, length } = readYear(text.slice(from + result.text.length), start);
  const value = isoOf(start, year);
  const until = end && hasDay(end) ? isoOf(end, year) : null;
  return [
    {
      kind: 'date',
      from,
      to: from + result.text.length + length,
      value: until !== null && until !== value ? `${value}/${until}` : value,
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
