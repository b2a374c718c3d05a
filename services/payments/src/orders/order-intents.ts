import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { DataSource, Equal, IsNull, Or } from 'typeorm';
import { Clock, failpoint } from '#platform';
import { askingStripe, isAnswer, PaymentIntents, STRIPE, UnknownPayments } from '../stripe/stripe.module.js';
import { OrderEntity, type OrderPurpose, type OrderStatus } from './orders.entities.js';

/** When Stripe is first asked about a PaymentIntent whose events have not come. */
export const FIRST_LOOK_MS = 60_000;

const descriptions: Record<OrderPurpose, string> = {
  contract: 'Split Second Contract',
  manual_transcription: 'Transcript by a person, contract',
};

/** Money has come, and is not back with whoever paid. */
const PAID: readonly OrderStatus[] = ['paid', 'refunding', 'quarantined'];
/** Paid, or not to be stopped any more. */
const TAKING: readonly Stripe.PaymentIntent.Status[] = ['processing', 'requires_capture', 'succeeded'];

const TO_BE_PAID = { status: 'open', contractCancelledAt: IsNull(), contentDeletedAt: IsNull() } as const;

/** The PaymentIntents of orders: one that can be paid at a time. */
@Injectable()
export class OrderIntents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly intents: PaymentIntents,
    private readonly unknown: UnknownPayments,
    @Inject(STRIPE) private readonly stripe: Stripe,
  ) {}

  /**
   * The order's PaymentIntent as it is at Stripe; a new one when there is none, or none that can be paid. Null when the
   * order has moved on meanwhile and must be looked at again.
   * @throws AppError `payment_provider` when Stripe does not answer
   */
  open(order: OrderEntity): Promise<Stripe.PaymentIntent | null> {
    return askingStripe(async () => {
      let { attempt } = order;
      if (order.paymentIntentId !== null) {
        const known = await this.intents.lookIfKnown(order.paymentIntentId);
        if (known !== null && known.status !== 'canceled') return known;
        await this.forget(order.id, order.paymentIntentId);
        attempt += 1;
      }
      const intent = await this.create(order, attempt);
      failpoint('payments.order.after-intent');
      return (await this.keep(order.id, attempt, intent.id)) ? intent : null;
    });
  }

  /**
   * Whether an order of the contract is paid, or its bank is still taking the payment; also an order that a restore has lost.
   * @throws AppError `payment_provider` when Stripe does not answer
   */
  isContractPaidOrPending(agreementId: string): Promise<boolean> {
    return askingStripe(async () => {
      const orders = await this.dataSource.manager.findBy(OrderEntity, { agreementId, purpose: 'contract' });
      if (orders.some(({ status }) => PAID.includes(status))) return true;
      if (await this.unknown.hasOne(agreementId)) return true;
      for (const { status, paymentIntentId } of orders) {
        if (status !== 'open' || paymentIntentId === null) continue;
        const intent = await this.intents.lookIfKnown(paymentIntentId);
        if (intent !== null && TAKING.includes(intent.status)) return true;
      }
      return false;
    });
  }

  /** Makes room for a new PaymentIntent in place of one that nobody can pay. */
  async forget(orderId: string, paymentIntentId: string): Promise<void> {
    await this.dataSource.manager.update(
      OrderEntity,
      { id: orderId, ...TO_BE_PAID, paymentIntentId },
      { attempt: () => 'attempt + 1', paymentIntentId: null, isBankTaking: false },
    );
  }

  private async create(order: OrderEntity, attempt: number): Promise<Stripe.PaymentIntent> {
    const { id, agreementId, userId, amountCents, currency, purpose } = order;
    try {
      return await this.stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency,
          automatic_payment_methods: { enabled: true },
          description: `${descriptions[purpose]} ${agreementId}`,
          metadata: { orderId: id, agreementId, userId: String(userId) },
        },
        // Derived from our row, so that a repeated or lost call finds the same PaymentIntent. One that Stripe has made
        // without our hearing of it stays unpaid: nobody was given its secret.
        { idempotencyKey: `order-${id}-${attempt}` },
      );
    } catch (error) {
      if (isAnswer(error)) await this.takeNextKey(id, attempt);
      throw error;
    }
  }

  /** Stripe repeats for a day how it failed under the key of this attempt. */
  private async takeNextKey(orderId: string, attempt: number): Promise<void> {
    await this.dataSource.manager.update(
      OrderEntity,
      { id: orderId, ...TO_BE_PAID, attempt, paymentIntentId: IsNull() },
      { attempt: () => 'attempt + 1' },
    );
  }

  /** Writes down which one is to be paid. Answers false, and takes it back, when the order has moved on meanwhile. */
  private async keep(orderId: string, attempt: number, paymentIntentId: string): Promise<boolean> {
    const nextLookAt = new Date(this.clock.now().getTime() + FIRST_LOOK_MS);
    const { affected } = await this.dataSource.manager.update(
      OrderEntity,
      { id: orderId, ...TO_BE_PAID, attempt, paymentIntentId: Or(IsNull(), Equal(paymentIntentId)) },
      { paymentIntentId, nextLookAt },
    );
    failpoint('payments.order.after-keep');
    if (affected === 1) return true;
    await this.intents.retire(paymentIntentId);
    return false;
  }
}
