import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { failpoint } from '#platform';
import { ConnectedAccounts } from '../connect/connect.module.js';
import { isRefundMissing, type RefundAttempts, refundAttempts, STRIPE } from '../stripe/stripe.module.js';
import type { EscrowEntity } from './escrow.entities.js';
import { ESCROW_ID } from './escrow.repository.js';
import type { SettlementLease } from './settlement-lease.js';

/** What Stripe has moved for a decided escrow. */
export interface MovedMoney {
  /** Of what goes back to the buyer. */
  refunds: RefundAttempts;
  transferId: string | null;
}

const MOST = 100;

/**
 * Carries out at Stripe what was decided about an escrow. Whoever calls has the lease of its row: together with looking before
 * each creation that makes a second transfer impossible, also when Stripe has forgotten the idempotency key.
 */
@Injectable()
export class StripeSettlement {
  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly accounts: ConnectedAccounts,
  ) {}

  /** What was moved before. */
  async find(escrow: EscrowEntity): Promise<MovedMoney> {
    const { data } = await this.stripe.refunds.list({ payment_intent: intentOf(escrow), limit: MOST });
    return {
      refunds: refundAttempts(data),
      transferId: escrow.sellerGrossCents > 0 ? await this.findTransfer(escrow) : null,
    };
  }

  isComplete(escrow: EscrowEntity, { refunds, transferId }: MovedMoney): boolean {
    return (
      refunds.doneCents >= escrow.buyerRefundCents && (escrow.sellerGrossCents === 0 || transferId !== null)
    );
  }

  /** Somebody has sent back more than was decided, and the seller was not paid: people have to decide anew. */
  isSentBackByHand(escrow: EscrowEntity, { refunds, transferId }: MovedMoney): boolean {
    const { sellerGrossCents, buyerRefundCents } = escrow;
    return sellerGrossCents > 0 && transferId === null && refunds.doneCents > buyerRefundCents;
  }

  /**
   * Moves what is missing, unless more has gone back by hand than was decided: first what goes back, because a bank's
   * chargeback forbids that and not the transfer.
   * @throws StripeError when Stripe refuses or cannot be reached; LeaseTakenError when the lease has ended; Error when
   * somebody has moved money by hand
   */
  async carryOut(lease: SettlementLease): Promise<MovedMoney> {
    const { escrow } = lease;
    const found = await this.find(escrow);
    if (this.isSentBackByHand(escrow, found)) return found;
    const refunds = isRefundMissing(found.refunds, escrow.buyerRefundCents)
      ? await this.refund(lease, found.refunds)
      : found.refunds;
    if (found.transferId !== null || escrow.sellerGrossCents === 0)
      return { refunds, transferId: found.transferId };
    assertNotMore(found.refunds, escrow);
    return { refunds, transferId: await this.transfer(lease) };
  }

  private async findTransfer(escrow: EscrowEntity): Promise<string | null> {
    const transfers = await this.stripe.transfers.list({ transfer_group: escrow.id, limit: MOST });
    const [transfer] = transfers.data;
    if (transfer) assertAmount('transfer', transfer, escrow.sellerGrossCents - escrow.feeCents);
    return transfer?.id ?? null;
  }

  /** What is missing: a part may have gone back by hand. */
  private async refund(lease: SettlementLease, found: RefundAttempts): Promise<RefundAttempts> {
    const { escrow } = lease;
    lease.assertValid();
    const { id, agreementId, buyerRefundCents } = escrow;
    const { doneCents, waitingCents, all } = found;
    const created = await this.stripe.refunds.create(
      {
        payment_intent: intentOf(escrow),
        amount: buyerRefundCents - doneCents - waitingCents,
        metadata: { [ESCROW_ID]: id, agreementId },
      },
      { idempotencyKey: keyOf(escrow, 'refund') + afterWhat(found) },
    );
    failpoint('payments.escrow.after-refund');
    // One that Stripe only repeats is no further one.
    return refundAttempts(all.some(({ id }) => id === created.id) ? all : [created, ...all]);
  }

  private async transfer(lease: SettlementLease): Promise<string> {
    const { escrow } = lease;
    const { id, agreementId, sellerEmail, sellerGrossCents, feeCents, currency, chargeId } = escrow;
    const { stripeAccountId } = await this.accounts.find(sellerEmail, escrow.buyerId);
    if (stripeAccountId === null) throw new Error('The seller has no account at Stripe');
    lease.assertValid();
    const transfer = await this.stripe.transfers.create(
      {
        amount: sellerGrossCents - feeCents,
        currency,
        destination: stripeAccountId,
        transfer_group: id,
        ...(chargeId === null ? {} : { source_transaction: chargeId }),
        metadata: { [ESCROW_ID]: id, agreementId },
      },
      { idempotencyKey: keyOf(escrow, 'transfer') },
    );
    failpoint('payments.escrow.after-transfer');
    return transfer.id;
  }
}

/** Stripe repeats a refusal under the same key for a day; after one, the row has another attempt. */
const keyOf = ({ id, attempt }: EscrowEntity, kind: 'refund' | 'transfer'): string =>
  attempt === 1 ? `held-${id}-${kind}` : `held-${id}-${kind}-${attempt}`;

/**
 * Under a key that it knows Stripe repeats a refund that it has made before. So the key says what is there already: a
 * refund adds to what is back or on its way until it fails, and then to those that have failed, so that no two are made
 * under one key. What the release before has made, under a key that did not say it, the look finds.
 */
function afterWhat({ doneCents, waitingCents, failed }: RefundAttempts): string {
  const cents = doneCents + waitingCents;
  return (cents === 0 ? '' : `-from-${cents}`) + (failed.length === 0 ? '' : `-after-${failed.length}`);
}

function intentOf({ id, paymentIntentId }: EscrowEntity): string {
  if (paymentIntentId === null) throw new Error(`Held payment ${id} has no PaymentIntent`);
  return paymentIntentId;
}

/** More is about to go back than was decided: somebody has sent it by hand, and nobody else may get it before it is there. */
function assertNotMore(
  { doneCents, waitingCents }: RefundAttempts,
  { buyerRefundCents }: EscrowEntity,
): void {
  const cents = doneCents + waitingCents;
  if (cents > buyerRefundCents)
    throw new Error(`Refunds of ${cents} cents are at Stripe, not of ${buyerRefundCents}`);
}

/** Somebody has moved money by hand: people must look. */
function assertAmount(what: string, { id, amount }: { id: string; amount: number }, cents: number): void {
  if (amount !== cents) throw new Error(`The ${what} ${id} is of ${amount} cents, not ${cents}`);
}
