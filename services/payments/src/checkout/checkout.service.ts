import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  type AnswerOf,
  type ClaimedAgreement,
  type Coverage,
  claimAgreement,
  currency,
  getAgreementOwner,
  humanTranscriptCents,
  plans,
} from '#contracts';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, type Principal } from '#platform';
import {
  AgreementsClient,
  isContentDeleted,
  lockAgreement,
  lockToPay,
} from '../agreements/agreements.module.js';
import { EscrowPayments } from '../escrow/escrow.module.js';
import {
  Coverages,
  isPaidBack,
  isWithdrawn,
  OrderEntity,
  OrderIntents,
  OrdersService,
} from '../orders/orders.module.js';
import { RequestKeys } from '../request-keys.js';
import { isBankTaking, PaymentIntents } from '../stripe/stripe.module.js';
import type { CreatePaymentIntent, PaymentIntentAnswer } from './checkout.view.js';

/** What a contract needs: nothing, its payment, or first that an older PaymentIntent is taken back. */
type Need =
  | { coveredBy: Coverage; isNew: boolean }
  | { order: OrderEntity; isNew: boolean }
  | { superseded: OrderEntity };

/** How often a row may move on between the look at it and the call to Stripe. */
const MOST_TRIES = 5;

/** Begins payments. However often it is asked, there is one order, and one PaymentIntent of it that can be paid. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly agreements: AgreementsClient,
    private readonly orders: OrdersService,
    private readonly orderIntents: OrderIntents,
    private readonly intents: PaymentIntents,
    private readonly coverages: Coverages,
    private readonly escrows: EscrowPayments,
    private readonly keys: RequestKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * The PaymentIntent of a contract, of a transcript by a person or of an escrow. The price is ours.
   * @throws AppError `price_mismatch`, `agreement_not_found`, `already_paid`, `already_refunded`, `invalid_transition`,
   * `recording_expired`, `idempotency_conflict`, `payment_processing`, `payment_provider`
   */
  async createPaymentIntent(
    body: CreatePaymentIntent,
    caller: Principal,
    claim: string | null,
    key: string | null,
  ): Promise<PaymentIntentAnswer> {
    const { planType, type, agreementId, amount } = body;
    if (planType !== undefined) assertPrice(amount, plans[planType].priceCents);
    if (type === 'manual_transcription') assertPrice(amount, humanTranscriptCents);
    const request = { planType, agreementId, amount, type };
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const begun = key === null ? null : await this.keys.remember(caller.id, key, request);
      if (type === 'held_payment') return this.escrow(body, caller);
      // A request that comes once more asks for the payment that it began, never for the one that took its place.
      if (begun !== null && type === 'manual_transcription') assertOpen(await this.orders.find(begun));
      const answer =
        type === 'manual_transcription'
          ? await this.transcript(agreementId, caller, key)
          : await this.contract(body, caller, claim, key);
      if (answer !== null) return answer;
    }
    throw new AppError('payment_provider');
  }

  private async contract(
    { agreementId, planType, amount }: CreatePaymentIntent,
    caller: Principal,
    claim: string | null,
    key: string | null,
  ): Promise<PaymentIntentAnswer | null> {
    const agreement = await this.claim(agreementId, caller, claim);
    if (planType !== undefined && agreement.planType !== planType) throw new AppError('price_mismatch');
    assertPrice(amount, plans[agreement.planType].priceCents);
    if (agreement.status === 'cancelled') throw new AppError('invalid_transition');
    const need = await this.outbox.transaction((manager) => this.need(manager, agreement, caller.id));
    if ('superseded' in need) {
      await this.takeBack(need.superseded);
      return null;
    }
    // Cancelled while its row was being made, it would be nobody's to close.
    if (need.isNew && (await this.claim(agreementId, caller, claim)).status === 'cancelled') {
      await this.close(agreementId);
    }
    if ('order' in need) return this.pay(need.order, caller, key);
    failpoint('payments.coverage.after-commit');
    return { clientSecret: null, paymentIntentId: null, amount: 0, currency, coveredBy: need.coveredBy };
  }

  private async transcript(
    agreementId: string,
    caller: Principal,
    key: string | null,
  ): Promise<PaymentIntentAnswer | null> {
    const order = await this.dataSource.manager.findOneBy(OrderEntity, {
      ...{ agreementId, purpose: 'manual_transcription', replacedAt: IsNull() },
    });
    // Another one takes the place of what was paid back.
    const isOver = order !== null && isPaidBack(order) && !isWithdrawn(order);
    if (order) {
      if (order.userId !== caller.id) throw new AppError('agreement_not_found');
      if (!isOver) assertOpen(order);
    }
    const { status, isContentDeleted: isDeleted } = await this.owned(agreementId, caller);
    if (isDeleted === true) throw new AppError('recording_expired');
    if (status === 'cancelled') throw new AppError('invalid_transition');
    if (order && !isOver) return this.pay(order, caller, key);
    // The event of the order is still on its way.
    const isNew = await this.outbox.transaction(async (manager) => {
      await lockAgreement(manager, agreementId);
      if (await isContentDeleted(manager, agreementId)) throw new AppError('recording_expired');
      return this.orders.openHumanTranscript(manager, { agreementId, userId: caller.id, ordered: null });
    });
    // Cancelled or deleted while its row was being made, it would be nobody's to close.
    const now = isNew ? await this.owned(agreementId, caller) : null;
    if (now?.status === 'cancelled') await this.close(agreementId);
    if (now?.isContentDeleted === true) await this.closeDeleted(agreementId);
    return null;
  }

  private async escrow(
    { agreementId, amount }: CreatePaymentIntent,
    caller: Principal,
  ): Promise<PaymentIntentAnswer> {
    const payment = await this.escrows.paymentOf(agreementId, caller.id);
    if (payment === null) throw new AppError('agreement_not_found');
    assertPrice(amount, payment.amount);
    return { ...payment, coveredBy: null };
  }

  /** Decides under a lock on the agreement, so that copies of one call decide alike. */
  private async need(
    manager: EntityManager,
    { agreementId, planType, status }: ClaimedAgreement,
    userId: number,
  ): Promise<Need> {
    await lockToPay(manager, agreementId);
    const coveredBy = await this.coverages.find(manager, agreementId);
    if (coveredBy !== null) return { coveredBy, isNew: false };
    const where = { agreementId, purpose: 'contract' as const };
    const order = await manager.findOne(OrderEntity, { where, lock: { mode: 'pessimistic_write' } });
    if (order) assertOpen(order);
    if (status !== 'pending') throw new AppError('already_paid');
    const contract = { agreementId, planType, userId };
    const offer = await this.coverages.offer(manager, contract);
    if (offer !== null) {
      if (order && order.paymentIntentId !== null) return { superseded: order };
      if (order) await manager.update(OrderEntity, { id: order.id }, { status: 'cancelled' });
      await this.coverages.cover(manager, contract, offer);
      return { coveredBy: offer, isNew: true };
    }
    if (order) return { order, isNew: false };
    const { priceCents: amountCents } = plans[planType];
    await manager.insert(OrderEntity, { id: uuidv7(), userId, ...where, planType, amountCents, currency });
    return { order: await manager.findOneByOrFail(OrderEntity, where), isNew: true };
  }

  /** Null when the order has moved on meanwhile. */
  private async pay(
    order: OrderEntity,
    caller: Principal,
    key: string | null,
  ): Promise<PaymentIntentAnswer | null> {
    failpoint('payments.order.after-row');
    if (key !== null && !(await this.keys.bind(caller.id, key, order.id))) return null;
    const intent = await this.orderIntents.open(order);
    if (intent === null) return null;
    if (intent.status === 'succeeded' || isBankTaking(intent)) {
      // Its event has not come through yet.
      await this.outbox.transaction((manager) => this.orders.settle(manager, intent));
      throw new AppError(intent.status === 'succeeded' ? 'already_paid' : 'payment_processing');
    }
    if (intent.client_secret === null) throw new AppError('payment_provider');
    return {
      clientSecret: intent.client_secret,
      paymentIntentId: intent.id,
      amount: order.amountCents,
      currency: order.currency,
      coveredBy: null,
    };
  }

  /** The contract is covered now, so what was begun to pay must not be paid. */
  private async takeBack({ id, paymentIntentId }: OrderEntity): Promise<void> {
    if (paymentIntentId === null) return;
    const intent = await this.intents.retireIfKnown(paymentIntentId);
    if (intent === null || intent.status === 'canceled') {
      await this.orderIntents.forget(id, paymentIntentId);
      return;
    }
    await this.outbox.transaction((manager) => this.orders.settle(manager, intent));
    if (intent.status === 'succeeded') throw new AppError('already_paid');
    throw new AppError(isBankTaking(intent) ? 'payment_processing' : 'payment_provider');
  }

  /** What is open for it is closed now; what becomes of a paid contract is for the event of its cancellation to say. */
  private async close(agreementId: string): Promise<never> {
    await this.outbox.transaction((manager) =>
      this.orders.agreementCancelled(manager, { agreementId, from: null }),
    );
    throw new AppError('invalid_transition');
  }

  private async closeDeleted(agreementId: string): Promise<never> {
    const deletedAt = this.clock.now().toISOString();
    await this.outbox.transaction((manager) =>
      this.orders.contentDeleted(manager, { agreementId, deletedAt }),
    );
    throw new AppError('recording_expired');
  }

  private claim(agreementId: string, caller: Principal, claim: string | null): Promise<ClaimedAgreement> {
    return this.agreements.call(claimAgreement, {
      params: { agreementId },
      body: claim === null ? {} : { claimToken: claim },
      principal: caller,
    });
  }

  private async owned(agreementId: string, caller: Principal): Promise<AnswerOf<typeof getAgreementOwner>> {
    const agreement = await this.agreements.call(getAgreementOwner, { params: { agreementId } });
    if (agreement.ownerId !== caller.id) throw new AppError('agreement_not_found');
    return agreement;
  }
}

function assertPrice(dollars: number | undefined, cents: number): void {
  if (dollars !== undefined && Math.round(dollars * 100) !== cents) throw new AppError('price_mismatch');
}

/** @throws AppError `already_paid`, `already_refunded`, `recording_expired`, `invalid_transition` */
function assertOpen({ status, contractCancelledAt, contentDeletedAt }: OrderEntity): void {
  if (status === 'paid' || status === 'quarantined') throw new AppError('already_paid');
  if (status === 'refunding' || status === 'refunded') throw new AppError('already_refunded');
  if (contentDeletedAt !== null) throw new AppError('recording_expired');
  if (status === 'cancelled' || contractCancelledAt !== null) throw new AppError('invalid_transition');
}
