import { nameProblem } from '#contracts';

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

const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** ISO 8601 as people read it, with its zone: `December 20, 2026 at 2:03 PM UTC`. */
export function formatDateTime(iso: string): string {
  return `${DATE_TIME.format(new Date(iso)).replace(/\u202f/g, ' ')} UTC`;
}

const DAY_MS = 86_400_000;

/** How many days, begun ones counted: `3 days`, `1 day`. */
export function formatDaysUntil(iso: string, now: Date): string {
  const days = Math.max(1, Math.ceil((new Date(iso).getTime() - now.getTime()) / DAY_MS));
  return days === 1 ? '1 day' : `${days} days`;
}

const HOUR_MS = 3_600_000;

/** Whole hours as people say them: `24 hours`, from more than one day on `3 days`. */
export function formatHours(hours: number): string {
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** How long from now, rounded down so that nobody is late: `3 days`, `11 hours`, `55 minutes`. */
export function formatTimeUntil(iso: string, now: Date): string {
  const leftMs = Math.max(0, new Date(iso).getTime() - now.getTime());
  if (leftMs >= 2 * DAY_MS) return `${Math.floor(leftMs / DAY_MS)} days`;
  if (leftMs >= 2 * HOUR_MS) return `${Math.floor(leftMs / HOUR_MS)} hours`;
  const minutes = Math.max(1, Math.floor(leftMs / 60_000));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** Seconds as minutes:seconds, `00:20`; from one hour on as `1:02:03`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Cents with currency: `$5.00 USD`. */
export function formatCents(cents: number, currency: string): string {
  return formatMoney(cents / 100, currency);
}

/** Decimal text with currency: `250.00` becomes `$250.00 USD`. Text that is not a number stays as it is. */
export function formatAmount(amount: string, currency: string): string {
  const value = Number(amount);
  return Number.isFinite(value) && amount.trim() !== '' ? formatMoney(value, currency) : amount;
}

function formatMoney(value: number, currency: string): string {
  const code = currency.toUpperCase();
  return `${new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).format(value)} ${code}`;
}
