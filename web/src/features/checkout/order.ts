import { descriptionTexts } from '#texts/descriptions';
import { paymentsTexts } from '#texts/payments';
import type { AppConfig } from '../../lib/api/api-types';
import { planLabel } from '../../lib/format';
import { pricesOf } from '../payments/price';
import { type CheckoutTarget, typeOf } from './target';

/** An order as words and cents, from what is known before the payment is prepared. */
export interface Order {
  name: string;
  cents: number;
  currency: string;
  includes: readonly string[];
  note: string;
  /** What is safe when the bank says no. */
  safe: string;
}

/** Longest recording by plan in seconds, until the server has said so; 0 means no limit. */
const PUBLISHED_SECONDS = { 'split-second-contract': 600, basic: 180, standard: 600, pro: 600 } as const;

function isPlan(name: string): name is keyof typeof PUBLISHED_SECONDS {
  return Object.hasOwn(PUBLISHED_SECONDS, name);
}

function contractOrder(planType: string | null, config: AppConfig | undefined): Order {
  const { plans, includes, upTo, unlimited, note, safe } = paymentsTexts.contract;
  const told = planType ? config?.plans[planType] : undefined;
  const known = planType && isPlan(planType) ? planType : null;
  const seconds = told?.maxSeconds ?? (known ? PUBLISHED_SECONDS[known] : null);
  const limit = seconds === 0 ? unlimited : seconds && upTo(seconds / 60);
  return {
    name: known ? plans[known] : planLabel(planType),
    cents: told?.priceCents ?? pricesOf(config).contract,
    currency: 'usd',
    includes: limit ? [...includes, limit] : includes,
    note,
    safe,
  };
}

/** What is ordered; the amount is the published one until the server has answered. */
export function orderOf(target: CheckoutTarget, config: AppConfig | undefined): Order {
  const { manual, held } = paymentsTexts;
  const type = typeOf(target);
  const currency = 'usd';
  const base =
    type === 'contract'
      ? contractOrder(target.kind === 'contract' ? target.planType : null, config)
      : type === 'manual_transcription'
        ? { ...manual, cents: pricesOf(config).manualTranscription, currency }
        : { ...held, cents: 0, currency };
  if (target.kind !== 'pending') return base;
  return {
    ...base,
    name: descriptionTexts.of(target.payment.description) || base.name,
    cents: Math.round(target.payment.amount * 100),
  };
}
