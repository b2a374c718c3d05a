import { descriptionTexts } from '#texts/descriptions';
import { paymentsTexts } from '#texts/payments';
import type { AppConfig, PaymentType } from '../../lib/api/api-types';
import { planLabel, speakDuration } from '../../lib/format';
import { checkoutPath, humanTranscriptPath, wasJustOrdered } from '../../lib/session/pending-checkout';
import type { PendingCheckout } from '../../lib/session/pending-notes';
import type { IntentBody, OpenPayment } from './api';
import { isPlan, planOf } from './plans';
import { basePlan } from './plans.gen';
import { pricesOf } from './price';
import type { Underway } from './settlement';

/** What one checkout pays for. */
export type CheckoutTarget =
  | { kind: 'contract'; agreementId: string; planType: string; claimToken: string | null }
  | { kind: 'human-transcript'; agreementId: string }
  | ({ kind: 'pending' } & OpenPayment);

/** The address does not say everything: the user's open payments decide. */
export interface LookUp {
  kind: 'look-up';
  agreementId: string | null;
  type: PaymentType | null;
}

/** What the address asks for. `stored` is the recording that this browser saved before its owner had an account. */
export function wantedFrom(search: string, stored: PendingCheckout | null): CheckoutTarget | LookUp {
  const query = new URLSearchParams(search);
  const agreementId = query.get('agreementId');
  const planType = query.get('plan');
  const isHumanTranscript = query.get('service') === 'manual-transcription';
  if (isHumanTranscript) {
    return agreementId
      ? { kind: 'human-transcript', agreementId }
      : { kind: 'look-up', agreementId: null, type: 'manual_transcription' };
  }
  if (agreementId && planType) return contractOf(agreementId, planType, stored);
  return { kind: 'look-up', agreementId, type: null };
}

function contractOf(agreementId: string, planType: string, stored: PendingCheckout | null): CheckoutTarget {
  const claimToken = stored?.agreementId === agreementId ? stored.claimToken : null;
  return { kind: 'contract', agreementId, planType, claimToken };
}

/** What can be paid: the open payments that fit, and the recording this browser still remembers. */
export function choicesFrom(
  wanted: LookUp,
  open: readonly OpenPayment[],
  stored: PendingCheckout | null,
): CheckoutTarget[] {
  const fits = (agreementId: string, type: PaymentType) =>
    (wanted.agreementId === null || wanted.agreementId === agreementId) &&
    (wanted.type === null || wanted.type === type);
  const found: CheckoutTarget[] = open
    .filter(({ payment }) => fits(payment.agreementId, payment.type))
    .map((one) => ({ kind: 'pending', ...one }));
  const isListed = open.some(
    ({ payment }) => payment.type === 'contract' && payment.agreementId === stored?.agreementId,
  );
  if (stored && !isListed && fits(stored.agreementId, 'contract')) {
    found.unshift(contractOf(stored.agreementId, stored.planType, stored));
  }
  // An agreement that is named but not listed: the server says why it cannot be paid.
  if (found.length === 0 && wanted.agreementId) return [contractOf(wanted.agreementId, basePlan, stored)];
  return found;
}

export function agreementOf(target: CheckoutTarget): string {
  return target.kind === 'pending' ? target.payment.agreementId : target.agreementId;
}

export function typeOf(target: CheckoutTarget): PaymentType {
  if (target.kind === 'pending') return target.payment.type;
  return target.kind === 'human-transcript' ? 'manual_transcription' : 'contract';
}

/** Whether this tab has ordered it just now, so that payments may not have heard of the order. */
export function isJustOrdered(target: CheckoutTarget): boolean {
  return typeOf(target) === 'manual_transcription' && wasJustOrdered(agreementOf(target));
}

/** The request that prepares the payment. `humanTranscriptCents` is the price of a transcript written by a person. */
export function bodyOf(
  target: CheckoutTarget,
  humanTranscriptCents: number,
  description: string,
): IntentBody {
  switch (target.kind) {
    case 'contract': {
      const { planType, agreementId, claimToken } = target;
      return { planType, agreementId, ...(claimToken ? { claimToken } : {}) };
    }
    case 'human-transcript':
      return {
        amount: humanTranscriptCents / 100,
        type: 'manual_transcription',
        agreementId: target.agreementId,
        description,
      };
    case 'pending':
      return { ...target.payment };
  }
}

/** What to remember while the payer is at the bank, with the way back to this very payment. */
export function underwayOf(target: CheckoutTarget): Underway {
  const agreementId = agreementOf(target);
  const payPath =
    target.kind === 'contract'
      ? checkoutPath(agreementId, target.planType)
      : payPathOf(agreementId, typeOf(target));
  return { kind: 'order', agreementId, type: typeOf(target), payPath };
}

/** Where an open payment is made. */
export function payPathOf(agreementId: string, type: PaymentType): string {
  if (type === 'manual_transcription') return humanTranscriptPath(agreementId);
  const path = type === 'held_payment' ? '/escrow' : '/checkout';
  return `${path}?agreementId=${encodeURIComponent(agreementId)}`;
}

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

function contractOrder(planType: string | null, config: AppConfig | undefined): Order {
  const { plans, includes, upTo, unlimited, note, safe } = paymentsTexts.contract;
  const plan = planType ? planOf(planType, config) : null;
  const known = planType && isPlan(planType) ? planType : null;
  const seconds = plan?.maxSeconds ?? null;
  const limit = seconds === 0 ? unlimited : seconds && upTo(speakDuration(seconds));
  return {
    name: known ? plans[known] : planLabel(planType),
    cents: plan?.priceCents ?? pricesOf(config).contract,
    currency: 'usd',
    includes: limit ? [...includes, limit] : includes,
    note,
    safe,
  };
}

/** What is ordered; the amount is the published one until the server has answered. */
export function orderOf(target: CheckoutTarget, config: AppConfig | undefined): Order {
  const { humanTranscript, held } = paymentsTexts;
  const type = typeOf(target);
  const currency = 'usd';
  const base =
    type === 'contract'
      ? contractOrder(target.kind === 'contract' ? target.planType : null, config)
      : type === 'manual_transcription'
        ? { ...humanTranscript, cents: pricesOf(config).manualTranscription, currency }
        : { ...held, cents: 0, currency };
  if (target.kind !== 'pending') return base;
  return {
    ...base,
    name: descriptionTexts.of(target.payment.description) || base.name,
    cents: Math.round(target.payment.amount * 100),
  };
}
