import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { getPaymentStats, type PaymentStats } from '#contracts';
import { Access, Caller, InternalCall, nextCursorHeader, type Principal, Text } from '#platform';
import { OrderRefunds } from './order-refunds.service.js';
import { AdminPaymentView, PaymentLists, PaymentsQuery } from './payment-lists.js';

export class RefundBody {
  @Text({ min: 2, max: 500, multiline: true }) reason: string;
}

@ApiTags('admin')
@ApiBearerAuth()
@Access('admin')
@Controller('api/admin/payments')
export class AdminPaymentsController {
  constructor(
    private readonly payments: PaymentLists,
    private readonly refunds: OrderRefunds,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminPaymentView], headers: nextCursorHeader })
  async list(
    @Query() query: PaymentsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminPaymentView[]> {
    const { page, nextCursor } = await this.payments.list(query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return page;
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
    return this.payments.one(id);
  }
}

/** Numbers for the administrators' overview. The gateway has no route to it, it asks. */
@Controller()
export class StatsController {
  constructor(private readonly payments: PaymentLists) {}

  @InternalCall(getPaymentStats)
  stats(): Promise<PaymentStats> {
    return this.payments.stats();
  }
}
