import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, Caller, nextCursorHeader, type Principal } from '#platform';
import { Refunds } from '../refunds/refunds.service.js';
import { AdminPaymentView, PaymentsQuery, RefundBody } from './admin-payment.view.js';
import { PaymentLists } from './payment-lists.js';

@ApiTags('admin')
@ApiBearerAuth()
@Access('admin')
@Controller('api/admin/payments')
export class AdminPaymentsController {
  constructor(
    private readonly payments: PaymentLists,
    private readonly refunds: Refunds,
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
