import { Controller, Get, Param, ParseIntPipe, ParseUUIDPipe, Query, Res } from '@nestjs/common';
import { ApiCookieAuth, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import type { FastifyReply } from 'fastify';
import { AGREEMENT_ID, type ClockNotice, getClockNotice, listMails } from '#contracts';
import { Access, InternalCall, LARGEST_BIGINT, nextCursorHeader, PageQuery, readPage } from '#platform';
import { type MailTemplate, mailTemplates } from './mail.catalogue.js';
import { type MailStatus, mailStatuses } from './mail.entity.js';
import { type Recipient, recipients } from './mail.kind.js';
import { MailsService, type MailView } from './mails.service.js';

class MailsQuery {
  @Matches(AGREEMENT_ID) agreementId: string;
}

@Controller()
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @InternalCall(listMails)
  list(@Query() query: MailsQuery): Promise<MailView[]> {
    return this.mails.list(query.agreementId);
  }

  @InternalCall(getClockNotice)
  clockNotice(
    @Param('id', ParseUUIDPipe) id: string,
    @Query('sinceVersion', ParseIntPipe) sinceVersion: number,
  ): Promise<ClockNotice> {
    return this.mails.clockNotice(id, sinceVersion);
  }
}

class AdminMailsQuery extends PageQuery {
  @ApiProperty({ required: false, pattern: AGREEMENT_ID.source, example: '4207731958026614' })
  @IsOptional()
  @Matches(AGREEMENT_ID)
  agreementId?: string;
}

/** A row of the delivery log. It has no address: who it was for is known by the agreement, the account or the ticket. */
export class AdminMail {
  @ApiProperty({ example: 'completed:4207731958026614:party-b' }) key: string;
  @ApiProperty({ enum: mailTemplates, example: 'proof' }) template: MailTemplate;
  @ApiProperty({ enum: recipients, example: 'partyB' }) recipient: Recipient;
  @ApiProperty({ enum: mailStatuses, example: 'sent' }) status: MailStatus;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-20T14:03:14.000Z' })
  sentAt: string | null;
  @ApiProperty({ type: String, nullable: true, example: null }) lastError: string | null;
}

@ApiTags('admin')
@Controller('api/admin/mails')
@Access('admin')
export class AdminMailsController {
  constructor(private readonly mails: MailsService) {}

  @Get()
  @ApiCookieAuth('admin cookie')
  @ApiOkResponse({ type: [AdminMail], headers: nextCursorHeader })
  async list(
    @Query() query: AdminMailsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminMail[]> {
    const { rows, nextCursor } = await readPage(
      query,
      (beforeId, count) => this.mails.page(query.agreementId, beforeId, count),
      LARGEST_BIGINT,
    );
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows.map(({ id: _id, ...mail }) => ({ ...mail, sentAt: mail.sentAt?.toISOString() ?? null }));
  }
}
