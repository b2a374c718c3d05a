import { Inject, Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { DataSource } from 'typeorm';
import { AppError, Clock, failpoint } from '#platform';
import { lookAtIntent } from '../stripe/seen-intent.js';
import { STRIPE } from '../stripe/stripe.client.js';
import type { HeldPaymentEntity } from './held-payment.entity.js';

/** How long a payment that was just opened is left alone before Stripe is asked about it. */
const FIRST_LOOK_MS = 60_000;

/** The PaymentIntents of held payments: one that can be paid at a time. */
@Injectable()
export class HeldIntents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
  ) {}

  /**
   * The PaymentIntent as it is at Stripe; made when there is none. Null when the row has moved on or its PaymentIntent
   * was cancelled: read it again.
   * @throws AppError `payment_provider`
   */
  open(held: HeldPaymentEntity): Promise<Stripe.PaymentIntent | null> {
    return this.asking(async () => {
      if (held.paymentIntentId === null) return this.create(held);
      const known = await this.look(held.paymentIntentId);
      if (known.status !== 'canceled') return known;
      await this.dataSource.query(
        `update held_payments set attempt = attempt + 1, payment_intent_id = null
         where id = $1 and state = 'requires_payment' and payment_intent_id = $2`,
        [held.id, known.id],
      );
      return null;
    });
  }

  /**
   * Makes sure that a PaymentIntent is not paid any more, and answers it as it is then: cancelled, or paid before.
   * @throws AppError `payment_provider`
   */
  retire(paymentIntentId: string): Promise<Stripe.PaymentIntent> {
    return this.asking(async () => {
      const intent = await this.look(paymentIntentId);
      if (intent.status === 'succeeded' || intent.status === 'canceled') return intent;
      return await this.stripe.paymentIntents.cancel(paymentIntentId).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // It was paid or cancelled in this very moment.
        return this.look(paymentIntentId);
      });
    });
  }

  look(paymentIntentId: string): Promise<Stripe.PaymentIntent> {
    return lookAtIntent(this.stripe, paymentIntentId);
  }

  private async create(held: HeldPaymentEntity): Promise<Stripe.PaymentIntent | null> {
    const { id, agreementId, amountCents, currency, attempt } = held;
    const intent = await this.stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency,
        automatic_payment_methods: { enabled: true },
        description: `Held payment for contract ${agreementId}`,
        transfer_group: id,
        metadata: { heldPaymentId: id, agreementId },
      },
      // Derived from our row, so that a repeated or lost call finds the same PaymentIntent.
      { idempotencyKey: `held-${id}-${attempt}` },
    );
    failpoint('payments.held.after-intent');
    const firstLook = new Date(this.clock.now().getTime() + FIRST_LOOK_MS);
    const [, kept] = await this.dataSource.query<[unknown, number]>(
      `update held_payments set payment_intent_id = $2, next_look_at = $3
       where id = $1 and state = 'requires_payment' and attempt = $4
         and (payment_intent_id is null or payment_intent_id = $2)`,
      [id, intent.id, firstLook, attempt],
    );
    if (kept > 0) return intent;
    if (!(await this.isKnown(id, intent.id))) await this.retire(intent.id);
    return null;
  }

  /** Whether the row has it all the same: paid so fast that it is not waiting any more. */
  private async isKnown(id: string, paymentIntentId: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'select 1 from held_payments where id = $1 and payment_intent_id = $2',
      [id, paymentIntentId],
    );
    return rows.length > 0;
  }

  private async asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError)
        throw new AppError('payment_provider', { cause: error });
      throw error;
    }
  }
}
