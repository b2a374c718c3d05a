import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { getAccount } from '#contracts';
import { Clock, failpoint, insertIfNew, LOGGER } from '#platform';
import { AuthClient } from '../agreements/agreements.module.js';
import {
  createAtStripe,
  idOf,
  ifKnown,
  isBankTaking,
  isKeyOfAnother,
  isRepeated,
  PaymentIntents,
  STRIPE,
} from '../stripe/stripe.module.js';
import { endedStatuses, type PaidInvoice, type ToldSubscription } from './subscription.state.js';
import { CustomerEntity, type SubscriptionEntity } from './subscriptions.entities.js';

type MonthlyPrice = Pick<SubscriptionEntity, 'amountCents' | 'currency'>;

/** Names a price at Stripe; another amount is another price. */
const priceKey = ({ amountCents, currency }: MonthlyPrice): string =>
  `ssc_monthly_${amountCents}_${currency}`;
const EXPANDED = ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'default_payment_method'];
const PAGE = 100;
const MOST_INVOICES = 1000;
const MOST_SUBSCRIPTIONS = 1000;

/** Stripe's words for one that goes on, paid or not. */
const runningStatuses: readonly string[] = ['active', 'past_due'];

export interface RunningSubscription {
  stripeId: string;
  metadata: Stripe.Metadata;
  price: MonthlyPrice;
}

export interface SeenSubscription {
  subscription: Stripe.Subscription;
  told: ToldSubscription;
}

/** Who pays, as Stripe knows them: one customer per user. */
@Injectable()
export class Customers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly auth: AuthClient,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stripe's id of the user's customer, which is made when it is first asked for.
   * @throws AppError `not_found`, `unavailable`; StripeError
   */
  async of(userId: number): Promise<string> {
    const known = await this.find(userId);
    if (known !== null) return known;
    const stripeCustomerId = await this.make(userId, null);
    failpoint('payments.customer.after-stripe');
    await insertIfNew(this.dataSource.manager, CustomerEntity, { userId, stripeCustomerId });
    return (await this.find(userId)) ?? stripeCustomerId;
  }

  /**
   * Another customer in place of one that Stripe does not know any more. Of two at once both get the same.
   * @throws AppError `not_found`, `unavailable`; StripeError
   */
  async replace(userId: number, former: string): Promise<string> {
    const stripeCustomerId = await this.make(userId, former);
    const { affected } = await this.dataSource.manager.update(
      CustomerEntity,
      { userId, stripeCustomerId: former },
      { stripeCustomerId },
    );
    if (affected === 1)
      this.logger.warn(
        { userId, former, stripeCustomerId },
        'a customer is gone at Stripe; another one is made',
      );
    return (await this.find(userId)) ?? stripeCustomerId;
  }

  /** @param former the customer that it takes the place of */
  private async make(userId: number, former: string | null): Promise<string> {
    const { username, email } = await this.auth.call(getAccount, { params: { id: userId } });
    const facts = { email, name: username, metadata: { userId: String(userId) } };
    const known = await this.locate(userId, email, former);
    if (known !== null) return known;
    const key = `customer-${userId}`;
    const { id } = await createAtStripe({
      key: former === null ? key : `${key}-after-${former}`,
      now: this.clock.now(),
      create: (idempotencyKey) => this.stripe.customers.create(facts, { idempotencyKey }),
      // Under the key, one may have been made whose answer was lost, with the address or name of before.
      isOver: (error) => isRepeated(error) || isKeyOfAnother(error),
    });
    return id;
  }

  /** One that was made, but that no row knows, as after a restore. */
  private async locate(userId: number, email: string, former: string | null): Promise<string | null> {
    const { data } = await this.stripe.customers.list({ email, limit: PAGE });
    const isTheirs = ({ id, metadata }: Stripe.Customer) =>
      metadata.userId === String(userId) && id !== former;
    return data.find(isTheirs)?.id ?? null;
  }

  private async find(userId: number): Promise<string | null> {
    const known = await this.dataSource.manager.findOneBy(CustomerEntity, { userId });
    return known?.stripeCustomerId ?? null;
  }
}

/** Every call about subscriptions that goes to Stripe. All of them throw StripeError. */
@Injectable()
export class StripeSubscriptions {
  private readonly priceIds = new Map<string, string>();

  constructor(
    private readonly customers: Customers,
    private readonly intents: PaymentIntents,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
  ) {}

  /**
   * Begins a row's subscription; it is incomplete until its first payment is confirmed. Repeating it begins no other, but
   * where Stripe fails and has begun one all the same after it was looked for: of the two the row keeps one, and the other,
   * whose secret nobody is given, ends unpaid.
   */
  async begin(row: SubscriptionEntity): Promise<string> {
    const [customer, price] = await Promise.all([this.customers.of(row.userId), this.price(row)]);
    try {
      return await this.create(row, customer, price);
    } catch (error) {
      if (!isCustomerGone(error)) throw error;
      return await this.create(row, await this.customers.replace(row.userId, customer), price);
    }
  }

  private create(row: SubscriptionEntity, customer: string, price: string): Promise<string> {
    const params: Stripe.SubscriptionCreateParams = {
      customer,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      metadata: { subscriptionId: row.id, userId: String(row.userId) },
    };
    return createAtStripe({
      // Stripe refuses a key that it knows when the customer is another one.
      key: `subscription-${row.id}-of-${customer}`,
      now: this.clock.now(),
      create: async (idempotencyKey) =>
        (await this.stripe.subscriptions.create(params, { idempotencyKey })).id,
      find: () => this.locate(row),
    });
  }

  /** The id of a row's subscription whose begin was answered, but never written down. */
  async locate(row: SubscriptionEntity): Promise<string | null> {
    const all = await this.ofUser(row.userId);
    return all.find(({ metadata }) => metadata.subscriptionId === row.id)?.id ?? null;
  }

  /** Those of a user at Stripe, newest first; of a customer that is gone there is none. */
  private async ofUser(userId: number): Promise<Stripe.Subscription[]> {
    const customer = await this.customers.of(userId);
    try {
      return await this.stripe.subscriptions
        .list({ customer, status: 'all', limit: PAGE })
        .autoPagingToArray({ limit: MOST_SUBSCRIPTIONS });
    } catch (error) {
      if (isCustomerGone(error)) return [];
      throw error;
    }
  }

  /** Those of a user that run at a price of ours, of today or of before, whoever has begun them. */
  async running(userId: number): Promise<RunningSubscription[]> {
    const all = await this.ofUser(userId);
    return all.flatMap(({ id: stripeId, status, metadata, items }) => {
      const price = ownPrice(items);
      const isTheirs = metadata.userId === String(userId);
      const isRunning = runningStatuses.includes(status);
      return isTheirs && isRunning && price !== null ? [{ stripeId, metadata, price }] : [];
    });
  }

  /** Our id of a subscription at Stripe, if it is one of ours. */
  async ownId(stripeId: string): Promise<string | null> {
    const { metadata } = await this.stripe.subscriptions.retrieve(stripeId);
    return metadata.subscriptionId ?? null;
  }

  /**
   * How it is now. What has ended asks for no more money afterwards. Null when Stripe does not know it, because it was begun
   * with the keys of another account, such as a sandbox.
   */
  async see(stripeId: string): Promise<SeenSubscription | null> {
    const known = await ifKnown(async () => {
      // The invoices first: one that is paid meanwhile is then known from the subscription, and never taken for owed.
      const paid = await this.stripe.invoices
        .list({ subscription: stripeId, status: 'paid', limit: PAGE })
        .autoPagingToArray({ limit: MOST_INVOICES });
      const found = await this.stripe.subscriptions.retrieve(stripeId, { expand: EXPANDED });
      return { paid, found };
    });
    if (known === null) return null;
    const { paid, found } = known;
    const subscription = isStuck(found, paid)
      ? await this.stripe.subscriptions.cancel(stripeId, { expand: EXPANDED })
      : found;
    const latest = latestInvoice(subscription);
    if (endedStatuses.includes(subscription.status) && isOwed(latest)) await this.void(latest);
    // It may have been paid between the two questions.
    const invoices =
      latest?.status === 'paid' ? [latest, ...paid.filter(({ id }) => id !== latest.id)] : paid;
    const told = toldOf(subscription, invoices, await this.isBankTaking(latest));
    return { subscription, told };
  }

  private async isBankTaking(invoice: Stripe.Invoice | null): Promise<boolean> {
    if (invoice?.status !== 'open') return false;
    const payment = invoice.payments?.data.find(({ is_default: isDefault }) => isDefault)?.payment;
    const intentId = idOf(payment?.payment_intent);
    return intentId !== null && isBankTaking(await this.intents.look(intentId));
  }

  /**
   * Ends it with the period that is paid; at once when that is over. The invoice of the next one may be there already: it
   * is a draft for an hour before it is charged, and its period counts as the running one.
   */
  async end(subscription: Stripe.Subscription): Promise<void> {
    const { id, status } = subscription;
    if (status !== 'active' || isOwed(latestInvoice(subscription))) return this.endNow(id);
    const params = { cancel_at_period_end: true, expand: EXPANDED };
    const ending = await this.stripe.subscriptions.update(id, params);
    // Where the next month has begun meanwhile, it would end with that one only, whose draft is charged all the same.
    if (isOwed(latestInvoice(ending))) await this.endNow(id);
  }

  async keepOn(stripeId: string): Promise<void> {
    await this.stripe.subscriptions.update(stripeId, { cancel_at_period_end: false });
  }

  async endNow(stripeId: string): Promise<void> {
    await this.stripe.subscriptions.cancel(stripeId);
  }

  /** Stripe deletes no draft of a subscription, and may go on to charge it after the subscription has ended. */
  private async void({ id, status }: Stripe.Invoice): Promise<void> {
    const { invoices } = this.stripe;
    if (status === 'draft') await unlessRefused(invoices.finalizeInvoice(id, { auto_advance: false }));
    await unlessRefused(invoices.voidInvoice(id));
  }

  private async price(monthly: MonthlyPrice): Promise<string> {
    const key = priceKey(monthly);
    const known = this.priceIds.get(key);
    if (known !== undefined) return known;
    const found = await this.stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
    const price = found.data[0] ?? (await this.createPrice(monthly));
    this.priceIds.set(key, price.id);
    return price.id;
  }

  private createPrice(monthly: MonthlyPrice): Promise<Stripe.Price> {
    const key = priceKey(monthly);
    const params: Stripe.PriceCreateParams = {
      currency: monthly.currency,
      unit_amount: monthly.amountCents,
      recurring: { interval: 'month' },
      lookup_key: key,
      transfer_lookup_key: true,
      product_data: { name: 'Split Second Contract monthly' },
    };
    return createAtStripe({
      key: `price-${key}`,
      now: this.clock.now(),
      create: (idempotencyKey) => this.stripe.prices.create(params, { idempotencyKey }),
    });
  }
}

/** The price of ours that a subscription runs at; null for another one, as of another system on the same account. */
function ownPrice({ data }: Stripe.Subscription['items']): MonthlyPrice | null {
  for (const { price } of data) {
    const monthly = { amountCents: price.unit_amount ?? 0, currency: price.currency };
    if (price.lookup_key === priceKey(monthly)) return monthly;
  }
  return null;
}

/** Deleted there, or made with the keys of another account. */
const isCustomerGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer';

/** What was finalized, paid or void in this very moment is refused; its own event says which. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Whether it asks for money, or is about to. */
function isOwed(invoice: Stripe.Invoice | null): invoice is Stripe.Invoice {
  return invoice?.status === 'open' || invoice?.status === 'draft';
}

/**
 * Whether nothing comes of it, although Stripe keeps it on. A payment by bank debit makes it active before it is paid: once
 * its first invoice asks for nothing more, nobody can pay for it.
 * @param paid all of its invoices that were ever paid
 */
function isStuck(subscription: Stripe.Subscription, paid: readonly Stripe.Invoice[]): boolean {
  if (subscription.status === 'unpaid') return true;
  const status = latestInvoice(subscription)?.status;
  const isClosed = status === 'void' || status === 'uncollectible';
  return paid.length === 0 && isClosed && runningStatuses.includes(subscription.status);
}

export function latestInvoice({ latest_invoice: latest }: Stripe.Subscription): Stripe.Invoice | null {
  return typeof latest === 'string' ? null : latest;
}

function toldOf(
  subscription: Stripe.Subscription,
  paid: readonly Stripe.Invoice[],
  isBankTaking: boolean,
): ToldSubscription {
  const latest = latestInvoice(subscription);
  const { ended_at: endedAt } = subscription;
  return {
    status: subscription.status,
    endsAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: endedAt === null ? null : at(endedAt),
    openInvoiceId: latest?.status === 'open' ? latest.id : null,
    isBankTaking,
    paid: paid.map(paidInvoice),
  };
}

export function paidInvoice(invoice: Stripe.Invoice): PaidInvoice {
  return {
    id: invoice.id,
    priceCents: invoice.subtotal,
    amountCents: invoice.amount_paid,
    currency: invoice.currency,
    paidAt: at(invoice.status_transitions.paid_at ?? invoice.created),
    // The invoice's own period is the one that is over; what is paid for stands in its lines.
    periodEnd: at(Math.max(invoice.period_end, ...invoice.lines.data.map(({ period }) => period.end))),
  };
}

const at = (seconds: number): Date => new Date(seconds * 1000);
