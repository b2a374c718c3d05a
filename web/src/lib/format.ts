import { documentTexts } from '#texts/document';

const { locale, dollars, minutes, seconds: inSeconds, planNames } = documentTexts;

/** One formatter of each kind: to make one takes longer than to format a whole list. */
function kept<Options, Format>(
  create: new (locale: string, options: Options) => Format,
): (options: Options) => Format {
  const made = new Map<string, Format>();
  return (options) => {
    const name = JSON.stringify(options);
    const format = made.get(name) ?? new create(locale, options);
    made.set(name, format);
    return format;
  };
}

const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
const dateFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);

/** m:ss, or h:mm:ss from one hour on. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const h = Math.floor(whole / 3600);
  const m = Math.floor((whole % 3600) / 60);
  const s = String(whole % 60).padStart(2, '0');
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`;
}

/** "1 minute 5 seconds", for people who listen to the screen. */
export function speakDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const m = Math.floor(whole / 60);
  const s = whole % 60;
  const parts: string[] = [];
  if (m > 0) parts.push(minutes(m));
  if (s > 0 || m === 0) parts.push(inSeconds(s));
  return parts.join(' ');
}

/** A count with its separators: "1,234". */
export function formatCount(count: number): string {
  return numberFormat({}).format(count);
}

/** From here on amounts have separators. */
const THOUSAND_DOLLARS = 100_000;

/** Money from integer cents, e.g. $5.00; `short` leaves out .00. */
export function formatCents(cents: number, currency = 'USD', short = false): string {
  const digits = short && cents % 100 === 0 ? 0 : 2;
  // Every first screen names a price, and the first word of Intl takes as long as all else on it.
  if (currency === 'USD' && cents >= 0 && cents < THOUSAND_DOLLARS)
    return dollars((cents / 100).toFixed(digits));
  return numberFormat({
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cents / 100);
}

/** Money from decimal text such as "250.00"; the text itself when it is no number. */
export function formatAmount(amount: string, currency = 'USD'): string {
  const value = Number(amount);
  return Number.isFinite(value) && amount.trim() !== ''
    ? numberFormat({ style: 'currency', currency }).format(value)
    : amount;
}

/** "Nov 21, 2026" in the reader's zone. */
export function formatDate(iso: string, timeZone?: string): string {
  return dateFormat({ dateStyle: 'medium', timeZone }).format(new Date(iso));
}

/** "November 21, 2026" in the reader's zone: to be said aloud. */
export function dateInWords(iso: string, timeZone?: string): string {
  return dateFormat({ dateStyle: 'long', timeZone }).format(new Date(iso));
}

/** "Nov 21, 2026, 2:03 PM UTC": always with the zone. */
export function formatDateTime(iso: string, timeZone?: string): string {
  return dateFormat({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(iso));
}

/** "14:03". */
export function formatClock(at: Date, timeZone?: string): string {
  return dateFormat({
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(at);
}

/** "#1234 5678 9012 3456". */
export function formatAgreementId(agreementId: string): string {
  return `#${agreementId.replace(/(.{4})(?=.)/g, '$1 ')}`;
}

/** First and last characters of a hash, enough to compare by eye. */
export function shortHash(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 8)}…${hash.slice(-8)}` : hash;
}

/** "split_second" or "split-second-contract" as words. */
export function planLabel(planType: string | null | undefined): string {
  const words = (planType ?? '').replace(/[_-]+/g, ' ').trim();
  if (!words) return 'Split Second Contract';
  const known = Object.hasOwn(planNames, words) ? planNames[words] : undefined;
  return known ?? words.replace(/\b\w/g, (letter) => letter.toUpperCase());
}
