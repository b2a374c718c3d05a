import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  ParseUUIDPipe,
  Post,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCookieAuth,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  type DeadLetterFacts,
  type DeadLetterState,
  deadLetterStates,
  getDeadLetter,
  listDeadLetters,
  replayDeadLetter,
} from '#contracts';
import { Access, AppError, Caller, ErrorAnswer, OneOf, PageQuery, type Principal, Text } from '#platform';
import { Services, type Upstream, upstreams } from '../upstreams/upstreams.module.js';
import { AdminGuard } from './admin.guard.js';
import { AuditLogClient } from './audit-log.client.js';
import { composeList, decodeCursor, listHeaders, RetryReason } from './composed-list.js';

/** An event that a handler gave up. What it says is not shown. */
export class AdminDeadLetter {
  @ApiProperty({ enum: upstreams, example: 'notifications' }) service: Upstream;
  @ApiProperty({ format: 'uuid', example: '0193f5c2-7a8e-7c3a-9d2b-2f1e8a6b4c11' }) id: string;
  @ApiProperty({ example: 'notifications.mail-proof' }) handler: string;
  @ApiProperty({ example: 'agreements.agreement.completed.v1' }) routingKey: string;
  @ApiProperty({ example: '4207731958026614' }) subject: string;
  @ApiProperty({ example: 'TypeError: cannot read the date' }) reason: string;
  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:00:00.000Z' }) diedAt: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-11-21T10:10:00.000Z',
    description: 'When it is put back by itself; null when it waits for an administrator, and after a replay',
  })
  retryAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  replayedAt: string | null;
}

class DeadLettersQuery extends PageQuery {
  @OneOf(deadLetterStates, { optional: true }) state?: DeadLetterState;

  /** A part of the handler, the event or what it is about, such as the number of a contract. */
  @Text({ max: 200, optional: true }) q?: string;
}

@ApiTags('admin')
@ApiCookieAuth('admin cookie')
@Access('open')
@UseGuards(AdminGuard)
@Controller('api/admin/dead-letters')
export class DeadLettersController {
  constructor(
    private readonly services: Services,
    private readonly auditLog: AuditLogClient,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminDeadLetter], headers: listHeaders })
  async list(
    @Query() { limit, cursor, state, q }: DeadLettersQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminDeadLetter[]> {
    const before = decodeCursor(cursor);
    const query = {
      limit: limit + 1,
      state,
      q: q || undefined,
      ...(before?.at ? { beforeId: before.id, beforeDiedAt: before.at } : {}),
    };
    const found = await this.services.askAll(upstreams, (client) => client.call(listDeadLetters, { query }));
    return composeList(reply, found, limit, {
      order: (deadLetter) => `${deadLetter.diedAt} ${deadLetter.id}`,
      cursor: (deadLetter) => ({ id: deadLetter.id, at: deadLetter.diedAt }),
      view,
    });
  }

  @Post(':service/:id/replay')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminDeadLetter, description: 'Given once more to the handler that gave it up' })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: 'not_found' })
  @ApiConflictResponse({ type: ErrorAnswer, description: 'nothing_to_retry: it was replayed already' })
  async replay(
    @Param('service') name: string,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { reason }: RetryReason,
    @Caller() admin: Principal,
  ): Promise<AdminDeadLetter> {
    const service = upstreams.find((known) => known === name);
    if (!service) throw new AppError('not_found');
    const client = this.services.of(service);
    const deadLetter = await client.call(getDeadLetter, { params: { id } });
    if (deadLetter.replayedAt !== null) throw new AppError('nothing_to_retry');
    await this.auditLog.record(admin, {
      act: 'dead-letter-replayed',
      subject: `${deadLetter.handler}:${deadLetter.id}`,
      reason,
      // An event about an agreement has its number for a subject.
      agreementId: deadLetter.subject,
    });
    return view(await client.call(replayDeadLetter, { params: { id } }), service);
  }
}

const view = (deadLetter: DeadLetterFacts, service: Upstream): AdminDeadLetter => ({
  service,
  id: deadLetter.id,
  handler: deadLetter.handler,
  routingKey: deadLetter.routingKey,
  subject: deadLetter.subject,
  reason: deadLetter.reason,
  diedAt: deadLetter.diedAt,
  retryAt: deadLetter.retryAt,
  replayedAt: deadLetter.replayedAt,
});
