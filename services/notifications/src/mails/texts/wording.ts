import { type Language, nameProblem } from '#contracts';
import { DAY_MS, HOUR_MS } from '#platform';
import { englishTexts, type Texts } from './en/texts.js';
import { spanishTexts } from './es/texts.js';

const NOT_PRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** One line of plain text: no line ends, control characters or marks that turn the reading direction around. */
export function oneLine(text: string): string {
  return text.replace(NOT_PRINTABLE, ' ').replace(/\s+/g, ' ').trim();
}

/** A name from before names were looked at may be anything; then the address says who it is. */
export function nameOf({ name, email }: { name: string; email: string }): string {
  const text = oneLine(name);
  const problem = nameProblem(text);
  return problem === 'link' || problem === 'characters' ? oneLine(email) : text;
}

/** Somebody's words as lines of plain text, without runs of empty ones. */
export function manyLines(text: string): string[] {
  const lines = text
    .trim()
    .split(/\r\n|\r|\n/)
    .map(oneLine);
  return lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
}

/** At most `max` characters, cut with an ellipsis. */
export function shorten(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** Seconds as minutes:seconds, `00:20`; from one hour on as `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** As prices and dates are written where the product is sold, in either language. */
const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** Numbers, dates and money in one language. */
export class Formats {
  private readonly locale: string;
  private readonly moments: Intl.DateTimeFormat;
  private readonly days: Intl.DateTimeFormat;

  constructor(language: Language) {
    this.locale = locales[language];
    const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
    this.days = new Intl.DateTimeFormat(this.locale, day);
    this.moments = new Intl.DateTimeFormat(this.locale, { ...day, hour: 'numeric', minute: '2-digit' });
  }

  /** ISO 8601 as people read it, with its zone: `December 20, 2026 at 2:03 PM UTC`. */
  dateTime(iso: string): string {
    // Intl says "a las" of every hour; Spanish says "a la" of one.
    const moment = plainSpaces(this.moments.format(new Date(iso))).replace(' a las 1:', ' a la 1:');
    return `${moment} UTC`;
  }

  /** ISO 8601 as a day, of the zone UTC: `December 20, 2026`. */
  date(iso: string): string {
    return plainSpaces(this.days.format(new Date(iso)));
  }

  /** How many days, begun ones counted: `3 days`, `1 day`. */
  daysUntil(iso: string, now: Date): string {
    const days = Math.max(1, Math.ceil((new Date(iso).getTime() - now.getTime()) / DAY_MS));
    return this.count(days, 'day');
  }

  /** Whole hours as people say them: `24 hours`, from more than one day on `3 days`. */
  hours(hours: number): string {
    return hours > 24 && hours % 24 === 0 ? this.count(hours / 24, 'day') : this.count(hours, 'hour');
  }

  /** How long from now, rounded down so that nobody is late: `3 days`, `11 hours`, `55 minutes`. */
  timeUntil(iso: string, now: Date): string {
    const leftMs = Math.max(0, new Date(iso).getTime() - now.getTime());
    if (leftMs >= 2 * DAY_MS) return this.count(Math.floor(leftMs / DAY_MS), 'day');
    if (leftMs >= 2 * HOUR_MS) return this.count(Math.floor(leftMs / HOUR_MS), 'hour');
    return this.count(Math.max(1, Math.floor(leftMs / 60_000)), 'minute');
  }

  /** How long something may take: `10 minutes`, `90 seconds`. */
  length(seconds: number): string {
    return seconds % 60 === 0 ? this.count(seconds / 60, 'minute') : this.count(seconds, 'second');
  }

  /** Cents with currency: `$5.00 USD`. */
  cents(cents: number, currency: string): string {
    return this.money(cents / 100, currency);
  }

  /** Cents as a price in a sentence: `$5`, `$2.50`. */
  price(cents: number, currency: string): string {
    const style = { style: 'currency', currency: currency.toUpperCase() } as const;
    const format = new Intl.NumberFormat(this.locale, { ...style, trailingZeroDisplay: 'stripIfInteger' });
    return plainSpaces(format.format(cents / 100));
  }

  /** Decimal text with currency: `250.00` becomes `$250.00 USD`. Text that is not a number stays as it is. */
  amount(amount: string, currency: string): string {
    const value = Number(amount);
    return Number.isFinite(value) && amount.trim() !== '' ? this.money(value, currency) : amount;
  }

  private money(value: number, currency: string): string {
    const code = currency.toUpperCase();
    const style = { style: 'currency', currency: code } as const;
    return `${plainSpaces(new Intl.NumberFormat(this.locale, style).format(value))} ${code}`;
  }

  private count(value: number, unit: 'day' | 'hour' | 'minute' | 'second'): string {
    const style = { style: 'unit', unit, unitDisplay: 'long', useGrouping: false } as const;
    return plainSpaces(new Intl.NumberFormat(this.locale, style).format(value));
  }
}

const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** How a mail speaks: every sentence, and the form of numbers, dates and money, in one language. */
export interface Wording extends Formats {
  readonly language: Language;
  readonly texts: Texts;
}

function wording(language: Language, texts: Texts): Wording {
  return Object.assign(new Formats(language), { language, texts });
}

export const wordings: Readonly<Record<Language, Wording>> = {
  en: wording('en', englishTexts),
  es: wording('es', spanishTexts),
};
