import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AGREEMENT_ID } from '#contracts';
import { Access, AppError, Caller, nextCursorHeader, type Principal } from '#platform';
import { PaymentsConfig } from '../config.js';
import { PaymentState, PaymentStateQuery } from './payment-state.view.js';
import { PaymentStates } from './payment-states.service.js';
import { ReceiptsQuery, ReceiptView, viewReceipt } from './receipt.view.js';
import { Receipts } from './receipts.service.js';

@ApiTags('payments')
@ApiBearerAuth()
@Access('user')
@Controller('api')
export class ReceiptsController {
  constructor(
    private readonly receipts: Receipts,
    private readonly states: PaymentStates,
    private readonly config: PaymentsConfig,
  ) {}

  @Get('user/receipts')
  @ApiOkResponse({ type: [ReceiptView], headers: nextCursorHeader })
  async list(
    @Query() { limit, cursor }: ReceiptsQuery,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReceiptView[]> {
    const rows = await this.receipts.list(caller.id, limit + 1, cursor ?? null);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (rows.length > limit && last) void reply.header('x-next-cursor', last.number);
    return page.map((row) => viewReceipt(row, this.config.isTest));
  }

  @Get('payments/:agreementId')
  @ApiOkResponse({ type: PaymentState })
  state(
    @Param('agreementId') agreementId: string,
    @Query() { type }: PaymentStateQuery,
    @Caller() caller: Principal,
  ): Promise<PaymentState> {
    if (!AGREEMENT_ID.test(agreementId)) throw new AppError('agreement_not_found');
    return this.states.of(agreementId, type, caller.id);
  }
}
