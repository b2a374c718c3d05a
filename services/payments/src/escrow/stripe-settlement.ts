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
  /** Of what goes back to the buyer; its `doneId` is null until all of it has succeeded. */
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
    return {
      refunds: refundAttempts(escrow.buyerRefundCents > 0 ? await this.listRefunds(escrow) : []),
      transferId: escrow.sellerGrossCents > 0 ? await this.findTransfer(escrow) : null,
    };
  }

  isComplete(escrow: EscrowEntity, refundId: string | null, transferId: string | null): boolean {
    return (
      (escrow.buyerRefundCents === 0 || refundId !== null) &&
      (escrow.sellerGrossCents === 0 || transferId !== null)
    );
  }

  /**
   * Moves what is missing: first what goes back, because a bank's chargeback forbids that and not the transfer.
   * @throws StripeError when Stripe refuses or cannot be reached; LeaseTakenError when the lease has ended
   */
  async carryOut(lease: SettlementLease): Promise<MovedMoney> {
    const { escrow } = lease;
    const found = await this.find(escrow);
    const refunds = isRefundMissing(found.refunds, escrow.buyerRefundCents)
      ? await this.refund(lease, found.refunds)
      : found.refunds;
    const transferId = found.transferId ?? (escrow.sellerGrossCents > 0 ? await this.transfer(lease) : null);
    return { refunds, transferId };
  }

  private async listRefunds(escrow: EscrowEntity): Promise<Stripe.Refund[]> {
    const { data } = await this.stripe.refunds.list({ payment_intent: intentOf(escrow), limit: MOST });
    const gone = refundAttempts(data);
    const refund = data.find((one) => !gone.failed.includes(one));
    if (refund) assertAmount('refund', refund, escrow.buyerRefundCents);
    return data;
  }

  private async findTransfer(escrow: EscrowEntity): Promise<string | null> {
    const transfers = await this.stripe.transfers.list({ transfer_group: escrow.id, limit: MOST });
    const [transfer] = transfers.data;
    if (transfer) assertAmount('transfer', transfer, escrow.sellerGrossCents - escrow.feeCents);
    return transfer?.id ?? null;
  }

  private async refund(lease: SettlementLease, { failed }: RefundAttempts): Promise<RefundAttempts> {
    const { escrow } = lease;
    lease.assertValid();
    const { id, agreementId, buyerRefundCents } = escrow;
    const created = await this.stripe.refunds.create(
      {
        payment_intent: intentOf(escrow),
        amount: buyerRefundCents,
        metadata: { [ESCROW_ID]: id, agreementId },
      },
      // Under a key that it knows Stripe answers the refund that failed.
      { idempotencyKey: keyOf(escrow, 'refund') + (failed.length === 0 ? '' : `-after-${failed.length}`) },
    );
    failpoint('payments.escrow.after-refund');
    return refundAttempts([created, ...failed]);
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

function intentOf({ id, paymentIntentId }: EscrowEntity): string {
  if (paymentIntentId === null) throw new Error(`Held payment ${id} has no PaymentIntent`);
  return paymentIntentId;
}

/** Somebody has moved money by hand: people must look. */
function assertAmount(what: string, { id, amount }: { id: string; amount: number }, cents: number): void {
  if (amount !== cents) throw new Error(`The ${what} ${id} is of ${amount} cents, not ${cents}`);
}
