import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Res } from '@nestjs/common';
import { ApiCookieAuth, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional, IsUUID } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { getPaymentStats, type PaymentStats, type RefundReason, refundReasons } from '#contracts';
import {
  Access,
  AppError,
  Caller,
  InternalCall,
  nextCursorHeader,
  PageQuery,
  type Principal,
  Text,
} from '#platform';
import { OrderRefunds } from './order-refunds.service.js';
import {
  type OrderEntity,
  type OrderPurpose,
  type OrderStatus,
  orderPurposes,
  orderStatuses,
} from './orders.entities.js';
import { OrdersRepository } from './orders.repository.js';

class PaymentsQuery extends PageQuery {
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
export class RefundBody {
  @Text({ min: 2, max: 500, multiline: true }) reason: string;
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('admin')
@Controller('api/admin/payments')
export class AdminPaymentsController {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly refunds: OrderRefunds,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminPaymentView], headers: nextCursorHeader })
  async list(
    @Query() query: PaymentsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminPaymentView[]> {
    const { rows, nextCursor } = await this.orders.page(query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows.map(view);
  }

  /** Sends all of a payment back. Stripe is asked after the answer; the list shows when it is done. */
  @Post(':id/refund')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminPaymentView })
  async refund(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { reason }: RefundBody,
    @Caller() admin: Principal,
  ): Promise<AdminPaymentView> {
    await this.refunds.byAdmin(id, { adminId: admin.id, note: reason });
    const order = await this.orders.one(id);
    if (!order) throw new AppError('not_found');
    return view(order);
  }
}

/** Numbers for the administrators' overview. The gateway has no route to it, it asks. */
@Controller()
export class StatsController {
  constructor(private readonly orders: OrdersRepository) {}

  @InternalCall(getPaymentStats)
  stats(): Promise<PaymentStats> {
    return this.orders.stats();
  }
}

function view(order: OrderEntity): AdminPaymentView {
  const { id, agreementId, userId, purpose, amountCents, currency, status, receiptNumber, lastError } = order;
  const { refundReason, refundNote, refundedBy } = order;
  return {
    ...{ id, agreementId, userId, purpose, amountCents, currency, status, receiptNumber },
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    refundedCents: order.receipt?.refundedCents ?? 0,
    ...{ lastError, refundReason, refundNote, refundedBy },
    refundedAt: order.refundedAt?.toISOString() ?? null,
  };
}
