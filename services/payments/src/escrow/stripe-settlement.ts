import { Inject, Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { failpoint } from '#platform';
import { ConnectedAccounts } from '../connect/connect.module.js';
import { isRefundMissing, type RefundAttempts, refundAttempts, STRIPE } from '../stripe/stripe.module.js';
import { isSellerPosted } from './escrow.command.js';
import type { EscrowEntity } from './escrow.entities.js';
import { ESCROW_ID } from './escrow.repository.js';
import type { SettlementLease } from './settlement-lease.js';

/** What the transfers of one escrow come to, whoever has made them. */
export interface SellerTransfers {
  /** Ids, the newest first. */
  ids: readonly string[];
  /** The newest of which something is left with the seller. */
  transferId: string | null;
  /** Cents that were sent in all. */
  sentCents: number;
  /** What of that was reversed. */
  reversedCents: number;
}

/** What Stripe has moved of an escrow. */
export interface MovedMoney {
  /** Of what goes back to the buyer. */
  refunds: RefundAttempts;
  transfers: SellerTransfers;
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

  /**
   * What was moved before. Transfers are looked for whatever is decided: after a restore the row may not know that its seller
   * was paid.
   */
  async find(escrow: EscrowEntity): Promise<MovedMoney> {
    const refunds = await this.stripe.refunds.list({ payment_intent: intentOf(escrow), limit: MOST });
    return { refunds: refundAttempts(refunds.data), transfers: await this.findTransfers(escrow.id) };
  }

  /** @throws StripeError */
  async findTransfers(escrowId: string): Promise<SellerTransfers> {
    const { data } = await this.stripe.transfers.list({ transfer_group: escrowId, limit: MOST });
    return sellerTransfers(data);
  }

  isComplete(escrow: EscrowEntity, { refunds, transfers }: MovedMoney): boolean {
    return refunds.doneCents >= escrow.buyerRefundCents && isSellerPaid(escrow, transfers);
  }

  /** Somebody has sent back more than was decided, and the seller was not paid: people have to decide anew. */
  isSentBackByHand(escrow: EscrowEntity, { refunds, transfers }: MovedMoney): boolean {
    const { sellerGrossCents, buyerRefundCents } = escrow;
    return sellerGrossCents > 0 && transfers.ids.length === 0 && refunds.doneCents > buyerRefundCents;
  }

  /**
   * Moves what is missing, unless more has gone back by hand than was decided: first what goes back, because a bank's
   * chargeback forbids that and not the transfer.
   * @throws StripeError when Stripe refuses or cannot be reached; LeaseTakenError when the lease has ended; Error when
   * somebody has moved money by hand, or the seller has another part than was decided
   */
  async carryOut(lease: SettlementLease): Promise<MovedMoney> {
    const { escrow } = lease;
    const found = await this.find(escrow);
    if (this.isSentBackByHand(escrow, found)) return found;
    const isPaid = isSellerPaid(escrow, found.transfers);
    if (!isPaid) assertUntouched(escrow, found.transfers);
    const refunds = isRefundMissing(found.refunds, escrow.buyerRefundCents)
      ? await this.refund(lease, found.refunds)
      : found.refunds;
    if (isPaid) return { refunds, transfers: found.transfers };
    assertNotMore(found.refunds, escrow);
    return { refunds, transfers: sellerTransfers([await this.transfer(lease)]) };
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

  private async transfer(lease: SettlementLease): Promise<Stripe.Transfer> {
    const { escrow } = lease;
    const { id, agreementId, sellerEmail, sellerGrossCents, feeCents, currency, chargeId } = escrow;
    const { stripeAccountId } = await this.accounts.findToPay(sellerEmail, escrow.buyerId);
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
    return transfer;
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

/** @param transfers of one escrow, the newest first as Stripe lists them */
function sellerTransfers(transfers: readonly Stripe.Transfer[]): SellerTransfers {
  return {
    ids: transfers.map(({ id }) => id),
    transferId: transfers.find((one) => one.amount_reversed < one.amount)?.id ?? null,
    sentCents: transfers.reduce((sum, { amount }) => sum + amount, 0),
    reversedCents: transfers.reduce((sum, one) => sum + one.amount_reversed, 0),
  };
}

/** Whether the seller has what was decided. What is reversed once it is on the ledger is not paid again. */
export function isSellerPaid(escrow: EscrowEntity, { sentCents, reversedCents }: SellerTransfers): boolean {
  const { sellerGrossCents, feeCents } = escrow;
  return isSellerPosted(escrow) || sentCents - reversedCents === sellerGrossCents - feeCents;
}

/** The seller has, or had, another part than was decided: people must look. */
function assertUntouched(escrow: EscrowEntity, transfers: SellerTransfers): void {
  const { ids, sentCents, reversedCents } = transfers;
  const cents = escrow.sellerGrossCents - escrow.feeCents;
  if (reversedCents > 0) throw new Error(`The transfer ${ids.join(', ')} was reversed before the end`);
  if (ids.length > 0)
    throw new Error(`The transfer ${ids.join(', ')} is of ${sentCents} cents, not ${cents}`);
}
