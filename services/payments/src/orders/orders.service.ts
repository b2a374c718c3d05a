import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import Stripe from 'stripe';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AgreementStatus, currency, type PlanType, paymentSucceeded, plans } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, LOGGER, type Principal, ServiceClient } from '#platform';
import { STRIPE } from '../stripe/stripe.client.js';
import { OrderEntity } from './order.entity.js';
import type { CreatePaymentIntent, PaymentIntentAnswer, PaymentState } from './order.view.js';

interface ClaimedAgreement {
  agreementId: string;
  status: AgreementStatus;
  planType: PlanType;
}

@Injectable()
export class OrdersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly agreements: ServiceClient,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The PaymentIntent of a contract: one order per agreement, one open PaymentIntent per order, however often it is
   * asked. The price is ours.
   * @throws AppError `price_mismatch`, `agreement_not_found`, `already_paid`, `idempotency_conflict`, `payment_provider`
   */
  async createPaymentIntent(
    body: CreatePaymentIntent,
    caller: Principal,
    claim: string | null,
    idempotencyKey: string | null,
  ): Promise<PaymentIntentAnswer> {
    const { priceCents } = plans[body.planType];
    if (body.amount !== undefined && Math.round(body.amount * 100) !== priceCents)
      throw new AppError('price_mismatch');
    if (idempotencyKey !== null) await this.rememberKey(caller.id, idempotencyKey, body);
    const agreement = await this.agreements.call<ClaimedAgreement>(
      `/internal/agreements/${body.agreementId}/claim`,
      {
        method: 'POST',
        body: claim === null ? {} : { claimToken: claim },
        principal: caller,
      },
    );
    if (agreement.planType !== body.planType) throw new AppError('price_mismatch');
    const order = await this.openOrder(agreement, caller.id, priceCents);
    if (order.status === 'paid') throw new AppError('already_paid');
    if (agreement.status !== 'pending') {
      throw new AppError(agreement.status === 'cancelled' ? 'invalid_transition' : 'already_paid');
    }
    const intent = await this.intentOf(order);
    if (intent.status === 'succeeded') {
      // Stripe has the money but its news has not come through yet.
      await this.outbox.transaction((manager) => this.settle(manager, intent));
      throw new AppError('already_paid');
    }
    if (intent.client_secret === null) throw new AppError('payment_provider');
    return {
      clientSecret: intent.client_secret,
      paymentIntentId: intent.id,
      amount: order.amountCents,
      currency: order.currency,
    };
  }

  /** Brings an order to what Stripe says of its PaymentIntent. Repeating it changes nothing. */
  async settle(manager: EntityManager, intent: Stripe.PaymentIntent): Promise<void> {
    const order = await manager.findOne(OrderEntity, {
      where: { paymentIntentId: intent.id },
      lock: { mode: 'pessimistic_write' },
    });
    // Not one of ours (another system on the same Stripe account), or already final.
    if (order?.status !== 'open') return;
    if (intent.status !== 'succeeded') {
      order.lastError = intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null;
      await manager.save(order);
      return;
    }
    if (intent.amount_received !== order.amountCents || intent.currency !== order.currency) {
      order.status = 'quarantined';
      await manager.save(order);
      this.logger.error({ orderId: order.id }, 'paid amount or currency is not the order; quarantined');
      return;
    }
    order.status = 'paid';
    order.lastError = null;
    order.paidAt = new Date();
    order.receiptNumber = await nextReceiptNumber(manager, order.paidAt);
    await manager.save(order);
    await this.outbox.add(manager, paymentSucceeded, {
      paymentId: order.id,
      agreementId: order.agreementId,
      userId: order.userId,
      purpose: order.purpose,
      amountCents: order.amountCents,
      currency: 'usd',
      receiptNumber: order.receiptNumber,
      paidAt: order.paidAt.toISOString(),
    });
  }

  async state(agreementId: string, userId: number): Promise<PaymentState> {
    const order = await this.dataSource.manager.findOneBy(OrderEntity, {
      agreementId,
      userId,
      purpose: 'contract',
    });
    if (!order) return { status: 'none', receiptNumber: null, amount: 0, currency, paidAt: null };
    const status = order.status === 'paid' ? 'paid' : order.lastError === null ? 'open' : 'failed';
    const { receiptNumber, amountCents: amount } = order;
    return {
      status,
      receiptNumber,
      amount,
      currency: order.currency,
      paidAt: order.paidAt?.toISOString() ?? null,
    };
  }

  async find(paymentId: string): Promise<OrderEntity> {
    const order = await this.dataSource.manager.findOneBy(OrderEntity, { id: paymentId });
    if (!order) throw new AppError('not_found');
    return order;
  }

  private async openOrder(
    agreement: ClaimedAgreement,
    userId: number,
    amountCents: number,
  ): Promise<OrderEntity> {
    await this.dataSource.query(
      `insert into orders (id, user_id, agreement_id, purpose, plan_type, amount_cents, currency)
       values ($1, $2, $3, 'contract', $4, $5, $6) on conflict (agreement_id, purpose) do nothing`,
      [uuidv7(), userId, agreement.agreementId, agreement.planType, amountCents, currency],
    );
    const { agreementId } = agreement;
    return this.dataSource.manager.findOneByOrFail(OrderEntity, { agreementId, purpose: 'contract' });
  }

  private async intentOf(order: OrderEntity): Promise<Stripe.PaymentIntent> {
    try {
      if (order.paymentIntentId !== null) {
        const known = await this.stripe.paymentIntents.retrieve(order.paymentIntentId);
        if (known.status !== 'canceled') return known;
        await this.dataSource.query(
          `update orders set attempt = attempt + 1, payment_intent_id = null
           where id = $1 and status = 'open' and payment_intent_id = $2`,
          [order.id, order.paymentIntentId],
        );
        order.attempt += 1;
      }
      const intent = await this.stripe.paymentIntents.create(
        {
          amount: order.amountCents,
          currency: order.currency,
          automatic_payment_methods: { enabled: true },
          description: `Split Second Contract ${order.agreementId}`,
          metadata: { orderId: order.id, agreementId: order.agreementId, userId: String(order.userId) },
        },
        // Derived from our row, so that a repeated or lost call finds the same PaymentIntent.
        { idempotencyKey: `order-${order.id}-${order.attempt}` },
      );
      await this.dataSource.query(
        'update orders set payment_intent_id = $2 where id = $1 and payment_intent_id is null',
        [order.id, intent.id],
      );
      return intent;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError)
        throw new AppError('payment_provider', { cause: error });
      throw error;
    }
  }

  /** The same key for another request is refused. @throws AppError `idempotency_conflict` */
  private async rememberKey(userId: number, key: string, body: CreatePaymentIntent): Promise<void> {
    const { planType, agreementId, amount } = body;
    const requestHash = createHash('sha256')
      .update(JSON.stringify({ planType, agreementId, amount }))
      .digest('hex');
    await this.dataSource.query(
      'insert into idempotency_keys (user_id, key, request_hash) values ($1, $2, $3) on conflict do nothing',
      [userId, key, requestHash],
    );
    const [known] = await this.dataSource.query<{ request_hash: string }[]>(
      'select request_hash from idempotency_keys where user_id = $1 and key = $2',
      [userId, key],
    );
    if (known?.request_hash !== requestHash) throw new AppError('idempotency_conflict');
  }
}

async function nextReceiptNumber(manager: EntityManager, paidAt: Date): Promise<string> {
  const [row] = await manager.query<{ number: string }[]>(`select nextval('receipt_numbers') as number`);
  return `SSC-${paidAt.getUTCFullYear()}-${String(row?.number).padStart(6, '0')}`;
}
