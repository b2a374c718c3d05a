import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import {
  ApiExcludeController,
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProduces,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimFromCookies } from '#contracts';
import { Access, Caller, ErrorAnswer, type Principal } from '#platform';
import { AgreementIdPipe } from '../agreements/agreements.module.js';
import { EvidenceService } from './evidence.service.js';

class EvidenceQuery {
  @ApiProperty({ required: false, description: 'Key of a mailed link' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  key?: string;
}

@ApiTags('evidence')
@Access('anyone')
@Controller('api/agreements/:agreementId')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  /** All that shows the agreement without us, in one file: for its owner, or for whoever holds the key of a mailed link. */
  @Get('evidence.zip')
  @ApiProduces('application/zip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: '`agreement_not_found`, `not_ready`' })
  @ApiGoneResponse({ type: ErrorAnswer, description: '`recording_expired`' })
  async packet(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: EvidenceQuery,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const access = { claim: claimFromCookies(request.headers.cookie, agreementId), key: key ?? null };
    const row = await this.evidence.open(agreementId, caller, access);
    const { fileName, content } = await this.evidence.packet(row);
    void reply.headers(fileHeaders('application/zip', fileName));
    await reply.send(content);
  }

  /** The certificate: a draft before the agreement is sealed, marked when it was cancelled, without words when they are deleted. */
  @Get('summary.pdf')
  @ApiProduces('application/pdf')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiNotFoundResponse({ type: ErrorAnswer, description: '`agreement_not_found`' })
  async summary(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: EvidenceQuery,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const access = { claim: claimFromCookies(request.headers.cookie, agreementId), key: key ?? null };
    const row = await this.evidence.open(agreementId, caller, access);
    const { fileName, content } = await this.evidence.certificate(row);
    void reply.headers(fileHeaders('application/pdf', fileName));
    await reply.send(content);
  }
}

/** What other services ask of the evidence. The gateway has no route to it. */
@ApiExcludeController()
@Access('service')
@Controller('internal/agreements/:agreementId')
export class EvidenceInternalController {
  constructor(private readonly evidence: EvidenceService) {}

  /** Certificate and transcript as they were sealed, in base64. @throws AppError `not_ready` */
  @Get('sealed-files')
  async sealedFiles(@Param('agreementId', AgreementIdPipe) agreementId: string) {
    const { certificate, transcript } = await this.evidence.sealedFiles(agreementId);
    return { certificate: certificate.toString('base64'), transcript: transcript.toString('base64') };
  }
}

/** A private file: nothing on the way may keep a copy. */
const fileHeaders = (type: string, fileName: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${fileName}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
});
