import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { PlanType, RefundReason } from '#contracts';

export const orderPurposes = ['contract', 'manual_transcription'] as const;
export type OrderPurpose = (typeof orderPurposes)[number];

export const orderStatuses = ['open', 'paid', 'quarantined', 'cancelled', 'refunding', 'refunded'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

@Entity('orders')
export class OrderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('int', { name: 'user_id' })
  userId: number;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('text')
  purpose: OrderPurpose;

  /** Of a contract. */
  @Column('text', { name: 'plan_type', nullable: true })
  planType: PlanType | null;

  @Column('int', { name: 'amount_cents' })
  amountCents: number;

  @Column('text')
  currency: string;

  /** `quarantined`: Stripe's amount or currency is not ours; people must look. */
  @Column('text')
  status: OrderStatus;

  /** Grows when a PaymentIntent was cancelled and a new one is needed. Part of the idempotency key. */
  @Column('int')
  attempt: number;

  @Column('text', { name: 'payment_intent_id', nullable: true })
  paymentIntentId: string | null;

  /** Why the last try to pay it or to send it back failed. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  @Column('text', { name: 'receipt_number', nullable: true })
  receiptNumber: string | null;

  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt: Date | null;

  /** Since when there is no contract to pay for: what is paid from then on goes back. */
  @Column('timestamptz', { name: 'contract_cancelled_at', nullable: true })
  contractCancelledAt: Date | null;

  @Column('text', { name: 'refund_reason', nullable: true })
  refundReason: RefundReason | null;

  /** What the administrator wrote, or where the refund came from. */
  @Column('text', { name: 'refund_note', nullable: true })
  refundNote: string | null;

  /** The administrator. */
  @Column('int', { name: 'refunded_by', nullable: true })
  refundedBy: number | null;

  @Column('text', { name: 'refund_id', nullable: true })
  refundId: string | null;

  @Column('timestamptz', { name: 'refunded_at', nullable: true })
  refundedAt: Date | null;

  @Column('timestamptz', { name: 'next_look_at' })
  nextLookAt: Date;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;
}
