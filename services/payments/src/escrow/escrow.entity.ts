import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { HeldPaymentState } from '#contracts';

/** A buyer's payment for the thing itself, held until the seller has delivered. */
@Entity('held_payments')
export class EscrowEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('int', { name: 'buyer_id' })
  buyerId: number;

  /** Which party of the agreement pays. */
  @Column('text', { name: 'buyer_party' })
  buyerParty: 'a' | 'b';

  /** Lower case; key of the seller's row. */
  @Column('text', { name: 'seller_email' })
  sellerEmail: string;

  @Column('int', { name: 'amount_cents' })
  amountCents: number;

  @Column('text')
  currency: string;

  /** Between delivery and release. */
  @Column('int', { name: 'hold_hours' })
  holdHours: number;

  @Column('text')
  state: HeldPaymentState;

  @Column('int')
  version: number;

  /** Grows when a PaymentIntent was cancelled and a new one is needed. Part of the idempotency key. */
  @Column('int')
  attempt: number;

  @Column('text', { name: 'payment_intent_id', nullable: true })
  paymentIntentId: string | null;

  @Column('text', { name: 'charge_id', nullable: true })
  chargeId: string | null;

  @Column('text', { name: 'transfer_id', nullable: true })
  transferId: string | null;

  @Column('text', { name: 'refund_id', nullable: true })
  refundId: string | null;

  @Column('text', { name: 'receipt_number', nullable: true })
  receiptNumber: string | null;

  /** What the seller gets before the fee, once decided. */
  @Column('int', { name: 'seller_gross_cents' })
  sellerGrossCents: number;

  /** What goes back to the buyer; a seller's promise before it is decided. */
  @Column('int', { name: 'buyer_refund_cents' })
  buyerRefundCents: number;

  @Column('int', { name: 'fee_cents' })
  feeCents: number;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt: Date | null;

  @Column('timestamptz', { name: 'received_at', nullable: true })
  receivedAt: Date | null;

  @Column('timestamptz', { name: 'release_at', nullable: true })
  releaseAt: Date | null;

  /** What the buyer reported. */
  @Column('text', { nullable: true })
  problem: string | null;

  /** The administrator's written reason. */
  @Column('text', { nullable: true })
  decision: string | null;

  @Column('int', { name: 'decided_by', nullable: true })
  decidedBy: number | null;

  @Column('text', { nullable: true })
  chargeback: 'open' | 'won' | 'lost' | null;

  /** What the bank took: less than the amount when a part had gone back to the buyer before. */
  @Column('int', { name: 'chargeback_cents' })
  chargebackCents: number;

  @Column('text', { name: 'state_before_chargeback', nullable: true })
  stateBeforeChargeback: HeldPaymentState | null;

  /** How often money that had gone back to the buyer was owed again. */
  @Column('int', { name: 'refund_failures' })
  refundFailures: number;

  @Column('timestamptz', { name: 'contract_cancelled_at', nullable: true })
  contractCancelledAt: Date | null;

  /** Why Stripe did not move the money the last time. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'held_at', nullable: true })
  heldAt: Date | null;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt: Date | null;

  @Column('timestamptz', { name: 'half_time_at', nullable: true })
  halfTimeAt: Date | null;

  @Column('timestamptz', { name: 'last_hour_at', nullable: true })
  lastHourAt: Date | null;

  @Column('timestamptz', { name: 'alerted_at', nullable: true })
  alertedAt: Date | null;

  @Column('timestamptz', { name: 'next_look_at' })
  nextLookAt: Date;
}
