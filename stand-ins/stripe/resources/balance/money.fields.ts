import { errors } from '../../api.errors.js';
import type { Params } from '../../request.params.js';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** An amount of at least one smallest unit, or undefined where Stripe takes "all of it". */
export function readAmount(params: Params): number | undefined {
  const amount = params.integer('amount');
  if (amount !== undefined && amount < 1) {
    throw errors.invalid('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  }
  return amount;
}

export function requiredAmount(params: Params): number {
  const amount = readAmount(params);
  if (amount === undefined) throw errors.missingParam('amount');
  return amount;
}

export function requiredCurrency(params: Params): string {
  const currency = params.requiredText('currency').toLowerCase();
  if (!CURRENCIES.has(currency)) throw errors.invalid('currency', `Invalid currency: ${currency}.`);
  return currency;
}

/** `500`, `usd` → `$5.00`, as Stripe writes amounts in its messages. */
export function priced(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
