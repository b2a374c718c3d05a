import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { escrowFee, escrowFeePercent, holdHours, maxHeldCents, minHeldCents } from '#contracts';
import { Outbox } from '#outbox';
import { AppError, failpoint, MailLimits } from '#platform';
import { HeldIntents } from '../held/held-intents.js';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { HeldPaymentsService } from '../held/held-payments.service.js';
import { HeldPaymentsStore } from '../held/held-payments.store.js';
import { lockToPay } from '../orders/cancelled-contracts.js';
import { SellersService } from '../sellers/sellers.service.js';
import { type CreateEscrowIntent, toCents } from './escrow.body.js';
import type { EscrowIntentAnswer } from './escrow.view.js';
import { type Buyer, People } from './people.js';

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

/** Begins held payments: one for each agreement, with one PaymentIntent, however often it is asked. */
@Injectable()
export class EscrowIntents {
  constructor(
    private readonly outbox: Outbox,
    private readonly people: People,
    private readonly sellers: SellersService,
    private readonly held: HeldPaymentsService,
    private readonly store: HeldPaymentsStore,
    private readonly intents: HeldIntents,
    private readonly mailLimits: MailLimits,
  ) {}

  /**
   * @throws AppError `price_mismatch`, `amount_out_of_range`, `agreement_not_found`, `payment_required`,
   * `invalid_transition`, `seller_is_buyer`, `already_held`, `payment_provider`, `too_many_requests`
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
      const held = await this.openOrRead(wish);
      if (!isUnpaid(held) || (held.buyerId !== callerId && wish.buyer.party !== 'a'))
        throw new AppError('already_held');
      if (isToChange(held, wish)) {
        await this.change(held, wish);
        continue;
      }
      if (held.state === 'requires_onboarding') {
        if (!(await this.isReadyNow(held))) return answer(held, null);
        continue;
      }
      const payment = await this.held.payable(held);
      if (payment === 'paid') throw new AppError('already_held');
      if (payment !== null) return answer(held, payment);
    }
    throw new AppError('held_payment_moved');
  }

  private async check(body: CreateEscrowIntent, callerId: number): Promise<Wish> {
    const { agreementId, sellerEmail, platformFeePercent = escrowFeePercent } = body;
    if (platformFeePercent !== escrowFeePercent) throw new AppError('price_mismatch');
    const amountCents = toCents(body.amount);
    if (amountCents < minHeldCents || amountCents > maxHeldCents) throw new AppError('amount_out_of_range');
    const agreement = await this.people.agreement(agreementId);
    const buyer = await this.people.buyer(agreement, callerId);
    if (agreement.status === 'pending') throw new AppError('payment_required');
    if (agreement.status === 'cancelled') throw new AppError('invalid_transition');
    if (buyer.emails.includes(sellerEmail)) throw new AppError('seller_is_buyer');
    return { agreementId, buyer, amountCents, sellerEmail, holdHours: holdHours[agreement.escrowHoldPeriod] };
  }

  /** A seller who has set up payouts once has answered us: no stranger any more. */
  private async countStranger(
    { agreementId, buyer, sellerEmail }: Wish,
    address: string | null,
  ): Promise<void> {
    const known = await this.held.newest(agreementId);
    if (known?.sellerEmail === sellerEmail && known.state !== 'failed') return;
    const { canReceive } = await this.sellers.find(sellerEmail, buyer.id);
    if (canReceive) return;
    await this.mailLimits.takeStranger('seller', { accountId: buyer.id, address }, sellerEmail);
  }

  private async openOrRead(wish: Wish): Promise<HeldPaymentEntity> {
    const { agreementId, buyer, amountCents, sellerEmail } = wish;
    const known = await this.held.newest(agreementId);
    if (known && known.state !== 'failed') return known;
    const { canReceive: isSellerReady } = await this.sellers.find(sellerEmail, buyer.id);
    const facts = { agreementId, amountCents, sellerEmail, holdHours: wish.holdHours, isSellerReady };
    const opened = await this.outbox.transaction(async (manager) => {
      await lockToPay(manager, agreementId);
      const row = { ...facts, id: uuidv7(), buyerId: buyer.id, buyerParty: buyer.party };
      return this.store.open(manager, row);
    });
    failpoint('payments.held.after-row');
    const held = opened ?? (await this.held.newest(agreementId));
    if (!held) throw new AppError('held_payment_moved');
    return held;
  }

  /**
   * Another amount, seller or buyer. The row lets go of the old PaymentIntent first, so that the news of its end find a row
   * that does not wait for it, and takes the new facts when Stripe has cancelled it. If it was paid in this moment it
   * stays, and the next look says so.
   */
  private async change({ id }: HeldPaymentEntity, wish: Wish): Promise<void> {
    const { canReceive } = await this.sellers.find(wish.sellerEmail, wish.buyer.id);
    const old = await this.outbox.transaction(async (manager) => {
      const held = await this.store.lock(manager, id);
      if (!isToChange(held, wish)) return null;
      const { paymentIntentId } = held;
      if (paymentIntentId === null) await this.takeOver(manager, held, wish, canReceive);
      else await this.store.letGo(manager, held);
      return paymentIntentId;
    });
    if (old === null) return;
    const intent = await this.intents.retire(old);
    await this.outbox.transaction(async (manager) => {
      if (intent.status === 'succeeded') return this.held.settleIntent(manager, intent);
      const held = await this.store.lock(manager, id);
      // Another call may have opened it meanwhile: the next look sees its PaymentIntent.
      if (held.paymentIntentId !== null || !isToChange(held, wish)) return;
      await this.takeOver(manager, held, wish, canReceive);
    });
  }

  private async takeOver(
    manager: EntityManager,
    held: HeldPaymentEntity,
    { amountCents, sellerEmail, buyer }: Wish,
    isSellerReady: boolean,
  ): Promise<void> {
    const isNewSeller = held.sellerEmail !== sellerEmail;
    await this.store.act(manager, held, {
      command: { do: 'change', amountCents, isSellerReady, isNewSeller },
      actor: `buyer:${buyer.id}`,
      // Stripe refuses a key for another amount, and one with the old amount may be on its way.
      with: { sellerEmail, buyerId: buyer.id, buyerParty: buyer.party, attempt: held.attempt + 1 },
    });
  }

  /** The seller may have become ready between the look at them and the row. */
  private async isReadyNow({ id, sellerEmail, buyerId }: HeldPaymentEntity): Promise<boolean> {
    const { canReceive } = await this.sellers.find(sellerEmail, buyerId);
    if (!canReceive) return false;
    await this.outbox.transaction(async (manager) => {
      const held = await this.store.lock(manager, id);
      if (held.sellerEmail !== sellerEmail) return;
      await this.store.act(manager, held, { command: { do: 'seller-ready' }, actor: 'stripe' });
    });
    return true;
  }
}

/** The contract's owner may also take the place of another buyer who has not paid. */
const isToChange = (held: HeldPaymentEntity, { amountCents, sellerEmail, buyer }: Wish): boolean =>
  isUnpaid(held) &&
  (held.sellerEmail !== sellerEmail || held.amountCents !== amountCents || held.buyerId !== buyer.id);

const isUnpaid = ({ state }: HeldPaymentEntity): boolean =>
  state === 'requires_onboarding' || state === 'requires_payment';

function answer(
  { amountCents }: HeldPaymentEntity,
  payment: { clientSecret: string; paymentIntentId: string } | null,
): EscrowIntentAnswer {
  const feeCents = escrowFee(amountCents);
  return {
    requiresOnboarding: payment === null,
    clientSecret: payment?.clientSecret ?? null,
    platformFee: feeCents / 100,
    sellerAmount: (amountCents - feeCents) / 100,
    paymentIntentId: payment?.paymentIntentId ?? null,
  };
}
