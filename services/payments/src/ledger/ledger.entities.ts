import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

export const receiptPurposes = ['contract', 'manual_transcription', 'subscription', 'held_payment'] as const;
export type ReceiptPurpose = (typeof receiptPurposes)[number];

/** What happened to money. Written by the function `post_to_ledger` of the database alone, and never changed. */
@Entity('ledger_transactions')
export class LedgerTransactionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  kind: string;

  @Column('text')
  ref: string;

  @Column('text')
  actor: string;

  @Column('timestamptz', { default: () => 'now()' })
  postedAt: Date;
}

/** One line of a ledger transaction; the lines of each sum to 0. */
@Entity('ledger_entries')
export class LedgerEntryEntity {
  @PrimaryColumn('bigint')
  transactionId: string;

  @PrimaryColumn('text')
  account: string;

  @Column('bigint')
  amountCents: string;
}

/** The numbered proof of a payment; kept when the money goes back. */
@Entity('receipts')
export class ReceiptEntity {
  @PrimaryColumn('text')
  number: string;

  @Column('int')
  userId: number;

  @Column('text', { nullable: true })
  agreementId: string | null;

  @Column('text')
  purpose: ReceiptPurpose;

  /** What was paid: an order, an invoice of Stripe's or an escrow. */
  @Column('text')
  sourceId: string;

  @Column('int')
  amountCents: number;

  /** In all. */
  @Column('int', { default: 0 })
  refundedCents: number;

  @Column('text')
  currency: string;

  @Column('timestamptz')
  paidAt: Date;

  @Column('timestamptz', { nullable: true })
  refundedAt: Date | null;

  /** No money was moved. Null where that was not written down: then it is as the installation says. */
  @Column('boolean', { nullable: true })
  isTest: boolean | null;
}
