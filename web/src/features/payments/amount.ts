import { t } from '#texts/common';
import { formatCents } from '../../lib/format';

const PLAIN = /^\d{1,9}(\.\d{1,2})?$/;
/** "12,50": some keypads have no point. */
const COMMA = /^\d{1,9},\d{1,2}$/;
/** "1,250.50" and "1,250,000". */
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+\.\d{1,2}|(?:,\d{3}){2,})$/;
/** "1.250,50" and "1.250.000": with two signs there is only one way to read it. */
const GROUPED_BY_POINTS = /^\d{1,3}(?:(?:\.\d{3})+,\d{1,2}|(?:\.\d{3}){2,})$/;
/** "1,250" and "1.250". */
const DOUBTFUL = /^\d{1,3}[.,]\d{3}$/;

const typedPart = (text: string): string => text.trim().replace(/^\$\s*/, '');

function centsOf(plain: string): number {
  const [whole = '0', part = ''] = plain.split('.');
  return Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
}

/**
 * Cents of a typed amount such as "$1,250.50", "1.250,50" or "12,50"; null when it is no amount of money, or one that can
 * be read in two ways.
 */
export function parseDollars(text: string): number | null {
  const typed = typedPart(text);
  if (PLAIN.test(typed)) return centsOf(typed);
  if (COMMA.test(typed)) return centsOf(typed.replace(',', '.'));
  if (GROUPED.test(typed)) return centsOf(typed.replaceAll(',', ''));
  if (GROUPED_BY_POINTS.test(typed)) return centsOf(typed.replaceAll('.', '').replace(',', '.'));
  return null;
}

/** Both amounts in cents that "1,250" or "1.250" can mean, the likelier one first; null when there is no doubt. */
export function twoReadings(text: string): [number, number] | null {
  const typed = typedPart(text);
  if (!DOUBTFUL.test(typed)) return null;
  return [centsOf(typed.replace(/[.,]/, '')), centsOf(typed.replace(',', '.'))];
}

/** Cents as one types them: "250" or "250.50". */
export function typedDollars(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Asks which of two amounts a typed one is; null when there is no doubt. */
export function amountDoubt(text: string): string | null {
  const readings = twoReadings(text);
  if (!readings) return null;
  const [one, other] = readings;
  return t.amount.twoWays({
    typed: text.trim(),
    one: formatCents(one),
    other: formatCents(other),
  });
}
