import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AgreementStatus, agreementStatuses, claimFromCookies } from '#contracts';
import {
  Access,
  AppError,
  Caller,
  IdPipe,
  nextCursorHeader,
  noOrigin,
  type Origin,
  PageQuery,
  type Principal,
  requestOrigin,
  Text,
} from '#platform';
import { EventLog, isByAdmin } from '../event-log/event-log.module.js';
import { AgreementStats, AgreementView, LogEventView, viewRow } from './agreement.view.js';
import { AgreementIdPipe } from './agreement-access.js';
import { AgreementsService } from './agreements.service.js';

class CancelBody {
  @Text({ max: 500, optional: true, multiline: true }) reason?: string;
}

class ListQuery extends PageQuery {
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
    return viewRow(await this.agreements.look(agreementId, caller, claim));
  }

  @Post('agreements/:agreementId/cancel')
  @HttpCode(200)
  @Access('anyone')
  @ApiOkResponse({ type: AgreementView })
  async cancel(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() body: CancelBody,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<AgreementView> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    const order = { claim, note: body.reason ?? null, origin: requestOrigin(request) };
    await this.agreements.cancel(agreementId, caller, order);
    return viewRow(await this.agreements.read(agreementId, caller, claim));
  }

  @Get('agreements/:agreementId/events')
  @Access('user', 'admin')
  @ApiBearerAuth()
  @ApiOkResponse({ type: [LogEventView] })
  async events(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
  ): Promise<LogEventView[]> {
    await this.agreements.look(agreementId, caller, null);
    const rows = await this.log.read(agreementId);
    return rows.map((row) => ({ ...row, ...shownOrigin(row, caller) }));
  }

  @Get('users/:id/stats')
  @Access('user', 'admin')
  @ApiBearerAuth()
  @ApiOkResponse({ type: AgreementStats })
  stats(@Param('id', IdPipe) id: number, @Caller() caller: Principal): Promise<AgreementStats> {
    return this.agreements.stats(ownId(id, caller));
  }

  @Get('users/:id/agreements')
  @Access('user', 'admin')
  @ApiBearerAuth()
  @ApiOkResponse({ type: [AgreementView], headers: nextCursorHeader })
  async list(
    @Param('id', IdPipe) id: number,
    @Query() query: ListQuery,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AgreementView[]> {
    const { rows, nextCursor } = await this.agreements.list(ownId(id, caller), query);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows.map(viewRow);
  }
}

/** An administrator's address and browser are for administrators alone. */
function shownOrigin({ actor, address, device }: LogEventView, { kind }: Principal): Origin {
  return isByAdmin(actor) && kind !== 'admin' ? noOrigin : { address, device };
}

/** Other people's ids look like ids that do not exist; administrators may look at all. */
function ownId(id: number, caller: Principal): number {
  if (caller.kind !== 'admin' && id !== caller.id) throw new AppError('not_found');
  return id;
}
