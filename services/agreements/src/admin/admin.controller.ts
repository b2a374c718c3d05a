import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCookieAuth, ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, Matches, Max, Min } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AgreementStatus, agreementStatuses } from '#contracts';
import { Access, Caller, nextCursorHeader, PageQuery, type Principal, requestOrigin, Text } from '#platform';
import {
  AgreementIdPipe,
  type AgreementRow,
  AgreementView,
  viewRow,
} from '../agreements/agreements.module.js';
import { RecordingsService, sendMedia } from '../recordings/recordings.module.js';
import type { Party } from '../signed-links.js';
import { AdminService } from './admin.service.js';

class AdminListQuery extends PageQuery {
  @ApiProperty({ required: false, enum: agreementStatuses })
  @IsOptional()
  @IsIn([...agreementStatuses])
  status?: AgreementStatus;

  /** Beginning of a number, or of a party's name or address. */
  @Text({ max: 254, optional: true }) q?: string;

  @ApiProperty({ required: false, example: '4207731958026614', description: 'These alone, 100 at most' })
  @IsOptional()
  @Matches(/^\d{16}(,\d{16}){0,99}$/, { message: 'Please name agreements by their numbers.' })
  ids?: string;
}

/** Why an administrator acts; kept in the agreement's log. */
export class ReasonBody {
  @Text({ min: 3, max: 500, multiline: true }) reason: string;
}

/** The file is fetched by a plain address, which carries the reason. */
class DownloadQuery extends ReasonBody {
  @ApiProperty({ required: false, enum: ['a', 'b'], default: 'a', description: 'Who speaks' })
  @IsOptional()
  @IsIn(['a', 'b'])
  party?: Party;
}

export class ExtendBody extends ReasonBody {
  @ApiProperty({ minimum: 1, maximum: 365 })
  @IsInt()
  @Min(1)
  @Max(365)
  days: number;

  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'The end that was shown: where it was moved since, nothing is added',
  })
  @IsOptional()
  @IsISO8601({ strict: true })
  from?: string;
}

export class DeleteContentBody extends ReasonBody {
  @ApiProperty({
    required: false,
    description: 'Party B of a completed contract does not need it as proof, and has said so to support',
  })
  @IsOptional()
  @IsBoolean()
  partyBAgrees?: boolean;
}

export class AdminAgreementView extends AgreementView {
  @ApiProperty({ type: Number, nullable: true }) ownerId: number | null;
}

@ApiTags('administration')
@ApiCookieAuth('admin cookie')
@Access('admin')
@Controller('api/admin')
export class AdminController {
  constructor(
    private readonly admin: AdminService,
    private readonly recordings: RecordingsService,
  ) {}

  @Get('agreements')
  @ApiOkResponse({ type: [AdminAgreementView], headers: nextCursorHeader })
  async list(
    @Query() query: AdminListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminAgreementView[]> {
    const { q, ids } = query;
    const of = { q: q || null, ids: ids?.split(',') ?? null };
    const { rows, nextCursor } = await this.admin.list(query, of);
    if (nextCursor !== null) void reply.header('x-next-cursor', nextCursor);
    return rows.map(view);
  }

  @Get('download-audio/:agreementId')
  @ApiProduces('audio/webm')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async download(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { reason, party = 'a' }: DownloadQuery,
    @Caller() admin: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { range } = request.headers;
    const isContinued = range !== undefined && !/^\s*bytes=0*-/.test(range);
    const order = { admin, reason, origin: requestOrigin(request) };
    const file = await this.admin.download(agreementId, order, { party, isContinued });
    await sendMedia(request, reply, this.recordings.store, file, true);
  }

  @Post('agreements/:agreementId/cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminAgreementView })
  async cancel(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { reason }: ReasonBody,
    @Caller() admin: Principal,
    @Req() request: FastifyRequest,
  ): Promise<AdminAgreementView> {
    return view(await this.admin.cancel(agreementId, { admin, reason, origin: requestOrigin(request) }));
  }

  @Post('agreements/:agreementId/extend')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminAgreementView })
  async extend(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { reason, days, from }: ExtendBody,
    @Caller() admin: Principal,
    @Req() request: FastifyRequest,
  ): Promise<AdminAgreementView> {
    const order = { admin, reason, origin: requestOrigin(request) };
    return view(await this.admin.extend(agreementId, { days, shown: from ? new Date(from) : null }, order));
  }

  @Post('agreements/:agreementId/delete-content')
  @HttpCode(200)
  @ApiOkResponse({
    type: AdminAgreementView,
    description: 'Recordings, photo and transcript go within a minute',
  })
  async deleteContent(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { reason, partyBAgrees = false }: DeleteContentBody,
    @Caller() admin: Principal,
    @Req() request: FastifyRequest,
  ): Promise<AdminAgreementView> {
    const order = { admin, reason, origin: requestOrigin(request) };
    return view(await this.admin.deleteContent(agreementId, { isPartyBAgreed: partyBAgrees }, order));
  }
}

const view = (row: AgreementRow): AdminAgreementView => ({ ...viewRow(row), ownerId: row.ownerId });
