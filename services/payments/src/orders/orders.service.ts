import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { DataSource, type EntityManager, In, IsNull, MoreThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  type AgreementCancelled,
  type ContentDeleted,
  creditDays,
  currency,
  humanTranscriptCents,
  humanTranscriptPaid,
  paymentRefused,
  paymentSucceeded,
  type RefundReason,
} from '#contracts';
import { defineJob, Jobs } from '#jobs';
import { Outbox } from '#outbox';
import { AppError, Clock, DAY_MS, insertIfNew, LOGGER } from '#platform';
import {
  isCancelled,
  isContentDeleted,
  lockAgreement,
  markCancelled,
  markContentDeleted,
} from '../agreements/agreements.module.js';
import { Ledger, postDispute, Receipts } from '../ledger/ledger.module.js';
import { chargeOf, isBankTaking, paidAtOf, UnknownPayments } from '../stripe/stripe.module.js';
import { OrderRefunds } from './order-refunds.service.js';
import { CreditEntity, OrderEntity } from './orders.entities.js';

export interface CloseOrderPayload {
  orderId: string;
  /** For whoever looks at the job: jobs of before do not name it. */
  agreementId?: string;
}

/** What is told of the order of a transcript by a person. */
interface OrderedTranscript {
  at: Date;
  /** When the order that it takes the place of was delivered; null where that was not delivered, or there is none. */
  replacesDeliveredAt: Date | null;
}

/** Takes back the PaymentIntent of an order that there is nothing to pay for any more. */
export const closeOrder = defineJob<CloseOrderPayload>('close-order', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 2,
});

/** Orders as rows: what Stripe and the other services tell about them. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly ledger: Ledger,
    private readonly receipts: Receipts,
    private readonly refunds: OrderRefunds,
    private readonly unknown: UnknownPayments,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `not_found` */
  async find(paymentId: string): Promise<OrderEntity> {
    const order = await this.dataSource.manager.findOneBy(OrderEntity, { id: paymentId });
    if (!order) throw new AppError('not_found');
    return order;
  }

  /**
   * The open order of a transcript by a person; none for a cancelled contract or a deleted recording. One order counts
   * for an agreement: another takes its place when its money goes back, or when it is ordered again after the delivery,
   * because the agreement has other recordings now. Answers whether it is new.
   * @param ordered null where nobody has told of the order yet
   */
  async openHumanTranscript(
    manager: EntityManager,
    {
      agreementId,
      userId,
      ordered,
    }: { agreementId: string; userId: number; ordered: OrderedTranscript | null },
  ): Promise<boolean> {
    await lockAgreement(manager, agreementId);
    if (ordered?.replacesDeliveredAt) {
      await this.transcriptDelivered(manager, agreementId, ordered.replacesDeliveredAt);
    }
    if (await isCancelled(manager, agreementId)) return false;
    if (await isContentDeleted(manager, agreementId)) return false;
    const known = await this.lockTranscript(manager, agreementId);
    if (known !== null) {
      if (!isOver(known, ordered?.at ?? null)) return false;
      if (known.status === 'open') {
        // Nobody has paid for what was delivered: this is what they pay for.
        await manager.update(OrderEntity, { id: known.id }, { deliveredAt: null });
        return false;
      }
      await manager.update(OrderEntity, { id: known.id }, { replacedAt: this.clock.now() });
    }
    const order = { id: uuidv7(), userId, agreementId, amountCents: humanTranscriptCents, currency };
    return insertIfNew(manager, OrderEntity, { ...order, purpose: 'manual_transcription' });
  }

  /**
   * Brings an order to what Stripe says of its PaymentIntent, which comes with its latest charge. Repeating it changes
   * nothing.
   */
  async settle(manager: EntityManager, intent: Stripe.PaymentIntent): Promise<void> {
    const order = (await this.lockPaidBy(manager, intent.id)) ?? (await this.takeUp(manager, intent));
    if (!order) return this.reportLetGo(manager, intent);
    if (order.status === 'open' || order.status === 'cancelled') await this.follow(manager, order, intent);
    const charge = chargeOf(intent);
    if (charge !== null) await this.refunds.converge(manager, order.id, charge);
  }

  /** Closes an order that there is nothing to pay for, and that nobody can pay: Stripe does not know its PaymentIntent. */
  async closeUnknown(manager: EntityManager, paymentIntentId: string): Promise<void> {
    const order = await manager.findOne(OrderEntity, {
      where: { paymentIntentId, status: 'open' },
      lock: { mode: 'pessimistic_write' },
    });
    if (!order || !isWithdrawn(order)) return;
    Object.assign(order, { status: 'cancelled', isBankTaking: false });
    await manager.save(order);
  }

  private lockPaidBy(manager: EntityManager, paymentIntentId: string): Promise<OrderEntity | null> {
    return manager.findOne(OrderEntity, {
      where: { paymentIntentId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * The order that somebody has paid, or is paying, and that knows of no PaymentIntent: a restore has taken it back to before
   * it had one. What is paid must be what is asked, of who is asked.
   */
  private async takeUp(
    manager: EntityManager,
    { id: paymentIntentId, amount: amountCents, currency, metadata, status }: Stripe.PaymentIntent,
  ): Promise<OrderEntity | null> {
    const { orderId, userId } = metadata;
    if (!isUUID(orderId) || (status !== 'succeeded' && status !== 'processing')) return null;
    const order = await manager.findOne(OrderEntity, {
      where: {
        ...{ id: orderId, amountCents, currency },
        ...{ paymentIntentId: IsNull(), status: In(['open', 'cancelled']) },
      },
      lock: { mode: 'pessimistic_write' },
    });
    return order?.userId === Number(userId) ? Object.assign(order, { paymentIntentId }) : null;
  }

  /**
   * Money came for an order that has another PaymentIntent, because Stripe did not know this one for a while, as with the
   * keys of another account; or for one that is not here.
   */
  private async reportLetGo(manager: EntityManager, intent: Stripe.PaymentIntent): Promise<void> {
    const { id: paymentIntentId, metadata, status } = intent;
    const { orderId } = metadata;
    if (status !== 'succeeded' || !isUUID(orderId)) return;
    if (await manager.existsBy(OrderEntity, { id: orderId }))
      this.logger.error({ orderId, paymentIntentId }, 'paid though its order had let go of it; send it back');
    else await this.unknown.report(manager, intent);
  }

  /** A bank takes the money of an order back, for the time being or for good. Repeating it changes nothing. */
  async chargeback(
    manager: EntityManager,
    dispute: Stripe.Dispute,
    intent: Stripe.PaymentIntent,
  ): Promise<void> {
    // The event of the payment may come after that of its dispute.
    if (!(await this.lockPaidBy(manager, intent.id))) await this.settle(manager, intent);
    const order = await this.lockPaidBy(manager, intent.id);
    if (!order) return;
    const { id: orderId } = order;
    for (const kind of await postDispute(this.ledger, manager, orderId, dispute))
      this.logger.error({ orderId, disputeId: dispute.id, kind }, 'an order is charged back');
    if (dispute.status !== 'won' && dispute.status !== 'lost') return;
    await this.refunds.followDisputes(manager, order);
    // The bank gave back what it had taken from the credit, or before there was one.
    if (order.contractCancelledAt !== null && order.purpose === 'contract')
      await this.giveCredit(manager, order);
  }

  /**
   * There is no contract any more, and none of its payments begins from now on. What is open is closed; what was paid
   * for a contract that never got beyond `pending`, or for a transcript by a person that was not delivered, goes back; a
   * contract that party B was asked for gives a credit, unless a bank has taken its money back. `from` is null where
   * only the status of now is known: then a paid contract waits for the event.
   */
  async agreementCancelled(
    manager: EntityManager,
    { agreementId, from }: { agreementId: string; from: AgreementCancelled['from'] | null },
  ): Promise<void> {
    await lockAgreement(manager, agreementId);
    await markCancelled(manager, agreementId, this.clock.now());
    await this.freeCredit(manager, agreementId, from);
    const orders = await manager.find(OrderEntity, {
      where: { agreementId },
      order: { id: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const order of orders) {
      order.contractCancelledAt ??= this.clock.now();
      await this.close(manager, order);
      if (order.status !== 'paid' || order.deliveredAt !== null) continue;
      if (from === 'pending' || order.purpose !== 'contract')
        await this.refunds.begin(manager, order, 'contract-cancelled', null);
      else if (from !== null) await this.giveCredit(manager, order);
    }
  }

  /**
   * There is no recording any more that a person could transcribe: an order that is open is closed, and what was paid
   * and not delivered goes back. Repeating it changes nothing.
   */
  async contentDeleted(
    manager: EntityManager,
    { agreementId, deletedAt }: Pick<ContentDeleted, 'agreementId' | 'deletedAt'>,
  ): Promise<void> {
    await lockAgreement(manager, agreementId);
    await markContentDeleted(manager, agreementId, new Date(deletedAt));
    const order = await this.lockTranscript(manager, agreementId);
    if (order === null) return;
    order.contentDeletedAt ??= new Date(deletedAt);
    await this.close(manager, order);
    if (order.status === 'paid' && order.deliveredAt === null) {
      await this.refunds.begin(manager, order, 'recording-deleted', null);
    }
  }

  /**
   * What is delivered stays paid, whatever becomes of the contract or of its recording. Repeating it changes nothing.
   */
  async transcriptDelivered(manager: EntityManager, agreementId: string, deliveredAt: Date): Promise<void> {
    // The order that counted then.
    const order = await manager.findOne(OrderEntity, {
      where: [
        { ...ofTranscript(agreementId), replacedAt: IsNull() },
        { ...ofTranscript(agreementId), replacedAt: MoreThan(deliveredAt) },
      ],
      order: { id: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    if (order === null) return;
    order.deliveredAt ??= deliveredAt;
    await manager.save(order);
  }

  private lockTranscript(manager: EntityManager, agreementId: string): Promise<OrderEntity | null> {
    return manager.findOne(OrderEntity, {
      where: { ...ofTranscript(agreementId), replacedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Saves an order that there is nothing to pay for any more, and has its PaymentIntent taken back. */
  private async close(manager: EntityManager, order: OrderEntity): Promise<void> {
    if (order.status === 'open' && order.paymentIntentId === null) order.status = 'cancelled';
    await manager.save(order);
    const { id, agreementId, status } = order;
    if (status === 'open') await this.jobs.add(manager, closeOrder, id, { orderId: id, agreementId });
  }

  /**
   * A credit that was used for it can be used again, as long as its money is ours. Where party B had been asked, it lasts
   * from now on as long as a new one: party B may take longer to answer than was left of it.
   */
  private async freeCredit(
    manager: EntityManager,
    agreementId: string,
    from: AgreementCancelled['from'] | null,
  ): Promise<void> {
    const credit = await manager.findOneBy(CreditEntity, { usedFor: agreementId });
    if (credit === null) return;
    // Locked, because whoever sends its money back takes away only a credit that they see to be unused.
    const order = await manager.findOneOrFail(OrderEntity, {
      where: { id: credit.orderId },
      lock: { mode: 'pessimistic_write' },
    });
    if (await this.refunds.isKept(manager, order)) {
      const again = from === 'awaiting_party' ? this.creditEnd() : credit.expiresAt;
      const expiresAt = again > credit.expiresAt ? again : credit.expiresAt;
      await manager.update(CreditEntity, { id: credit.id }, { usedFor: null, expiresAt });
    } else await manager.delete(CreditEntity, { id: credit.id });
  }

  private async giveCredit(manager: EntityManager, order: OrderEntity): Promise<void> {
    if (!(await this.refunds.isKept(manager, order))) return;
    const credit = { id: uuidv7(), userId: order.userId, orderId: order.id, expiresAt: this.creditEnd() };
    await insertIfNew(manager, CreditEntity, credit);
  }

  /** Of a credit that a contract leaves now. */
  private creditEnd(): Date {
    return new Date(this.clock.now().getTime() + creditDays * DAY_MS);
  }

  private async follow(
    manager: EntityManager,
    order: OrderEntity,
    intent: Stripe.PaymentIntent,
  ): Promise<void> {
    const wasBankTaking = order.isBankTaking;
    order.isBankTaking = isBankTaking(intent);
    if (intent.status === 'succeeded') {
      // Also one that was closed in the same moment: then its money goes back.
      const isUnwanted = order.status === 'cancelled' || isWithdrawn(order);
      if (!(await this.pay(manager, order, intent)) || !isUnwanted) return;
      await this.refunds.begin(manager, order, whyWithdrawn(order), null);
      return;
    }
    if (order.status === 'cancelled') return;
    if (intent.status === 'canceled' && isWithdrawn(order)) order.status = 'cancelled';
    order.lastError = intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null;
    await manager.save(order);
    if (wasBankTaking && !order.isBankTaking) await this.tellRefused(manager, order);
  }

  /** To whoever paid for a contract that waits, days ago. */
  private async tellRefused(manager: EntityManager, order: OrderEntity): Promise<void> {
    const { id: paymentId, agreementId, userId, purpose, amountCents } = order;
    if (purpose !== 'contract' || isWithdrawn(order)) return;
    const refusedAt = this.clock.now().toISOString();
    const payer = { paymentId, agreementId, userId, refusedAt };
    const facts = { ...payer, purpose, amountCents, currency: 'usd' } as const;
    await this.outbox.add(manager, paymentRefused, facts);
  }

  /** Answers false when what Stripe took is not what was asked. */
  private async pay(
    manager: EntityManager,
    order: OrderEntity,
    intent: Stripe.PaymentIntent,
  ): Promise<boolean> {
    const { id, userId, agreementId, purpose, amountCents } = order;
    if (intent.amount_received !== amountCents || intent.currency !== order.currency) {
      order.status = 'quarantined';
      await manager.save(order);
      this.logger.error({ orderId: id }, 'paid amount or currency is not the order; quarantined');
      return false;
    }
    const paidAt = this.clock.now();
    // What is owed from now on counts from when we know of it; the receipt is for the payer's books.
    const paid = { userId, agreementId, purpose, sourceId: id, amountCents };
    const receiptNumber = await this.receipts.issue(manager, { ...paid, paidAt: paidAtOf(intent, paidAt) });
    Object.assign(order, { status: 'paid', lastError: null, paidAt, receiptNumber });
    await manager.save(order);
    const entries = [
      ['stripe', amountCents],
      [`sales:${purpose}`, -amountCents],
    ] as const;
    await this.ledger.post(manager, { kind: 'sale', ref: id, entries }, 'stripe');
    const facts = {
      paymentId: id,
      agreementId,
      userId,
      amountCents,
      currency: 'usd',
      receiptNumber,
      paidAt: paidAt.toISOString(),
    } as const;
    if (purpose === 'contract') await this.outbox.add(manager, paymentSucceeded, { ...facts, purpose });
    else await this.outbox.add(manager, humanTranscriptPaid, facts);
    return true;
  }
}

type Withdrawal = Pick<OrderEntity, 'contractCancelledAt' | 'contentDeletedAt'>;

/** Whether there is nothing to pay for any more. */
export function isWithdrawn({ contractCancelledAt, contentDeletedAt }: Withdrawal): boolean {
  return contractCancelledAt !== null || contentDeletedAt !== null;
}

const whyWithdrawn = ({ contractCancelledAt, contentDeletedAt }: Withdrawal): RefundReason =>
  contractCancelledAt === null && contentDeletedAt !== null ? 'recording-deleted' : 'contract-cancelled';

const ofTranscript = (agreementId: string) => ({ agreementId, purpose: 'manual_transcription' as const });

/** Whether the money of a transcript by a person goes back, or is back, and nobody has written it. */
export function isPaidBack({ status, deliveredAt }: OrderEntity): boolean {
  return (status === 'refunding' || status === 'refunded') && deliveredAt === null;
}

/** Whether another order may take its place. What is told late of the order itself came before its payment or delivery. */
function isOver(order: OrderEntity, orderedAt: Date | null): boolean {
  const { paidAt, deliveredAt } = order;
  if (isPaidBack(order)) return orderedAt === null || paidAt === null || orderedAt > paidAt;
  return orderedAt !== null && deliveredAt !== null && orderedAt > deliveredAt;
}
