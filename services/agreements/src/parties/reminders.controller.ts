import { Body, Controller, HttpCode, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, Caller, EmailAddress, type Principal, requestOrigin } from '#platform';
import {
  AgreementIdPipe,
  AgreementsService,
  AgreementView,
  viewRow,
} from '../agreements/agreements.module.js';
import { RemindersService } from './reminders.service.js';

class NextReminder {
  @ApiProperty({ format: 'date-time' }) nextAllowedAt: string;
}

class Reminded extends NextReminder {
  @ApiProperty({ format: 'date-time', description: 'Until when the new link opens' }) expiresAt: string;
}

class PartyBCorrection {
  @EmailAddress() email: string;
}

@ApiTags('agreements')
@ApiBearerAuth()
@Access('user')
@Controller('api/agreements/:agreementId')
export class RemindersController {
  constructor(
    private readonly reminders: RemindersService,
    private readonly agreements: AgreementsService,
  ) {}

  @Post('resend')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: NextReminder })
  async resend(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<NextReminder> {
    const next = await this.reminders.resend(agreementId, caller.id, requestOrigin(request));
    return { nextAllowedAt: next.toISOString() };
  }

  @Post('remind')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: Reminded })
  async remind(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<Reminded> {
    const sent = await this.reminders.remind(agreementId, caller.id, requestOrigin(request));
    return { nextAllowedAt: sent.nextAllowedAt.toISOString(), expiresAt: sent.expiresAt.toISOString() };
  }

  @Patch('party-b')
  @ApiOkResponse({ type: AgreementView })
  async correctPartyB(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() body: PartyBCorrection,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<AgreementView> {
    await this.reminders.correctPartyB(agreementId, caller.id, body.email, requestOrigin(request));
    return viewRow(await this.agreements.read(agreementId, caller, null));
  }
}
