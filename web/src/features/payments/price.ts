import type { AppConfig, Prices } from '../../lib/api/api-types';
import { formatCents } from '../../lib/format';
import { publishedPrices } from './prices.gen';

/** The server's prices; the published ones until it has answered. */
export function pricesOf(config: AppConfig | undefined): Prices {
  return config?.prices ?? publishedPrices;
}

/** What one contract costs, as words. */
export function contractPrice(config: AppConfig | undefined): { full: string; short: string } {
  const cents = pricesOf(config).contract;
  return {
    get full() {
      return formatCents(cents);
    },
    get short() {
      return formatCents(cents, 'USD', true);
    },
  };
}
