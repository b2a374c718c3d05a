import { t } from '#texts/common';
import { formatCents } from '../../lib/format';
import { twoReadings, typedDollars } from './amount';

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
