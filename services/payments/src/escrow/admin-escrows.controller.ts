import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Res } from '@nestjs/common';
import { ApiCookieAuth, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { DataSource, type FindOptionsWhere, In, IsNull, LessThan, Like, Not, Or } from 'typeorm';
import type { EscrowState } from '#contracts';
import { Outbox } from '#outbox';
import {
  Access,
  AppError,
  Caller,
  cutPage,
  nextCursorHeader,
  numberPrefix,
  type Principal,
  prefixPattern,
} from '#platform';
import { AuditLogJobs } from '../admin/admin.module.js';
import { PaymentsConfig } from '../config.js';
import { undecidedStates } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { EscrowStore } from './escrow.store.js';
import {
  DecideEscrow,
  EscrowFactsView,
  EscrowStep,
  EscrowsQuery,
  escrowFacts,
  toCents,
} from './escrow.view.js';

class AdminEscrowView extends EscrowFactsView {
  @ApiProperty({ format: 'uuid', example: '0192f5a4-3c1e-7d2a-9b4f-5e6d7c8b9a10' }) id: string;
  @ApiProperty({ example: 17 }) buyerId: number;
  @ApiProperty({ enum: ['a', 'b'] }) buyerParty: 'a' | 'b';
  @ApiProperty({ format: 'email' }) sellerEmail: string;
  @ApiProperty({ type: String, nullable: true }) receiptNumber: string | null;
  @ApiProperty({ type: String, nullable: true }) transferId: string | null;
  @ApiProperty({ type: String, nullable: true }) refundId: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why Stripe did not move the money' })
  lastError: string | null;
  @ApiProperty({ enum: ['buyer', 'seller'], nullable: true, description: 'Whose account was disabled' })
  disabledParty: 'buyer' | 'seller' | null;
  @ApiProperty({ type: Number, nullable: true, description: 'The administrator' }) decidedBy: number | null;
  @ApiProperty({ description: 'It is held for too long: it may be decided without a problem' })
  isOverdue: boolean;
}

class AdminEscrowDetails extends AdminEscrowView {
  @ApiProperty({ type: [EscrowStep] }) steps: EscrowStep[];
}

/** Those that people call so. */
const named = (q: string): FindOptionsWhere<EscrowEntity>[] => [
  { agreementId: Like(numberPrefix(q)) },
  { sellerEmail: Like(prefixPattern(q.toLowerCase())) },
  { receiptNumber: Like(prefixPattern(q.toUpperCase())) },
];

/** Nobody decides while a bank asks for the money back. */
const withoutBank = { chargeback: Or(IsNull(), Not('open')) } as const;

/** One of these conditions holds for what is asked for. */
function narrowedBy({ state, cursor, q, waitsFor }: EscrowsQuery): FindOptionsWhere<EscrowEntity>[] {
  const page = cursor ? { id: LessThan(cursor) } : {};
  const among = (states: readonly EscrowState[]) => In(states.filter((one) => !state || one === state));
  const narrowed: FindOptionsWhere<EscrowEntity>[] = waitsFor
    ? [
        { state: among(['disputed']), ...withoutBank },
        { state: among(undecidedStates), alertedAt: Not(IsNull()), ...withoutBank },
      ]
    : [state ? { state } : {}];
  return narrowed.flatMap((one) => (q ? named(q) : [{}]).map((name) => ({ ...page, ...one, ...name })));
}

function adminView(escrow: EscrowEntity, isTest: boolean): AdminEscrowView {
  const { id, buyerId, buyerParty, sellerEmail, receiptNumber, transferId, refundId, lastError } = escrow;
  return {
    ...escrowFacts(escrow, isTest),
    ...{ id, buyerId, buyerParty, sellerEmail, receiptNumber, transferId, refundId, lastError },
    disabledParty: escrow.disabledParty,
    decidedBy: escrow.decidedBy,
    isOverdue: escrow.alertedAt !== null,
  };
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('admin')
@Controller('api/admin/held-payments')
export class AdminEscrowsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly store: EscrowStore,
    private readonly auditLog: AuditLogJobs,
    private readonly config: PaymentsConfig,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminEscrowView], headers: nextCursorHeader })
  async list(
    @Query() query: EscrowsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminEscrowView[]> {
    const { limit } = query;
    const found = await this.dataSource.manager.find(EscrowEntity, {
      where: narrowedBy(query),
      order: { id: 'desc' },
      take: limit + 1,
    });
    const { rows, nextCursor } = cutPage(found, limit, ({ id }) => id);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows.map((escrow) => adminView(escrow, this.config.isTest));
  }

  @Get(':id')
  @ApiOkResponse({ type: AdminEscrowDetails })
  async one(@Param('id', ParseUUIDPipe) id: string): Promise<AdminEscrowDetails> {
    const escrow = await this.dataSource.manager.findOneBy(EscrowEntity, { id });
    if (!escrow) throw new AppError('not_found');
    return this.details(escrow);
  }

  /** Divides what is disputed, or was held for too long, between seller and buyer. */
  @Post(':id/decide')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminEscrowDetails })
  async decide(
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { sellerAmount, reason }: DecideEscrow,
    @Caller() { id: adminId }: Principal,
  ): Promise<AdminEscrowDetails> {
    const escrow = await this.outbox.transaction(async (manager) => {
      const row = await this.store.lock(manager, id);
      const isDecided = await this.store.act(manager, row, {
        command: { do: 'decide', sellerGrossCents: toCents(sellerAmount) },
        actor: `admin:${adminId}`,
        note: reason,
        with: { decision: reason, decidedBy: adminId },
      });
      if (!isDecided) return row;
      await this.auditLog.record(manager, {
        // After a dispute that was won it may be decided anew.
        key: `escrow-decided:${id}:${row.version}`,
        adminId,
        act: 'escrow-decided',
        subject: `agreement:${row.agreementId} escrow:${id}`,
        reason,
      });
      return row;
    });
    return this.details(escrow);
  }

  private async details(escrow: EscrowEntity): Promise<AdminEscrowDetails> {
    return { ...adminView(escrow, this.config.isTest), steps: await this.store.steps(escrow.id) };
  }
}
