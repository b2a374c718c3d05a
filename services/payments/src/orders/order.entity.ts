import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { PlanType } from '#contracts';

export type OrderStatus = 'open' | 'paid' | 'quarantined';

@Entity('orders')
export class OrderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('int', { name: 'user_id' })
  userId: number;

  @Column('text', { name: 'agreement_id' })
  agreementId: string;

  @Column('text')
  purpose: 'contract';

  @Column('text', { name: 'plan_type' })
  planType: PlanType;

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

  /** Stripe's decline code of the last try, if it failed. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;

  @Column('text', { name: 'receipt_number', nullable: true })
  receiptNumber: string | null;

  @Column('timestamptz', { name: 'paid_at', nullable: true })
  paidAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt: Date;
}
