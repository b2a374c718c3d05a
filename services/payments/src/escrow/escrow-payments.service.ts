import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { DataSource, type EntityManager, Equal, In, IsNull, Or } from 'typeorm';
import { Outbox } from '#outbox';
import { AppError, Clock, failpoint, LOGGER } from '#platform';
import { BY_MAILED_LINK, type ConnectedAccount } from '../connect/connect.module.js';
import { Receipts } from '../ledger/ledger.module.js';
import {
  askingStripe,
  idOf,
  isAnswer,
  isBankTaking,
  isRetired,
  PaymentIntents,
  paidAtOf,
  STRIPE,
  UnknownPayments,
} from '../stripe/stripe.module.js';
import { isChargePossible, isUnpaid, openStates, unpaidStates } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { BUYER_ID, ESCROW_ID } from './escrow.repository.js';
import { EscrowStore } from './escrow.store.js';
import { EscrowRefunds, isOfBuyer } from './escrow-refunds.service.js';

/** How long a payment that was just opened is left alone before Stripe is asked about it. */
const FIRST_LOOK_MS = 60_000;

interface PayableEscrow {
  clientSecret: string;
  paymentIntentId: string;
  /** Cents. */
  amount: number;
  currency: string;
}

/** Escrows and the money that Stripe takes for them: of each, one PaymentIntent that can be paid at a time. */
@Injectable()
export class EscrowPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly receipts: Receipts,
    private readonly store: EscrowStore,
    private readonly intents: PaymentIntents,
    private readonly refunds: EscrowRefunds,
    private readonly unknown: UnknownPayments,
    private readonly clock: Clock,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The agreement's escrow, or the last one that came to nothing. */
  newest(agreementId: string): Promise<EscrowEntity | null> {
    return this.dataSource
      .createQueryBuilder(EscrowEntity, 'escrow')
      .addSelect(`escrow.state = 'failed'`, 'is_failed')
      .where({ agreementId })
      .orderBy('is_failed')
      .addOrderBy('escrow.id', 'DESC')
      .limit(1)
      .getOne();
  }

  /**
   * What the buyer has still to pay; null for everybody else.
   * @throws AppError `already_held` once it is paid, `held_payment_moved` where nothing is to be paid, `payment_provider`
   */
  async paymentOf(agreementId: string, userId: number): Promise<PayableEscrow | null> {
    // A PaymentIntent that was cancelled at Stripe gives way to a new one.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const escrow = await this.newest(agreementId);
      if (escrow?.buyerId !== userId) return null;
      if (escrow.heldAt !== null) throw new AppError('already_held');
      if (escrow.state !== 'requires_payment') break;
      const intent = await this.payable(escrow);
      if (intent === 'paid') throw new AppError('already_held');
      if (intent !== null) return intent;
    }
    throw new AppError('held_payment_moved');
  }

  /**
   * What the browser needs to pay. `paid` when Stripe has the money already, which is then written down; null when the
   * row has moved on: read it again.
   * @throws AppError `already_held` while a bank takes its time over what was paid
   */
  async payable(escrow: EscrowEntity): Promise<PayableEscrow | 'paid' | null> {
    const intent = await this.open(escrow);
    if (intent === null) return null;
    if (intent.status === 'succeeded' || isBankTaking(intent)) {
      await this.outbox.transaction((manager) => this.settleIntent(manager, intent));
      if (isBankTaking(intent)) throw new AppError('already_held');
      return 'paid';
    }
    if (intent.client_secret === null) return null;
    const { id: paymentIntentId, client_secret: clientSecret, amount, currency } = intent;
    return { clientSecret, paymentIntentId, amount, currency };
  }

  /** Brings an escrow to what Stripe says of a PaymentIntent of its. Repeating it changes nothing. */
  async settleIntent(manager: EntityManager, intent: Stripe.PaymentIntent): Promise<void> {
    const id = intent.metadata[ESCROW_ID];
    if (!isUUID(id)) return;
    const escrow = await this.store.lockIfAny(manager, String(id));
    if (!escrow) return this.unknown.report(manager, intent);
    const isCurrent =
      escrow.paymentIntentId === null ? isAsked(escrow, intent) : escrow.paymentIntentId === intent.id;
    const isWaiting = isUnpaid(escrow.state);
    if (intent.status === 'canceled') {
      if (escrow.paymentIntentId !== intent.id) return;
      if (isWaiting) await this.store.act(manager, escrow, { command: { do: 'expire' }, actor: 'stripe' });
      else if (isChargePossible(escrow))
        await manager.update(EscrowEntity, { id: escrow.id }, { paymentIntentId: null });
      return;
    }
    if (intent.status !== 'succeeded') {
      if (escrow.paymentIntentId !== intent.id) return;
      // A bank that has refused leaves it open to be paid, which nobody may do for an escrow that was closed meanwhile.
      if (escrow.state === 'failed' && !isBankTaking(intent)) await this.store.retireSoon(manager, escrow);
      else await this.noteBank(manager, escrow, intent);
      return;
    }
    if (escrow.heldAt !== null && escrow.paymentIntentId === intent.id) {
      await this.refunds.follow(manager, escrow, intent);
    } else if (isWaiting && isCurrent) await this.hold(manager, escrow, intent);
    else await this.refunds.sendBack(manager, escrow, intent);
  }

  /**
   * Brings an escrow to what Stripe says of a PaymentIntent that it has let go of. One that Stripe is still taking stands
   * for the escrow again: no other one is opened beside it, which would be paid a second time. Repeating it changes
   * nothing.
   */
  async settleLetGo(manager: EntityManager, intent: Stripe.PaymentIntent): Promise<void> {
    if (isRetired(intent)) return this.settleIntent(manager, intent);
    const id = intent.metadata[ESCROW_ID];
    if (!isUUID(id)) return;
    const escrow = await this.store.lockIfAny(manager, String(id));
    if (!escrow || !isUnpaid(escrow.state)) return;
    if (escrow.paymentIntentId !== null || !isAsked(escrow, intent)) return;
    await manager.update(EscrowEntity, { id: escrow.id }, { paymentIntentId: intent.id });
    await this.noteBank(manager, escrow, intent);
  }

  /** Nobody can pay one that Stripe does not know: an escrow that was closed waits for it no more. */
  async letGoOfUnknown(manager: EntityManager, paymentIntentId: string): Promise<void> {
    await manager.update(EscrowEntity, { paymentIntentId, state: 'failed' }, { paymentIntentId: null });
  }

  /**
   * There is no contract any more: what was not paid is closed, what is held goes back to the buyer, unless it was marked
   * as delivered or received: then an administrator decides. Where Stripe moves the money already, that goes on; over what
   * a bank has taken is decided when the bank has returned it. Whom silence has paid by then is left to the round of the
   * clocks, as is all that knows of the end already.
   */
  async agreementCancelled(manager: EntityManager, agreementId: string): Promise<void> {
    const all = await manager.find(EscrowEntity, {
      where: { agreementId, state: In(openStates), contractCancelledAt: IsNull() },
      order: { id: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const escrow of all) {
      await this.store.act(manager, escrow, { command: { do: 'contract-cancelled' }, actor: 'clock' });
      if (escrow.state === 'failed') await this.store.retireSoon(manager, escrow);
    }
  }

  /**
   * There is no recording any more that could show what was agreed: what was not paid is closed, and what is paid all the
   * same goes back. Repeating it changes nothing.
   */
  async contentDeleted(manager: EntityManager, agreementId: string): Promise<void> {
    const unpaid = await manager.find(EscrowEntity, {
      where: { agreementId, state: In(unpaidStates) },
      order: { id: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const escrow of unpaid) {
      await this.store.act(manager, escrow, { command: { do: 'expire' }, actor: 'clock' });
      await this.store.retireSoon(manager, escrow);
    }
  }

  /** The seller can be paid through this account from now on: what waited for that can be paid by the buyer. */
  async sellerReady(manager: EntityManager, { email, openedBy }: ConnectedAccount): Promise<void> {
    const waiting = await manager.find(EscrowEntity, {
      where: {
        sellerEmail: email,
        state: 'requires_onboarding',
        ...(openedBy === BY_MAILED_LINK ? {} : { buyerId: openedBy }),
      },
      order: { id: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const escrow of waiting) {
      await this.store.act(manager, escrow, {
        command: { do: 'seller-ready', isBuyerHere: false },
        actor: 'stripe',
      });
    }
  }

  /** Whether a bank takes its time over the payment that an escrow waits for. */
  private async noteBank(
    manager: EntityManager,
    escrow: EscrowEntity,
    intent: Stripe.PaymentIntent,
  ): Promise<void> {
    const command = { do: isBankTaking(intent) ? 'bank-taking' : 'bank-refused' } as const;
    await this.store.act(manager, escrow, { command, actor: 'stripe' });
  }

  private async hold(
    manager: EntityManager,
    escrow: EscrowEntity,
    intent: Stripe.PaymentIntent,
  ): Promise<void> {
    const { id, buyerId, agreementId, amountCents } = escrow;
    if (intent.amount_received !== amountCents || intent.currency !== escrow.currency) {
      this.logger.error({ escrowId: id }, 'paid amount or currency is not that of the escrow');
      return;
    }
    const receiptNumber = await this.receipts.issue(manager, {
      userId: buyerId,
      agreementId,
      purpose: 'held_payment',
      sourceId: id,
      amountCents,
      paidAt: paidAtOf(intent, this.clock.now()),
    });
    const chargeId = idOf(intent.latest_charge);
    await this.store.act(manager, escrow, {
      command: { do: 'paid' },
      actor: 'stripe',
      with: { chargeId, receiptNumber, paymentIntentId: intent.id },
    });
    await this.store.checkPartiesSoon(manager, escrow);
  }

  /**
   * The PaymentIntent as it is at Stripe; made when there is none. Null when the row has moved on or nobody can pay its
   * PaymentIntent: read it again.
   * @throws AppError `payment_provider`
   */
  private open(escrow: EscrowEntity): Promise<Stripe.PaymentIntent | null> {
    return askingStripe(async () => {
      const { id, paymentIntentId } = escrow;
      if (paymentIntentId === null) return this.create(escrow);
      const known = await this.intents.lookIfKnown(paymentIntentId);
      if (known !== null && known.status !== 'canceled') return known;
      await this.dataSource.manager.update(
        EscrowEntity,
        { id, state: 'requires_payment', paymentIntentId },
        { attempt: () => 'attempt + 1', paymentIntentId: null, isBankTaking: false },
      );
      return null;
    });
  }

  private async create(escrow: EscrowEntity): Promise<Stripe.PaymentIntent | null> {
    const { id, attempt } = escrow;
    const intent = await this.createAtStripe(escrow);
    failpoint('payments.escrow.after-intent');
    const { affected } = await this.dataSource.manager.update(
      EscrowEntity,
      { id, state: 'requires_payment', attempt, paymentIntentId: Or(IsNull(), Equal(intent.id)) },
      { paymentIntentId: intent.id, nextLookAt: new Date(this.clock.now().getTime() + FIRST_LOOK_MS) },
    );
    if (affected === 1) return intent;
    // The row may have it all the same: paid so fast that it is not waiting any more.
    const isKnown = await this.dataSource.manager.existsBy(EscrowEntity, { id, paymentIntentId: intent.id });
    if (!isKnown) await this.intents.retire(intent.id);
    return null;
  }

  private async createAtStripe(escrow: EscrowEntity): Promise<Stripe.PaymentIntent> {
    const { id, agreementId, buyerId, amountCents, currency, attempt } = escrow;
    try {
      return await this.stripe.paymentIntents.create(
        {
          amount: amountCents,
          currency,
          automatic_payment_methods: { enabled: true },
          description: `Held payment for contract ${agreementId}`,
          transfer_group: id,
          metadata: { [ESCROW_ID]: id, agreementId, [BUYER_ID]: String(buyerId) },
        },
        // Derived from our row, so that a repeated or lost call finds the same PaymentIntent. Without the buyer it is the
        // key of the release before, whose request said less: Stripe refuses a key for another request.
        { idempotencyKey: `held-${id}-${attempt}-${buyerId}` },
      );
    } catch (error) {
      if (isAnswer(error)) await this.takeNextKey(escrow);
      throw error;
    }
  }

  /** Stripe repeats for a day how it failed under the key. What it may have made nobody can pay: its secret was not given. */
  private async takeNextKey({ id, attempt }: EscrowEntity): Promise<void> {
    await this.dataSource.manager.update(
      EscrowEntity,
      { id, state: 'requires_payment', attempt, paymentIntentId: IsNull() },
      { attempt: () => 'attempt + 1' },
    );
  }
}

/**
 * The row may have let go of one that was paid all the same: then what was paid must be what is asked now, of who is
 * asked now.
 */
function isAsked(escrow: EscrowEntity, intent: Stripe.PaymentIntent): boolean {
  const { amount, currency } = intent;
  return amount === escrow.amountCents && currency === escrow.currency && isOfBuyer(escrow, intent);
}
