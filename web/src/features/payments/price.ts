import { useEffect, useState } from 'react';
import { request } from '../../lib/api/api-client';
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

/**
 * The same answer as `configQuery`, for screens that read nothing else: they come without the code that keeps answers,
 * the largest part of what all others load beyond them.
 */
export function useConfig(): AppConfig | undefined {
  const [config, setConfig] = useState<AppConfig>();
  useEffect(() => {
    const leaving = new AbortController();
    request('get', '/api/config', { signal: leaving.signal }).then(setConfig, () => undefined);
    return () => leaving.abort();
  }, []);
  return config;
}
