import { Controller, Get, Param, ParseIntPipe, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AgreementStatus, claimFromCookies } from '#contracts';
import { Access, AppError, Caller, type Principal } from '#platform';
import { EventLog } from '../event-log/event-log.js';
import { agreementStatuses } from './agreement.state.js';
import { AgreementStats, AgreementView, LogEventView, viewRow } from './agreement.view.js';
import { AgreementIdPipe } from './agreement-id.pipe.js';
import { AgreementsService } from './agreements.service.js';

class ListQuery {
  @ApiProperty({ required: false, minimum: 1, maximum: 100, default: 50 })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;

  @ApiProperty({ required: false, description: 'From the header x-next-cursor of the page before' })
  @IsOptional()
  @IsString()
  @MaxLength(40)
  cursor?: string;

  @ApiProperty({ required: false, enum: agreementStatuses })
  @IsOptional()
  @IsIn(agreementStatuses)
  status?: AgreementStatus;
}

@ApiTags('agreements')
@Controller('api')
export class AgreementsController {
  constructor(
    private readonly agreements: AgreementsService,
    private readonly log: EventLog,
  ) {}

  @Get('agreements/:agreementId')
  @Access('anyone')
  @ApiOkResponse({ type: AgreementView })
  async read(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<AgreementView> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    return viewRow(await this.agreements.read(agreementId, caller, claim));
  }

  @Get('agreements/:agreementId/events')
  @Access('user')
  @ApiBearerAuth()
  @ApiOkResponse({ type: [LogEventView] })
  async events(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
  ): Promise<LogEventView[]> {
    await this.agreements.read(agreementId, caller, null);
    const rows = await this.log.read(agreementId);
    return rows.map(({ seq, at, actor, type, detail, hash }) => ({ seq, at, actor, type, detail, hash }));
  }

  @Get('users/:id/stats')
  @Access('user')
  @ApiBearerAuth()
  @ApiOkResponse({ type: AgreementStats })
  stats(@Param('id', ParseIntPipe) id: number, @Caller() caller: Principal): Promise<AgreementStats> {
    return this.agreements.stats(ownId(id, caller));
  }

  @Get('users/:id/agreements')
  @Access('user')
  @ApiBearerAuth()
  @ApiOkResponse({ type: [AgreementView], headers: { 'x-next-cursor': { schema: { type: 'string' } } } })
  async list(
    @Param('id', ParseIntPipe) id: number,
    @Query() query: ListQuery,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AgreementView[]> {
    const { limit = 50, cursor = null, status = null } = query;
    const { page, nextCursor } = await this.agreements.list(ownId(id, caller), limit, cursor, status);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return page.map(viewRow);
  }
}

/** Other people's ids look like ids that do not exist. */
function ownId(id: number, caller: Principal): number {
  if (id !== caller.id) throw new AppError('not_found');
  return id;
}
