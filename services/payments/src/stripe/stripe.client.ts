import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { AppError, MINUTE_MS, outsideTransactions } from '#platform';
import type { PaymentsConfig } from '../config.js';

export const STRIPE = Symbol('stripe');

const TIMEOUT_MS = 8000;

/** The official SDK. It alone repeats failed calls, with the same idempotency key. */
export function createStripe(config: PaymentsConfig): Stripe {
  const base = new URL(config.stripeApiBase);
  const httpClient = outsideTransactions('Stripe', Stripe.createNodeHttpClient());
  return new Stripe(config.stripeSecretKey, {
    host: base.hostname,
    port: base.port === '' ? (base.protocol === 'https:' ? 443 : 80) : Number(base.port),
    protocol: base.protocol === 'https:' ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 3,
    telemetry: false,
    httpClient,
  });
}

/** Work for a caller who waits for Stripe's answer. @throws AppError `payment_provider` in place of Stripe's own errors */
export async function askingStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new AppError('payment_provider', { cause: error });
    throw error;
  }
}

/** Stripe has looked at a call and refused it: what it asked for was not done. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripePermissionError
  );
}

/**
 * Stripe repeats how a call under this key has ended before, for a day, and also when that was a failure of its own. What
 * was asked for may have been done, and nothing more comes of the key.
 */
export function isRepeated(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
}

/** The key has been used for another request. What that one asked for may have been done. */
export function isKeyOfAnother(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;
}

/** The same key is at work in another call, or the call was not looked at for there were too many. */
const UNDECIDED = [409, 429];

/** Stripe has answered, and may give the same answer to the key for a day; not a call of which nobody knows how it ends. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return error.statusCode !== undefined && !UNDECIDED.includes(error.statusCode);
}

interface Creation<T> {
  key: string;
  now: Date;
  create: (idempotencyKey: string) => Promise<T>;
  /** What may have been made all the same. */
  find?: () => Promise<T | null>;
  /** Whether nothing more comes of a key. */
  isOver?: (error: unknown) => boolean;
}

/**
 * Makes something at Stripe of which a second one moves no money. Once nothing more comes of its key, it is made under that
 * of the minute, which is the same for all who try at once. After silence it is not: the first may still be made.
 * @throws StripeError
 */
export async function createAtStripe<T>(creation: Creation<T>): Promise<T> {
  const { key, now, create, find = () => Promise.resolve(null), isOver = isRepeated } = creation;
  try {
    return await create(key);
  } catch (error) {
    if (!isOver(error)) throw error;
    return (await find()) ?? create(`${key}-at-${Math.floor(now.getTime() / MINUTE_MS)}`);
  }
}

/** The id of an object that Stripe names or sends whole. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Stripe's most for one page; no payment has as many refunds. */
const MOST = 100;

/** An inquiry (`warning_…`) or one that was prevented moves no money. */
const TAKEN: readonly Stripe.Dispute.Status[] = ['needs_response', 'under_review', 'won', 'lost'];

/** Ways of paying whose charge is made in the moment in which the payer confirms it. */
const PAID_AT_ONCE: readonly string[] = ['card', 'link', 'cashapp', 'amazon_pay', 'paypal', 'revolut_pay'];

/** PaymentIntents as they are at Stripe, whatever they are for. */
@Injectable()
export class PaymentIntents {
  constructor(@Inject(STRIPE) private readonly stripe: Stripe) {}

  /** With its latest charge and all refunds of that. @throws StripeError */
  async look(id: string): Promise<Stripe.PaymentIntent> {
    const intent = await this.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] });
    const charge = chargeOf(intent);
    if (!charge?.refunds?.has_more) return intent;
    const refunds = await this.stripe.refunds.list({ charge: charge.id, limit: MOST });
    return Object.assign(intent, { latest_charge: { ...charge, refunds } });
  }

  /**
   * The same; null when Stripe does not know it, because it was made for another account of Stripe, such as a sandbox.
   * Nobody can pay it with our keys.
   * @throws StripeError
   */
  lookIfKnown(id: string): Promise<Stripe.PaymentIntent | null> {
    return ifKnown(() => this.look(id));
  }

  /**
   * Makes sure that it is not paid any more. Answers it as it is then: cancelled, or paid before (`isRetired`); or still
   * being paid by a way that takes days, which Stripe does not stop.
   * @throws AppError `payment_provider`
   */
  retire(id: string): Promise<Stripe.PaymentIntent> {
    return askingStripe(() => this.stop(id));
  }

  /** The same; null when Stripe does not know it. @throws AppError `payment_provider` */
  retireIfKnown(id: string): Promise<Stripe.PaymentIntent | null> {
    return askingStripe(() => ifKnown(() => this.stop(id)));
  }

  private async stop(id: string): Promise<Stripe.PaymentIntent> {
    const intent = await this.look(id);
    if (isRetired(intent)) return intent;
    return await this.stripe.paymentIntents.cancel(id).catch((error: unknown) => {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // It was paid or cancelled in this very moment.
      return this.look(id);
    });
  }
}

/** Null where Stripe does not know what it is asked about. */
export async function ifKnown<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** Nothing more comes of it: it was cancelled, or paid. */
export const isRetired = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'succeeded' || status === 'canceled';

/** The payer has done their part, and the bank has not decided. */
export const isBankTaking = ({ status }: Stripe.PaymentIntent): boolean => status === 'processing';

/** The charge of a PaymentIntent that was looked at; null while nobody tried to pay it. */
export function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof charge === 'string' ? null : charge;
}

/**
 * When a payment was made, as the payer's own statement says: known of what is paid at once. Of a bank that takes days the
 * charge tells only when it was asked, so that the moment of hearing of it is the nearest that is known.
 */
export function paidAtOf(intent: Stripe.PaymentIntent, heardAt: Date): Date {
  const charge = chargeOf(intent);
  if (!charge || !PAID_AT_ONCE.includes(charge.payment_method_details?.type ?? '')) return heardAt;
  return new Date(Math.min(charge.created * 1000, heardAt.getTime()));
}

/** The payer's bank has the money, for the time being or for good. */
export const hasTakenMoney = ({ status }: Stripe.Dispute): boolean => TAKEN.includes(status);

/** Cents that the payer's bank has taken with a dispute at first, in the currency of the payment. */
export function withdrawnCents(dispute: Stripe.Dispute): number {
  const withdrawn = withdrawals(dispute);
  return withdrawn.length === 0 || isConverted(dispute) ? dispute.amount : -sum(withdrawn);
}

/**
 * Cents that the payer's bank has of a dispute now, in the currency of the payment: it gives back what was refunded before,
 * also when it keeps the rest.
 */
export function keptCents(dispute: Stripe.Dispute): number {
  const { amount, balance_transactions: moved, status } = dispute;
  if (status === 'won') return 0;
  if (moved.length === 0) return amount;
  const kept = Math.max(0, -sum(moved));
  if (kept === 0 || !isConverted(dispute)) return kept;
  // Rates differ from day to day: what counts is which share of the withdrawn money it keeps.
  return Math.round((amount * kept) / -sum(withdrawals(dispute)));
}

const withdrawals = ({ balance_transactions: moved }: Stripe.Dispute): Stripe.BalanceTransaction[] =>
  moved.filter(({ amount }) => amount < 0);

/** Whether our balance at Stripe is in another currency than the payment. */
const isConverted = ({ currency, balance_transactions: moved }: Stripe.Dispute): boolean =>
  moved.some((transaction) => transaction.currency !== currency);

const sum = (transactions: readonly Stripe.BalanceTransaction[]): number =>
  transactions.reduce((total, { amount }) => total + amount, 0);
