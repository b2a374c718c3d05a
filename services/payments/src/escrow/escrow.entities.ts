import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EscrowState } from '#contracts';

/** A buyer's payment for the thing itself, held until the seller has delivered. */
@Entity('escrows')
export class EscrowEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  @Column('int')
  buyerId: number;

  /** Which party of the agreement pays. */
  @Column('text')
  buyerParty: 'a' | 'b';

  /** Lower case; key of the seller's row. */
  @Column('text')
  sellerEmail: string;

  /** When the seller took the place of another one; null for the first. */
  @Column('timestamptz', { nullable: true })
  sellerSince: Date | null;

  @Column('int')
  amountCents: number;

  @Column('text')
  currency: string;

  /** Percent of what the seller is paid, as they were told when it was opened. */
  @Column('int', { default: 5 })
  feePercent: number;

  /** Between delivery and release. */
  @Column('int')
  holdHours: number;

  @Column('text')
  state: EscrowState;

  @Column('int', { default: 1 })
  version: number;

  /** Grows when a PaymentIntent was cancelled and a new one is needed. Part of the idempotency key. */
  @Column('int', { default: 1 })
  attempt: number;

  @Column('text', { nullable: true })
  paymentIntentId: string | null;

  @Column('text', { nullable: true })
  chargeId: string | null;

  @Column('text', { nullable: true })
  transferId: string | null;

  @Column('text', { nullable: true })
  refundId: string | null;

  @Column('text', { nullable: true })
  receiptNumber: string | null;

  /** What the seller gets before the fee, once decided. */
  @Column('int', { default: 0 })
  sellerGrossCents: number;

  /** What goes back to the buyer; a seller's promise before it is decided. */
  @Column('int', { default: 0 })
  buyerRefundCents: number;

  /** What of that people had sent back at Stripe by hand, before it was decided. */
  @Column('int', { default: 0 })
  byHandCents: number;

  @Column('int', { default: 0 })
  feeCents: number;

  /** When the seller's part came on the ledger; the buyer's may still be on its way. */
  @Column('timestamptz', { nullable: true })
  sellerPostedAt: Date | null;

  /** What is on the ledger of what goes back; of what was settled by the release before, nothing. */
  @Column('int', { default: 0 })
  refundedCents: number;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @Column('timestamptz', { nullable: true })
  receivedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  releaseAt: Date | null;

  /** What the buyer reported. */
  @Column('text', { nullable: true })
  problem: string | null;

  /** The administrator's written reason. */
  @Column('text', { nullable: true })
  decision: string | null;

  @Column('int', { nullable: true })
  decidedBy: number | null;

  @Column('text', { nullable: true })
  chargeback: 'open' | 'won' | 'lost' | null;

  /** What the bank took in the newest dispute; it may be a part. */
  @Column('int', { default: 0 })
  chargebackCents: number;

  /** Stripe's ids of the disputes that are in the ledger, the newest last. */
  @Column('text', { array: true, default: [] })
  chargebackIds: string[];

  /** What banks have kept of the money while it was held: it is not divided any more. */
  @Column('int', { default: 0 })
  chargedBackCents: number;

  /**
   * What banks have taken of what had moved already, less what they gave back after the end of a dispute: nobody's but
   * ours. Below zero where they gave back of what was held.
   */
  @Column('int', { default: 0 })
  lossCents: number;

  /** What was sent back by hand at Stripe beyond what was decided, once nothing was held any more: nobody's but ours. */
  @Column('int', { default: 0 })
  excessRefundCents: number;

  @Column('text', { nullable: true })
  stateBeforeChargeback: EscrowState | null;

  /** How often money that had gone back to the buyer was owed again. */
  @Column('int', { default: 0 })
  refundFailures: number;

  @Column('timestamptz', { nullable: true })
  contractCancelledAt: Date | null;

  /** Whose account was disabled while nothing was decided, so that an administrator decides. */
  @Column('text', { nullable: true })
  disabledParty: 'buyer' | 'seller' | null;

  /** Silence was to pay the seller while no mail reached the buyer, so that an administrator decides. */
  @Column('boolean', { default: false })
  isBuyerUnreached: boolean;

  /** Why Stripe did not move the money the last time. */
  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz')
  createdAt: Date;

  /** Since when the seller, or then the buyer, has time; null: since it was created. Later by what nobody could act in. */
  @Column('timestamptz', { nullable: true })
  waitingSince: Date | null;

  @Column('timestamptz', { nullable: true })
  heldAt: Date | null;

  /** From when on days count anew: a bank has let go of the money, or nobody could act for a while. */
  @Column('timestamptz', { nullable: true })
  resumedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;

  @Column('timestamptz', { nullable: true })
  halfTimeAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastHourAt: Date | null;

  @Column('timestamptz', { nullable: true })
  alertedAt: Date | null;

  /** When the seller was last asked for payouts that decided money waits for. */
  @Column('timestamptz', { nullable: true })
  sellerAskedAt: Date | null;

  /** When the seller's link was last asked for again. */
  @Column('timestamptz', { nullable: true })
  linkRequestedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  nextLookAt: Date;

  /** Whether the buyer has paid by a way that takes days, and the bank has not decided. */
  @Column('boolean', { default: false })
  isBankTaking: boolean;

  /** When Stripe is asked next whether it can be closed unpaid; null: as soon as its time is over. */
  @Column('timestamptz', { nullable: true })
  expiryLookAt: Date | null;

  /** Token of the settlement lease, and until when it lasts by the clock of the database. */
  @Column('uuid', { nullable: true, select: false })
  settlingBy?: string | null;

  @Column('timestamptz', { nullable: true, select: false })
  settlingUntil?: Date | null;
}

/** One line of an escrow's history. */
@Entity('escrow_steps')
export class EscrowStepEntity {
  @PrimaryColumn('uuid')
  escrowId: string;

  /** Of the escrow after it. */
  @PrimaryColumn('int')
  version: number;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  actor: string;

  @Column('text')
  change: string;

  @Column('text')
  state: EscrowState;

  @Column('text', { nullable: true })
  note: string | null;

  /** Of the person who took it; null for the clock and Stripe, and for steps of the time before these were kept. */
  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  device: string | null;
}
