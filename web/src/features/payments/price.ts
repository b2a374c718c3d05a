import type { AppConfig } from '../../lib/api-types';
import { formatCents } from '../../lib/format';

/** The published price, shown until the server has answered. */
const PUBLISHED_CONTRACT_CENTS = 500;

/** What one contract costs, as words. */
export function contractPrice(config: AppConfig | undefined): { full: string; short: string } {
  const cents = config?.prices.contract ?? PUBLISHED_CONTRACT_CENTS;
  return { full: formatCents(cents), short: formatCents(cents, 'USD', true) };
}
