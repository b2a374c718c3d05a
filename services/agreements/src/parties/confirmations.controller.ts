import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { claimFromCookies } from '#contracts';
import { Access, AppError, Caller, Clock, type Principal, requestOrigin } from '#platform';
import { AgreementIdPipe } from '../agreements/agreements.module.js';
import { RecordingsService, sendMedia } from '../recordings/recordings.module.js';
import {
  ConfirmationAudioQuery,
  ConfirmationBody,
  ConfirmationQuery,
  ConfirmationView,
  viewConfirmation,
} from './confirmation.view.js';
import { ConfirmationsService } from './confirmations.service.js';

class ShownLink {
  @ApiProperty({ description: 'What the other phone opens' }) url: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
}

/** Party B says whether it was them who agreed. */
@ApiTags('confirmations')
@Controller('api/agreements')
export class ConfirmationsController {
  constructor(
    private readonly confirmations: ConfirmationsService,
    private readonly recordings: RecordingsService,
    private readonly clock: Clock,
  ) {}

  @Post(':agreementId/confirmation-link')
  @HttpCode(200)
  @Access('user')
  @ApiBearerAuth()
  @ApiOkResponse({ type: ShownLink })
  async show(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<ShownLink> {
    const { url, expiresAt } = await this.confirmations.show(agreementId, caller.id, requestOrigin(request));
    return { url, expiresAt: expiresAt.toISOString() };
  }

  @Get('remote/:agreementId/confirmation')
  @Access('anyone')
  @ApiOkResponse({ type: ConfirmationView })
  async read(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: ConfirmationQuery,
  ): Promise<ConfirmationView> {
    const { row, via } = await this.confirmations.read(agreementId, key);
    return viewConfirmation(row, via, this.clock.now());
  }

  @Get('remote/:agreementId/confirmation/audio')
  @Access('anyone')
  @ApiProduces('audio/mpeg')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async audio(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Query() { key }: ConfirmationAudioQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { row, via } = await this.confirmations.read(agreementId, key);
    if (!viewConfirmation(row, via, this.clock.now()).hasAudioRecording)
      throw new AppError('recording_expired');
    const file = await this.recordings.invited(agreementId);
    await sendMedia(request, reply, this.recordings.store, file, false);
  }

  @Post('remote/:agreementId/confirmation')
  @HttpCode(200)
  @Access('anyone')
  @ApiOkResponse({ type: ConfirmationView })
  async answer(
    @Param('agreementId', AgreementIdPipe) agreementId: string,
    @Body() { key, answer, reason }: ConfirmationBody,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<ConfirmationView> {
    const claim = claimFromCookies(request.headers.cookie, agreementId);
    const statement = { answer, reason: reason || null, origin: requestOrigin(request), caller, claim };
    const { row, via } = await this.confirmations.answer(agreementId, key, statement);
    return viewConfirmation(row, via, this.clock.now());
  }
}
