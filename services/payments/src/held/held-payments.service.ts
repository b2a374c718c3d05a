import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { Outbox } from '#outbox';
import { Clock, LOGGER } from '#platform';
import { Receipts } from '../receipts/receipts.service.js';
import { HeldIntents } from './held-intents.js';
import { HeldPaymentEntity } from './held-payment.entity.js';
import { HeldPaymentsStore } from './held-payments.store.js';
import { HeldRefunds } from './held-refunds.js';

export interface PendingHeldPayment {
  clientSecret: string;
  paymentIntentId: string;
  /** Cents. */
  amount: number;
  currency: string;
}

/** Held payments and the money that Stripe takes for them. */
@Injectable()
export class HeldPaymentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly receipts: Receipts,
    private readonly store: HeldPaymentsStore,
    private readonly intents: HeldIntents,
    private readonly refunds: HeldRefunds,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The agreement's held payment, or the last one that came to nothing. */
  async newest(agreementId: string): Promise<HeldPaymentEntity | null> {
    const [row] = await this.dataSource.query<{ id: string }[]>(
      `select id from held_payments where agreement_id = $1 order by state = 'failed', id desc limit 1`,
      [agreementId],
    );
    return row ? this.dataSource.manager.findOneBy(HeldPaymentEntity, { id: row.id }) : null;
  }

  /**
   * What the buyer has still to pay, or null.
   * @throws AppError `payment_provider`
   */
  async paymentOf(agreementId: string, userId: number): Promise<PendingHeldPayment | null> {
    // A PaymentIntent that was cancelled at Stripe gives way to a new one.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const held = await this.newest(agreementId);
      if (held?.state !== 'requires_payment' || held.buyerId !== userId) return null;
      const intent = await this.payable(held);
      if (intent === 'paid') return null;
      if (intent !== null) return intent;
    }
    return null;
  }

  /**
   * What the browser needs to pay. `paid` when Stripe has the money already, which is then written down; null when the
   * row has moved on: read it again.
   */
  async payable(held: HeldPaymentEntity): Promise<PendingHeldPayment | 'paid' | null> {
    const intent = await this.intents.open(held);
    if (intent === null) return null;
    if (intent.status === 'succeeded') {
      await this.outbox.transaction((manager) => this.settleIntent(manager, intent));
      return 'paid';
    }
    if (intent.client_secret === null) return null;
    const { id: paymentIntentId, client_secret: clientSecret, amount, currency } = intent;
    return { clientSecret, paymentIntentId, amount, currency };
  }

  /** Brings a held payment to what Stripe says of a PaymentIntent of its. Repeating it changes nothing. */
  async settleIntent(manager: EntityManager, intent: Stripe.PaymentIntent): Promise<void> {
    const id = intent.metadata.heldPaymentId;
    if (!isUUID(id)) return;
    const held = await manager.findOne(HeldPaymentEntity, {
      where: { id: String(id) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!held) return;
    // The row may have let go of one that was paid all the same: then what was paid must be what is asked now.
    const isCurrent =
      held.paymentIntentId === null
        ? intent.amount === held.amountCents && intent.currency === held.currency
        : held.paymentIntentId === intent.id;
    const isUnpaid = held.state === 'requires_payment' || held.state === 'requires_onboarding';
    if (intent.status === 'canceled') {
      if (held.paymentIntentId === intent.id && isUnpaid)
        await this.store.act(manager, held, { command: { do: 'expire' }, actor: 'stripe' });
      return;
    }
    if (intent.status !== 'succeeded') return;
    if (held.heldAt !== null && held.paymentIntentId === intent.id) {
      await this.refunds.follow(manager, held, intent);
    } else if (isUnpaid && isCurrent) await this.hold(manager, held, intent);
    else await this.refunds.sendBack(manager, held, intent);
  }

  private async hold(
    manager: EntityManager,
    held: HeldPaymentEntity,
    intent: Stripe.PaymentIntent,
  ): Promise<void> {
    const { id, buyerId, agreementId, amountCents } = held;
    if (intent.amount_received !== amountCents || intent.currency !== held.currency) {
      this.logger.error({ heldPaymentId: id }, 'paid amount or currency is not that of the held payment');
      return;
    }
    const receiptNumber = await this.receipts.issue(manager, {
      userId: buyerId,
      agreementId,
      purpose: 'held_payment',
      sourceId: id,
      amountCents,
      paidAt: this.clock.now(),
    });
    const charge = intent.latest_charge;
    const chargeId = typeof charge === 'string' ? charge : (charge?.id ?? null);
    await this.store.act(manager, held, {
      command: { do: 'paid' },
      actor: 'stripe',
      with: { chargeId, receiptNumber, paymentIntentId: intent.id },
    });
  }
}
