import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import {
  ApiGoneResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiProperty,
  ApiTags,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Access, requestOrigin } from '#platform';
import { AgreementIdPipe } from '../agreements/agreements.module.js';
import { CodesService } from './codes.service.js';

class CodeBody {
  @ApiProperty({ pattern: '^\\d{6}$', example: '042917' })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replace(/\s/g, '') : value,
  )
  @Matches(/^\d{6}$/, { message: 'Please enter the 6 digits of the code' })
  code: string;
}

class CodeKey {
  @ApiProperty({ description: 'Works like the key of the mailed link, for an hour' }) key: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
}

/** What whoever has the number alone may ask for: that something is mailed to the invited address. */
@ApiTags('remote')
@Access('anyone')
@Controller('api/agreements/remote/:agreementId')
export class AccessController {
  constructor(private readonly access: CodesService) {}

  @Post('send-link')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Also when there is nobody to mail' })
  async sendLink(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.access.sendLink(agreementId, requestOrigin(request));
  }

  @Post('code')
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Also when there is nobody to mail' })
  async sendCode(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.access.sendCode(agreementId, requestOrigin(request));
  }

  @Post('code/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: CodeKey })
  @ApiGoneResponse({ description: 'code_expired: used, replaced, too old or tried too often, or never sent' })
  @ApiUnprocessableEntityResponse({ description: 'code_wrong, with triesLeft' })
  async confirm(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { code }: CodeBody,
    @Req() request: FastifyRequest,
  ): Promise<CodeKey> {
    const { key, expiresAt } = await this.access.confirm(agreementId, code, requestOrigin(request));
    return { key, expiresAt: expiresAt.toISOString() };
  }
}
