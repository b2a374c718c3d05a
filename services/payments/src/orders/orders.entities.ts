import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Coverage, PlanType, RefundReason } from '#contracts';
import type { ReceiptEntity } from '../ledger/ledger.module.js';

export const orderPurposes = ['contract', 'manual_transcription'] as const;
export type OrderPurpose = (typeof orderPurposes)[number];

export const orderStatuses = ['open', 'paid', 'quarantined', 'cancelled', 'refunding', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

@Entity('orders')
export class OrderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('int')
  userId: number;

  @Column('text')
  agreementId: string;

  @Column('text')
  purpose: OrderPurpose;

  /** Of a contract. */
  @Column('text', { nullable: true })
  planType: PlanType | null;

  @Column('int')
  amountCents: number;

  @Column('text')
  currency: string;

  /** `quarantined`: Stripe's amount or currency is not ours; people must look. */
  @Column('text', { default: 'open' })
  status: OrderStatus;

  /** Grows when a PaymentIntent was cancelled and a new one is needed. Part of the idempotency key. */
  @Column('int', { default: 1 })
  attempt: number;

  @Column('text', { nullable: true })
  paymentIntentId: string | null;

  /** Whether it is paid by a way that takes days, and the bank has not decided. */
  @Column('boolean', { default: false })
  isBankTaking: boolean;

  /** Why the last try to pay it or to send it back failed. */
  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('text', { nullable: true })
  receiptNumber: string | null;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  /** Since when there is no contract to pay for: what is paid from then on goes back. */
  @Column('timestamptz', { nullable: true })
  contractCancelledAt: Date | null;

  /** Of a transcript by a person: since when there is no recording to transcribe. What is paid from then on goes back. */
  @Column('timestamptz', { nullable: true })
  contentDeletedAt: Date | null;

  /** Of a transcript by a person. */
  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  /** Of a transcript by a person: since when another order counts for the agreement. */
  @Column('timestamptz', { nullable: true })
  replacedAt: Date | null;

  @Column('text', { nullable: true })
  refundReason: RefundReason | null;

  /** What the administrator wrote, or where the refund came from. */
  @Column('text', { nullable: true })
  refundNote: string | null;

  /** The administrator. */
  @Column('int', { nullable: true })
  refundedBy: number | null;

  @Column('text', { nullable: true })
  refundId: string | null;

  @Column('timestamptz', { nullable: true })
  refundedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  nextLookAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Where a query joins it. */
  receipt?: ReceiptEntity | null;
}

/** A paid contract that came to nothing, and pays for another one. */
@Entity('credits')
export class CreditEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('int')
  userId: number;

  /** What it was paid with. */
  @Column('uuid')
  orderId: string;

  @Column('timestamptz')
  expiresAt: Date;

  /** The agreement that it pays for. */
  @Column('text', { nullable: true })
  usedFor: string | null;

  /** Where a query joins it. */
  order?: OrderEntity;
}

/** What spares an agreement its payment. */
@Entity('coverages')
export class CoverageEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  agreementId: string;

  @Column('int')
  userId: number;

  @Column('text')
  coveredBy: Coverage;

  /** It may have been withdrawn since. Null under a subscription, and where a copy of the release before wrote it. */
  @Column('uuid', { nullable: true })
  creditId: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
