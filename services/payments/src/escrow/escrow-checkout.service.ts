import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { escrowFee, escrowFeePercent, holdHours, maxEscrowCents, minEscrowCents } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, failpoint, MailLimits } from '#platform';
import { type Buyer, isContentDeleted, lockToPay, People } from '../agreements/agreements.module.js';
import { ConnectedAccounts } from '../connect/connect.module.js';
import { askingStripe, PaymentIntents } from '../stripe/stripe.module.js';
import { isUnpaid } from './escrow.command.js';
import type { EscrowEntity } from './escrow.entities.js';
import { EscrowStore } from './escrow.store.js';
import { type CreateEscrowIntent, type EscrowIntentAnswer, toCents } from './escrow.view.js';
import { EscrowPayments } from './escrow-payments.service.js';

/** What a buyer asks for. */
interface Wish {
  agreementId: string;
  buyer: Buyer;
  amountCents: number;
  sellerEmail: string;
  holdHours: number;
}

/** Others may change the row in between; more often than this somebody is playing. */
const TRIES = 4;

/** Begins escrows: one for each agreement, with one PaymentIntent, however often it is asked. */
@Injectable()
export class EscrowCheckout {
  constructor(
    private readonly outbox: Outbox,
    private readonly people: People,
    private readonly accounts: ConnectedAccounts,
    private readonly payments: EscrowPayments,
    private readonly store: EscrowStore,
    private readonly intents: PaymentIntents,
    private readonly mailLimits: MailLimits,
  ) {}

  /**
   * @throws AppError `price_mismatch`, `amount_out_of_range`, `agreement_not_found`, `payment_required`,
   * `invalid_transition`, `recording_expired`, `seller_is_buyer`, `already_held`, `payment_provider`, `too_many_requests`
   * @param address of the caller
   */
  async create(
    body: CreateEscrowIntent,
    callerId: number,
    address: string | null,
  ): Promise<EscrowIntentAnswer> {
    const wish = await this.check(body, callerId);
    await this.countStranger(wish, address);
    for (let time = 0; time < TRIES; time += 1) {
      const escrow = await this.openOrRead(wish);
      if (!isUnpaid(escrow.state) || (escrow.buyerId !== callerId && wish.buyer.party !== 'a'))
        throw new AppError('already_held');
      if (isToChange(escrow, wish)) {
        await this.change(escrow, wish);
        continue;
      }
      if (escrow.state === 'requires_onboarding') {
        if (!(await this.isReadyNow(escrow))) return answer(escrow, null);
        continue;
      }
      const payment = await this.payments.payable(escrow);
      if (payment === 'paid') throw new AppError('already_held');
      if (payment !== null) return answer(escrow, payment);
    }
    throw new AppError('held_payment_moved');
  }

  private async check(body: CreateEscrowIntent, callerId: number): Promise<Wish> {
    const { agreementId, sellerEmail, platformFeePercent = escrowFeePercent } = body;
    if (platformFeePercent !== escrowFeePercent) throw new AppError('price_mismatch');
    const amountCents = toCents(body.amount);
    if (amountCents < minEscrowCents || amountCents > maxEscrowCents)
      throw new AppError('amount_out_of_range');
    const agreement = await this.people.agreement(agreementId);
    const buyer = await this.people.buyer(agreement, callerId);
    if (agreement.status === 'pending') throw new AppError('payment_required');
    if (agreement.status === 'cancelled') throw new AppError('invalid_transition');
    // Whoever has to decide a dispute needs something to hear.
    if (await this.people.isContentDeleted(agreementId)) throw new AppError('recording_expired');
    if (buyer.emails.includes(sellerEmail)) throw new AppError('seller_is_buyer');
    return { agreementId, buyer, amountCents, sellerEmail, holdHours: holdHours[agreement.escrowHoldPeriod] };
  }

  /** A seller who has set up payouts once has answered us: no stranger any more. */
  private async countStranger(
    { agreementId, buyer, sellerEmail }: Wish,
    address: string | null,
  ): Promise<void> {
    const known = await this.payments.newest(agreementId);
    if (known?.sellerEmail === sellerEmail && known.state !== 'failed') return;
    const { canReceive } = await this.accounts.find(sellerEmail, buyer.id);
    if (canReceive) return;
    await this.mailLimits.takeStranger('seller', { accountId: buyer.id, address }, sellerEmail);
  }

  private async openOrRead(wish: Wish): Promise<EscrowEntity> {
    const { agreementId, buyer, amountCents, sellerEmail } = wish;
    const known = await this.payments.newest(agreementId);
    if (known && known.state !== 'failed') return known;
    const { canReceive: isSellerReady } = await this.accounts.find(sellerEmail, buyer.id);
    const terms = { holdHours: wish.holdHours, feePercent: escrowFeePercent };
    const facts = { agreementId, amountCents, sellerEmail, ...terms, isSellerReady };
    const opened = await this.outbox.transaction(async (manager) => {
      await lockToPay(manager, agreementId);
      if (await isContentDeleted(manager, agreementId)) throw new AppError('recording_expired');
      const row = { ...facts, id: uuidv7(), buyerId: buyer.id, buyerParty: buyer.party };
      return this.store.open(manager, row);
    });
    failpoint('payments.escrow.after-row');
    const escrow = opened ?? (await this.payments.newest(agreementId));
    if (!escrow) throw new AppError('held_payment_moved');
    return escrow;
  }

  /**
   * Another amount, seller or buyer. The row lets go of the old PaymentIntent first, so that the event of its end finds a row
   * that does not wait for it, and takes the new facts when Stripe has cancelled it. If it was paid in this moment it
   * stays, and the next look says so. What Stripe is taking already is not let go of; where that begins in this moment,
   * the row has the old PaymentIntent back.
   * @throws AppError `already_held` while Stripe is still taking the old payment
   */
  private async change({ id, paymentIntentId: known }: EscrowEntity, wish: Wish): Promise<void> {
    if (known !== null && (await this.isTaking(known))) throw new AppError('already_held');
    const { canReceive } = await this.accounts.find(wish.sellerEmail, wish.buyer.id);
    const old = await this.outbox.transaction(async (manager) => {
      const escrow = await this.store.lock(manager, id);
      if (!isToChange(escrow, wish)) return null;
      const { paymentIntentId } = escrow;
      if (paymentIntentId === null) await this.takeOver(manager, escrow, wish, canReceive);
      else await this.store.letGo(manager, escrow);
      return paymentIntentId;
    });
    if (old === null) return;
    const intent = await this.intents.retireIfKnown(old);
    if (intent !== null && intent.status !== 'canceled') {
      await this.outbox.transaction((manager) => this.payments.settleLetGo(manager, intent));
      if (intent.status === 'succeeded') return;
      throw new AppError('already_held');
    }
    await this.outbox.transaction(async (manager) => {
      const escrow = await this.store.lock(manager, id);
      // Another call may have opened it meanwhile: the next look sees its PaymentIntent.
      if (escrow.paymentIntentId !== null || !isToChange(escrow, wish)) return;
      await this.takeOver(manager, escrow, wish, canReceive);
    });
  }

  private async isTaking(paymentIntentId: string): Promise<boolean> {
    const intent = await askingStripe(() => this.intents.lookIfKnown(paymentIntentId));
    return intent?.status === 'processing';
  }

  private async takeOver(
    manager: EntityManager,
    escrow: EscrowEntity,
    { amountCents, sellerEmail, buyer }: Wish,
    isSellerReady: boolean,
  ): Promise<void> {
    const isNewSeller = escrow.sellerEmail !== sellerEmail;
    await this.store.act(manager, escrow, {
      command: { do: 'change', amountCents, isSellerReady, isNewSeller },
      actor: `buyer:${buyer.id}`,
      with: {
        ...{ sellerEmail, buyerId: buyer.id, buyerParty: buyer.party },
        // The buyer has seen the fee of today; the seller hears of it with the new amount.
        feePercent: escrowFeePercent,
        // Stripe refuses a key for another amount, and one with the old amount may be on its way.
        attempt: escrow.attempt + 1,
        // Nobody has asked for the link of this seller yet.
        ...(isNewSeller ? { linkRequestedAt: null } : {}),
      },
    });
  }

  /** The seller may have become ready between the look at them and the row. */
  private async isReadyNow({ id, sellerEmail, buyerId }: EscrowEntity): Promise<boolean> {
    const { canReceive } = await this.accounts.find(sellerEmail, buyerId);
    if (!canReceive) return false;
    await this.outbox.transaction(async (manager) => {
      const escrow = await this.store.lock(manager, id);
      if (escrow.sellerEmail !== sellerEmail) return;
      await this.store.act(manager, escrow, {
        command: { do: 'seller-ready', isBuyerHere: true },
        actor: 'stripe',
      });
    });
    return true;
  }
}

/** The contract's owner may also take the place of another buyer who has not paid. */
const isToChange = (escrow: EscrowEntity, { amountCents, sellerEmail, buyer }: Wish): boolean =>
  isUnpaid(escrow.state) &&
  (escrow.sellerEmail !== sellerEmail || escrow.amountCents !== amountCents || escrow.buyerId !== buyer.id);

function answer(
  { amountCents, feePercent }: EscrowEntity,
  payment: { clientSecret: string; paymentIntentId: string } | null,
): EscrowIntentAnswer {
  const feeCents = escrowFee(amountCents, feePercent);
  return {
    requiresOnboarding: payment === null,
    clientSecret: payment?.clientSecret ?? null,
    platformFee: feeCents / 100,
    sellerAmount: (amountCents - feeCents) / 100,
    paymentIntentId: payment?.paymentIntentId ?? null,
  };
}
