import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { type PaymentStats, type RefundReason, refundReasons } from '#contracts';
import { AppError, PageQuery, Text } from '#platform';
import { type OrderPurpose, type OrderStatus, orderPurposes, orderStatuses } from './order.entity.js';

export class PaymentsQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'From the header x-next-cursor of the page before' })
  @IsOptional()
  @IsUUID(undefined, { message: 'This is not a page of the list.' })
  override cursor?: string;

  @ApiProperty({ required: false, enum: [...orderStatuses] })
  @IsOptional()
  @IsIn(orderStatuses)
  status?: OrderStatus;

  /** How the number of the contract or of the receipt begins. */
  @Text({ max: 40, optional: true }) q?: string;
}

export class AdminPaymentView {
  @ApiProperty({ format: 'uuid', example: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10' }) id: string;
  @ApiProperty({ example: '4207731958026614' }) agreementId: string;
  @ApiProperty({ example: 17 }) userId: number;
  @ApiProperty({ enum: [...orderPurposes] }) purpose: OrderPurpose;
  @ApiProperty({ example: 500 }) amountCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({
    enum: [...orderStatuses],
    description:
      '`quarantined`: what Stripe took is not what was asked; people must look. `refunding`: Stripe is asked to send it back',
  })
  status: OrderStatus;
  @ApiProperty({ type: String, nullable: true, example: 'SSC-2026-000042' }) receiptNumber: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) paidAt: string | null;
  @ApiProperty({ example: 0, description: 'What went back to the payer' }) refundedCents: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why the last try to pay it or to send it back failed',
  })
  lastError: string | null;
  @ApiProperty({ enum: [...refundReasons], nullable: true }) refundReason: RefundReason | null;
  @ApiProperty({ type: String, nullable: true, example: 'Paid twice by mistake' }) refundNote: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 1, description: 'The administrator' })
  refundedBy: number | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) refundedAt: string | null;
}

type Dates = 'createdAt' | 'paidAt' | 'refundedAt';
type PaymentRow = Omit<AdminPaymentView, Dates> & {
  createdAt: Date;
  paidAt: Date | null;
  refundedAt: Date | null;
};

const PAYMENTS = `select o.id, o.agreement_id as "agreementId", o.user_id as "userId", o.purpose,
    o.amount_cents as "amountCents", o.currency, o.status, o.receipt_number as "receiptNumber",
    o.created_at as "createdAt", o.paid_at as "paidAt", coalesce(r.refunded_cents, 0) as "refundedCents",
    o.last_error as "lastError", o.refund_reason as "refundReason", o.refund_note as "refundNote", o.refunded_by as "refundedBy",
    o.refunded_at as "refundedAt"
  from orders o left join receipts r on r.number = o.receipt_number`;

/** Everybody's payments, for those who look after them. */
@Injectable()
export class PaymentLists {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first; the cursor is the id of the last one of the page before, because ids follow the time. */
  async list({
    limit = 50,
    cursor,
    status = null,
    q,
  }: Omit<PaymentsQuery, 'status'> & { status?: OrderStatus | null }): Promise<{
    page: AdminPaymentView[];
    nextCursor: string | null;
  }> {
    const rows = await this.dataSource.query<PaymentRow[]>(
      `${PAYMENTS} where ($1::uuid is null or o.id < $1) and ($3::text is null or o.status = $3)
         and ($4::text is null or o.agreement_id like $4 or o.receipt_number like $5)
       order by o.id desc limit $2`,
      [cursor ?? null, limit + 1, status, q ? digitsPrefix(q) : null, q ? textPrefix(q) : null],
    );
    const page = rows.slice(0, limit).map(view);
    return { page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  }

  /** @throws AppError `not_found` */
  async one(id: string): Promise<AdminPaymentView> {
    const [row] = await this.dataSource.query<PaymentRow[]>(`${PAYMENTS} where o.id = $1`, [id]);
    if (!row) throw new AppError('not_found');
    return view(row);
  }

  async stats(): Promise<PaymentStats> {
    const [row] = await this.dataSource.query<PaymentStats[]>(
      `select (select coalesce(-sum(balance_cents), 0)::float8 from ledger_balances
          where account = 'fees' or account like 'sales:%') as "totalRevenueCents",
         ((select count(*) from orders where status = 'open')
          + (select count(*) from held_payments where state = 'requires_payment'))::int as "pendingTransactions"`,
    );
    return row ?? { totalRevenueCents: 0, pendingTransactions: 0 };
  }
}

function view(row: PaymentRow): AdminPaymentView {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    refundedAt: row.refundedAt?.toISOString() ?? null,
  };
}

/** `#1234 5678` → `12345678%`; text that is no number finds none. */
function digitsPrefix(q: string): string {
  const digits = q.replace(/[#\s]/g, '');
  return /^\d+$/.test(digits) ? `${digits}%` : '';
}

function textPrefix(q: string): string {
  return `${q
    .trim()
    .toUpperCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
}
