import { t } from '#texts/common';
import { formatCents } from '../../lib/format';

const PLAIN = /^\d{1,9}(\.\d{1,2})?$/;
/** "1,250" and "1,250.50". */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;
/** "1.250,50": with both signs there is only one way to read it. */
const GROUPED_BY_POINTS = /^\d{1,3}(\.\d{3})+,\d{1,2}$/;
const COMMA = /^\d{1,9},\d{1,2}$/;
const POINTS = /^\d{1,3}(\.\d{3})+$/;

const typedPart = (text: string): string => text.trim().replace(/^\$\s*/, '');

function centsOf(plain: string): number {
  const [whole = '0', part = ''] = plain.split('.');
  return Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
}

/**
 * Cents of a typed amount such as "$1,250.50" or "1.250,50"; null when it is no amount of money, or one that can be read
 * in two ways.
 */
export function parseDollars(text: string): number | null {
  const typed = typedPart(text);
  if (PLAIN.test(typed)) return centsOf(typed);
  if (GROUPED.test(typed)) return centsOf(typed.replaceAll(',', ''));
  if (GROUPED_BY_POINTS.test(typed)) return centsOf(typed.replaceAll('.', '').replace(',', '.'));
  return null;
}

/** Both amounts in cents that "250,00" or "1.250" can mean, the likelier one first; null when there is no doubt. */
export function twoReadings(text: string): [number, number] | null {
  const typed = typedPart(text);
  if (COMMA.test(typed)) return [centsOf(typed.replace(',', '.')), centsOf(typed.replace(',', ''))];
  if (POINTS.test(typed)) return [centsOf(typed.replaceAll('.', '')), centsOf(typed)];
  return null;
}

/** Cents as one types them: "250" or "250.50". */
export function typedDollars(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** What to say of a typed amount that can be read in two ways, with both; null when there is no doubt. */
export function amountDoubt(text: string): string | null {
  const readings = twoReadings(text);
  if (!readings) return null;
  const [one, other] = readings;
  return t.details.twoWays({
    typed: text.trim(),
    ...{ one: formatCents(one), other: formatCents(other) },
    ...{ writeOne: typedDollars(one), writeOther: typedDollars(other) },
  });
}
