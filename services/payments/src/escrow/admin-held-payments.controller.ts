import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DataSource, LessThan } from 'typeorm';
import { Outbox } from '#outbox';
import { Access, AppError, Caller, nextCursorHeader, type Principal } from '#platform';
import { HeldPaymentEntity } from '../held/held-payment.entity.js';
import { HeldPaymentsStore } from '../held/held-payments.store.js';
import { AdminHeldPaymentDetails, AdminHeldPaymentView, adminView } from './admin-held-payment.view.js';
import { DecideHeldPayment, HeldPaymentsQuery, toCents } from './escrow.body.js';
import { EscrowService } from './escrow.service.js';

@ApiTags('admin')
@ApiBearerAuth()
@Access('admin')
@Controller('api/admin/held-payments')
export class AdminHeldPaymentsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly store: HeldPaymentsStore,
    private readonly escrow: EscrowService,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminHeldPaymentView], headers: nextCursorHeader })
  async list(
    @Query() { state, limit, cursor }: HeldPaymentsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminHeldPaymentView[]> {
    const rows = await this.dataSource.manager.find(HeldPaymentEntity, {
      where: { ...(state ? { state } : {}), ...(cursor ? { id: LessThan(cursor) } : {}) },
      order: { id: 'desc' },
      take: limit + 1,
    });
    const page = rows.slice(0, limit);
    if (rows.length > limit) void reply.header('x-next-cursor', page.at(-1)?.id);
    return page.map((held) => adminView(held, this.escrow.isTest));
  }

  @Get(':id')
  @ApiOkResponse({ type: AdminHeldPaymentDetails })
  async one(@Param('id', ParseUUIDPipe) id: string): Promise<AdminHeldPaymentDetails> {
    const held = await this.dataSource.manager.findOneBy(HeldPaymentEntity, { id });
    if (!held) throw new AppError('not_found');
    return this.details(held);
  }

  /** Divides what is disputed, or was held for too long, between seller and buyer. */
  @Post(':id/decide')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminHeldPaymentDetails })
  async decide(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { sellerAmount, reason }: DecideHeldPayment,
    @Caller() { id: adminId }: Principal,
  ): Promise<AdminHeldPaymentDetails> {
    const held = await this.outbox.transaction(async (manager) => {
      const row = await this.store.lock(manager, id);
      await this.store.act(manager, row, {
        command: { do: 'decide', sellerGrossCents: toCents(sellerAmount) },
        actor: `admin:${adminId}`,
        note: reason,
        with: { decision: reason, decidedBy: adminId },
      });
      return row;
    });
    return this.details(held);
  }

  private async details(held: HeldPaymentEntity): Promise<AdminHeldPaymentDetails> {
    return { ...adminView(held, this.escrow.isTest), steps: await this.escrow.steps(held.id) };
  }
}
