import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { failpoint } from '#platform';
import type { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { MOST_FAILED_REFUNDS, type RefundAttempts, refundAttempts } from '../refunds/refund-attempts.js';
import { SellersService } from '../sellers/sellers.service.js';
import { STRIPE } from '../stripe/stripe.client.js';
import type { SettlingTurn } from './settling-turn.js';

/** What Stripe has moved for a decided payment. */
export interface Moves {
  /** Of what goes back to the buyer; its `doneId` is null until all of it has succeeded. */
  refunds: RefundAttempts;
  transferId: string | null;
}

const MOST = 100;

/**
 * Moves the money of a decided payment at Stripe. Whoever calls has the turn of its row: together with looking before
 * each creation that makes a second transfer impossible, also when Stripe has forgotten the idempotency key.
 */
@Injectable()
export class MoneyMoves {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly sellers: SellersService,
  ) {}

  /** What was moved before. */
  async find(held: HeldPaymentEntity): Promise<Moves> {
    return {
      refunds: refundAttempts(held.buyerRefundCents > 0 ? await this.listRefunds(held) : []),
      transferId: held.sellerGrossCents > 0 ? await this.findTransfer(held) : null,
    };
  }

  isComplete(held: HeldPaymentEntity, refundId: string | null, transferId: string | null): boolean {
    return (
      (held.buyerRefundCents === 0 || refundId !== null) &&
      (held.sellerGrossCents === 0 || transferId !== null)
    );
  }

  /**
   * Moves what is missing: first what goes back, because a bank's chargeback forbids that and not the transfer.
   * @throws StripeError when Stripe refuses or cannot be reached; TurnTakenError when the turn has ended
   */
  async carryOut(turn: SettlingTurn): Promise<Moves> {
    const { held } = turn;
    const found = await this.find(held);
    const refunds = isRefundMissing(held, found.refunds)
      ? await this.refund(turn, found.refunds)
      : found.refunds;
    const transferId = found.transferId ?? (held.sellerGrossCents > 0 ? await this.transfer(turn) : null);
    return { refunds, transferId };
  }

  private async listRefunds(held: HeldPaymentEntity): Promise<Stripe.Refund[]> {
    const { data } = await this.stripe.refunds.list({ payment_intent: intentOf(held), limit: MOST });
    const gone = refundAttempts(data);
    const refund = data.find((one) => !gone.failed.includes(one));
    if (refund) assertAmount('refund', refund, held.buyerRefundCents);
    return data;
  }

  private async findTransfer(held: HeldPaymentEntity): Promise<string | null> {
    const transfers = await this.stripe.transfers.list({ transfer_group: held.id, limit: MOST });
    const [transfer] = transfers.data;
    if (transfer) assertAmount('transfer', transfer, held.sellerGrossCents - held.feeCents);
    return transfer?.id ?? null;
  }

  private async refund(turn: SettlingTurn, { failed }: RefundAttempts): Promise<RefundAttempts> {
    const { held } = turn;
    turn.assertMine();
    const { id, agreementId, buyerRefundCents } = held;
    const created = await this.stripe.refunds.create(
      {
        payment_intent: intentOf(held),
        amount: buyerRefundCents,
        metadata: { heldPaymentId: id, agreementId },
      },
      // Under a key that it knows Stripe answers the refund that failed.
      { idempotencyKey: keyOf(held, 'refund') + (failed.length === 0 ? '' : `-after-${failed.length}`) },
    );
    failpoint('payments.held.after-refund');
    return refundAttempts([created, ...failed]);
  }

  private async transfer(turn: SettlingTurn): Promise<string> {
    const { held } = turn;
    const { id, agreementId, sellerEmail, sellerGrossCents, feeCents, currency, chargeId } = held;
    const { stripeAccountId } = await this.sellers.find(sellerEmail, held.buyerId);
    if (stripeAccountId === null) throw new Error('The seller has no account at Stripe');
    turn.assertMine();
    const transfer = await this.stripe.transfers.create(
      {
        amount: sellerGrossCents - feeCents,
        currency,
        destination: stripeAccountId,
        transfer_group: id,
        ...(chargeId === null ? {} : { source_transaction: chargeId }),
        metadata: { heldPaymentId: id, agreementId },
      },
      { idempotencyKey: keyOf(held, 'transfer') },
    );
    failpoint('payments.held.after-transfer');
    return transfer.id;
  }
}

/** Neither done nor on its way, and not given up. */
function isRefundMissing(
  held: HeldPaymentEntity,
  { doneCents, waitingCents, failed }: RefundAttempts,
): boolean {
  return doneCents + waitingCents < held.buyerRefundCents && failed.length < MOST_FAILED_REFUNDS;
}

/** Stripe repeats a refusal under the same key for a day; after one, the row has another attempt. */
const keyOf = ({ id, attempt }: HeldPaymentEntity, kind: 'refund' | 'transfer'): string =>
  attempt === 1 ? `held-${id}-${kind}` : `held-${id}-${kind}-${attempt}`;

function intentOf({ id, paymentIntentId }: HeldPaymentEntity): string {
  if (paymentIntentId === null) throw new Error(`Held payment ${id} has no PaymentIntent`);
  return paymentIntentId;
}

/** Somebody has moved money by hand: people must look. */
function assertAmount(what: string, { id, amount }: { id: string; amount: number }, cents: number): void {
  if (amount !== cents) throw new Error(`The ${what} ${id} is of ${amount} cents, not ${cents}`);
}
