const NOT_PRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** One line of plain text: no line ends, control characters or marks that turn the reading direction around. */
export function oneLine(text: string): string {
  return text.replace(NOT_PRINTABLE, ' ').replace(/\s+/g, ' ').trim();
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
