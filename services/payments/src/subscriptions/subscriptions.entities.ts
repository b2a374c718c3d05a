import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';

export type SubscriptionStatus = 'incomplete' | 'active' | 'past_due' | 'canceled';

/** Of one user one at most is open, that is not `canceled`. */
@Entity('subscriptions')
export class SubscriptionEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('int')
  userId: number;

  /** Null until Stripe has answered that it began. */
  @Column('text', { name: 'stripe_subscription_id', nullable: true })
  stripeId: string | null;

  /** Price of a month in cents, as it was when it was begun. */
  @Column('int', { default: 2000 })
  amountCents: number;

  @Column('text', { default: 'usd' })
  currency: string;

  @Column('text')
  status: SubscriptionStatus;

  @Column('boolean', { default: false })
  endsAtPeriodEnd: boolean;

  /** Until when it is paid; null before the first payment. */
  @Column('timestamptz', { nullable: true })
  periodEnd: Date | null;

  /** The newest invoice that money was seen paid for: each is one renewal and one receipt. */
  @Column('text', { nullable: true })
  paidInvoiceId: string | null;

  @Column('text', { nullable: true })
  failedInvoiceId: string | null;

  /** Whether a bank was sending what it asks for when Stripe was last asked: who paid so learns days later whether it came. */
  @Column('boolean', { default: false })
  isBankTaking: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  endedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  nextLookAt: Date;

  /** Another one whenever the row was changed. */
  @VirtualColumn({ type: 'text', query: (row) => `${row}.xmin::text` })
  version: string;
}

/** A month that was paid when its subscription had ended: it is owed until its receipt says that all went back. */
@Entity('refunds_after_end')
export class RefundAfterEndEntity {
  /** Stripe's. */
  @PrimaryColumn('text')
  invoiceId: string;

  @Column('timestamptz')
  owedAt: Date;

  /** When the payer was told that it went back. */
  @Column('timestamptz', { nullable: true })
  toldAt: Date | null;
}

/** Who pays, as Stripe knows them. */
@Entity('customers')
export class CustomerEntity {
  @PrimaryColumn('int')
  userId: number;

  @Column('text')
  stripeCustomerId: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
