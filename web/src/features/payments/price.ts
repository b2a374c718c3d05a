import type { AppConfig } from '../../lib/api-types';
import { formatCents } from '../../lib/format';

const DEFAULT_CONTRACT_CENTS = 500;
const PRICE_NAMES = [
  'split-second-contract',
  'splitSecondContract',
  'singleAgreement',
  'agreement',
  'contract',
];

/** What one contract costs, as words: the server's price, or the published one until it has answered. */
export function contractPrice(config: AppConfig | undefined): { full: string; short: string } {
  const name = PRICE_NAMES.find((candidate) => typeof config?.prices[candidate] === 'number');
  const cents = (name && config?.prices[name]) || DEFAULT_CONTRACT_CENTS;
  return { full: formatCents(cents), short: formatCents(cents, 'USD', true) };
}
