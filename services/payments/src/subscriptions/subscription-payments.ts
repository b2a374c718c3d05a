import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { EntityManager } from 'typeorm';
import { subscriptionRefunded } from '#contracts';
import type { Commit } from '#jobs';
import { Outbox } from '#outbox';
import { Clock, LOGGER } from '#platform';
import { PaymentsConfig } from '../config.js';
import {
  Ledger,
  postDispute,
  type ReceiptEntity,
  Receipts,
  refundTransaction,
} from '../ledger/ledger.module.js';
import { chargeOf, idOf, RefundFailures, refundAttempts, STRIPE } from '../stripe/stripe.module.js';
import { paidInvoice, StripeSubscriptions } from './stripe-subscriptions.js';
import { endedStatuses, isOurs, newestOf } from './subscription.state.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

/** Which invoice of which of our subscriptions a PaymentIntent has paid. */
interface PaidPeriod {
  subscriptionId: string;
  /** The subscription's id at Stripe. */
  stripeId: string;
  invoiceId: string;
}

/** What becomes of a subscription's payments after they were booked: refunds that are made at Stripe, and chargebacks. */
@Injectable()
export class SubscriptionPayments {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly rows: SubscriptionsRepository,
    private readonly atStripe: StripeSubscriptions,
    private readonly ledger: Ledger,
    private readonly receipts: Receipts,
    private readonly failures: RefundFailures,
    private readonly outbox: Outbox,
    private readonly config: PaymentsConfig,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null for the PaymentIntent of anything else, and of an invoice that is booked nowhere. @throws StripeError */
  async find(intentId: string): Promise<PaidPeriod | null> {
    const { data } = await this.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      limit: 1,
    });
    const invoiceId = idOf(data[0]?.invoice);
    if (invoiceId === null) return null;
    const invoice = await this.stripe.invoices.retrieve(invoiceId);
    const stripeId = idOf(invoice.parent?.subscription_details?.subscription);
    if (stripeId === null) return null;
    const row = await this.rows.findByStripeId(stripeId);
    if (row === null) return null;
    if (!isOurs(row, paidInvoice(invoice))) {
      const about = { subscriptionId: row.id, invoiceId, intentId };
      this.logger.error(about, 'an invoice that is not ours goes back; neither way is booked');
      return null;
    }
    return { subscriptionId: row.id, stripeId, invoiceId };
  }

  /**
   * A bank takes a month's payment back, for the time being or for good; for good ends the subscription, because nobody
   * may be charged again who had the bank take it back. Repeating it changes nothing.
   * @throws StripeError
   */
  async lookAtChargeback(period: PaidPeriod, dispute: Stripe.Dispute): Promise<Commit> {
    if (dispute.status === 'lost') await this.end(period);
    return (manager) => this.chargeback(manager, period, dispute);
  }

  /** At once, unless a later month is paid. */
  private async end({ stripeId, invoiceId }: PaidPeriod): Promise<void> {
    const seen = await this.atStripe.see(stripeId);
    if (seen === null || endedStatuses.includes(seen.told.status)) return;
    const { subscription, told } = seen;
    if (newestOf(told.paid)?.id === invoiceId) await this.atStripe.endNow(stripeId);
    else await this.atStripe.end(subscription);
  }

  private async chargeback(
    manager: EntityManager,
    { subscriptionId }: PaidPeriod,
    dispute: Stripe.Dispute,
  ): Promise<void> {
    for (const kind of await postDispute(this.ledger, manager, subscriptionId, dispute))
      this.logger.error({ subscriptionId, disputeId: dispute.id, kind }, 'a subscription is charged back');
  }

  /**
   * Brings receipt and ledger to what went back of a month's payment. Repeating it changes nothing, nor does a look that
   * is older than another one's.
   * @throws Error when its sale is not booked yet, which its own event does
   */
  async converge(
    manager: EntityManager,
    { subscriptionId, invoiceId }: PaidPeriod,
    intent: Stripe.PaymentIntent,
  ): Promise<void> {
    const refunds = chargeOf(intent)?.refunds?.data ?? [];
    const { doneCents: back, failed } = refundAttempts(refunds);
    if (back === 0 && failed.length === 0) return;
    const receipt = await this.receipts.lock(manager, 'subscription', invoiceId);
    if (!receipt) throw new Error(`invoice ${invoiceId} went back before its sale was booked`);
    const { refundedCents: known } = receipt;
    if (await this.failures.isOutdated(manager, refunds, back < known)) return;
    for (const { refundId, reason } of await this.failures.keep(manager, subscriptionId, failed))
      this.logger.error({ subscriptionId, invoiceId, refundId, reason }, 'a refund did not reach the payer');
    if (back === known) return;
    const refunded = { known, back, failures: failed.length };
    await this.ledger.post(manager, refundTransaction('subscription', invoiceId, refunded), 'stripe');
    await this.receipts.refunded(manager, 'subscription', invoiceId, back, this.clock.now());
    if (back >= receipt.amountCents) await this.tell(manager, subscriptionId, receipt);
  }

  /** What people at Stripe send back of other months is told by who does it. */
  private async tell(
    manager: EntityManager,
    subscriptionId: string,
    { sourceId: invoiceId, userId, number: receiptNumber, amountCents, isTest }: ReceiptEntity,
  ): Promise<void> {
    const now = this.clock.now();
    if (!(await this.rows.tellOnce(manager, invoiceId, now))) return;
    await this.outbox.add(manager, subscriptionRefunded, {
      ...{ subscriptionId, userId, invoiceId, receiptNumber, amountCents, currency: 'usd' },
      refundedAt: now.toISOString(),
      isTest: isTest ?? this.config.isTest,
    });
  }
}
