import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import { type RefundReason, refundReasons } from '#contracts';
import { PageQuery, Text } from '#platform';
import { type OrderPurpose, type OrderStatus, orderPurposes, orderStatuses } from '../orders/order.entity.js';

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

export class RefundBody {
  @Text({ min: 2, max: 500, multiline: true }) reason: string;
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
