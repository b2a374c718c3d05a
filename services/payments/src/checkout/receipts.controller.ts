import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { AGREEMENT_ID, receiptDescriptions } from '#contracts';
import { Access, AppError, Caller, nextCursorHeader, PageQuery, type Principal } from '#platform';
import { PaymentsConfig } from '../config.js';
import {
  type ReceiptEntity,
  type ReceiptPurpose,
  Receipts,
  receiptPurposes,
} from '../ledger/ledger.module.js';
import { PaidDeal } from './checkout.view.js';
import { PaymentState, PaymentStateQuery, PaymentStates } from './payment-states.service.js';

class ReceiptsQuery extends PageQuery {
  @ApiProperty({ required: false, description: 'From the header x-next-cursor of the page before' })
  @IsOptional()
  @Matches(/^SSC-\d{4}-\d{6,12}$/, { message: 'This is not a page of the list.' })
  override cursor?: string;
}

export class ReceiptView {
  @ApiProperty({ example: 'SSC-2026-000042' }) number: string;
  @ApiProperty({ example: 'Split Second Contract' }) description: string;
  @ApiProperty({ enum: [...receiptPurposes] }) purpose: ReceiptPurpose;
  @ApiProperty({ type: String, nullable: true, example: '4207731958026614' }) agreementId: string | null;
  @ApiProperty({ example: 500 }) amountCents: number;
  @ApiProperty({ example: 0, description: 'What went back to the payer' }) refundedCents: number;
  @ApiProperty({ example: 'usd' }) currency: string;
  @ApiProperty({ format: 'date-time' }) paidAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) refundedAt: string | null;
  @ApiProperty({ description: 'No money was moved' }) isTest: boolean;
  @ApiPropertyOptional({
    type: PaidDeal,
    description: 'Of its agreement; left out where that cannot be asked about',
  })
  deal?: PaidDeal;
}

/** @param isTest whether the installation is one; a receipt that does not say so itself was issued by it */
export function viewReceipt(row: ReceiptEntity, isTest: boolean): ReceiptView {
  const { number, purpose, agreementId, amountCents, refundedCents, currency, paidAt, refundedAt } = row;
  return {
    number,
    description: receiptDescriptions[purpose],
    purpose,
    agreementId,
    amountCents,
    refundedCents,
    currency,
    paidAt: paidAt.toISOString(),
    refundedAt: refundedAt?.toISOString() ?? null,
    isTest: row.isTest ?? isTest,
  };
}

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
    const { rows, nextCursor } = await this.receipts.list(caller.id, limit, cursor ?? null);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    const deals = await this.states.deals(rows.flatMap(({ agreementId }) => agreementId ?? []));
    const dealOf = new Map(deals.map((deal) => [deal.agreementId, deal]));
    return rows.map((row) => ({
      ...viewReceipt(row, this.config.isTest),
      deal: dealOf.get(row.agreementId ?? ''),
    }));
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
