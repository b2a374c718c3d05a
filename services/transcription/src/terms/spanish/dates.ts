import { monthsAfter } from '../calendar.js';
import type { Found } from '../passages.js';
import { readSpanishNumber, sameLength, spanishTokens } from './numbers.js';

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado'];
const MONTHS = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre'],
  ...['noviembre', 'diciembre'],
];
const NUMBER = '(?:\\d{1,2}|primero|[a-z]+(?: y [a-z]+)?)';
const MONTH = MONTHS.join('|').replace('septiembre', 'se(?:p)?tiembre');
/** "Lunes, el quince de diciembre de dos mil veintiséis". */
const DAY_AND_MONTH = new RegExp(
  `\\b(?:(?:el )?(?:${WEEKDAYS.join('|')}),? )?(?:el )?(?:dia )?(${NUMBER}) de (${MONTH})\\b(?: (?:de|del) (\\d{4}|dos mil [a-z]+(?: y [a-z]+)?))?`,
  'g',
);
const DAY_OF_MONTH = new RegExp(
  `\\b(?:para|antes de|hasta|a mas tardar|desde|dia) ?(?:e?l )?(?:dia )?(${NUMBER})(?= ?(?:$|[.,;!?]|de (?:este|cada|el proximo) mes|del (?:mes|proximo mes)|a las\\b|y\\b|por la\\b))`,
  'g',
);
const WEEKDAY = new RegExp(
  `\\b(?:(?:el|este|proximo|del|al) )*(${WEEKDAYS.join('|')})\\b(?: (?:que viene|proximo))?`,
  'g',
);
/** `por la mañana` and `de la mañana` are times of day. */
const NEAR = /\b(?:pasado manana|(?<!\b(?:la|de|por la|una) )manana|hoy|esta noche)\b/g;
const COUNTED = /\b(?:dentro de|en) ([a-z]+(?: y [a-z]+)?|\d{1,3}) (dias?|semanas?|mes(?:es)?|anos?)\b/g;
const ONLY_MONTH = new RegExp(
  `\\b(?:en|para|hasta|desde|antes de) (${MONTH})\\b(?: (?:de|del) (\\d{4}))?`,
  'g',
);
const DIGITS = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/g;
const HOUR =
  /^,? (?:a la|a las|sobre las) (\d{1,2}|[a-z]+)(?::(\d{2})| (y media|y cuarto|en punto))?(?: (de la manana|de la tarde|de la noche|del mediodia|[ap]\.? ?m\b\.?))?/;

/** Days that are over are no days to come, and of which week or year they are, is not plain. */
const PAST_BEFORE = /\b(?:pasad[oa]|ultim[oa]) (?:dia )?$/;
const PAST_AFTER =
  /^,? (?:(?:pasad[oa]|ultim[oa])\b(?! manana)|del? (?:la )?(?:ano|mes|semana) (?:pasad[oa]|anterior)\b|de la (?:semana que viene|proxima semana|otra semana)\b)/;
/** `dos semanas después` and `treinta días a partir`, before the day that they are counted from. */
const COUNT_BEFORE =
  /\b(\d{1,3}|[a-z]+(?: y [a-z]+)?) (dia|semana|mes|ano)(?:s|es)?( y medi[oa])?(?: (despues|antes|a partir|luego|desde|tras))?(?: del?)?(?: el)?(?: dia)? $/;
/** What the days are counted from, after them: `de la entrega`. */
const ANCHOR =
  /^ (?:habiles|laborables|laborales|del?|despues|antes|desde|tras|a partir|a contar|contad[oa]s|posterior(?:es)?|luego)\b/;
/** Which of several: "el primer viernes de diciembre", "la próxima semana, el jueves", "el lunes después del veinte". */
const WHICH_BEFORE =
  /\b(?:primer|segundo|tercer|cuarto|quinto|(?:proxima|otra|siguiente) semana,?|semana que viene,?) (?:el )?$/;
const WHICH_AFTER =
  /^,? (?:(?:en|dentro de) (?:un[oa]? |[a-z]+ |\d+ )(?:semanas?|mes(?:es)?)\b|(?:despues|antes) del? (?!las?\b|medio)|siguiente\b)/;
/** "El viernes cuatro", "el lunes, día 14", but not "el lunes tres pagos". */
const NUMBERED = new RegExp(
  `^,? (?:dia )?(${NUMBER})(?=$|[^a-z\\d\\s]|\\s+(?:a las?|y|o|por|en|de (?:este|cada|el proximo) mes|del (?:mes|proximo mes)|para|sin|con|si|cuando|antes|despues)\\b)`,
);
const NEXT_YEAR =
  /^ (?:del? (?:ano que viene|proximo ano|ano proximo|ano siguiente)|el (?:ano que viene|proximo ano))\b/;
/** "Del veintisiete", after a month: which year that is, is not plain. */
const SHORT_YEAR = new RegExp(`^ del? (?:ano )?(${NUMBER})\\b`);
/** Before the name of a street, and after a name that is somebody's: "calle 5 de Mayo", "Julio Ruiz". */
const STREET =
  /\b(?:calle|avenida|av|avda|boulevard|plaza|colonia|barrio|metro|escuela|esquina(?: con)?)\.? $/;
const SURNAME = /^ \p{Lu}\p{Ll}/u;
const FROM_NOW = /^ (?:a partir de|a contar desde|desde|de) (?:hoy|ahora)\b/;

interface Day {
  from: number;
  to: number;
  date: Date;
  /** Only a month was named. */
  isMonth?: boolean;
  /** Counted from the day of the recording. */
  isCounted?: boolean;
  /** Only a day of the week was named. */
  isWeekday?: boolean;
  /** Which day it is, the words do not say. */
  isUnclear?: boolean;
  /** Begins with what it is counted by, which belongs to it. */
  skipsNothing?: boolean;
}

/**
 * Days that were named in Spanish, as `2026-11-27`, with the hour when it is certain (`2026-11-27T18:00`), as `2026-12`
 * when only a month was named. No zone: it is the speakers' own. No value for days that are over, and for those that are
 * counted from something whose day nobody names (`dentro de noventa días de la entrega`).
 */
export function findSpanishDates(text: string, recordedAt: Date): Found[] {
  const plain = sameLength(text);
  const today = new Date(
    Date.UTC(recordedAt.getUTCFullYear(), recordedAt.getUTCMonth(), recordedAt.getUTCDate()),
  );
  const found: Day[] = [];
  const add = (pattern: RegExp, read: (match: RegExpExecArray) => Omit<Day, 'from' | 'to'> | null) => {
    for (const match of plain.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (found.some((day) => from < day.to && day.from < to)) continue;
      if (STREET.test(plain.slice(0, from)) || isSomebody(text.slice(from, to), text.slice(to))) continue;
      const day = read(match);
      if (day) found.push({ from, to, ...day });
    }
  };
  add(DIGITS, ([, day, month, year]) => dated(utc(Number(year), Number(month) - 1, Number(day))));
  add(DAY_AND_MONTH, ([, day = '', name = '', year]) => {
    const month = MONTHS.indexOf(name.replace('setiembre', 'septiembre'));
    const wanted = numberOf(day);
    if (wanted === null) return null;
    if (year !== undefined) return dated(utc(numberOf(year) ?? 0, month, wanted));
    const next = utc(today.getUTCFullYear(), month, wanted);
    return dated(next && next < today ? utc(today.getUTCFullYear() + 1, month, wanted) : next);
  });
  add(COUNTED, ([, count = '', unit = '']) => {
    const number = numberOf(count);
    return number === null || number > 400 ? null : { date: later(today, number, unit), isCounted: true };
  });
  add(NEAR, ([word]) => {
    const days = word === 'pasado manana' ? 2 : word === 'manana' ? 1 : 0;
    return { date: later(today, days, 'dias') };
  });
  add(WEEKDAY, ([, name = '']) => {
    const ahead = (WEEKDAYS.indexOf(name) - today.getUTCDay() + 7) % 7 || 7;
    return { date: later(today, ahead, 'dias'), isWeekday: true };
  });
  add(DAY_OF_MONTH, ([, day = '']) => {
    const wanted = numberOf(day);
    return wanted === null ? null : dated(nextOf(today, wanted));
  });
  add(ONLY_MONTH, ([, name = '', year]) => {
    const month = MONTHS.indexOf(name.replace('setiembre', 'septiembre'));
    const isPast = month < today.getUTCMonth();
    const date = utc(year === undefined ? today.getUTCFullYear() + (isPast ? 1 : 0) : Number(year), month, 1);
    return date && { date, isMonth: true };
  });
  const days = found.sort((a, b) => a.from - b.from).map((day) => judge(plain, day, today));
  return days
    .filter(({ to }, at) => !days.some((other, place) => place > at && other.from < to))
    .map((day) => toFound(plain, day));
}

/** Months and days of the week are also names: "Julio Ruiz", "Domingo Pérez". */
function isSomebody(own: string, after: string): boolean {
  return /\b\p{Lu}\p{Ll}+$/u.test(own) && SURNAME.test(after);
}

/** With the date that the words around it leave. */
function judge(plain: string, day: Day, today: Date): Day {
  const { from, to, date, isMonth, isCounted, isWeekday } = day;
  const articles = /^(?:(?:el|este|del|al) )*/.exec(plain.slice(from, to))?.[0].length ?? 0;
  const before = plain.slice(0, from + articles);
  const after = plain.slice(to);
  if (PAST_BEFORE.test(before) || PAST_AFTER.test(after)) return { ...day, isUnclear: true };
  const inNextYear = isCounted ? undefined : NEXT_YEAR.exec(after)?.[0];
  if (inNextYear !== undefined && !isWeekday) {
    const next = utc(today.getUTCFullYear() + 1, date.getUTCMonth(), date.getUTCDate());
    return { ...day, to: to + inNextYear.length, date: next ?? date, isUnclear: next === null };
  }
  const [shortYear, year = ''] = SHORT_YEAR.exec(after) ?? [];
  if (namesMonth(plain.slice(from, to)) && shortYear !== undefined && numberOf(year) !== null) {
    return { ...day, to: to + shortYear.length, isUnclear: true };
  }
  if (isWeekday) {
    const [numbered, number = ''] = NUMBERED.exec(after) ?? [];
    const wanted = numbered === undefined ? null : numberOf(number);
    if (numbered !== undefined && wanted !== null) {
      const next = nextOf(today, wanted);
      const isOther = next === null || next.getUTCDay() !== date.getUTCDay();
      return { ...day, to: to + numbered.length, date: next ?? date, isUnclear: isOther };
    }
    if (WHICH_BEFORE.test(before) || WHICH_AFTER.test(after)) return { ...day, isUnclear: true };
  }
  if (isCounted) {
    const half = /^ y medi[oa]\b/.exec(after)?.[0].length ?? 0;
    const isYears = /anos?$/.test(plain.slice(from, to));
    if (half > 0) return { ...day, to: to + half, date: later(date, 6, 'meses'), isUnclear: !isYears };
    return { ...day, isUnclear: ANCHOR.test(after) && !FROM_NOW.test(after) };
  }
  const [whole, words = '', unit = '', half, anchor] = COUNT_BEFORE.exec(before) ?? [];
  // "Dos semanas de diciembre" are counted from nothing.
  if (whole === undefined || (anchor === undefined && (isMonth || !/ del? (?:el )?(?:dia )?$/.test(whole)))) {
    return day;
  }
  const number = numberOf(words);
  const start = { ...day, from: before.length - whole.length, skipsNothing: true };
  if (number === null || half !== undefined || isMonth) return { ...start, isUnclear: true };
  return { ...start, date: later(date, anchor === 'antes' ? -number : number, unit) };
}

function toFound(
  plain: string,
  { from, to, date, isMonth = false, isUnclear = false, skipsNothing }: Day,
): Found {
  const day = date.toISOString().slice(0, isMonth ? 7 : 10);
  const hour = isMonth ? null : readHour(plain.slice(to));
  // The words before the day ("para el", "el") belong to it only as far as its article.
  const skipped =
    /^(?:para|antes del?|hasta|desde|a mas tardar|en|al|del) ?/.exec(plain.slice(from, to))?.[0] ?? '';
  const isWhole = (/^(?:en|a) /.test(skipped) && !isMonth) || skipsNothing;
  const start = isWhole ? from : from + skipped.length;
  const value = hour?.time == null ? day : `${day}T${hour.time}`;
  return {
    ...{ kind: 'date', from: start },
    to: to + (hour?.length ?? 0),
    value: isUnclear ? null : value,
  };
}

/** "A las seis" is morning or evening; "a las seis de la tarde" is not. */
function readHour(after: string): { length: number; time: string | null } | null {
  const [whole, word = '', minutes, part, half = ''] = HOUR.exec(after) ?? [];
  const hour = numberOf(word);
  if (whole === undefined || hour === null || hour > 24) return null;
  const minute = minutes ?? (part === 'y media' ? '30' : part === 'y cuarto' ? '15' : '00');
  const isSure = half !== '' || hour > 12;
  // "A las doce de la noche" is the midnight of the one day or of the other.
  if (!isSure || (hour === 12 && half === 'de la noche')) return { length: whole.length, time: null };
  const isLate = /tarde|noche|mediodia|^p/.test(half) && hour < 12;
  const isMidnight = /manana|^a/.test(half) && hour === 12;
  return {
    length: whole.length,
    time: `${String(isMidnight ? 0 : isLate ? hour + 12 : hour).padStart(2, '0')}:${minute}`,
  };
}

function numberOf(words: string): number | null {
  if (words === 'primero') return 1;
  const tokens = spanishTokens(words);
  const number = readSpanishNumber(tokens, 0);
  return number?.isPlain && number.next === tokens.length ? number.value : null;
}

const namesMonth = (text: string): boolean => new RegExp(`\\b(?:${MONTH})$`).test(text);

/** The next day of this number. */
function nextOf(today: Date, day: number): Date | null {
  for (let months = 0; months < 12; months += 1) {
    const date = utc(today.getUTCFullYear(), today.getUTCMonth() + months, day);
    if (date && date >= today) return date;
  }
  return null;
}

/** Null for a day that no month has. */
function utc(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month, day));
  return date.getUTCDate() === day && year >= 2000 && year < 2100 ? date : null;
}

function dated(date: Date | null): { date: Date } | null {
  return date && { date };
}

function later(from: Date, count: number, unit: string): Date {
  const [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()];
  if (/^d/.test(unit)) return new Date(Date.UTC(year, month, day + count));
  if (/^s/.test(unit)) return new Date(Date.UTC(year, month, day + 7 * count));
  return monthsAfter(from, count * (/^a/.test(unit) ? 12 : 1));
}
