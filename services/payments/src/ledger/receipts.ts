import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { currency } from '#contracts';

export const receiptPurposes = ['contract', 'manual_transcription', 'subscription', 'held_payment'] as const;
export type ReceiptPurpose = (typeof receiptPurposes)[number];

export interface NewReceipt {
  userId: number;
  agreementId: string | null;
  purpose: ReceiptPurpose;
  /** What was paid: an order, an invoice of Stripe's or an escrow. */
  sourceId: string;
  amountCents: number;
  paidAt: Date;
}

export interface ReceiptRow {
  number: string;
  agreementId: string | null;
  purpose: ReceiptPurpose;
  sourceId: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  paidAt: Date;
  refundedAt: Date | null;
}

const COLUMNS = `number, agreement_id as "agreementId", purpose, source_id as "sourceId", amount_cents as "amountCents",
  refunded_cents as "refundedCents", currency, paid_at as "paidAt", refunded_at as "refundedAt"`;

/** Numbered receipts: one for everything that was paid, kept also when the money went back. */
@Injectable()
export class Receipts {
  constructor(private readonly dataSource: DataSource) {}

  /** The number of the receipt; the same payment a second time has the same one. */
  async issue(manager: EntityManager, receipt: NewReceipt): Promise<string> {
    const { purpose, sourceId } = receipt;
    const known = await find(manager, purpose, sourceId);
    if (known) return known;
    await manager.query(
      `insert into receipts (number, user_id, agreement_id, purpose, source_id, amount_cents, currency, paid_at)
       select 'SSC-' || to_char($7::timestamptz at time zone 'UTC', 'YYYY') || '-'
           || lpad(nextval('receipt_numbers')::text, 6, '0'), $1, $2, $3, $4, $5, $6, $7
       on conflict (purpose, source_id) do nothing`,
      [receipt.userId, receipt.agreementId, purpose, sourceId, receipt.amountCents, currency, receipt.paidAt],
    );
    return (await find(manager, purpose, sourceId)) ?? '';
  }

  /** Marks how much of it went back in all; less than before after a refund that failed. */
  async refunded(
    manager: EntityManager,
    purpose: ReceiptPurpose,
    sourceId: string,
    refundedCents: number,
    at: Date,
  ): Promise<void> {
    await manager.query(
      `update receipts set refunded_cents = $3, refunded_at = case when $3 > 0 then $4::timestamptz end
       where purpose = $1 and source_id = $2 and refunded_cents <> $3`,
      [purpose, sourceId, refundedCents, at],
    );
  }

  /** How much of it has gone back in all. */
  async refundedCents(manager: EntityManager, purpose: ReceiptPurpose, sourceId: string): Promise<number> {
    const [row] = await manager.query<{ cents: number }[]>(
      'select refunded_cents as cents from receipts where purpose = $1 and source_id = $2',
      [purpose, sourceId],
    );
    return row?.cents ?? 0;
  }

  async find(number: string): Promise<ReceiptRow | null> {
    const rows = await this.dataSource.query<ReceiptRow[]>(
      `select ${COLUMNS} from receipts where number = $1`,
      [number],
    );
    return rows[0] ?? null;
  }

  /** Everything that was paid for one agreement, oldest first. */
  ofAgreement(agreementId: string): Promise<ReceiptRow[]> {
    return this.dataSource.query<ReceiptRow[]>(
      `select ${COLUMNS} from receipts where agreement_id = $1 order by paid_at, number`,
      [agreementId],
    );
  }

  /** Newest first. `before` is the number of the last receipt of the page before. */
  list(userId: number, limit: number, before: string | null): Promise<ReceiptRow[]> {
    return this.dataSource.query<ReceiptRow[]>(
      `select ${COLUMNS} from receipts r where user_id = $1
         and ($2::text is null or (paid_at, number) < (select paid_at, number from receipts where number = $2 and user_id = $1))
       order by paid_at desc, number desc limit $3`,
      [userId, before, limit],
    );
  }
}

async function find(
  manager: EntityManager,
  purpose: ReceiptPurpose,
  sourceId: string,
): Promise<string | null> {
  const [row] = await manager.query<{ number: string }[]>(
    'select number from receipts where purpose = $1 and source_id = $2',
    [purpose, sourceId],
  );
  return row?.number ?? null;
}
